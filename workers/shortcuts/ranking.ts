/**
 * For each session, the members with a bar on it in the order of the priority: what many runs on one market would
 * otherwise look for again and again. The best of 32 sessions are worked out when a run first takes candidates there,
 * all of a session when one run asks for more. Gains, for sweeps: members are put in order once for all variants.
 */
import { FULL, WORD, countBits } from "#workers/sessions/bits.ts";
import { NO_BAR, rowOn } from "#workers/sessions/calendar.ts";
import type { Calendar } from "#workers/sessions/calendar.ts";
import type { PriorityKey } from "#workers/engine/order-list.ts";
import type { PriorityKeys } from "./priority-keys.ts";

/** Of more members than twice so many, only the best so many are sorted at first: of 1,000 orders one asks for more. */
const PLACES = 64;
/** How far below yesterday's key of the last of those places today's are looked for, */
const SLACK = 0.98;
/** and how far below that one the members whose keys of the next 32 sessions are looked at. */
const WORD_SLACK = 0.92;

export interface Ranking {
  readonly keyOf: PriorityKey;
  readonly places: number;
  /** Members of session s, best first: best[s x places ...], `known[s]` of them; there once `ready` was called. */
  readonly best: Uint16Array | Uint32Array;
  readonly known: Uint32Array;
  readonly ready: (word: number) => void;
  /** All of them, best first. */
  readonly complete: (session: number) => Uint16Array | Uint32Array;
}

/** @param bounds - of the members' keys in word w: no key is above bounds[w x members + member]; null where unknown */
export function makeRanking(
  calendar: Calendar,
  { keyOf, readKeys: readBars }: PriorityKeys,
  bounds: Float32Array | null,
): Ranking {
  const { members, words, present, fromRow, barsBefore, sessionDay } = calendar;
  const sessions = sessionDay.length;
  const hasMany = members > 2 * PLACES;
  const places = hasMany ? PLACES : members;
  const best = membersColumn(members, places * sessions);
  const known = new Uint32Array(sessions);
  const isDone = new Uint8Array(words);
  /** Of the last place on the word's last session; -Infinity where there are fewer. */
  const edgeKey = new Float64Array(words);
  const complete: (Uint16Array | Uint32Array | undefined)[] = [];
  const sort = makeDescending(members);
  const order = membersColumn(members, members);
  const keys = new Float64Array(WORD * members);
  const ownKeys = new Float64Array(WORD);
  /** Members whose keys were read: those of the session's k-th are keys[k x members ...]. */
  const field = membersColumn(members, members);
  let fieldCount = 0;

  function readKeys(word: number, floor: number): void {
    fieldCount = 0;
    for (let member = 0; member < members; member++) {
      const bars = present[member * words + word];
      if (bars === 0 || (bounds !== null && bounds[word * members + member] < floor)) continue;
      const at = fieldCount++;
      field[at] = member;
      const from = fromRow[member] + barsBefore[member * words + word];
      readBars(member, { from, to: from + countBits(bars) }, ownKeys);
      spreadKeys(ownKeys, bars, keys, { at, members });
    }
  }

  /** @returns the key of the last place, -Infinity where there are fewer members */
  function sortSession(session: number, least: number): number {
    const k = session % WORD;
    const own = keys.subarray(k * members, k * members + fieldCount);
    const count = sort(own, order, least);
    if (hasMany && count < PLACES / 2) return sortWhole(session);
    known[session] = Math.min(count, places);
    for (let place = 0; place < known[session]; place++) {
      best[session * places + place] = field[order[place]];
    }
    return hasMany ? own[order[known[session] - 1]] : -Infinity;
  }

  function sortWhole(session: number): number {
    const all = keysOn(calendar, keyOf, session);
    const count = sort(all, order, -Infinity);
    known[session] = Math.min(count, places);
    best.set(order.subarray(0, known[session]), session * places);
    return count < places ? -Infinity : all[order[places - 1]];
  }

  return {
    keyOf,
    places,
    best,
    known,
    ready: (word) => {
      if (isDone[word] === 1) return;
      isDone[word] = 1;
      let edge = -Infinity;
      if (hasMany) edge = isDone[word - 1] === 1 ? edgeKey[word - 1] : sortWhole(word * WORD);
      const floor = edge * SLACK * WORD_SLACK;
      readKeys(word, floor);
      const stop = Math.min(sessions, (word + 1) * WORD);
      for (let session = word * WORD; session < stop; session++) {
        edge = sortSession(session, Math.max(floor, edge * SLACK));
      }
      edgeKey[word] = edge;
    },
    complete: (session) => {
      const before = complete[session];
      if (before !== undefined) return before;
      const count = sort(keysOn(calendar, keyOf, session), order, -Infinity);
      return (complete[session] = order.slice(0, count));
    },
  };
}

