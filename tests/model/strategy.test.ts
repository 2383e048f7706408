import { describe, expect, it } from "vitest";
import { defaultStrategy, parseStrategy } from "#workers/model/strategy.ts";
import type { Strategy } from "#workers/model/strategy.ts";

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
      'strategy: simulation.sortingType is "alphabetical", but must be 300-days-top-gainer-first, market-cap-desc, volume-desc or expression',
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
    [
      { format: "strategy/4" },
      'strategy: format is "strategy/4", but must be "strategy/1", "strategy/2" or "strategy/3"',
    ],
    [
      { format: "strategy/1", simulation: { sortingType: "expression" } },
      'strategy: simulation.sortingType is "expression", but must be 300-days-top-gainer-first, market-cap-desc or volume-desc',
    ],
    [
      { format: "strategy/1", simulation: { positionSizing: "risk" } },
      'strategy: simulation.positionSizing is "risk", but must be equal-weight',
    ],
    [
      { format: "strategy/1", buy: { rules: [] } },
      'strategy: unknown field buy.rules; it belongs to strategy/2: set format to "strategy/2", or remove it',
    ],
    [
      { format: "strategy/1", computed: [] },
      'strategy: unknown field computed; it belongs to strategy/2: set format to "strategy/2", or remove it',
    ],
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

/** The same by a schema as strict as strategy/1's always was: every field, in this order, and nothing else. */
const BYTES_OF_THE_DEFAULT =
  '{"format":"strategy/1","name":"My Momentum Strategy",' +
  '"scanner":{"exchange":"NSE","instrumentType":"EQUITY","match":"any","priceGrowth":0,"priceGrowthDays":300,' +
  '"minPrice":99,"marketCapRank":10,"avgDailyValue":300000000,"avgDailyValueDays":90},' +
  '"buy":{"lastPriceVsClose":true,"closeDays":30,"lastPriceVsMA":true,"movingAverageDays":30},' +
  '"sell":{"trailingStopLoss":10,"minHoldingDays":5,"stopLoss":null,"takeProfit":null,"maxHoldingDays":null},' +
  '"simulation":{"startMargin":100000,"startDate":"2000-01-01","endDate":"2025-03-20","maxPositions":20,' +
  '"maxPositionsPerInstrument":1,"sortingType":"300-days-top-gainer-first","positionSizing":"equal-weight",' +
  '"fillAt":"next-open","priceBasis":"as-traded","commissionPercent":0,"slippagePercent":0,' +
  '"fractionalShares":false,"riskFreePercent":0,"benchmark":null}}';

/** Every field of strategy/2 with a value that is not its default. */
const FURTHER = {
  format: "strategy/2",
  scanner: { symbols: ["TIDE", "MOON"], sectors: [""], rules: ["close > 5"] },
  buy: {
    rules: [
      "close > sma(200)",
      { any: ["rsi(2) < 5", { none: [] }], label: "Dips" },
      { off: { all: ["streak <= -3"] } },
    ],
  },
  sell: { rules: ["held >= 5"], coolDownDays: 3, stopOrders: "resting" },
  simulation: {
    sortingType: "expression",
    sortBy: "growth(126)",
    positionSizing: "risk",
    positionPercent: 10,
    riskPercent: 0.5,
    riskDistance: "2 * atr(20)",
    schedule: "weekly",
  },
  computed: [
    { name: "myScore", language: "javascript", source: "function compute(bars) {}" },
    { name: "other", language: "python", source: "", off: true },
  ],
};

function read(value: unknown): Strategy {
  const parsed = parseStrategy(value);
  if (!parsed.ok) throw new Error(parsed.problem.message);
  return parsed.value;
}

function problemOf(value: unknown) {
  const parsed = parseStrategy(value);
  if (parsed.ok) throw new Error("accepted");
  return parsed.problem;
}

function fields(count: number): object[] {
  return Array.from({ length: count }, (_, at) => ({ name: `f${at}`, language: "python", source: "" }));
}

