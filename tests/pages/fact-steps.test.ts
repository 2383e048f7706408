/** What a rule sees of a fact at each bar, and which steps an instrument has. */
import { describe, expect, it } from "vitest";
import { valuesAtBars } from "#src/pages/datasets/fact-steps.ts";
import { factsOf } from "#workers/market/instrument-bars.ts";

const day = Int32Array.of(10, 12);
const value = Float64Array.of(5, NaN);
const bars = Int32Array.of(9, 10, 11, 12, 13);

describe("a fact along bars", () => {
  it("counts from the day after it became known, until it is unknown", () => {
    expect([...valuesAtBars({ name: "eps", kind: "fact", day, value }, bars)]).toEqual([NaN, NaN, 5, 5, NaN]);
  });

  it("counts on its day already as a signal", () => {
    const seen = valuesAtBars({ name: "score", kind: "signal", day, value }, bars);
    expect([...seen]).toEqual([NaN, 5, 5, NaN, NaN]);
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
