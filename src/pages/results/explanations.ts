/**
 * What the figures of a run mean: in general, for this run, and as the formula with this run's own numbers put in.
 * The numbers have as many decimals as it takes for the formula to give the figure that is shown; where none do (the
 * curve and the figure disagree), the formula stays in words.
 */
import { barWordsOf, endsMeaning, wordsAtEnds } from "#src/format/bar-words.ts";
import { formatDay, formatEpochDay } from "#src/format/day.ts";
import { joinWords } from "#src/format/join-words.ts";
import { formatMoney, formatMoneyChange } from "#src/format/money.ts";
import {
  countOf,
  formatCount,
  formatDecimal,
  formatPercent,
  formatPercentChange,
  formatPercentSetting,
  formatRatio,
} from "#src/format/number.ts";
import { yearlyTermsOf } from "#workers/model/bar-length.ts";
import { AVERAGE_SHARE_NAME } from "#workers/model/benchmark-names.ts";
import { parseIsoDay } from "#workers/model/day.ts";
import { hasWon } from "#workers/model/forgive.ts";
import { growthCurve } from "#workers/model/report.ts";
import type { Position, Report } from "#workers/model/report.ts";
import { daysOf, hasYearlyRate } from "#workers/words/verdict.ts";
import { isAgainstAverage, NO_AVERAGE_SHARE } from "./average-share.ts";
import { fewestDecimals, lines, rounded } from "./formula.ts";

const DAYS_PER_YEAR = 365.25;

/** How the four values of the summary follow from one another. */
export function explainSummary(report: Report) {
  const { performance, metadata, positions, money: moved } = report;
  const { startValue, endValue, totalGrowth, totalGrowthPercent } = performance;
  const hasFlows = moved !== undefined && report.equity.growth !== undefined;
  const money = (value: number, decimals: 0 | 2 = 0) => formatMoney(value, metadata.currency, decimals);
  const open = positions.filter(({ exitReason }) => exitReason === "open").length;
  const growth = formatMoneyChange(totalGrowth, metadata.currency, 0);
  const percent = formatPercentChange(totalGrowthPercent, 1);
  const grown = grownValue(report);
  const decimals =
    fewestDecimals(
      [0, 2] as const,
      (places) =>
        formatPercentChange((rounded(grown, places) / rounded(startValue, places) - 1) * 100, 1) === percent,
    ) ?? 2;
  const came = hasFlows ? ` − ${money(moved.deposited)} put in + ${money(moved.withdrawn)} taken out` : "";
  return {
    startValue: lines(
      "The initial margin of the settings: the money that the run began with.",
      hasFlows ? `Later ${money(moved.deposited)} was put in and ${money(moved.withdrawn)} taken out.` : "",
    ),
    endValue: lines(
      "Cash and open positions at the last close.",
      open === 0
        ? `Nothing was held on ${formatDay(metadata.backtestEnd)}: all of it was cash.`
        : `On ${formatDay(metadata.backtestEnd)}, ${countOf(open, "position")} of it at the last known close.`,
      hasFlows && moved.missed > 0
        ? `${money(moved.missed)} could not be paid out, the first of it on ${formatDay(moved.ranOut)}.`
        : "",
    ),
    totalGrowth: lines(
      "What the run made, open positions included.",
      `${money(endValue)} − ${money(startValue)}${came} = ${growth}`,
    ),
    totalGrowthPercent: lines(
      hasFlows
        ? "What the strategy made of the start value over the whole period, as if no money had come or gone."
        : "The growth in percent of the start value, over the whole period.",
      `${money(grown, decimals)} / ${money(startValue, decimals)} − 1 = ${percent}`,
    ),
  };
}

/** What the start value grew to: the end value where no money came or went. */
function grownValue({ equity, performance }: Report): number {
  return equity.growth?.at(-1) ?? performance.endValue;
}

export function explainCagr(report: Report): string {
  const { performance, metadata, equity } = report;
  const { startValue, cagr } = performance;
  const grown = grownValue(report);
  const days = (equity.day.at(-1) ?? 0) - (equity.day[0] ?? 0);
  const shown = formatPercentChange(cagr, 1);
  const decimals = fewestDecimals([0, 2] as const, (places) => {
    const growth = rounded(grown, places) / rounded(startValue, places);
    return formatPercentChange((growth ** (DAYS_PER_YEAR / days) - 1) * 100, 1) === shown;
  });
  const money = (value: number) => formatMoney(value, metadata.currency, decimals ?? 0);
  const numbers = `(${money(grown)} / ${money(startValue)}) ^ (365.25 / ${countOf(days, "day")}) − 1`;
  const [end, meaning] = equity.growth
    ? ["grown value", "to what the strategy made of it, as if no money had come or gone."]
    : ["end value", "to the end value."];
  return lines(
    `Compound annual growth rate: the one steady rate a year that leads from the start value ${meaning}`,
    cagrInWords(report),
    ownReturnInWords(report),
    decimals === null && cagr !== null
      ? `(${end} / start value) ^ (365.25 / days) − 1 = ${shown}`
      : `${numbers} = ${shown}`,
    report.universePerformance ? "" : NO_AVERAGE_SHARE,
  );
}

