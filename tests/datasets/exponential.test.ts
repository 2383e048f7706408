import { describe, expect, it } from "vitest";
import { exp, ln } from "#datasets/generator/exponential.ts";

describe("exp and ln", () => {
  it.each([-40, -3.5, -0.7, -1e-9, 0, 1e-9, 0.02, 0.35, 1, 7.25, 40])("exp(%d) is e to that power", (x) => {
    expect(exp(x) / Math.exp(x)).toBeCloseTo(1, 13);
  });

  it.each([1e-9, 0.04, 0.56, 0.75, 1, 1.5, 2, 99, 1e9])("ln(%d) is its natural logarithm", (x) => {
    expect(ln(x)).toBeCloseTo(Math.log(x), 13);
  });
});
