/**
 * The members by their highest close in 32 sessions: those that a slot can't buy one share of are the first few. Gains,
 * for sweeps: behind the first that a slot can buy nobody is looked at.
 */
import { makeBounds } from "#workers/model/price-zones.ts";
import type { Calendar } from "#workers/sessions/calendar.ts";
import { makeDescending, membersColumn } from "./ranking.ts";
import type { Zones } from "./zones.ts";

export interface CloseOrder {
  /** No close of the word's sessions is higher. */
  readonly highest: Float64Array;
  /** That of word w starts at w x members, its bounds of the word's closes in the same places; there once `ready` was called. */
  readonly order: Uint16Array | Uint32Array;
  readonly most: Float64Array;
  readonly least: Float64Array;
  readonly ready: (word: number) => void;
}

export function makeCloseOrder({ members, words }: Calendar, closeZones: Zones): CloseOrder {
  const highest = new Float64Array(words).fill(-Infinity);
  /** Bounds of closes, in the order of words and members. */
  const bounds = makeBounds(members * words);
  for (let member = 0; member < members; member++) {
    const own = closeZones.wordsOf(member);
    for (let word = 0; word < words; word++) {
      bounds.least[word * members + member] = own.least[word];
      bounds.most[word * members + member] = own.most[word];
      if (own.most[word] > highest[word]) highest[word] = own.most[word];
    }
  }
  const order = membersColumn(members, members * words);
  const most = new Float64Array(members * words);
  const least = new Float64Array(members * words);
  const sort = makeDescending(members);
  const keys = new Float64Array(members);
  const isDone = new Uint8Array(words);
  return {
    highest,
    order,
    most,
    least,
    ready: (word) => {
      if (isDone[word] === 1) return;
      isDone[word] = 1;
      const start = word * members;
      for (let member = 0; member < members; member++) keys[member] = bounds.most[start + member];
      sort(keys, order.subarray(start, start + members), -Infinity);
      for (let at = start; at < start + members; at++) {
        most[at] = bounds.most[start + order[at]];
        least[at] = bounds.least[start + order[at]];
      }
    },
  };
}