/** The other of the two returns, which counts when a person's money came; "" where none came or went. */
function ownReturnInWords(report: Report): string {
  const { money, equity } = report;
  if (!money || !equity.growth) return "";
  if (!hasYearlyRate({ days: daysOf(report) })) return "";
  const rate = money.moneyWeighted;
  return rate === null
    ? "Your own return a year (XIRR), which counts when your money came, is undefined here."
    : `Your own return a year (XIRR), which counts when your money came, was ${formatPercentChange(rate, 1)}.`;
}

function cagrInWords(report: Report): string {
  const { performance, benchmarkPerformance, universePerformance } = report;
  const { cagr } = performance;
  if (cagr === null) return "It is undefined here, because the period is shorter than a day.";
  const course = cagr < 0 ? "shrank" : "grew";
  const first = `On average the account ${course} by ${formatPercent(Math.abs(cagr), 1)} a year`;
  const benchmark = isAgainstAverage(report) ? null : benchmarkPerformance.cagr;
  const average = universePerformance?.cagr ?? null;
  const others = [
    ...(benchmark === null ? [] : [against(cagr - benchmark, "the benchmark")]),
    ...(average === null ? [] : [against(cagr - average, AVERAGE_SHARE_NAME)]),
  ];
  return others.length === 0 ? `${first}.` : `${first}, ${joinWords(others, "and")}.`;
}

/** "4.6 points more than the benchmark". */
function against(ahead: number, other: string): string {
  const points = formatDecimal(Math.abs(ahead), 1);
  if (!/[1-9]/.test(points)) return `as much as ${other}`;
  return `${points} points ${ahead > 0 ? "more" : "less"} than ${other}`;
}

export function explainDrawdown(report: Report): string {
  const { performance, metadata, drawdown } = report;
  const meaning = "The deepest fall of the account from its highest close so far to a later close.";
  if (!drawdown) return lines(meaning, "This account never closed below an earlier close.");
  const shown = formatPercent(performance.maxDrawdown, 1);
  const trough = valueOn(report, drawdown.troughDate);
  const peak = valueOn(report, drawdown.peakDate);
  const decimals = fewestDecimals(
    [0, 2] as const,
    (places) => formatPercent((rounded(trough, places) / rounded(peak, places) - 1) * 100, 1) === shown,
  );
  const money = (value: number) => formatMoney(value, metadata.currency, decimals ?? 0);
  const recovery = drawdown.recoveryDate
    ? `it recovered on ${formatDay(drawdown.recoveryDate)}, ${countOf(daysBetween(drawdown.peakDate, drawdown.recoveryDate), "day")} after the high`
    : "it had not recovered by the end of the run";
  return lines(
    meaning,
    endsMeaning(metadata.frequency),
    `From ${formatDay(drawdown.peakDate)} to ${formatDay(drawdown.troughDate)} the account lost ` +
      `${formatPercent(Math.abs(performance.maxDrawdown), 1)} of its value; ${recovery}.`,
    decimals === null
      ? `low / high before it − 1 = ${shown}`
      : `${money(trough)} / ${money(peak)} − 1 = ${shown}`,
  );
}

export function explainSharpe(report: Report, riskFreePercent: number): string {
  const { sharpeRatio } = report.performance;
  const { sessionsOfYear, riskless } = yearlyTermsOf(report, riskFreePercent);
  const shown = formatRatio(sharpeRatio);
  const { mean, deviation } = sessionReturns(growthCurve(report.equity), riskless);
  const riskFree = riskless ? 0 : riskFreePercent / sessionsOfYear;
  const decimals = fewestDecimals([2, 3, 4, 5, 6, 8, 10] as const, (places) => {
    const excess = rounded(mean, places) - riskFree;
    return formatRatio((excess / rounded(deviation, places)) * Math.sqrt(sessionsOfYear)) === shown;
  });
  const percent = (value: number) => formatPercent(value, decimals ?? 2);
  const excess =
    riskFree === 0
      ? percent(mean)
      : `(${percent(mean)} − ${formatPercentSetting(riskFreePercent)} / ${sessionsOfYear})`;
  const { every } = barWordsOf(report);
  const [above, meanInWords] = riskless
    ? ["what cash earned", `mean ${every} return above what cash earned`]
    : ["the risk-free rate", `(mean ${every} return − risk-free rate / ${sessionsOfYear})`];
  return lines(
    `Return for the risk taken: the mean ${every} return above ${above}, divided by the standard deviation of the ${every} returns, made yearly.${
      riskless
        ? " What cash earned is taken off each of the returns."
        : ` The risk-free rate of this run is ${formatPercentSetting(riskFreePercent)} a year.`
    }`,
    sharpeInWords(sharpeRatio),
    decimals === null || sharpeRatio === null
      ? `${meanInWords} / standard deviation × √${sessionsOfYear} = ${shown}`
      : `${excess} / ${percent(deviation)} × √${sessionsOfYear} = ${shown}`,
  );
}

