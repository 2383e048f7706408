/** market() and of(): what an expression says on another instrument, as of its last bar on or before each session. */
import type { Verdicts } from "#workers/rules/function-entry.ts";
import { wordsFor } from "#workers/sessions/bits.ts";

/** @param days - EpochDay of each of the other instrument's bars, of which there are `bars` */
export function numbersAsOf(
  values: Float64Array,
  days: Int32Array,
  bars: number,
  sessionDay: Int32Array,
): Float64Array {
  const found = new Float64Array(sessionDay.length).fill(NaN);
  let last = -1;
  for (let session = 0; session < sessionDay.length; session++) {
    while (last + 1 < bars && days[last + 1] <= sessionDay[session]) last++;
    if (last >= 0) found[session] = values[last];
  }
  return found;
}

/** As numbersAsOf, of a rule. */
export function truthsAsOf(
  { yes, no }: Verdicts,
  days: Int32Array,
  bars: number,
  sessionDay: Int32Array,
): Verdicts {
  const found = {
    yes: new Int32Array(wordsFor(sessionDay.length)),
    no: new Int32Array(wordsFor(sessionDay.length)),
  };
  let last = -1;
  for (let session = 0; session < sessionDay.length; session++) {
    while (last + 1 < bars && days[last + 1] <= sessionDay[session]) last++;
    if (last < 0) continue;
    found.yes[session >> 5] |= ((yes[last >> 5] >>> (last & 31)) & 1) << (session & 31);
    found.no[session >> 5] |= ((no[last >> 5] >>> (last & 31)) & 1) << (session & 31);
  }
  return found;
}
