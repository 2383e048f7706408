// @vitest-environment node
/**
 * The landing page shows a real result; this test is how its numbers come about. After a change of the engine or of
 * the demo market write them anew: `npx vitest run --project dom landing-figures -u`.
 */
import { expect, it } from "vitest";
import type { ResultFile } from "#workers/model/report.ts";
import { simulateCommand } from "#workers/simulate-command.ts";

const FIGURES = "../../src/pages/landing/demo-result.json";

it("shows what the built-in strategy comes to on the demo market", { timeout: 60_000 }, async () => {
  let text = "";
  const code = await simulateCommand(["--data", "datasets/demo", "--out", "-"], {
    out: (part) => (text += part),
    progress: () => undefined,
  });
  expect(code).toBe(0);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what --out writes
  const result = JSON.parse(text) as ResultFile;
  await expect(`${JSON.stringify(figuresOf(result), null, 2)}\n`).toMatchFileSnapshot(FIGURES);
});

function figuresOf({ metadata, performance, benchmarkPerformance, equity }: ResultFile) {
  const { startValue, endValue, cagr, maxDrawdown, trades } = performance;
  return {
    note: "Written by tests/pages/landing-figures.test.tsx; see there.",
    currency: metadata.currency,
    benchmark: metadata.benchmark,
    firstDay: metadata.backtestStart,
    lastDay: metadata.backtestEnd,
    trades,
    startValue,
    strategy: { endValue: Math.round(endValue), cagr: round(cagr), maxDrawdown: round(maxDrawdown) },
    market: {
      endValue: Math.round(benchmarkPerformance.endValue),
      cagr: round(benchmarkPerformance.cagr),
      maxDrawdown: round(benchmarkPerformance.maxDrawdown),
    },
    strategyMonthEnds: monthEnds(equity.dates, equity.values),
    marketMonthEnds: monthEnds(equity.dates, equity.benchmark),
  };
}

function round(value: number | null): number | null {
  return value === null ? null : Math.round(value * 100) / 100;
}

/** The last value of each month in whole rupees, a year's in one text. */
function monthEnds(dates: readonly string[], values: readonly number[]): Record<string, string> {
  const byYear: Record<string, string> = {};
  for (const [row, date] of dates.entries()) {
    if (dates[row + 1]?.slice(0, 7) === date.slice(0, 7)) continue;
    const year = date.slice(0, 4);
    const value = String(Math.round(values[row] ?? 0));
    byYear[year] = byYear[year] === undefined ? value : `${byYear[year]} ${value}`;
  }
  return byYear;
}
