import { expect, it } from "vitest";
import { differingSettings, strategySettings } from "#src/format/strategy-settings.ts";
import { defaultStrategy, settingAt } from "#workers/model/strategy.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { fieldAt, FIELD_PATHS, partsOf } from "#workers/model/strategy-fields.ts";
import type { FieldPath } from "#workers/model/strategy-fields.ts";
import {
  byWeights,
  everythingStrategy,
  portfolioStrategy,
  strategyOf,
  weightsOf,
} from "../support/strategy-of.ts";

function valuesOf(strategy = defaultStrategy): Readonly<Record<string, string>> {
  return Object.fromEntries(strategySettings(strategy, "INR").map(({ name, value }) => [name, value]));
}

it("names every setting of the built-in strategy once, in the form's words", () => {
  expect(valuesOf()).toEqual({
    Exchange: "NSE",
    "Instrument type": "EQUITY",
    Exchanges: "The exchange alone",
    Symbols: "All",
    Sectors: "All",
    "Passes when it meets": "Any of the conditions",
    "Price growth": "At least 0% over 300 days",
    "Minimum price": "At least ₹99",
    "Market cap rank": "In the top 10%",
    "Average daily value": "At least ₹30,00,00,000 over 90 days",
    "Scanner rules": "None",
    "Last price at or above the last close": "30 days before",
    "Last price at or above the moving average": "Over 30 days",
    "More buy rules": "None",
    "Trailing stop loss": "10%",
    "Minimum holding period": "5 days",
    "Stop loss": "Off",
    "Take profit": "Off",
    "Maximum holding period": "Off",
    "More sell rules": "None",
    "Cool-down": "None",
    "Stops are watched": "At the close",
    "Initial margin": "₹1,00,000",
    "Start date": "01/01/2000",
    "End date": "20/03/2025",
    "Max positions": "20",
    "Order priority": "300-day top gainers first",
    "Position sizing": "Equal Weight",
    "Orders fill at": "Next day's open",
    Prices: "As traded",
    Commission: "0%",
    Slippage: "0%",
    "Risk-free rate": "0%",
    "Fractional shares": "Off",
    Benchmark: "The dataset's own index",
    "Priority expression": "None",
    "Position size": "None",
    "Risk of a position": "None",
    "Risk distance": "None",
    Schedule: "Daily",
    "Weight of each": "None",
    "How much of each": "None",
    "Weights are": "Always fully invested, in these proportions",
    "Set back to plan": "Never",
    "Only when something is off": "None",
    "Day of the schedule": "1",
    "Money in and out": "None",
    "What idle money earns": "Nothing",
    "Risk-free rate is": "A figure of its own",
    "Own numbers": "None",
  });
});

it.each([
  ["average-share", "The average share"],
  ["NIFTY50", "NIFTY50"],
])("calls the benchmark %s %s", (benchmark, name) => {
  expect(valuesOf(strategyOf({ simulation: { benchmark } }))["Benchmark"]).toBe(name);
});

it("tells rules in full, also what is off in them, and code by what it is made of", () => {
  const settings = {
    scanner: { symbols: ["TIDE", "MOON"] },
    buy: { rules: ["close > 5", { any: ["rsi(2) < 5", { off: "volume > 1k" }], label: "Dips" }] },
    computed: [{ name: "score", language: "python", source: "", off: true }],
  };
  const values = valuesOf(strategyOf(settings));
  expect(values["Symbols"]).toBe("TIDE, MOON");
  expect(values["More buy rules"]).toBe("“close > 5”; Dips: any of (“rsi(2) < 5”, off: “volume > 1k”)");
  expect(values["Own numbers"]).toBe("off: score (python, source 811c9dc5)"); // FNV-1a of nothing
  const changed = strategyOf({
    ...settings,
    computed: [{ name: "score", language: "python", source: "a", off: true }],
  });
  expect(valuesOf(changed)["Own numbers"]).toBe("off: score (python, source e40c292c)"); // and of "a"
});

it("has the meaning of rules and expressions beside them", () => {
  const rules = ["close > 5", { off: "volume > 1k" }];
  const settings = strategySettings(
    strategyOf({
      buy: { rules },
      simulation: {
        positionSizing: "risk",
        positionPercent: 10,
        riskPercent: 1,
        riskDistance: "2 * atr(20)",
      },
    }),
    "INR",
  );
  expect(
    settings.filter(({ texts }) => texts.length > 0).map(({ name, texts }) => ({ name, texts })),
  ).toEqual([
    {
      name: "More buy rules",
      texts: [
        { words: "the close is above 5", formula: "close > 5", group: null },
        { words: "switched off: the volume is above 1 thousand", formula: "volume > 1k", group: null },
      ],
    },
    {
      name: "Risk distance",
      texts: [{ words: "2 times the 20-day average true range", formula: "2 * atr(20)", group: null }],
    },
  ]);
});

