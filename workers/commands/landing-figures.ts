/**
 * The landing page's figures: what the strategy that a new one starts as comes to on the demo market, by the very command
 * that anyone can run, and the verdict that follows from them. landing-figures.cli.ts writes them, a test holds the file to
 * a run.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fairStrategy } from "#workers/model/fair-terms.ts";
import type { ResultFile } from "#workers/model/report.ts";
import { parseIsoDay } from "#workers/model/day.ts";
import { simulateCommand } from "./simulate-command.ts";
import { verdictOf } from "#workers/words/verdict.ts";

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
    return `${JSON.stringify(landingFigures(JSON.parse(text) as ResultFile), null, 2)}\n`;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * What the page shows of a run, its verdict among it.
 *
 * @throws RangeError where the average share is missing, or the verdict is not the one of the figures that the page shows
 */
export function landingFigures({ metadata, performance, ...rest }: ResultFile) {
  const { benchmarkPerformance, universePerformance, equity } = rest;
  if (!universePerformance)
    throw new RangeError("landingFigures: the run has no average share to be held against");
  const { startValue, endValue, cagr, maxDrawdown, trades } = performance;
  const known = {
    days: (parseIsoDay(metadata.backtestEnd) ?? 0) - (parseIsoDay(metadata.backtestStart) ?? 0),
    instruments: metadata.instruments,
    own: cagr,
    benchmark: { label: metadata.benchmark, cagr: benchmarkPerformance.cagr },
    average: universePerformance,
    random: null,
    hasLookAhead: false,
  };
  const strategy = outcomeOf({ endValue, cagr, maxDrawdown });
  const market = outcomeOf(benchmarkPerformance);
  const average = outcomeOf(universePerformance);
  const verdict = verdictOf(known).sentence;
  const shown = {
    ...known,
    own: strategy.cagr,
    benchmark: { ...known.benchmark, cagr: market.cagr },
    average,
  };
  if (verdictOf(shown).sentence !== verdict)
    throw new RangeError(`landingFigures: "${verdict}" does not follow from the figures that are shown`);
  return {
    note: "Written by `npm run landing`.",
    currency: metadata.currency,
    benchmark: metadata.benchmark,
    firstDay: metadata.backtestStart,
    lastDay: metadata.backtestEnd,
    costPercent: round(fairStrategy.simulation.commissionPercent + fairStrategy.simulation.slippagePercent),
    trades,
    startValue,
    verdict,
    strategy,
    market,
    average,
    strategyMonthEnds: monthEnds(equity.dates, equity.values),
    marketMonthEnds: monthEnds(equity.dates, equity.benchmark),
  };
}

type Outcome = Pick<ResultFile["benchmarkPerformance"], "endValue" | "cagr" | "maxDrawdown">;

function outcomeOf({ endValue, cagr, maxDrawdown }: Outcome): Outcome {
  return {
    endValue: Math.round(endValue),
    cagr: cagr === null ? null : round(cagr),
    maxDrawdown: round(maxDrawdown),
  };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
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
