/** Warnings of numbers that nobody may have known on their day: on which step they stand, and what does without them. */
import { describe, expect, it } from "vitest";
import { lookAheadWarnings } from "#src/pages/builder/look-ahead-advice.ts";
import { strategyOf } from "#tests/support/strategy-of.ts";
import type { FactName } from "#workers/model/reading.ts";
import type { Warning } from "#workers/model/report.ts";

const lag = { quarter: 45, year: 90 };
const factNames: readonly FactName[] = [
  { name: "score", kind: "signal" },
  { name: "eps", kind: "fact", lag },
  { name: "pe", kind: "fact" },
];
const plain = { priceGrowth: null, minPrice: null, marketCapRank: null, avgDailyValue: null };
const caps: Warning = { code: "market-cap-look-ahead", message: "Caps look ahead." };
const trusted: Warning = { code: "signals-trusted", message: "The rules use signals (score)." };
const assumed: Warning = {
  code: "facts-assumed",
  message:
    "The rules use eps: statements taken as known 45 days after their quarter and 90 days after their year: an assumption.",
};
const NO_PREVIEW = null;

function told(settings: object, warnings: readonly Warning[]) {
  const strategy = strategyOf({ scanner: plain, ...settings });
  const { scanner, buy, sell, simulation } = lookAheadWarnings(strategy, warnings, { factNames });
  return { scanner, buy, sell, simulation };
}

describe("market caps of today in rules", () => {
  it("are switched off where lines, the rank or the order name them", () => {
    const settings = {
      scanner: { ...plain, marketCapRank: 20, rules: ["marketCap > 1cr"] },
      buy: { rules: ["close > 5", { any: ["rank(marketcap) < 10", "close > 6"] }] },
      simulation: { sortingType: "expression", sortBy: "-marketCap" },
    };
    const { scanner, ...others } = told(settings, [caps]);
    expect(others).toEqual({ buy: [], sell: [], simulation: [] });
    expect(scanner).toEqual([
      {
        message: "Caps look ahead. Companies that grew later count as large too early.",
        mend: {
          label: "Do without market cap",
          changes: [
            { flag: "isOn.marketCapRank", isOn: false },
            { line: "scanner.rules[0]", text: null },
            { line: "buy.rules[1].any[0]", text: null },
            { name: "simulation.sortingType", value: "volume-desc" },
          ],
        },
      },
    ]);
  });

  it("stand where they are named first", () => {
    const { scanner, sell } = told({ sell: { rules: ["marketCap < 5"] } }, [caps]);
    expect(scanner).toEqual([]);
    expect(sell.map(({ mend }) => mend?.changes)).toEqual([[{ line: "sell.rules[0]", text: null }]]);
    const order = told({ simulation: { sortingType: "market-cap-desc" } }, [caps]);
    expect(order.simulation.map(({ mend }) => mend?.changes)).toEqual([
      [{ name: "simulation.sortingType", value: "volume-desc" }],
    ]);
  });
});

describe("signals and assumed days", () => {
  it("are told with the lines that name them", () => {
    const settings = { buy: { rules: ["score > 1", "market(close > 2)", "rank(EPS) < 9", "pe < 5"] } };
    const { buy } = told(settings, [trusted, assumed]);
    expect(buy).toEqual([
      {
        message:
          "The rules use signals (score). One that was worked out later makes the result better than it could have been.",
        mend: { label: "Do without score", changes: [{ line: "buy.rules[0]", text: null }] },
      },
      {
        message: `${assumed.message} Where a company reported later, the run uses what nobody knew yet.`,
        mend: { label: "Do without eps", changes: [{ line: "buy.rules[2]", text: null }] },
      },
    ]);
  });

  it("are told of the size of a position, too", () => {
    const sizing = { positionSizing: "risk", riskPercent: 1, positionPercent: 10, riskDistance: "eps" };
    const { simulation } = told({ simulation: sizing }, [assumed]);
    expect(simulation.map(({ mend }) => mend?.changes)).toEqual([
      [{ name: "simulation.positionSizing", value: "equal-weight" }],
    ]);
  });

  it("are told without a mend where no rule names them itself, and not where nothing warns", () => {
    const { scanner } = told({}, [trusted]);
    expect(scanner.map(({ mend }) => mend)).toEqual([null]);
    const none = { scanner: [], buy: [], sell: [], simulation: [] };
    expect(told({ buy: { rules: ["score > 1"] } }, [])).toEqual(none);
    const strategy = strategyOf({ buy: { rules: ["score > 1"] } });
    expect(lookAheadWarnings(strategy, NO_PREVIEW, null)).toEqual(none);
  });
});
