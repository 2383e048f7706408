/**
 * The memory of a sweep and the kernel that goes along its sessions (account-kernel.wat, whose head says what lies where). For
 * sweep.ts: what it gains is gained here. All of it goes with its sweep.
 */
import type { Calendar } from "#workers/sessions/calendar.ts";
import { WORD, wordsFor } from "#workers/sessions/bits.ts";
import { divideRoom, startApart } from "#workers/model/kernel-memory.ts";
import { ACCOUNT_KERNEL } from "./account-kernel.wasm.ts";
import { CLOSES_AT_ONCE } from "./carried-closes.ts";

/** Addresses begin behind it: 0 means that there is none. */
const NOWHERE = 64;
/** JavaScript takes addresses for whole numbers of 32 bits, with a sign. */
const MOST_BYTES = 2 ** 31;
const [WHOLE, DOUBLE] = [4, 8];

/** Fields of a run, as places of doubles: money in currency, and factors. */
export const MONEY = {
  cash: 0,
  slotValue: 1,
  buyFactor: 2,
  sellFactor: 3,
  commission: 4,
  negligible: 5,
} as const;

/** Fields of a run, as places of whole numbers. */
export const FIELD = {
  positions: 12,
  pending: 13,
  orders: 14,
  heldCandidates: 15,
  trades: 16,
  wins: 17,
  noBar: 18,
  noSlot: 19,
  noCash: 20,
  sold: 21,
  mostPositions: 22,
  isWhole: 23,
  shortestHold: 24,
  number: 25,
  listed: 26,
  pages: 27,
} as const;
const [ORDER_AT, EXITS_AT, DECIDED_AT, CURVE_AT, HELD_AT, ORDERS_AT] = [28, 29, 30, 31, 32, 33];
const FIELDS = 34;

/** Of a slot, as places of whole numbers from its address on. */
const [SLOT_MEMBER, SLOT_SINCE, SLOT_FIELDS] = [10, 11, 16];
/** Of a position that was sold: its member, and the sessions from and up to which it was held. */
export const SOLD_FIELDS = 3;

/** Of a block: a page of trades, or the list of where a book's pages lie. */
export const BLOCK_BYTES: number = 1 << 14;

/** What a run has of the memory, as views of it. */
export interface RunRoom {
  readonly address: number;
  readonly fields: Int32Array;
  readonly money: Float64Array;
  /** Addresses of its slots: of open positions in the order of their members, then those that are free. */
  readonly order: Int32Array;
  /** Bits of the members that are held. */
  readonly held: Int32Array;
  /** Members whose orders were decided at the last close, in priority order. */
  readonly orders: Int32Array;
  /** Equity by session of the calendar. */
  readonly curve: Float64Array;
  /** As when nothing was bought yet. */
  readonly clear: () => void;
}

export interface SweepMemory {
  readonly wholes: Int32Array;
  readonly doubles: Float64Array;
  /** Closes by member and session, as carried-closes.ts writes them. */
  readonly closes: Float64Array;
  /** By session and member: the number of its trade, from 1 on. */
  readonly entries: Int32Array;
  /** The word's candidates, as sweep-candidates.ts writes them. */
  readonly bits: Int32Array;
  readonly counts: Int32Array;
  readonly listed: Int32Array;
  /** Positions that were sold in the word. */
  readonly sold: Int32Array;
  readonly runRoom: () => RunRoom;
  /** Where the blocks for trades begin. */
  readonly blocks: number;
  readonly step: Step;
}

/** Sells, buys and marks from a session on. @returns the last one up to whose close nothing else happens, before `stop` */
type Step = (run: number, session: number, stop: number) => number;

/** Writes a trade that isn't in the book. @returns its address */
type BookTrade = (run: number, member: number, session: number) => number;

/**
 * @param runs - most of them at once
 * @param blocks - of trades
 * @returns null where the device has no WebAssembly for us, or no memory
 */
export function makeSweepMemory(
  { members, sessionDay: { length: sessions } }: Calendar,
  runs: number,
  blocks: number,
  book: BookTrade,
): SweepMemory | null {
  const shape = regionsOf(members, sessions, runs, blocks);
  if (shape.bytes > MOST_BYTES) return null;
  const { closes, entries, bits, counts, listed, sold } = shape;
  const places = { closes, entries, bits, counts, listed, sold, closesBytes: sessions * DOUBLE, members };
  const kernel = startApart(ACCOUNT_KERNEL, shape.bytes, { book, ...places });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what account-kernel.wat exports
  return kernel && viewsOf(kernel.buffer, shape, kernel.exports["step"] as Step);
}

