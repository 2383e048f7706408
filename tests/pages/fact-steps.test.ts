/** What a rule sees of a fact at each bar, and which steps an instrument has. */
import { describe, expect, it } from "vitest";
import { factAtBars } from "#src/pages/datasets/fact-figure.tsx";
import { factsOf } from "#workers/market/instrument-bars.ts";

const day = Int32Array.of(10, 12);
const value = Float64Array.of(5, NaN);
const bars = Int32Array.of(9, 10, 11, 12, 13);

describe("a fact along bars", () => {
  it("counts from the day after it became known, until it is unknown", () => {
    const { values, knownOn, news } = factAtBars({ name: "eps", kind: "fact", day, value }, bars);
    expect([...values]).toEqual([NaN, NaN, 5, 5, NaN]);
    expect([...knownOn]).toEqual([NaN, NaN, 10, 10, 12]);
    expect([...news]).toEqual([NaN, NaN, 5, NaN, NaN]);
  });

  it("counts on its day already as a signal", () => {
    const { values, knownOn } = factAtBars({ name: "score", kind: "signal", day, value }, bars);
    expect([...values]).toEqual([NaN, 5, 5, NaN, NaN]);
    expect([...knownOn]).toEqual([NaN, 10, 10, 12, 12]);
  });

  it("is news at one bar, the last of several that became known before it, and not what was known before the first", () => {
    const fact = {
      name: "eps",
      kind: "fact",
      day: Int32Array.of(3, 20, 21, 30),
      value: Float64Array.of(1, 2, 3, 3),
    } as const;
    const { values, news } = factAtBars(fact, Int32Array.of(9, 10, 25, 26, 31, 32));
    expect([...values]).toEqual([1, 1, 3, 3, 3, 3]);
    expect([...news]).toEqual([NaN, NaN, 3, NaN, 3, NaN]); // the same figure of the next period is news, too
  });

  it("has no news where most bars have a value of their own", () => {
    const daily = {
      name: "pe",
      kind: "fact",
      day: Int32Array.of(8, 9, 10, 11),
      value: Float64Array.of(1, 2, 3, 4),
    } as const;
    const { values, news } = factAtBars(daily, bars);
    expect([...values]).toEqual([1, 2, 3, 4, 4]);
    expect(news.every((one) => Number.isNaN(one))).toBe(true);
  });
});

describe("the facts of an instrument", () => {
  it("are its own steps, without those that have none", () => {
    const stepOffset = Int32Array.of(0, 0, 2);
    const series = { name: "eps", kind: "fact", stepOffset, day, value } as const;
    expect(factsOf([series], 1)).toEqual({ facts: [{ name: "eps", kind: "fact", day, value }] });
    expect(factsOf([series], 0)).toEqual({});
  });
});
