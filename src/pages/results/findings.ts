/** What each chapter opens with: its figures in a sentence or two. */
import { wordsAtEnds } from "#src/format/bar-words.ts";
import { formatDay, formatMoment } from "#src/format/day.ts";
import { formatMoney, formatMoneyCompact } from "#src/format/money.ts";
import {
  countOf,
  formatCount,
  formatDecimal,
  formatPercent,
  formatPercentChange,
  formatRatio,
} from "#src/format/number.ts";
import { shownName } from "#src/format/shown.ts";
import type { RunRecord } from "#src/storage/records.ts";
import type { Analysis } from "#workers/model/analysis.ts";
import { AVERAGE_SHARE_NAME } from "#workers/model/benchmark-names.ts";
import type { PassedOver, Position, Report, YearlyPerformance } from "#workers/model/report.ts";

import { averageYearsBeside, isAgainstAverage } from "./average-share.ts";

/** So many positions are few beside hundreds. */
const FEW_POSITIONS = 10;

/** What the most profitable positions made together; money, 0 without one. */
function profitOfBest(positions: readonly Position[], count: number): number {
  const profits = positions.map(({ profit }) => profit).toSorted((a, b) => b - a);
  return sumOf(profits.slice(0, count));
}

export function positionsFinding({ positions, performance, metadata }: Report): string {
  const { winRate, trades } = performance;
  const won =
    winRate === null
      ? "no trade was closed"
      : `${formatPercent(winRate, 1)} of ${countOf(trades, "closed trade")} won`;
  const total = sumOf(positions.map(({ profit }) => profit));
  const best = profitOfBest(positions, FEW_POSITIONS);
  const first = `${countOf(positions.length, "position")}, ${won}.`;
  if (total <= 0 || positions.length <= FEW_POSITIONS) return first;
  const money = (value: number) => formatMoneyCompact(value, metadata.currency);
  return `${first} The ${FEW_POSITIONS} most profitable made ${money(best)}, ${formatPercent((best / total) * 100, 0)} of all profit.`;
}

function sumOf(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Percent; NaN of a year in which nothing was left to grow. */
function grown({ growthPercent }: YearlyPerformance): number {
  return growthPercent ?? Number.NaN;
}

export function yearsFinding(report: Report): string {
  const { yearlyPerformance: years, metadata } = report;
  const [first] = years;
  if (!first) return "";
  const average = averageYearsBeside(report);
  const aheadOfAverage =
    average && years.filter((year) => grown(year) > (average.get(year.year) ?? Infinity));
  const andAverage =
    aheadOfAverage === null ? "" : ` and of ${AVERAGE_SHARE_NAME} in ${formatCount(aheadOfAverage.length)}`;
  const ahead = years.filter((year) => grown(year) > year.benchmarkPercent);
  const best = years.reduce((most, year) => (grown(year) > grown(most) ? year : most), first);
  const worst = years.reduce((least, year) => (grown(year) < grown(least) ? year : least), first);
  return (
    `Ahead of ${metadata.benchmark} in ${formatCount(ahead.length)}${andAverage} of ${countOf(years.length, "year")}. ` +
    `The best was ${yearInWords(report, best, average)}, the worst ${yearInWords(report, worst, average)}.`
  );
}

/** "2003 with +69.1% (TIDAL120 +79.5%, the average share +85.2%)". */
function yearInWords(
  { metadata }: Report,
  { year, growthPercent, benchmarkPercent }: YearlyPerformance,
  average: ReadonlyMap<number, number> | null,
): string {
  const others = [
    `${metadata.benchmark} ${formatPercentChange(benchmarkPercent, 1)}`,
    ...(average ? [`${AVERAGE_SHARE_NAME} ${formatPercentChange(average.get(year) ?? null, 1)}`] : []),
  ];
  return `${year} with ${formatPercentChange(growthPercent, 1)} (${others.join(", ")})`;
}

/** @param analysis - null while it is being worked out */
export function riskFinding(report: Report, analysis: Analysis | null): string {
  const { performance, benchmarkPerformance, universePerformance, metadata, drawdown } = report;
  if (!drawdown) return "This account never closed below an earlier close.";
  const made =
    drawdown.recoveryDate === null
      ? "not recovered by the end"
      : `recovered on ${formatDay(drawdown.recoveryDate)}`;
  const [own, other] = [performance.maxDrawdown, benchmarkPerformance.maxDrawdown].map((percent) =>
    formatPercent(Math.abs(percent), 1),
  );
  const average =
    universePerformance && !isAgainstAverage(report)
      ? `, ${AVERAGE_SHARE_NAME} ${formatPercent(Math.abs(universePerformance.maxDrawdown), 1)}`
      : "";
  const fall = `${wordsAtEnds("Deepest fall", metadata.frequency)} ${own} (${metadata.benchmark} ${other}${average}), on ${formatDay(drawdown.troughDate)}, ${made}.`;
  if (!analysis) return fall;
  const { percent, longest } = analysis.figures.underWater;
  const wait = longest ? `, for ${countOf(longest.days, "day")} at most` : "";
  return `${fall} Below an earlier high on ${formatPercent(percent, 0)} of sessions${wait}.`;
}

export function tradesFinding({ metadata }: Report, { figures }: Analysis): string {
  const { count, profitFactor, expectancy, expectancyPercent, meanWin, meanLoss } = figures.trades;
  if (count === 0) return "No trade was closed.";
  const money = (value: number) => formatMoney(Math.abs(value), metadata.currency, 0);
  const made = (expectancy ?? 0) < 0 ? "lost" : "made";
  const mean =
    expectancy === null
      ? ""
      : `A trade ${made} ${money(expectancy)} on average (${formatPercentChange(expectancyPercent, 2)})`;
  const sides =
    meanWin === null || meanLoss === null
      ? ""
      : `: the winners made ${money(meanWin)}, the losers lost ${money(meanLoss)}`;
  const factor =
    profitFactor === null
      ? ""
      : ` Together the winners made ${formatRatio(profitFactor)} times what the losers lost.`;
  return `${mean}${sides}.${factor}`;
}

const REASON_WORDS: Readonly<Record<keyof PassedOver, string>> = {
  noSlot: "all places were taken",
  unaffordable: "one share was too expensive for its place",
  noCash: "there was not enough cash at the fill",
  noBar: "there was no price on the day of the fill",
};

export function signalsFinding({ passedOver, positions }: Report): string {
  const { unaffordable, noSlot, noCash, noBar } = passedOver;
  const total = unaffordable + noSlot + noCash + noBar;
  const bought = `${countOf(positions.length, "signal")} led to a position`;
  if (total === 0) return `${bought}, and none was passed over.`;
  const reasons = { noSlot, unaffordable, noCash, noBar };
  const [most] = (["noSlot", "unaffordable", "noCash", "noBar"] as const).toSorted(
    (one, other) => reasons[other] - reasons[one],
  );
  if (!most) return "";
  const share = formatPercent((reasons[most] / total) * 100, 0);
  const often = formatDecimal(total / Math.max(1, positions.length), 0);
  const times = Number(often) >= 2 && positions.length > 0 ? `, ${often} times as many` : "";
  return `${bought}; ${formatCount(total)} were passed over${times}, ${share} of them because ${REASON_WORDS[most]}.`;
}

export function setupFinding({ startedAt, datasetTitle }: RunRecord, { metadata }: Report): string {
  return (
    `Run on ${formatMoment(startedAt)} on ${shownName(datasetTitle)}: ${countOf(metadata.instruments, "instrument")}, ` +
    `${countOf(metadata.sessions, "trading day")}; later edits don't change it.`
  );
}