/** Where everything lies, in bytes, and how much of it there is. */
interface Shape {
  readonly members: number;
  readonly sessions: number;
  readonly closes: number;
  readonly entries: number;
  readonly bits: number;
  readonly counts: number;
  readonly listed: number;
  readonly sold: number;
  readonly runs: number;
  readonly blocks: number;
  readonly bytes: number;
}

function regionsOf(members: number, sessions: number, runs: number, blocks: number): Shape {
  const regionOf = divideRoom({ start: NOWHERE, end: Infinity });
  const closes = regionOf((members * sessions + CLOSES_AT_ONCE) * DOUBLE);
  const entries = regionOf(members * sessions * WHOLE);
  const bits = regionOf(members * WHOLE);
  const counts = regionOf(WORD * WHOLE);
  const listed = regionOf(members * WHOLE);
  const sold = regionOf(WORD * members * SOLD_FIELDS * WHOLE);
  const first = regionOf(runs * runBytes(members, sessions));
  const start = regionOf(blocks * BLOCK_BYTES);
  const own = { members, sessions, closes, entries, bits, counts, listed, sold };
  return { ...own, runs: first, blocks: start, bytes: regionOf(0) };
}

function viewsOf(buffer: ArrayBuffer, shape: Shape, step: Step): SweepMemory {
  const { members, sessions } = shape;
  const wholes = new Int32Array(buffer);
  const doubles = new Float64Array(buffer);
  const run = runBytes(members, sessions);
  let runs = 0;
  return {
    wholes,
    doubles,
    closes: new Float64Array(buffer, shape.closes, members * sessions),
    entries: new Int32Array(buffer, shape.entries, members * sessions),
    bits: new Int32Array(buffer, shape.bits, members),
    counts: new Int32Array(buffer, shape.counts, WORD),
    listed: new Int32Array(buffer, shape.listed, members),
    sold: new Int32Array(buffer, shape.sold, WORD * members * SOLD_FIELDS),
    runRoom: () => makeRunRoom(buffer, shape, shape.runs + run * runs++),
    blocks: shape.blocks,
    step,
  };
}

function runBytes(members: number, sessions: number): number {
  return runRegions(members, sessions, 0).end;
}

/** What a run has, from an address on. Of positions there are no more than members. */
function runRegions(members: number, sessions: number, start: number) {
  const regionOf = divideRoom({ start, end: Infinity });
  return {
    fields: regionOf(FIELDS * WHOLE),
    slots: regionOf(members * SLOT_FIELDS * WHOLE),
    order: regionOf(members * WHOLE),
    orders: regionOf(members * WHOLE),
    held: regionOf(wordsFor(members) * WHOLE),
    exits: regionOf(sessions * WHOLE),
    decided: regionOf(sessions * Uint16Array.BYTES_PER_ELEMENT),
    curve: regionOf((sessions + CLOSES_AT_ONCE) * DOUBLE),
    end: regionOf(0),
  };
}

function makeRunRoom(buffer: ArrayBuffer, { members, sessions }: Shape, address: number): RunRoom {
  const at = runRegions(members, sessions, address);
  const fields = new Int32Array(buffer, at.fields, FIELDS);
  const order = new Int32Array(buffer, at.order, members);
  const exits = new Int32Array(buffer, at.exits, sessions);
  const decided = new Uint16Array(buffer, at.decided, sessions);
  const held = new Int32Array(buffer, at.held, wordsFor(members));
  return {
    address,
    fields,
    money: new Float64Array(buffer, at.fields, FIELDS / 2),
    order,
    held,
    orders: new Int32Array(buffer, at.orders, members),
    curve: new Float64Array(buffer, at.curve, sessions),
    clear: () => {
      fields.fill(0);
      held.fill(0);
      exits.fill(0);
      decided.fill(0);
      for (let slot = 0; slot < members; slot++) order[slot] = at.slots + slot * SLOT_FIELDS * WHOLE;
      fields[ORDER_AT] = at.order;
      fields[EXITS_AT] = at.exits;
      fields[DECIDED_AT] = at.decided;
      fields[CURVE_AT] = at.curve;
      fields[HELD_AT] = at.held;
      fields[ORDERS_AT] = at.orders;
    },
  };
}

/** The member of the open position that is the k-th by its member. */
export function memberOf({ wholes }: SweepMemory, { order }: RunRoom, k: number): number {
  return wholes[(order[k] >> 2) + SLOT_MEMBER];
}

/** The session from which on that position is held. */
export function sinceOf({ wholes }: SweepMemory, { order }: RunRoom, k: number): number {
  return wholes[(order[k] >> 2) + SLOT_SINCE];
}

export function isHeld({ held }: RunRoom, member: number): boolean {
  return ((held[member >> 5] >>> (member & 31)) & 1) === 1;
}
