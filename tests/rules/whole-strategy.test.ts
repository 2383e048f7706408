import { describe, expect, it } from "vitest";
import { readWholeStrategy } from "#workers/words/whole-strategy.ts";
import { everythingStrategy, portfolioStrategy } from "#tests/support/strategy-of.ts";

function detailsOf(value: unknown): readonly string[] {
  const read = readWholeStrategy(value);
  return read.ok ? [] : (read.problem.details ?? []);
}

/** Places and columns alone. */
function placesOf(value: unknown): readonly (string | undefined)[] {
  return detailsOf(value).map((detail) => /^[^ ,]+(, column \d+)?/.exec(detail)?.[0]);
}

describe("readWholeStrategy", () => {
  it.each([everythingStrategy, portfolioStrategy])(
    "gives a $format whose fields and lines are right",
    (strategy) => {
      expect(readWholeStrategy(JSON.parse(JSON.stringify(strategy)))).toEqual({ ok: true, value: strategy });
    },
  );

  it("names every line that is wrong, in use or not, and every expression", () => {
    const wrong = {
      scanner: { rules: ["close >", { none: ["close > 5", { off: "sma(20" }] }] },
      buy: { rules: ["profit > 5"] },
      sell: { rules: ["profit > 5", "rsi(0) < 5"] },
      simulation: {
        sortingType: "expression",
        sortBy: "close > 5",
        positionSizing: "risk",
        positionPercent: 10,
        riskPercent: 1,
        riskDistance: "2 * art(20)",
      },
    };
    expect(placesOf(wrong)).toEqual([
      "scanner.rules[0], column 8",
      "scanner.rules[1].none[1].off, column 7",
      "buy.rules[0], column 1",
      "sell.rules[1], column 5",
      "simulation.sortBy, column 1",
      "simulation.riskDistance, column 5",
    ]);
    expect(detailsOf(wrong).at(-1)).toContain("did you mean atr?");
  });

  it("names fields and lines that are wrong at once, each line at its own place", () => {
    const wrong = {
      scanner: { minPrice: "x" },
      buy: { rules: [5, "sam(20) > 1", { any: ["close > 5", { all: ["x("] }], label: 3 }] },
      sell: { rules: "held > 5" },
      simulation: { sortBy: "close +", startMargin: 0 },
    };
    expect(placesOf(wrong)).toEqual([
      "scanner.minPrice",
      "buy.rules[0]",
      "buy.rules[2].label",
      "sell.rules",
      "simulation.startMargin",
      "simulation.sortBy",
      "buy.rules[1], column 1",
      "buy.rules[2].any[1].all[0], column 3",
    ]);
  });

  it("says of a line that is too long only that", () => {
    const wrong = { name: "", buy: { rules: [`close > ${"1 + ".repeat(125)}1`] } };
    expect(placesOf(wrong)).toEqual(["name", "buy.rules[0], column 501"]);
  });

  it("takes the code and the message of what is wrong first", () => {
    const read = readWholeStrategy({ buy: { rules: ["sam(20) > 1"] }, sell: { stopLoss: 0 } });
    expect(!read.ok && read.problem).toMatchObject({ code: "strategy-invalid", place: "sell.stopLoss" });
  });

  it.each([null, 5, "x", [], { scanner: null, buy: [], sell: 5, simulation: "x" }, { buy: { rules: null } }])(
    "refuses %j in words",
    (value) => {
      expect(detailsOf(value).length).toBeGreaterThan(0);
    },
  );

  it("ends lists 100,000 deep in one fault", () => {
    let rules: unknown = "sam(20) > 1";
    for (let depth = 0; depth < 100_000; depth++) rules = [rules];
    expect(placesOf({ buy: { rules } })).toEqual(["buy.rules[0]"]);
  });
});
