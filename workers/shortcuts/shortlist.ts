/**
 * The best few of a session's candidates by the order priority. Where bounds of their keys are known, the most
 * promising come first: most others then can't get onto the list, and their prices are not looked at (a price that
 * is not in the processor's cache takes as long as a hundred comparisons). For best-orders.ts: what it gains is gained here.
 */
import { WORD, lowestBit } from "#workers/sessions/bits.ts";
import { rowOn } from "#workers/sessions/calendar.ts";
import type { Calendar } from "#workers/sessions/calendar.ts";
import type { Candidates } from "#workers/engine/candidate-bits.ts";
import { comesBefore, offer, placeOf } from "#workers/engine/order-list.ts";
import type { OrderList } from "#workers/engine/order-list.ts";
import type { CandidateKeys } from "./candidate-keys.ts";
import type { KeyBounds } from "./key-bounds.ts";
import type { Zones } from "./zones.ts";

/** What is known of all members before a look at their bars. */
export interface OrderBounds {
  readonly closeZones: Zones;
  /** Of the run's order priority; null where every candidate's key is looked at. */
  readonly keyBounds: KeyBounds | null;
  /** Those keys themselves, where they were packed. */
  readonly keys: CandidateKeys | null;
}

/** The list of the best, and what one session's look leaves for the next; one serves all sessions of a run. */
export interface Shortlist {
  readonly orders: OrderList;
  /** Members looked at on this session: the first `lookedAtCount`. */
  readonly lookedAt: Int32Array;
  lookedAtCount: number;
  readonly prospects: Prospects;
  readonly aboveFloor: AboveFloor;
  /** Hardly anybody below gets onto the next list. */
  floor: number;
}

/** @param members - of the universe */
export function makeShortlist(orders: OrderList, members: number): Shortlist {
  return {
    orders,
    lookedAt: new Int32Array(members),
    lookedAtCount: 0,
    prospects: { count: 0, member: new Int32Array(members), bound: new Float32Array(members) },
    aboveFloor: { word: -1, floor: Infinity, count: 0, member: new Int32Array(members) },
    floor: -Infinity,
  };
}

/** Where and among whom to look. */
export interface Field {
  readonly calendar: Calendar;
  readonly candidates: Candidates;
  /** null where every key is looked at. */
  readonly keyBounds: KeyBounds | null;
  readonly keys: CandidateKeys | null;
  readonly isUnaffordable: (member: number, session: number) => boolean;
}

/** Puts the best `wanted` (at least 1) of the session's candidates that are neither left out nor unaffordable into the empty list. */
export function shortlist(list: Shortlist, field: Field, look: Look): void {
  const { keyBounds } = field;
  const { session } = look;
  list.lookedAtCount = 0;
  if (keyBounds === null) {
    lookAtAll(list, field, look);
    return;
  }
  lookAtPromising(list, field, keyBounds.most, look);
  for (let at = 0; at < list.lookedAtCount; at++) keyBounds.sharpen(list.lookedAt[at], session >> 5);
}

function lookAtAll(list: Shortlist, field: Field, look: Look): void {
  const { memberWords, stride, bits, firstSession } = field.candidates;
  const { session, wanted, without } = look;
  if (field.keys !== null) {
    lookAtKeys(list.orders, field, field.keys, look);
    return;
  }
  const start = session - firstSession;
  for (let group = 0; group < memberWords; group++) {
    for (let rest = bits[start + group * stride] & ~without[group]; rest !== 0; rest &= rest - 1) {
      consider(list, field, { session, wanted, member: group * WORD + lowestBit(rest) });
    }
  }
}

/** Does what lookAtAll does, by the keys as they are packed. Whether one is unaffordable is asked of those alone that get onto the list. */
function lookAtKeys(
  orders: OrderList,
  { candidates, calendar, isUnaffordable }: Field,
  keys: CandidateKeys,
  { session, wanted, without }: Look,
): void {
  const { memberWords, stride, bits, firstSession } = candidates;
  const start = session - firstSession;
  for (let group = 0; group < memberWords; group++) {
    for (let rest = bits[start + group * stride] & ~without[group]; rest !== 0; rest &= rest - 1) {
      const member = group * WORD + lowestBit(rest);
      const key = keys(member, session);
      if (orders.count === wanted && !comesBefore(orders, wanted - 1, key, member)) continue;
      if (!isUnaffordable(member, session))
        orders.row[placeOf(orders, wanted, member, key)] = rowOn(calendar, member, session);
    }
  }
}

export interface Look {
  readonly session: number;
  readonly wanted: number;
  /** Bits of members that are left out. */
  readonly without: Int32Array;
  /** Candidates that are not. */
  readonly free: number;
}

/** Of how the keys of one list lie to those of the next: the best were bought, and the others moved. */
const NEXT_FLOOR = 0.9;

