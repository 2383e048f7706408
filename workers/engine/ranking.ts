/**
 * For each session, the members with a bar on it in the order of the priority: what many runs on one market would
 * otherwise look for again and again. Worked out 32 sessions at a time, when a run first takes candidates there.
 */
import { FULL, WORD } from "./bits.ts";
import type { Calendar } from "./calendar.ts";
import type { PriorityKey } from "./priority.ts";

/** Of more members than twice so many, only about the best so many are sorted at first: few runs ask for more. */
const PLACES = 128;
/** How far below yesterday's key of the last of those places today's are looked for. */
const SLACK = 0.98;

export interface Ranking {
  readonly keyOf: PriorityKey;
  /**
   * Members of session s, best first: order[s x members ...], as many as `sorted[s]` says; there once `ready` was
   * called with the session's word, and all of them once `complete` was called with the session.
   */
  readonly order: Uint16Array | Uint32Array;
  readonly sorted: Uint32Array;
  readonly ready: (word: number) => void;
  readonly complete: (session: number) => void;
}

export function makeRanking(calendar: Calendar, keyOf: PriorityKey): Ranking {
  const { members, words, present, firstRow, sessionDay } = calendar;
  const sessions = sessionDay.length;
  const order = membersColumn(members, members * sessions);
  const sorted = new Uint32Array(sessions);
  const sort = makeDescending(members);
  const keys = new Float64Array(WORD * members);
  const isDone = new Uint8Array(words);
  const hasMany = members > 2 * PLACES;

  function readKeys(word: number): void {
    for (let member = 0; member < members; member++) {
      const bars = present[member * words + word];
      let row = firstRow[member * words + word];
      if (bars === FULL) {
        for (let k = 0; k < WORD; k++) keys[k * members + member] = keyOf(row + k, member);
        continue;
      }
      for (let k = 0; k < WORD; k++) {
        keys[k * members + member] = (bars >>> k) & 1 ? keyOf(row++, member) : NaN;
      }
    }
  }

  /** @returns the key of the last of the places that are to be sorted, -Infinity where all are */
  function sortSession(session: number, least: number): number {
    const k = session % WORD;
    const own = keys.subarray(k * members, (k + 1) * members);
    const places = order.subarray(session * members, (session + 1) * members);
    const count = sort(own, places, least);
    if (count < PLACES / 2 && least > -Infinity) return sortSession(session, -Infinity);
    sorted[session] = least > -Infinity ? count : members;
    return hasMany && count > 0 ? own[places[Math.min(count, PLACES) - 1]] : -Infinity;
  }

  return {
    keyOf,
    order,
    sorted,
    ready: (word) => {
      if (isDone[word] === 1) return;
      isDone[word] = 1;
      readKeys(word);
      const stop = Math.min(sessions, (word + 1) * WORD);
      let least = -Infinity;
      for (let session = word * WORD; session < stop; session++) {
        least = sortSession(session, least) * SLACK;
      }
    },
    complete: (session) => {
      readKeys(session >> 5);
      sortSession(session, -Infinity);
    },
  };
}

/** Room for `count` members' places in the universe. */
export function membersColumn(members: number, count: number): Uint16Array | Uint32Array {
  return members <= 2 ** 16 ? new Uint16Array(count) : new Uint32Array(count);
}

/**
 * Writes the members with a key of at least `least` to `order`, by key descending, equal keys by place; NaN is none.
 * Gives their number.
 */
export type Descending = (keyOf: Float64Array, order: Uint16Array | Uint32Array, least: number) => number;

/**
 * Sorts by keys that carry the member in their lowest bits, which the machine sorts as plain numbers, and puts right
 * what those bits put wrong.
 */
export function makeDescending(members: number): Descending {
  const mask = 2 ** Math.ceil(Math.log2(Math.max(2, members))) - 1;
  const packed = new Float64Array(members);
  const halves = new Int32Array(packed.buffer);

  return (keyOf, order, least) => {
    let known = 0;
    for (let member = 0; member < members; member++) {
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
    for (let member = 0; member < members; member++) {
      if (keyOf[member] === -Infinity) order[known++] = member;
    }
    return known;
  };
}

function comesBefore(keyOf: Float64Array, member: number, other: number): boolean {
  return keyOf[member] > keyOf[other] || (keyOf[member] === keyOf[other] && member < other);
}
