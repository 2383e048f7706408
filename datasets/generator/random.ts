/** What the generator draws from a stream of chance. */
import type { Random } from "#workers/model/random.ts";

/** Uniform between `low` and `high`. */
export function between(random: Random, low: number, high: number): number {
  return low + (high - low) * random();
}

/** A whole number from `low` to `high`, both included. */
export function wholeBetween(random: Random, low: number, high: number): number {
  return low + Math.floor((high - low + 1) * random());
}

/** Near-normal, mean 0 and standard deviation 1: the sum of twelve uniforms less six; never beyond 6. */
export function normal(random: Random): number {
  let sum = -6;
  for (let draw = 0; draw < 12; draw++) sum += random();
  return sum;
}

/** Mean 0 and standard deviation 1 with fat tails (kurtosis about 6): three normals of different width, mixed. */
export function fatTailed(random: Random): number {
  const which = random();
  const width = which < 0.8 ? 0.76 : which < 0.97 ? 1.42 : 2.55;
  return normal(random) * width;
}

/** The same items in an order of chance; `items` stays as it is. */
export function shuffle<T>(random: Random, items: readonly T[]): T[] {
  return items
    .map((item, place) => ({ item, place, key: random() }))
    .toSorted((left, right) => left.key - right.key || left.place - right.place)
    .map(({ item }) => item);
}
