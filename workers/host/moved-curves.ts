/** The big arrays of results: they move to the page, which is as good as free, and are not copied. */
import type { Analysis } from "../model/analysis.ts";
import type { Holdings } from "../model/holdings.ts";
import type { CandidateDays, InstrumentBars } from "../model/instruments.ts";
import type { PositionPath } from "../model/position-path.ts";
import type { CallName, Calls, ChainedRun } from "../model/protocol.ts";
import { curvesOf as reportCurves } from "../model/report.ts";
import type { Report } from "../model/report.ts";

/** Curves in the answers of each call; the answers of others are small, and copied. */
export const curvesOf: {
  readonly [Name in CallName]?: (answer: Calls[Name]["answer"]) => ArrayBufferLike[];
} = {
  run: curvesOfReport,
  chainRuns: curvesOfChain,
  follow: curvesOfPath,
  holdings: curvesOfHoldings,
  analyse: curvesOfAnalysis,
  findDays: curvesOfDays,
  loadBars: curvesOfBars,
};

function curvesOfReport(report: Report): ArrayBufferLike[] {
  return reportCurves(report).map(({ buffer }) => buffer);
}

function curvesOfAnalysis({ rolling, exposure, luck }: Analysis): ArrayBufferLike[] {
  const bands = luck === null ? [] : Object.values(luck.bands);
  const { day, account, benchmark, universe } = rolling;
  const figures = [account, benchmark, universe ?? {}].flatMap((line) => Object.values(line));
  return [day, ...figures, exposure.invested, ...bands].map((curve) => curve.buffer);
}

function curvesOfPath(path: PositionPath): ArrayBufferLike[] {
  const { bars, day, peak, entryPrice, trailingStop, stopLoss, takeProfit } = path;
  const stops = [trailingStop, stopLoss, takeProfit].filter((stop) => stop !== null);
  const columns = [...Object.values(bars), day, peak, entryPrice, ...stops];
  return columns.map(({ buffer }) => buffer);
}

function curvesOfHoldings({ day, held, others, cash }: Holdings): ArrayBufferLike[] {
  const shares = held.map(({ share }) => share);
  return [day, cash, ...shares, ...(others ? [others.share] : [])].map(({ buffer }) => buffer);
}

function curvesOfChain({ day, value, benchmark }: ChainedRun): ArrayBufferLike[] {
  const curves = [day, value, ...(benchmark?.value ? [benchmark.value] : [])];
  return curves.map(({ buffer }) => buffer);
}

function curvesOfDays({ bars, days }: CandidateDays): ArrayBufferLike[] {
  return [...curvesOfBars(bars), days.buffer];
}

function curvesOfBars({ facts = [], ...bars }: InstrumentBars): ArrayBufferLike[] {
  const steps = facts.flatMap(({ day, value }) => [day.buffer, value.buffer]);
  return [...Object.values(bars).map(({ buffer }) => buffer), ...steps];
}