describe("strategy/2", () => {
  it("leaves a strategy/1 its bytes, whether it says its format or not", () => {
    expect(JSON.stringify(defaultStrategy)).toBe(BYTES_OF_THE_DEFAULT);
    expect(JSON.stringify(read(JSON.parse(BYTES_OF_THE_DEFAULT)))).toBe(BYTES_OF_THE_DEFAULT);
  });

  it("keeps every field, and is read again as it was written", () => {
    const strategy = read(FURTHER);
    expect(strategy).toMatchObject(FURTHER);
    expect(JSON.stringify(read(JSON.parse(JSON.stringify(strategy))))).toBe(JSON.stringify(strategy));
    expect(read({ ...FURTHER, format: undefined })).toEqual(strategy);
  });

  it("is written as strategy/1 where every new field has its default", () => {
    const defaults = {
      format: "strategy/2",
      scanner: { symbols: null, sectors: null, rules: [] },
      buy: { rules: [] },
      sell: { rules: [], coolDownDays: 0, stopOrders: "at-close" },
      simulation: {
        sortBy: null,
        positionPercent: null,
        riskPercent: null,
        riskDistance: null,
        schedule: "daily",
      },
      computed: [],
    };
    expect(JSON.stringify(read(defaults))).toBe(BYTES_OF_THE_DEFAULT);
  });

  it.each([
    { scanner: { symbols: ["TIDE"] } },
    { scanner: { sectors: ["Banks"] } },
    { scanner: { rules: ["close > 5"] } },
    { buy: { rules: [{ any: [] }] } },
    { sell: { rules: [{ off: "close > 5" }] } },
    { sell: { coolDownDays: 1 } },
    { sell: { stopOrders: "resting" } },
    { simulation: { sortingType: "expression", sortBy: "volume" } },
    { simulation: { positionSizing: "percent-of-equity", positionPercent: 100 } },
    { simulation: { schedule: "quarterly" } },
    { computed: [{ name: "a", language: "python", source: "" }] },
  ])("is what %j makes of a strategy", (value) => {
    expect(read(value)).toMatchObject({ format: "strategy/2", ...value });
  });

  it.each([
    [
      { scanner: { symbols: [] } },
      "scanner.symbols is [], but must be a list of texts, at least one, or null",
    ],
    [
      { scanner: { sectors: [1] } },
      "scanner.sectors is [1], but must be a list of texts, at least one, or null",
    ],
    [{ sell: { coolDownDays: 5001 } }, "sell.coolDownDays is 5001, but must be whole, 0 to 5000"],
    [{ sell: { coolDownDays: null } }, "sell.coolDownDays is null, but must be whole, 0 to 5000"],
    [{ sell: { stopOrders: "open" } }, 'sell.stopOrders is "open", but must be at-close or resting'],
    [
      { format: "strategy/2", simulation: { schedule: "yearly" } },
      'simulation.schedule is "yearly", but must be daily, weekly, monthly or quarterly',
    ],
    [
      { simulation: { sortingType: "expression" } },
      "simulation.sortBy is missing, but must be there where sortingType is expression",
    ],
    [
      { simulation: { sortBy: "volume" } },
      'simulation.sortBy is "volume", but must be left out unless sortingType is expression',
    ],
    [
      { simulation: { sortingType: "expression", sortBy: 5 } },
      "simulation.sortBy is 5, but must be an expression, as text",
    ],
    [
      { simulation: { positionSizing: "percent-of-equity" } },
      "simulation.positionPercent is missing, but must be there where positionSizing is percent-of-equity or risk",
    ],
    [
      { simulation: { positionSizing: "percent-of-equity", positionPercent: 0 } },
      "simulation.positionPercent is 0, but must be above 0, at most 100",
    ],
    [
      { simulation: { positionPercent: 5 } },
      "simulation.positionPercent is 5, but must be left out unless positionSizing is percent-of-equity or risk",
    ],
    [
      { simulation: { positionSizing: "percent-of-equity", positionPercent: 5, riskPercent: 1 } },
      "simulation.riskPercent is 1, but must be left out unless positionSizing is risk",
    ],
    [{ computed: {} }, "computed is {}, but must be a list of computed fields"],
    [
      { computed: [{ name: "1x", language: "javascript", source: "" }] },
      'computed[0].name is "1x", but must begin with a letter (a to z) and go on with letters, digits, _ and . to at most 40',
    ],
    [
      { computed: [{ name: "RSI", language: "python", source: "" }] },
      'computed[0].name is "RSI", but must not be a word of the rule language',
    ],
    [
      { computed: [{ name: "x", language: "perl", source: "" }] },
      'computed[0].language is "perl", but must be javascript, typescript or python',
    ],
    [{ computed: [{ name: "x", language: "python" }] }, "computed[0].source is missing, but must be text"],
    [
      { computed: [{ name: "x", language: "python", source: "é".repeat(50_001) }] },
      "computed[0].source is longer, but it may have at most 100000 bytes",
    ],
    [
      {
        computed: [
          { name: "myScore", language: "python", source: "" },
          { name: "MYSCORE", language: "python", source: "" },
        ],
      },
      'computed[1].name is "MYSCORE", but must differ from the names before it',
    ],
    [
      { computed: [{ name: "x", language: "python", source: "", on: true }] },
      "unknown field computed[0].on; remove it or correct its name",
    ],
  ])("refuses %j", (value, message) => {
    expect(problemOf(value).message).toBe(`strategy: ${message}`);
  });

  it("gives faults of computed fields the code of what is written", () => {
    expect(problemOf({ computed: [5] }).code).toBe("rules-invalid");
    expect(problemOf({ buy: { rules: [5] } }).code).toBe("strategy-invalid");
  });

  it("takes twenty computed fields and no more", () => {
    expect(read({ computed: fields(20) }).computed).toHaveLength(20);
    expect(problemOf({ computed: fields(21) }).place).toBe("computed");
  });

  it("says all that is wrong at once, each with its place", () => {
    const wrong = {
      format: "strategy/2",
      scanner: { minPrice: "x", symbols: [] },
      buy: { rules: ["close > 5", { any: [5, { all: "close", label: 7 }] }, {}] },
      sell: { rules: { any: [] } },
      simulation: { startDate: "2020-01-02", endDate: "2020-01-01", schedule: 5 },
      risk: 1,
    };
    expect(problemOf(wrong)).toEqual({
      code: "strategy-invalid",
      message: 'strategy: scanner.minPrice is "x", but must be a number',
      place: "scanner.minPrice",
      details: [
        'scanner.minPrice is "x", but must be a number',
        "scanner.symbols is [], but must be a list of texts, at least one, or null",
        "buy.rules[1].any[0] is 5, but must be a line of text, or a group { ... }",
        "buy.rules[1].any[1].label is 7, but must be text",
        'buy.rules[1].any[1].all is "close", but must be a list of rules',
        "buy.rules[2] is {}, but must have exactly one of any, all, none, off",
        'sell.rules is {"any":[]}, but must be a list of rules',
        'simulation.endDate is "2020-01-01", but must be after startDate',
        "simulation.schedule is 5, but must be daily, weekly, monthly or quarterly",
        "unknown field risk; remove it or correct its name",
      ],
    });
  });
});
