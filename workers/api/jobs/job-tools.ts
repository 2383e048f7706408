/** What every job of a thread has at hand. */
import type { OpenRoom } from "../../code/room.ts";
import type { ColumnMarkets } from "../columns-market.ts";

export interface JobTools<Told> {
  readonly markets: ColumnMarkets;
  readonly openRoom: OpenRoom;
  /** Tells whoever asked how far the job is. */
  readonly tell: (told: Told) => void;
}

const TELL_MS = 200;

/** At most five times a second. */
export function throttled(): (tell: () => void) => void {
  let next = 0;
  return (tell) => {
    const now = performance.now();
    if (now < next) return;
    next = now + TELL_MS;
    tell();
  };
}
