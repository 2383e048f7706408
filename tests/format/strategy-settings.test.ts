import { expect, it } from "vitest";
import { strategySettings } from "#src/format/strategy-settings.ts";
import { defaultStrategy, strategySchema } from "#workers/model/strategy.ts";

function valuesOf(strategy = defaultStrategy): Readonly<Record<string, string>> {
  return Object.fromEntries(strategySettings(strategy, "INR").map(({ name, value }) => [name, value]));
}

it("names every setting of the built-in strategy once, in the form's words", () => {
  expect(valuesOf()).toEqual({
    Exchange: "NSE",
    "Instrument type": "EQUITY",
    "Passes when it meets": "Any of the conditions",
    "Price growth": "At least 0% over 300 days",
    "Minimum price": "At least ₹99",
    "Market cap rank": "In the top 10%",
    "Average daily value": "At least ₹30,00,00,000 over 90 days",
    "Last price at or above the last close": "30 days before",
    "Last price at or above the moving average": "Over 30 days",
    "Trailing stop loss": "10%",
    "Minimum holding period": "5 days",
    "Stop loss": "Off",
    "Take profit": "Off",
    "Maximum holding period": "Off",
    "Initial margin": "₹1,00,000",
    "Start date": "01/01/2000",
    "End date": "20/03/2025",
    "Max positions": "20",
    "Order priority": "300-day top gainers first",
    "Orders fill at": "Next day's open",
    Prices: "As traded",
    Commission: "0%",
    Slippage: "0%",
    "Risk-free rate": "0%",
    "Fractional shares": "Off",
    Benchmark: "The dataset's own index",
  });
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
/** They have one value. */
const FIXED = new Set(["maxPositionsPerInstrument", "positionSizing"]);

const FIELDS = (["scanner", "buy", "sell", "simulation"] as const).flatMap((section) =>
  Object.entries(defaultStrategy[section])
    .filter(([field]) => !FIXED.has(field))
    .map(([field, value]) => ({ section, field, other: CHOICES[field] ?? otherValue(value) })),
);

it.each(FIELDS)("shows a change of $field ($section), and of nothing else", ({ section, field, other }) => {
  const changed = strategySchema.parse({
    ...defaultStrategy,
    [section]: { ...defaultStrategy[section], [field]: other },
  });
  const [before, after] = [valuesOf(), valuesOf(changed)];
  expect(Object.keys(before).filter((name) => before[name] !== after[name])).toHaveLength(1);
});
