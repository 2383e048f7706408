/**
 * The open positions of a sweep's run as columns, by slot, with the exit that each of them will have. Gains, for
 * sweeps: positions come and go without memory being asked for.
 */

export interface Slots {
  /** The slots in use, by universe place of their instruments: order[0 .. count - 1]; behind them the free ones. */
  readonly order: Int32Array;
  count: number;
  readonly member: Int32Array;
  /** Where the member's closes by session start. */
  readonly closes: Int32Array;
  readonly quantity: Float64Array;
  /** The fill. */
  readonly entryPrice: Float64Array;
  /** As in exit-ahead.ts. */
  readonly decided: Int32Array;
  readonly filled: Int32Array;
  readonly reason: Uint8Array;
  readonly exitPrice: Float64Array;
  /** In a word that is under way: the session from which on the position is held, and the member's bits as a candidate. */
  readonly since: Int32Array;
  readonly passing: Int32Array;
}

export function makeSlots(room: number): Slots {
  return {
    order: Int32Array.from({ length: room }, (_, slot) => slot),
    count: 0,
    member: new Int32Array(room),
    closes: new Int32Array(room),
    quantity: new Float64Array(room),
    entryPrice: new Float64Array(room),
    decided: new Int32Array(room),
    filled: new Int32Array(room),
    reason: new Uint8Array(room),
    exitPrice: new Float64Array(room),
    since: new Int32Array(room),
    passing: new Int32Array(room),
  };
}

/** Takes a free slot for the member, and gives its number; there is one. */
export function takeSlot(slots: Slots, member: number): number {
  const { order, member: memberOf } = slots;
  const slot = order[slots.count];
  let at = slots.count++;
  while (at > 0 && memberOf[order[at - 1]] > member) {
    order[at] = order[at - 1];
    at--;
  }
  order[at] = slot;
  memberOf[slot] = member;
  return slot;
}

/** Frees the slot at a place of the order. */
export function freeSlot(slots: Slots, at: number): void {
  const { order } = slots;
  const slot = order[at];
  const last = --slots.count;
  for (let place = at; place < last; place++) order[place] = order[place + 1];
  order[last] = slot;
}
