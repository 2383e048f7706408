import { describe, expect, it } from "vitest";
import { strategyOf } from "#tests/support/strategy-of.ts";
import { wantedBy, wantedByAll } from "#workers/host/wanted-market.ts";

const source = { type: "stored", datasetId: "mine" } as const;
const plain = strategyOf({ buy: { rules: ["close > sma(200)"] } });
const byRange = strategyOf({ buy: { rules: ["atr(14) < 3"] } });
const wrong = strategyOf({ buy: { rules: ["hihg(5) > high"] } });

describe("the market that a request wants", () => {
  it.each([
    { title: "the built-in strategy", settings: {}, needs: false },
    { title: "rules of closes", settings: plain, needs: false },
    { title: "a rule that names high", settings: { sell: { rules: ["close < high[1]"] } }, needs: true },
    { title: "a function that is made of ranges", settings: byRange, needs: true },
    { title: "a rule that is off", settings: { buy: { rules: [{ off: "low < 5" }] } }, needs: false },
    {
      title: "another instrument's low, deep in a group",
      settings: { scanner: { rules: [{ none: [{ all: ['of("ABB", lowest(low, 5)) > 9'] }] }] } },
      needs: true,
    },
    {
      title: "an expression that candidates are sorted by",
      settings: { simulation: { sortingType: "expression", sortBy: "high / low" } },
      needs: true,
    },
    { title: "stops that lie in the market", settings: { sell: { stopOrders: "resting" } }, needs: true },
  ])("has highs and lows for $title: $needs", ({ settings, needs }) => {
    const strategy = strategyOf(settings);
    const wanted = wantedBy({ strategy, source });
    const value = { source, exchange: "NSE", highsAndLows: needs ? "all" : "none", strategies: [strategy] };
    expect(wanted).toEqual({ ok: true, value });
  });

  it("is none where a line says nothing", () => {
    expect(wantedBy({ strategy: wrong, source })).toMatchObject({
      ok: false,
      problem: { code: "rules-invalid", place: "buy.rules[0]" },
    });
  });

  it("has for variants what any of them looks at, one that can't be read apart", () => {
    expect(wantedByAll({ strategies: [plain, wrong], source }).highsAndLows).toBe("none");
    expect(wantedByAll({ strategies: [wrong, plain, byRange], source }).highsAndLows).toBe("all");
  });
});