/** Each member's key on the session; NaN without a bar. */
function keysOn(calendar: Calendar, keyOf: PriorityKey, session: number): Float64Array {
  return Float64Array.from({ length: calendar.members }, (_, member) => {
    const row = rowOn(calendar, member, session);
    return row === NO_BAR ? NaN : keyOf(row, member);
  });
}

/** Puts the keys of a word's bars at keys[k x members + at] by the bars' sessions, NaN where there is none. */
function spreadKeys(
  own: Float64Array,
  bars: number,
  keys: Float64Array,
  { at, members }: { readonly at: number; readonly members: number },
): void {
  let bar = 0;
  for (let k = 0; k < WORD; k++) {
    const hasBar = bars === FULL || ((bars >>> k) & 1) === 1;
    keys[k * members + at] = hasBar ? own[bar++] : NaN;
  }
}

/** Room for `count` members' places in the universe. */
export function membersColumn(members: number, count: number): Uint16Array | Uint32Array {
  return members <= 2 ** 16 ? new Uint16Array(count) : new Uint32Array(count);
}

/**
 * Writes the members (or places of a list of them) with a key of at least `least` to `order`, by key descending, equal
 * keys by place; NaN is none. Gives their number.
 */
export type Descending = (keyOf: Float64Array, order: Uint16Array | Uint32Array, least: number) => number;

/**
 * Sorts by keys that carry the member in their lowest bits, which the machine sorts as plain numbers, and puts right
 * what those bits put wrong.
 */
export function makeDescending(members: number): Descending {
  const packed = new Float64Array(members);
  const room = {
    mask: 2 ** Math.ceil(Math.log2(Math.max(2, members))) - 1,
    packed,
    halves: new Int32Array(packed.buffer),
  };
  return (keyOf, order, least) => sortDescending(room, keyOf, order, least);
}

interface SortRoom {
  /** The bits that carry the member. */
  readonly mask: number;
  readonly packed: Float64Array;
  /** The same memory, by halves of a key. */
  readonly halves: Int32Array;
}

function sortDescending(
  { mask, packed, halves }: SortRoom,
  keyOf: Float64Array,
  order: Uint16Array | Uint32Array,
  least: number,
): number {
  let known = 0;
  for (let member = 0; member < keyOf.length; member++) {
    if (!(keyOf[member] >= least) || keyOf[member] === -Infinity) continue;
    packed[known] = Math.min(keyOf[member], Number.MAX_VALUE);
    halves[2 * known] = (halves[2 * known] & ~mask) | (mask - member);
    known++;
  }
  packed.subarray(0, known).sort();
  for (let at = 0; at < known; at++) {
    const member = mask - (halves[2 * (known - 1 - at)] & mask);
    let place = at;
    while (place > 0 && comesBefore(keyOf, member, order[place - 1])) {
      order[place] = order[place - 1];
      place--;
    }
    order[place] = member;
  }
  if (least > -Infinity) return known;
  for (let member = 0; member < keyOf.length; member++) {
    if (keyOf[member] === -Infinity) order[known++] = member;
  }
  return known;
}

function comesBefore(keyOf: Float64Array, member: number, other: number): boolean {
  return keyOf[member] > keyOf[other] || (keyOf[member] === keyOf[other] && member < other);
}