function sharpeInWords(ratio: number | null): string {
  if (ratio === null) return "It is undefined here: the account hardly moved, or the period is too short.";
  if (ratio < 0) return "Below 0: the same money would have earned more at the risk-free rate.";
  if (ratio < 0.5) return "Under 0.5: little return for the ups and downs on the way.";
  if (ratio < 1) return "From 0.5 to 1: a fair return for the ups and downs on the way.";
  if (ratio < 2) return "From 1 to 2: a good return for the ups and downs on the way.";
  return "Above 2 is rare over many years: make sure that costs are set and the data has no gaps.";
}

export function explainWinRate({ performance, positions, metadata }: Report): string {
  const meaning =
    "The share of closed trades that made a profit after costs; positions still open don't count.";
  if (performance.winRate === null) return lines(meaning, "No trade was closed in this run.");
  const { won, lost } = meanTrades(positions);
  const money = (value: number) => formatMoney(Math.abs(value), metadata.currency, 0);
  const averages = [
    won === null ? "" : `a winning trade made ${money(won)} on average`,
    lost === null ? "" : `a losing one lost ${money(lost)}`,
  ].filter((part) => part !== "");
  return lines(
    meaning,
    averages.length === 0
      ? ""
      : `${upperFirst(averages.join(", "))}: a low share can pay when the gains are the larger ones.`,
    `${winsOf(performance)} / ${formatCount(performance.trades)} = ${formatPercent(performance.winRate, 1)}`,
  );
}

/** "Average win 2.4 times the average loss"; "" without one of both. */
export function averageTrades({ positions }: Report): string {
  const { won, lost } = meanTrades(positions);
  if (won === null || lost === null || lost >= 0) return "";
  return `Average win ${formatDecimal(won / Math.abs(lost), 1)} times the average loss`;
}

function meanProfit(positions: readonly Position[]): number | null {
  return meanOf(positions.map(({ profit }) => profit));
}

/** Mean profit of the closed trades that made one, and of the others. */
function meanTrades(positions: Report["positions"]) {
  const closed = positions.filter(({ exitReason }) => exitReason !== "open");
  return {
    won: meanProfit(closed.filter(hasWon)),
    lost: meanProfit(closed.filter((position) => !hasWon(position))),
  };
}

/** Closed trades with a profit; the report has their share only. */
export function winsOf({ winRate, trades }: Report["performance"]): string {
  return formatCount(((winRate ?? 0) / 100) * trades);
}

/** The growth curve for people who can't see it. */
export function describeGrowth(report: Report): string {
  const { performance, benchmarkPerformance, universePerformance, metadata, equity, drawdown } = report;
  const without = equity.growth ? "What the strategy made, as if no money had come or gone: f" : "F";
  const average =
    universePerformance && !isAgainstAverage(report)
      ? `, ${AVERAGE_SHARE_NAME} at ${formatMoney(universePerformance.endValue, metadata.currency, 0)}`
      : "";
  const money = (value: number) => formatMoney(value, metadata.currency, 0);
  const sentences = [
    `${without}rom ${formatEpochDay(equity.day[0] ?? 0)} to ${formatEpochDay(equity.day.at(-1) ?? 0)} the account went from ` +
      `${money(performance.startValue)} to ${money(grownValue(report))} ` +
      `(${formatPercentChange(performance.totalGrowthPercent, 1)}); the benchmark, ${metadata.benchmark}, ended at ` +
      `${money(benchmarkPerformance.endValue)}${average}.`,
  ];
  if (drawdown) {
    sentences.push(
      `The account's ${wordsAtEnds("deepest fall", metadata.frequency)} was ${formatPercent(Math.abs(performance.maxDrawdown), 1)}, from ` +
        `${formatDay(drawdown.peakDate)} to ${formatDay(drawdown.troughDate)}.`,
    );
  }
  return sentences.join(" ");
}

function upperFirst(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Mean and deviation of the session returns, in percent, what is riskless taken off; the deviation is the sample's (ddof 1). */
function sessionReturns(
  growth: Float64Array,
  riskless: Float64Array | undefined,
): { readonly mean: number; readonly deviation: number } {
  const returns = Array.from(growth.subarray(1), (value, row) => {
    const before = growth[row] ?? value;
    return ((before === 0 ? 0 : value / before - 1) - (riskless?.[row + 1] ?? 0)) * 100;
  });
  const mean = meanOf(returns) ?? Number.NaN;
  const squares = returns.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, deviation: Math.sqrt(squares / (returns.length - 1)) };
}

function valueOn({ equity }: Report, iso: string): number {
  const day = parseIsoDay(iso);
  return growthCurve(equity)[equity.day.findIndex((session) => session === day)] ?? Number.NaN;
}

function daysBetween(fromIso: string, toIso: string): number {
  return (parseIsoDay(toIso) ?? 0) - (parseIsoDay(fromIso) ?? 0);
}
