/** How long and how often rules hold, and values that go one way. Definitions: README.md section 5. */
import type { NumberPass, Pass, TruthPass } from "../function-entry.ts";
import { overLast } from "./verdict-bits.ts";

export const barsSince: NumberPass = ({ rules: [{ yes }], bars }, out) => {
  let bar = 0;
  for (; bar < bars && ((yes[bar >> 5] >>> bar) & 1) === 0; bar++) out[bar] = NaN;
  let since = 0;
  for (; bar < bars; bar++) {
    since = (since + 1) * (1 - ((yes[bar >> 5] >>> bar) & 1)); // a shift takes the lowest five bits of the bar's number
    out[bar] = since;
  }
};

export const count: NumberPass = ({ rules: [{ yes, no }], n, bars }, out) => {
  let lastUnknown = -1;
  let total = 0;
  for (let bar = 0; bar < bars; bar++) {
    const holds = (yes[bar >> 5] >>> bar) & 1;
    if ((holds | ((no[bar >> 5] >>> bar) & 1)) === 0) lastUnknown = bar;
    total += holds;
    if (bar >= n) total -= (yes[(bar - n) >> 5] >>> (bar - n)) & 1;
    out[bar] = bar - n >= lastUnknown ? total : NaN;
  }
};

export const once: TruthPass = (pass, out) => {
  const [rule] = pass.rules;
  overLast(rule.yes, pass, false, out.yes);
  overLast(rule.no, pass, true, out.no);
};

export const always: TruthPass = (pass, out) => {
  const [rule] = pass.rules;
  overLast(rule.yes, pass, true, out.yes);
  overLast(rule.no, pass, false, out.no);
};

/** Set by the first rule, let go by the second, the first before it on one bar; else as on the bar before. Never unknown. */
export const latch: TruthPass = ({ rules: [{ yes: sets }, { yes: frees }], bars }, out) => {
  let held = 0; // all bits of a word, or none
  for (let word = 0, words = (bars + 31) >> 5; word < words; word++) {
    const set = sets[word];
    let state = held;
    for (let changes = set | frees[word]; changes !== 0; changes &= changes - 1) {
      const bit = changes & -changes;
      const isSet = (set & bit) !== 0;
      state = isSet ? state | -bit : state & (bit - 1); // from that bar on
    }
    out.yes[word] = state;
    out.no[word] = ~state;
    held = state >> 31;
  }
  if ((bars & 31) === 0) return;
  const inLast = (1 << (bars & 31)) - 1;
  out.yes[bars >> 5] &= inLast;
  out.no[bars >> 5] &= inLast;
};

/** Twice what is forgiven at most: moves beyond it are told at once, without looking which value is the largest. */
const MORE_THAN_FORGIVEN = 2e-9;

/** n comparisons, each with the value of the bar before. */
export const rising: TruthPass = (pass, out) => {
  const { up, notUp } = movesOf(pass);
  overLast(up, pass, true, out.yes);
  overLast(notUp, pass, false, out.no);
};

export const falling: TruthPass = (pass, out) => {
  const { down, notDown } = movesOf(pass);
  overLast(down, pass, true, out.yes);
  overLast(notDown, pass, false, out.no);
};

/** Bits of the bars that rose from the one before, that fell, and of those of which that is known to be false. */
function movesOf({ numbers: [x], floors, floor, bars }: Pass) {
  const words = (bars + 31) >> 5;
  const [up, down, notUp, notDown] = [0, 1, 2, 3].map(() => new Int32Array(words));
  for (let word = 0; word < words; word++) {
    const stop = Math.min(bars, (word + 1) * 32);
    let [rose, fell] = [0, 0];
    let known = 0;
    for (let bar = Math.max(1, word * 32); bar < stop; bar++) {
      const move = moveOf(x[bar - 1], x[bar], floors === null ? floor : floors[bar]);
      rose |= Number(move > 0) << bar; // a shift takes the lowest five bits of the bar's number
      fell |= Number(move < 0) << bar;
      known |= Number(move === move) << bar;
    }
    up[word] = rose;
    down[word] = fell;
    notUp[word] = known & ~rose;
    notDown[word] = known & ~fell;
  }
  return { up, down, notUp, notDown };
}

/** Above 0 for a rise, below for a fall, 0 where it is forgiven; NaN where a value is unknown. */
function moveOf(before: number, value: number, floor: number): number {
  const move = value - before;
  const [a, b] = [Math.abs(before), Math.abs(value)];
  if (Math.abs(move) > MORE_THAN_FORGIVEN * (a + b + floor)) return move;
  const tolerance = 1e-9 * Math.max(a, b, floor);
  return move === move ? Number(value > before + tolerance) - Number(value < before - tolerance) : NaN;
}

/** Rises in a row as a positive, falls as a negative number. */
export const streak: NumberPass = ({ numbers: [x], floors, floor, bars }, out) => {
  let length = 0;
  for (let bar = 0; bar < bars; bar++) {
    const move = moveOf(bar === 0 ? NaN : x[bar - 1], x[bar], floors === null ? floor : floors[bar]);
    const way = Number(move > 0) - Number(move < 0);
    length = way + Number(length * way > 0) * length;
    out[bar] = x[bar] === x[bar] ? length : NaN;
  }
};
