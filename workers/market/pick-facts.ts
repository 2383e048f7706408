/** Facts of some of a market's instruments, as the market that is left has them. */
import { traitsOf } from "#workers/model/fact-traits.ts";
import type { FactSeries } from "#workers/model/market.ts";

/**
 * The steps of these instruments, by number and in their order; every fact stays, also one without a step.
 *
 * @param numbers - by instrument of the market that is left; -1 for one that has no facts
 */
export function pickFacts(facts: readonly FactSeries[], numbers: ArrayLike<number>): FactSeries[] {
  return facts.map(({ name, kind, stepOffset, day, value, ...traits }) => {
    const offsets = new Int32Array(numbers.length + 1);
    for (let at = 0; at < numbers.length; at++) {
      const number = numbers[at] ?? -1;
      const steps = number < 0 ? 0 : (stepOffset[number + 1] ?? 0) - (stepOffset[number] ?? 0);
      offsets[at + 1] = (offsets[at] ?? 0) + steps;
    }
    const total = offsets[numbers.length] ?? 0;
    const picked = { day: new Int32Array(total), value: new Float64Array(total) };
    for (let at = 0; at < numbers.length; at++) {
      const number = numbers[at] ?? -1;
      if (number < 0) continue;
      const [from, to] = [stepOffset[number], stepOffset[number + 1]];
      picked.day.set(day.subarray(from, to), offsets[at]);
      picked.value.set(value.subarray(from, to), offsets[at]);
    }
    return { name, kind, stepOffset: offsets, ...picked, ...traitsOf(traits) };
  });
}
