/** An instrument's bars put together by weeks and months. */
import type { FunctionEntry, Period } from "../function-entry.ts";

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
