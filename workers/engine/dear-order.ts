/** The members by their highest close in 32 sessions: those that a slot can't buy one share of are the first few. */
import type { Calendar } from "./calendar.ts";
import { makeDescending, membersColumn } from "./ranking.ts";
import type { Zones } from "./zones.ts";

export interface DearOrder {
  /** No close of the word's sessions is higher. */
  readonly highest: Float64Array;
  /** That of word w starts at w x members, its bounds of the word's closes in the same places; there once `ready` was called. */
  readonly order: Uint16Array | Uint32Array;
  readonly most: Float64Array;
  readonly least: Float64Array;
  readonly ready: (word: number) => void;
}

export function makeDearOrder({ members, words }: Calendar, closeZones: Zones): DearOrder {
  const highest = new Float64Array(words).fill(-Infinity);
  for (let member = 0; member < members; member++) {
    closeZones.ready(member);
    for (let word = 0; word < words; word++) {
      const close = closeZones.most[member * words + word];
      if (close > highest[word]) highest[word] = close;
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
      for (let member = 0; member < members; member++) keys[member] = closeZones.most[member * words + word];
      sort(keys, order.subarray(word * members, (word + 1) * members), -Infinity);
      for (let at = word * members; at < (word + 1) * members; at++) {
        most[at] = closeZones.most[order[at] * words + word];
        least[at] = closeZones.least[order[at] * words + word];
      }
    },
  };
}
