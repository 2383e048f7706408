/** An instrument's bars put together by weeks and months, and the market around it. */
import type { FunctionEntry, Parameter, Period } from "../function-entry.ts";
import { R } from "./entry-makers.ts";

function putTogether(
  period: Period,
): Pick<FunctionEntry, "group" | "name" | "parameters" | "gives" | "unit" | "meaning"> {
  return {
    group: "periods",
    name: period,
    parameters: [{ name: "e", type: "any" }],
    gives: "any",
    unit: "arguments",
    meaning: { type: "period", period },
  };
}

export const PERIODS: readonly FunctionEntry[] = [
  {
    ...putTogether("weekly"),
    sentence: "A number or a rule asked of the instrument's weeks, as of the last week before the bar's own.",
    example: "weekly(close > sma(40))",
  },
  {
    ...putTogether("monthly"),
    sentence:
      "A number or a rule asked of the instrument's months, as of the last month before the bar's own.",
    example: "monthly(close > sma(10))",
  },
];

const around = { group: "market", unit: "none", meaning: { type: "around" } } as const;
const RANKED: readonly Parameter[] = [
  { name: "x", type: "number" },
  { name: "scope", type: "scope" },
];

export const MARKET: readonly FunctionEntry[] = [
  {
    ...around,
    unit: "percent",
    gives: "number",
    name: "rank",
    parameters: RANKED,
    sentence:
      'The place among all instruments of the day in percent, 0 for the highest; with "sector" among those of the same sector.',
    example: "rank(growth(126)) < 10",
  },
  {
    ...around,
    gives: "number",
    name: "place",
    parameters: RANKED,
    sentence:
      'The place among all instruments of the day, 1 for the highest; with "sector" among those of the same sector.',
    example: "place(growth(126)) <= 10",
  },
  {
    ...around,
    unit: "percent",
    gives: "number",
    name: "breadth",
    parameters: [R],
    sentence: "The percentage of all instruments of the day on which the rule is true.",
    example: "breadth(close > sma(200)) > 50",
  },
  {
    ...around,
    gives: "any",
    name: "market",
    parameters: [{ name: "e", type: "any" }],
    sentence: "A number or a rule asked of the run's benchmark, as of its last bar.",
    example: "market(close > sma(200))",
  },
  {
    ...around,
    gives: "any",
    name: "of",
    parameters: [
      { name: "symbol", type: "symbol" },
      { name: "e", type: "any" },
    ],
    sentence: "A number or a rule asked of another instrument of the dataset, as of its last bar.",
    example: 'of("TIDAL120", close > sma(200))',
  },
];
