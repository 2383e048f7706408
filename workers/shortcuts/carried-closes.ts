/**
 * Closes by session instead of by bar: what a position is worth on a session, whether it has a bar or not. Gains, for
 * sweeps: the value of a position on a session is one look, whether there is a bar or not.
 */
import type { Calendar } from "#workers/sessions/calendar.ts";
import { WORD, countBits } from "#workers/sessions/bits.ts";
import { oncePerMember } from "#workers/engine/member-bits.ts";

export interface CarriedCloses {
  /** The last close of member m up to session s: value[m x sessions + s], 0 before the first; there once `ready` was called. */
  readonly value: Float64Array;
  readonly sessions: number;
  readonly ready: (member: number) => void;
}

export function makeCarriedCloses(calendar: Calendar, close: Float64Array): CarriedCloses {
  const { members, words, present, fromRow, barsBefore, sessionDay } = calendar;
  const sessions = sessionDay.length;
  const value = new Float64Array(members * sessions);
  const ready = oncePerMember(members, (member) => {
    for (let word = 0; word < words; word++) {
      const at = member * words + word;
      const stop = Math.min(WORD, sessions - word * WORD);
      const start = member * sessions + word * WORD;
      const first = fromRow[member] + barsBefore[at];
      if (countBits(present[at]) === stop) {
        value.set(close.subarray(first, first + stop), start);
        continue;
      }
      let row = first - 1;
      for (let k = 0; k < stop; k++) {
        row += (present[at] >>> k) & 1;
        if (row >= fromRow[member]) value[start + k] = close[row];
      }
    }
  });
  return { value, sessions, ready };
}
