import { describe, expect, it } from "vitest";
import { defaultStrategy, parseStrategy } from "#workers/model/strategy.ts";

function messageOf(value: unknown): string {
  const parsed = parseStrategy(value);
  return parsed.ok ? "accepted" : parsed.problem.message;
}

describe("parseStrategy", () => {
  it("gives an empty object the specification's defaults", () => {
    const parsed = parseStrategy({});
    expect(parsed).toEqual({ ok: true, value: defaultStrategy });
    expect(defaultStrategy.scanner).toEqual({
      exchange: "NSE",
      instrumentType: "EQUITY",
      match: "any",
      priceGrowth: 0,
      priceGrowthDays: 300,
      minPrice: 99,
      marketCapRank: 10,
      avgDailyValue: 300_000_000,
      avgDailyValueDays: 90,
    });
    expect(defaultStrategy.sell.trailingStopLoss).toBe(10);
    expect(defaultStrategy.simulation.endDate).toBe("2025-03-20");
  });

  it.each([
    [{ scanner: { minPrice: "99" } }, 'strategy: scanner.minPrice is "99", but must be a number'],
    [{ scanner: { minPrice: Infinity } }, "strategy: scanner.minPrice is Infinity, but must be a number"],
    [
      { scanner: { marketCapRank: 0 } },
      "strategy: scanner.marketCapRank is 0, but must be above 0, at most 100",
    ],
    [{ buy: { closeDays: 2.5 } }, "strategy: buy.closeDays is 2.5, but must be whole, 1 to 5000"],
    [
      { buy: { lastPriceVsMA: "yes" } },
      'strategy: buy.lastPriceVsMA is "yes", but must be true, false or null',
    ],
    [
      { sell: { trailingStopLoss: 100 } },
      "strategy: sell.trailingStopLoss is 100, but must be above 0, under 100",
    ],
    [{ sell: { takeProfit: -1 } }, "strategy: sell.takeProfit is -1, but must be above 0"],
    [
      { sell: { minHoldingDays: null } },
      "strategy: sell.minHoldingDays is null, but must be whole, 0 to 5000",
    ],
    [{ sell: 10 }, "strategy: sell must be an object"],
    [
      { simulation: { startDate: 20180101 } },
      "strategy: simulation.startDate is 20180101, but must be a date YYYY-MM-DD",
    ],
    [
      { simulation: { startDate: "2018-02-30" } },
      'strategy: simulation.startDate is "2018-02-30", but must be a date YYYY-MM-DD',
    ],
    [
      { simulation: { sortingType: "alphabetical" } },
      'strategy: simulation.sortingType is "alphabetical", but must be 300-days-top-gainer-first, market-cap-desc or volume-desc',
    ],
    [
      { simulation: { startDate: "2020-01-02", endDate: "2020-01-02" } },
      'strategy: simulation.endDate is "2020-01-02", but must be after startDate',
    ],
    [
      { simulation: { slippagePercent: 50.5 } },
      "strategy: simulation.slippagePercent is 50.5, but must be 0 to 50",
    ],
    [
      { simulation: { maxPositionsPerInstrument: 2 } },
      "strategy: simulation.maxPositionsPerInstrument is 2, but must be 1",
    ],
    [{ format: "strategy/2" }, 'strategy: format is "strategy/2", but must be "strategy/1"'],
    [{ name: "  " }, 'strategy: name is "  ", but must be text that is not blank, at most 120 characters'],
    [{ risk: {} }, "strategy: unknown field risk; remove it or correct its name"],
    [{ scanner: { pe: 1 } }, "strategy: unknown field scanner.pe; remove it or correct its name"],
    [[], "strategy: not a JSON object; a strategy file holds one { ... }"],
    [null, "strategy: not a JSON object; a strategy file holds one { ... }"],
  ])("refuses %j, naming field, value and limit", (value, message) => {
    expect(messageOf(value)).toBe(message);
  });

  it("takes null for a condition that is off", () => {
    const parsed = parseStrategy({ buy: { lastPriceVsClose: null }, scanner: { minPrice: null } });
    expect(parsed.ok && parsed.value.buy.lastPriceVsClose).toBe(false);
    expect(parsed.ok && parsed.value.scanner.minPrice).toBe(null);
  });

  it("lists every wrong field, not the first alone", () => {
    const parsed = parseStrategy({ scanner: { minPrice: "x" }, sell: { stopLoss: 0 } });
    expect(parsed).toMatchObject({
      ok: false,
      problem: {
        details: [
          'scanner.minPrice is "x", but must be a number',
          "sell.stopLoss is 0, but must be above 0, under 100",
        ],
      },
    });
  });
});
