/** Who may not be bought: what is held, and what was sold less than the cool-down ago. */
import type { Ledger } from "./ledger.ts";

/** Which member was sold, and on which session. */
interface Sale {
  readonly member: number;
  readonly session: number;
}

export interface CoolDown {
  /** Bits by universe place, as of the session that `update` was called with last. */
  readonly without: Int32Array;
  readonly noteSale: (sale: Sale) => void;
  readonly update: (session: number) => void;
}

/** @param days - sessions from a sale to the close at which the instrument may be a candidate again; 0 for none */
export function makeCoolDown(days: number, { held }: Ledger): CoolDown {
  if (days === 0) return { without: held, noteSale: () => {}, update: () => {} };
  const without = new Int32Array(held.length);
  /** Sales in the order of their sessions; those before `first` are long enough ago. */
  const sold: Sale[] = [];
  let first = 0;
  return {
    without,
    noteSale: ({ member, session }) => sold.push({ member, session }),
    update: (session) => {
      without.set(held);
      while (first < sold.length && session - sold[first].session >= days) first++;
      for (let at = first; at < sold.length; at++) {
        const { member } = sold[at];
        without[member >> 5] |= 1 << (member & 31);
      }
    },
  };
}
