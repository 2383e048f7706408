/** Several numbers of rules that one axis varies. */
import { describe, expect, it } from "vitest";
import { strategyOf } from "#tests/support/strategy-of.ts";
import { fieldValue, gridVariants, isShared, readTarget } from "#workers/model/variant-grid.ts";

describe("numbers that are varied as one", () => {
  const also = [{ field: "buy.rules[1].any[0]", number: 1 }] as const;
  const shared = { field: "buy.rules[0]", number: 1, also, from: 10, to: 20, step: 10 } as const;
  const twice = strategyOf({ buy: { rules: ["close > sma(50)", { any: ["low < sma(50)"] }] } });

  it("all get the value", () => {
    const variants = gridVariants(twice, [shared]);
    expect(variants.ok && variants.value.map(({ buy }) => buy.rules)).toEqual([
      ["close > sma(10)", { any: ["low < sma(10)"] }],
      ["close > sma(20)", { any: ["low < sma(20)"] }],
    ]);
    expect(fieldValue(twice, shared)).toBe(50);
  });

  it("are refused at the place that is not there", () => {
    const nowhere = [{ field: "sell.rules[0]", number: 1 }] as const;
    const variants = gridVariants(twice, [{ ...shared, also: nowhere }]);
    expect(!variants.ok && variants.problem.place).toBe("sell.rules[0]");
  });

  it("are read from outside with each of them right, and share what one of them is", () => {
    expect(readTarget("buy.rules[0]", 1, also)).toEqual({ field: "buy.rules[0]", number: 1, also });
    expect(readTarget("buy.rules[0]", 1, [{ field: "sell.takeProfit", number: 1 }])).toBeNull();
    expect(readTarget("sell.takeProfit", undefined, also)).toBeNull();
    expect(isShared(shared, also[0])).toBe(true);
    expect(isShared(shared, { field: "buy.rules[0]", number: 2 })).toBe(false);
  });
});