function lookAtPromising(list: Shortlist, field: Field, boundOf: Float32Array, look: Look): void {
  const { orders } = list;
  lookAbove(list, field, boundOf, look);
  const last = look.wanted - 1;
  if (list.floor > -Infinity && (orders.count <= last || !(orders.key[last] >= list.floor))) {
    list.floor = -Infinity;
    orders.count = 0;
    list.lookedAtCount = 0;
    lookAbove(list, field, boundOf, look);
  }
  list.floor = orders.count > last && orders.key[last] > 0 ? orders.key[last] * NEXT_FLOOR : -Infinity;
}

/** Those whose keys may reach the list's floor. */
function lookAbove(list: Shortlist, field: Field, boundOf: Float32Array, look: Look): void {
  const { prospects, orders } = list;
  const { session, wanted, free } = look;
  const areFew = free * FEW < field.calendar.members;
  const gather = areFew ? gatherAmongFew : gatherProspects;
  gather(list, field, boundOf, look);
  for (let looks = 0; looks < FIRST_LOOKS && orders.count < wanted; looks++) {
    const member = takeBest(prospects);
    if (member === NOBODY) return;
    consider(list, field, { session, wanted, member });
  }
  for (let at = 0; at < prospects.count; at++) {
    const member = prospects.member[at];
    if (orders.count === wanted && !comesBefore(orders, wanted - 1, prospects.bound[at], member)) continue;
    consider(list, field, { session, wanted, member });
  }
}

/** How many of the most promising are looked for one by one. */
const FIRST_LOOKS = 8;
const NOBODY = -1;

/** Candidates that are not left out and may reach a floor: no key of theirs is above their bound. The first `count`, in any order. */
interface Prospects {
  count: number;
  readonly member: Int32Array;
  readonly bound: Float32Array;
}

/**
 * The members, candidates or not, with bounds from the floor up in a word: the first `count`, by number. No branch hangs on
 * a single bound: they are as good as random.
 */
interface AboveFloor {
  word: number;
  floor: number;
  count: number;
  readonly member: Int32Array;
}

/** How far below the list's floor they are looked for: it may fall a little before they are looked for again, */
const HOPE = 0.9;
/** or rise so far above theirs. */
const TOO_MANY = 0.7;

function findAboveFloor(aboveFloor: AboveFloor, boundOf: Float32Array, members: number): void {
  const { word, floor, member } = aboveFloor;
  let count = 0;
  for (let at = 0; at < members; at++) {
    member[count] = at;
    count += Number(boundOf[word * members + at] >= floor);
  }
  aboveFloor.count = count;
}

function gatherProspects(
  { prospects, aboveFloor, floor }: Shortlist,
  { candidates, calendar }: Field,
  boundOf: Float32Array,
  { session, without }: Look,
): void {
  const { stride, bits, firstSession } = candidates;
  const { member: members, bound } = prospects;
  const word = session >> 5;
  if (aboveFloor.word !== word || floor < aboveFloor.floor || aboveFloor.floor < floor * TOO_MANY) {
    aboveFloor.word = word;
    aboveFloor.floor = floor * HOPE;
    findAboveFloor(aboveFloor, boundOf, calendar.members);
  }
  const start = session - firstSession;
  const bounds = word * calendar.members;
  let count = 0;
  for (let at = 0; at < aboveFloor.count; at++) {
    const member = aboveFloor.member[at];
    const group = member >> 5;
    const own = boundOf[bounds + member];
    members[count] = member;
    bound[count] = own;
    count += ((bits[start + group * stride] & ~without[group]) >>> (member & 31)) & Number(own >= floor);
  }
  prospects.count = count;
}

/** Where candidates are so few among the members, one in so many, they are gone through themselves. */
const FEW = 16;

function gatherAmongFew(
  { prospects, floor }: Shortlist,
  { candidates, calendar }: Field,
  boundOf: Float32Array,
  { session, without }: Look,
): void {
  const { memberWords, stride, bits, firstSession } = candidates;
  const bounds = (session >> 5) * calendar.members;
  let count = 0;
  for (let group = 0, at = session - firstSession; group < memberWords; group++, at += stride) {
    for (let rest = bits[at] & ~without[group]; rest !== 0; rest &= rest - 1) {
      const member = group * WORD + lowestBit(rest);
      const own = boundOf[bounds + member];
      prospects.member[count] = member;
      prospects.bound[count] = own;
      count += Number(own >= floor);
    }
  }
  prospects.count = count;
}

/** Takes the one with the highest bound, of equal ones the first by symbol; NOBODY where none is left. */
function takeBest(prospects: Prospects): number {
  const { count, member, bound } = prospects;
  if (count === 0) return NOBODY;
  let best = 0;
  for (let at = 1; at < count; at++) {
    if (bound[at] > bound[best] || (bound[at] === bound[best] && member[at] < member[best])) best = at;
  }
  const taken = member[best];
  prospects.count--;
  member[best] = member[count - 1];
  bound[best] = bound[count - 1];
  return taken;
}

function consider(
  list: Shortlist,
  { calendar, isUnaffordable }: Field,
  { session, wanted, member }: Pick<Look, "session" | "wanted"> & { readonly member: number },
): void {
  if (!isUnaffordable(member, session)) offer(list.orders, wanted, rowOn(calendar, member, session), member);
  list.lookedAt[list.lookedAtCount++] = member;
}
