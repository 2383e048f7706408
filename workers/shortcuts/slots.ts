/**
 * The open positions of a sweep's run as columns, by slot, with the exit that each of them will have. Gains, for
 * sweeps: positions come and go without memory being asked for.
 */
import { NO_DATA } from "#workers/engine/ledger.ts";
import { wordsFor } from "#workers/sessions/bits.ts";

export interface Slots {
  /** The slots in use, by universe place of their instruments: order[0 .. count - 1]; behind them the free ones. */
  readonly order: Int32Array;
  count: number;
  readonly member: Int32Array;
  /** Bits of the members that are held. */
  readonly held: Int32Array;
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
  /** The session from which on the position is held. */
  readonly since: Int32Array;
  /** The slot that is sold after this one on the same session; -1 where there is none. */
  readonly nextExit: Int32Array;
}

/** @param members - of the universe */
export function makeSlots(room: number, members: number): Slots {
  return {
    order: Int32Array.from({ length: room }, (_, slot) => slot),
    count: 0,
    member: new Int32Array(room),
    held: new Int32Array(wordsFor(members)),
    closes: new Int32Array(room),
    quantity: new Float64Array(room),
    entryPrice: new Float64Array(room),
    decided: new Int32Array(room),
    filled: new Int32Array(room),
    reason: new Uint8Array(room),
    exitPrice: new Float64Array(room),
    since: new Int32Array(room),
    nextExit: new Int32Array(room),
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
  slots.held[member >> 5] |= 1 << (member & 31);
  return slot;
}

/** Frees the slots that are sold on the session. */
export function freeSlots(slots: Slots, session: number): void {
  const { order, filled, member, held } = slots;
  let kept = 0;
  for (let at = 0; at < slots.count; at++) {
    const slot = order[at];
    if (filled[slot] === session) held[member[slot] >> 5] &= ~(1 << (member[slot] & 31));
    else {
      order[at] = order[kept]; // one that is freed, or itself
      order[kept++] = slot;
    }
  }
  slots.count = kept;
}

/**
 * Puts a slot among those that are sold on one session: first those without data, then the others, each by universe place.
 *
 * @param first - the first of them, -1 where there is none
 * @returns the first of them all
 */
export function addExit(slots: Slots, first: number, slot: number): number {
  const { nextExit } = slots;
  let before = -1;
  let next = first;
  for (; next >= 0 && isSoldBefore(slots, next, slot); next = nextExit[next]) before = next;
  nextExit[slot] = next;
  if (before < 0) return slot;
  nextExit[before] = slot;
  return first;
}

function isSoldBefore({ member, reason }: Slots, slot: number, other: number): boolean {
  const isFirst = reason[slot] === NO_DATA;
  return isFirst === (reason[other] === NO_DATA) ? member[slot] < member[other] : isFirst;
}

export function isHeld({ held }: Slots, member: number): boolean {
  return ((held[member >> 5] >>> (member & 31)) & 1) === 1;
}
