import { describe, expect, it } from "vitest";
import { fatTailed, normal, shuffle, wholeBetween } from "#datasets/generator/random.ts";
import { openRandom } from "#workers/model/random.ts";
import { autocorrelation, excessKurtosis, mean } from "./statistics.ts";

const draw = (count: number, next: () => number): number[] => Array.from({ length: count }, next);

describe("a random stream", () => {
  it("depends on its seed alone", () => {
    const [first, again, other] = ["tide", "tide", "tides"].map((seed) => draw(50, openRandom(seed)));
    expect(again).toEqual(first);
    expect(other).not.toEqual(first);
  });

  it("is spread evenly over 0 to 1, without memory", () => {
    const values = draw(50_000, openRandom("spread"));
    expect(Math.min(...values)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...values)).toBeLessThan(1);
    expect(mean(values)).toBeCloseTo(0.5, 2);
    expect(autocorrelation(values, 1)).toBeCloseTo(0, 1);
    for (let tenth = 0; tenth < 10; tenth++) {
      const inside = values.filter((value) => Math.floor(value * 10) === tenth).length;
      expect(inside / values.length).toBeCloseTo(0.1, 2);
    }
  });
});

describe("what is drawn from a stream", () => {
  it.each([
    { title: "normal", next: normal, kurtosis: [-0.2, 0.1] as const }, // twelve uniforms: exactly -0.1
    { title: "fat-tailed", next: fatTailed, kurtosis: [2, 5] as const },
  ])("$title numbers have mean 0, deviation 1 and the tails of their name", ({ next, kurtosis }) => {
    const random = openRandom("moments");
    const values = draw(100_000, () => next(random));
    expect(mean(values)).toBeCloseTo(0, 1);
    expect(mean(values.map((value) => value ** 2))).toBeCloseTo(1, 1);
    expect(excessKurtosis(values)).toBeGreaterThan(kurtosis[0]);
    expect(excessKurtosis(values)).toBeLessThan(kurtosis[1]);
  });

  it("whole numbers include both ends", () => {
    const random = openRandom("dice");
    expect(new Set(draw(500, () => wholeBetween(random, 1, 6)))).toEqual(new Set([1, 2, 3, 4, 5, 6]));
  });

  it("a shuffle keeps every item once and the original as it was", () => {
    const items = ["a", "b", "c", "d", "e", "f", "g"];
    const shuffled = shuffle(openRandom("cards"), items);
    expect(shuffled).not.toEqual(items);
    expect(shuffled.toSorted()).toEqual(["a", "b", "c", "d", "e", "f", "g"]);
    expect(items).toEqual(["a", "b", "c", "d", "e", "f", "g"]);
  });
});
