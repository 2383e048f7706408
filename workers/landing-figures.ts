/**
 * The landing page's figures: what the strategy that a new one starts as comes to on the demo market, by the very command
 * that anyone can run. landing-figures.cli.ts writes them, a test holds the file to a run.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fairStrategy } from "./model/fair-terms.ts";
import type { ResultFile } from "./model/report.ts";
import { simulateCommand } from "./simulate-command.ts";

/** Where the page reads them, from the root of the repository. */
export const LANDING_FIGURES = "src/pages/landing/demo-result.json";

/** @returns the file's text, of a run in the folder of the repository; throws where the run is refused */
export async function makeLandingFigures(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "landing-figures-"));
  try {
    const strategy = join(folder, "strategy.json");
    await writeFile(strategy, JSON.stringify(fairStrategy));
    let text = "";
    let told = "";
    const code = await simulateCommand(["--data", "datasets/demo", "--strategy", strategy, "--out", "-"], {
      out: (part) => (text += part),
      progress: (part) => (told += part),
    });
    if (code !== 0) throw new Error(`makeLandingFigures: the run was refused: ${told}`);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what --out writes
    return `${JSON.stringify(figuresOf(JSON.parse(text) as ResultFile), null, 2)}\n`;
  } finally {
    await rm(folder, { recursive: true });
  }
}

function figuresOf({ metadata, performance, benchmarkPerformance, equity }: ResultFile) {
  const { startValue, endValue, cagr, maxDrawdown, trades } = performance;
  return {
    note: "Written by `npm run landing`.",
    currency: metadata.currency,
    benchmark: metadata.benchmark,
    firstDay: metadata.backtestStart,
    lastDay: metadata.backtestEnd,
    costPercent: round(fairStrategy.simulation.commissionPercent + fairStrategy.simulation.slippagePercent),
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