it("has the meaning of weights beside them, but where all are plain numbers", () => {
  const settings = strategySettings(portfolioStrategy, "INR");
  const told = settings
    .filter(({ texts }) => texts.length > 0)
    .map(({ name, value, texts }) => [name, value, texts]);
  expect(told).toEqual([
    [
      "Weight of each",
      "“1 / volatility(60)”",
      [{ words: "1 divided by the 60-day volatility", formula: "1 / volatility(60)", group: null }],
    ],
    [
      "How much of each",
      "TIDE 60, MOON “if(close > sma(210), 20, 0)”",
      [
        { words: "TIDE 60", formula: "60", group: null },
        {
          words: "MOON: 20 if the close is above its 210-day average, otherwise 0",
          formula: "if(close > sma(210), 20, 0)",
          group: null,
        },
      ],
    ],
  ]);
  const plain = strategyOf(byWeights({ weight: null, weights: weightsOf(2) }));
  expect(strategySettings(plain, "INR").filter(({ texts }) => texts.length > 0)).toEqual([]);
  const values = valuesOf(portfolioStrategy);
  expect(values["Only when something is off"]).toBe("Off by 5 points, or by 25% of its plan");
  expect(values["Money in and out"]).toBe(
    "Put in ₹10,000 each month from 05/01/2010, 10% more each year; Take out 4% of the account each year to 31/12/2024",
  );
  expect(values["What idle money earns"]).toBe("What LIQUID earns");
});

/** A value of each kind that differs from the default. */
function otherValue(value: unknown): unknown {
  if (typeof value === "boolean") return !value;
  if (typeof value === "number") return value + 1;
  return value === null ? 7 : value;
}

const CHOICES: Readonly<Record<string, string>> = {
  exchange: "BSE",
  instrumentType: "FUTURES",
  match: "all",
  startDate: "2001-01-01",
  endDate: "2024-01-01",
  sortingType: "volume-desc",
  fillAt: "next-close",
  priceBasis: "adjusted",
  benchmark: "NIFTY",
};
/** Those of a strategy that has all of strategy/2: each with another value than there. */
const FURTHER: readonly (readonly [FieldPath, unknown])[] = [
  ["scanner.symbols", ["MOON"]],
  ["scanner.sectors", ["Banks"]],
  ["scanner.rules", ["close > 6"]],
  ["buy.rules", [{ off: "close > 5" }]],
  ["sell.rules", ["held > 6"]],
  ["sell.coolDownDays", 4],
  ["sell.stopOrders", "at-close"],
  ["simulation.sortBy", "growth(20)"],
  ["simulation.positionPercent", 20],
  ["simulation.riskPercent", 2],
  ["simulation.riskDistance", "atr(10)"],
  ["simulation.schedule", "monthly"],
];

/** Those of a strategy by weights that has all of strategy/3. */
const PORTFOLIO: readonly (readonly [FieldPath, unknown])[] = [
  ["scanner.exchanges", ["NSE", "NYSE"]],
  ["simulation.weight", "2"],
  ["simulation.weights", [{ symbol: "TIDE", weight: "61" }]],
  ["simulation.weightsAre", "parts"],
  ["simulation.rebalance", "yearly"],
  ["simulation.rebalanceBand", { points: 5, percent: 24 }],
  ["simulation.scheduleDay", 3],
  ["simulation.flows", [{ amount: 10_000, every: "monthly", growBy: "CPI" }]],
  ["simulation.cash", { yield: "LIQUID" }],
  ["simulation.riskFree", "fixed"],
];

/** One has one value, the other is a change of several settings. */
const UNCHANGED = new Set<string>(["simulation.maxPositionsPerInstrument", "simulation.positionSizing"]);

const FIELDS = [
  ...FIELD_PATHS.filter((path) => !UNCHANGED.has(path) && !fieldAt(path).since).map((path) => ({
    path,
    before: defaultStrategy,
    other: CHOICES[partsOf(path)[1]] ?? otherValue(settingAt(defaultStrategy, path)),
  })),
  ...FURTHER.map(([path, other]) => ({ path, before: everythingStrategy, other })),
  ...PORTFOLIO.map(([path, other]) => ({ path, before: portfolioStrategy, other })),
];

it("there is no setting whose change is not looked at here", () => {
  const looked = new Set<string>([...FIELDS.map(({ path }) => path), ...UNCHANGED]);
  expect(FIELD_PATHS.filter((path) => !looked.has(path))).toEqual([]);
});

it.each(FIELDS)("shows a change of $path, and of nothing else", ({ path, before, other }) => {
  const [section, name] = partsOf(path);
  const after = strategyOf({
    ...before,
    format: undefined,
    [section]: { ...before[section], [name]: other },
  });
  const [old, now] = [valuesOf(before), valuesOf(after)];
  expect(Object.keys(old).filter((key) => old[key] !== now[key])).toHaveLength(1);
});

function held(weights: Readonly<Record<string, string>>, flows: readonly object[]): Strategy {
  const listed = Object.entries(weights).map(([symbol, weight]) => ({ symbol, weight }));
  return strategyOf(byWeights({ weight: null, weights: listed, flows }));
}

it("lays lists of weights and of money side by side, entry by entry", () => {
  const saving = { amount: 1000, every: "monthly" };
  const rows = differingSettings(
    [
      held({ TIDE: "60", MOON: "40" }, [saving]),
      held({ TIDE: "60", GOLD: "40 / volatility(60)" }, [
        { ...saving, growPercent: 10 },
        { percent: -4, every: "yearly" },
      ]),
    ].map((each) => strategySettings(each, "INR")),
  );
  expect(rows.map(({ name, settings }) => [name].concat(settings.map(({ value }) => value)))).toEqual([
    ["How much of each: MOON", "40", "None"],
    ["How much of each: GOLD", "None", "“40 / volatility(60)”"],
    ["Money in and out, 1", "Put in ₹1,000 each month", "Put in ₹1,000 each month, 10% more each year"],
    ["Money in and out, 2", "None", "Take out 4% of the account each year"],
  ]);
});
