/** Rows of the tables of checks, the run itself among them: the same on the page and in the saved report. */
import { formatPercentSetting } from "#src/format/number.ts";
import type { CostRung, LaterStart, RunGist } from "#src/storage/robustness-record.ts";
import type { Report } from "#workers/model/report.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { aheadOf, figuresBeside, yardstickNames } from "./average-share.ts";

interface CostRow extends RunGist {
  readonly name: string;
}

interface StartRow extends Pick<LaterStart, "from" | "cagr" | "maxDrawdown"> {
  /** Points a year above the higher of benchmark and average share from that day on. */
  readonly ahead: number | null;
  readonly isOwn: boolean;
}

/** One row for each start by date, the run itself first. */
export function startRows(report: Report, starts: readonly LaterStart[]): readonly StartRow[] {
  const { metadata, performance, benchmarkPerformance, universePerformance } = report;
  const own = {
    from: metadata.backtestStart,
    cagr: performance.cagr,
    maxDrawdown: performance.maxDrawdown,
    benchmarkCagr: benchmarkPerformance.cagr,
    universeCagr: universePerformance?.cagr ?? null,
  };
  return [own, ...starts].map((start) => {
    const { from, cagr, maxDrawdown } = start;
    return { from, cagr, maxDrawdown, ahead: startAhead(report, start), isOwn: start === own };
  });
}

/** Heads the points of startRows(). @param yardsticks - the names of one or two */
export function aheadTitle([first, ...others]: readonly string[]): string {
  return others.length === 0 ? `Against ${first}, points a year` : "Against the higher, points a year";
}

/**
 * Points a year above the higher of benchmark and average share, each from the day of the start on; null also for a start
 * that was found before results had an average share, where the report has one by now.
 */
export function startAhead(
  report: Report,
  { cagr, benchmarkCagr, universeCagr = null }: Pick<LaterStart, "cagr" | "benchmarkCagr" | "universeCagr">,
): number | null {
  if (universeCagr === null && yardstickNames(report).length > 1) return null;
  return aheadOf(figuresBeside(report, benchmarkCagr, universeCagr), cagr);
}

/** By rising costs; the run itself is one of them, or stands where its own costs put it. */
export function costRows(
  { simulation }: Strategy,
  { performance }: Report,
  costs: readonly CostRung[],
): readonly CostRow[] {
  const { commissionPercent, slippagePercent } = simulation;
  const own = commissionPercent + slippagePercent;
  const isOwn = ({ side }: CostRung) => slippagePercent === 0 && side === commissionPercent;
  const rows = costs.map((rung) => {
    const name = rung.side === 0 ? "None" : formatPercentSetting(rung.side);
    return { ...rung, name: isOwn(rung) ? `${name} (this run)` : name };
  });
  if (costs.some(isOwn)) return rows;
  const { endValue, cagr, maxDrawdown } = performance;
  const name = `${formatPercentSetting(own)} (this run)`;
  return [...rows, { side: own, name, endValue, cagr, maxDrawdown }].toSorted((a, b) => a.side - b.side);
}
