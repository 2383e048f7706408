/** The figures that runs are compared by, and which run has the best of each. */
import { nameAtEnds } from "#src/format/bar-words.ts";
import { formatMoney } from "#src/format/money.ts";
import {
  formatCount,
  formatDecimal,
  formatPercent,
  formatPercentChange,
  formatPoints,
  formatRatio,
} from "#src/format/number.ts";
import type { Analysis } from "#workers/model/analysis.ts";
import { FEW_TRADES } from "#workers/model/performance-figures.ts";
import type { Report } from "#workers/model/report.ts";
import { daysOf, hasYearlyRate } from "#workers/words/verdict.ts";

/** A run with what its cells are made of. */
export interface MeasuredRun {
  readonly report: Report;
  /** null where it can't be had; undefined while the worker is at it. */
  readonly analysis?: Analysis | null;
}

export interface Figure {
  readonly name: string;
  /** Which value is the better one; null where neither is. */
  readonly better: "higher" | "lower" | null;
  /** Grows with the length of the run: between other periods none is the best. */
  readonly dependsOnLength?: boolean;
  /** Made of closed trades: a run with few of them is never the best. */
  readonly restsOnTrades?: boolean;
  /** null is undefined. The second argument is for what takes the worker's analysis. */
  readonly valueOf: (report: Report, analysis: Analysis | null) => number | null;
  /** Left open until the analysis is there. */
  readonly needsAnalysis?: boolean;
  readonly text: (value: number | null, currency: string) => string;
  /** Of runs whose money came or went: left out where none of them is one. */
  readonly isOfMoney?: boolean;
  /** Made of closes alone: marked where those are of weeks or months. */
  readonly isOfCloses?: boolean;
}

const percent = (value: number | null) => formatPercent(value, 1);
const change = (value: number | null) => formatPercentChange(value, 1);
const money = (value: number | null, currency: string) => formatMoney(value, currency, 0);
const count = (value: number | null) => formatCount(value ?? Number.NaN);

/** In the order of the results page: what was made, what it took, the trades. */
export const FIGURES: readonly Figure[] = [
  { name: "Start Value", better: null, valueOf: ({ performance }) => performance.startValue, text: money },
  { name: "End Value", better: null, valueOf: ({ performance }) => performance.endValue, text: money },
  {
    name: "Total Growth %",
    better: "higher",
    dependsOnLength: true,
    valueOf: ({ performance }) => performance.totalGrowthPercent,
    text: change,
  },
  { name: "CAGR", better: "higher", valueOf: ({ performance }) => performance.cagr, text: change },
  {
    name: "Put in",
    better: null,
    isOfMoney: true,
    valueOf: ({ performance, money: moved }) => performance.startValue + (moved?.deposited ?? 0),
    text: money,
  },
  {
    name: "Taken out",
    better: null,
    isOfMoney: true,
    valueOf: ({ money: moved }) => moved?.withdrawn ?? 0,
    text: money,
  },
  {
    name: "Could not be paid out",
    better: "lower",
    isOfMoney: true,
    valueOf: ({ money: moved }) => moved?.missed ?? 0,
    text: money,
  },
  {
    name: "Own return a year (XIRR)",
    better: null, // between other plans of money none is the better one
    isOfMoney: true,
    valueOf: (report) =>
      hasYearlyRate({ days: daysOf(report) }) ? (report.money?.moneyWeighted ?? null) : null,
    text: change,
  },
  {
    name: "CAGR of the benchmark",
    better: null,
    valueOf: ({ benchmarkPerformance }) => benchmarkPerformance.cagr,
    text: change,
  },
  {
    name: "CAGR above the benchmark, points",
    better: "higher",
    valueOf: ({ performance, benchmarkPerformance }) => less(performance.cagr, benchmarkPerformance.cagr),
    text: formatPoints,
  },
  {
    name: "CAGR of the average share",
    better: null,
    valueOf: ({ universePerformance }) => universePerformance?.cagr ?? null,
    text: change,
  },
  {
    name: "CAGR above the average share, points",
    better: "higher",
    valueOf: ({ performance, universePerformance }) =>
      less(performance.cagr, universePerformance?.cagr ?? null),
    text: formatPoints,
  },
  {
    name: "Max Drawdown",
    better: "higher", // it is 0 or below
    valueOf: ({ performance }) => performance.maxDrawdown,
    text: percent,
    isOfCloses: true,
  },
  {
    name: "Volatility",
    better: "lower",
    valueOf: ({ performance }) => performance.volatility,
    text: percent,
    isOfCloses: true,
  },
  {
    name: "Sharpe Ratio",
    better: "higher",
    valueOf: ({ performance }) => performance.sharpeRatio,
    text: formatRatio,
  },
  {
    name: "Sortino Ratio",
    better: "higher",
    valueOf: ({ performance }) => performance.sortinoRatio,
    text: formatRatio,
  },
  {
    name: "Calmar Ratio",
    better: "higher",
    valueOf: ({ performance }) => performance.calmarRatio,
    text: formatRatio,
  },
  {
    name: "Win Rate",
    better: "higher",
    restsOnTrades: true,
    valueOf: ({ performance }) => performance.winRate,
    text: percent,
  },
  { name: "Closed trades", better: null, valueOf: ({ performance }) => performance.trades, text: count },
  {
    name: "Sessions held on average",
    better: null,
    valueOf: ({ positions }) => meanOf(positions.map(({ daysHeld }) => daysHeld)),
    text: (value) => formatDecimal(value, 1),
  },
  {
    name: "Signals passed over",
    better: null,
    valueOf: ({ passedOver }) => Object.values(passedOver).reduce((sum, signals) => sum + signals, 0),
    text: count,
  },
];

const ofAnalysis = (figure: AnalysedFigure): Figure => ({
  ...figure,
  needsAnalysis: true,
  valueOf: (_report, analysis) => (analysis ? figure.valueOf(analysis) : null),
});

interface AnalysedFigure extends Omit<Figure, "valueOf"> {
  readonly valueOf: (analysis: Analysis) => number | null;
}

/** Below the others, in the order of the results page's further figures. */
export const FURTHER_FIGURES: readonly Figure[] = [
  ofAnalysis({
    name: "Time under water",
    better: "lower",
    valueOf: ({ figures }) => figures.underWater.percent,
    text: percent,
  }),
  ofAnalysis({
    name: "Longest under water, days",
    better: "lower",
    dependsOnLength: true,
    valueOf: ({ figures }) => figures.underWater.longest?.days ?? 0,
    text: count,
  }),
  ofAnalysis({
    name: "Beta",
    better: null,
    valueOf: ({ figures }) => figures.market?.beta ?? null,
    text: formatRatio,
  }),
  ofAnalysis({
    name: "Alpha",
    better: "higher",
    valueOf: ({ figures }) => figures.market?.alpha ?? null,
    text: change,
  }),
  ofAnalysis({
    name: "Profit Factor",
    better: "higher",
    restsOnTrades: true,
    valueOf: ({ figures }) => figures.trades.profitFactor,
    text: formatRatio,
  }),
  ofAnalysis({
    name: "Expectancy %",
    better: "higher",
    restsOnTrades: true,
    valueOf: ({ figures }) => figures.trades.expectancyPercent,
    text: (value) => formatPercentChange(value, 2),
  }),
  {
    name: "Invested on average",
    better: null,
    needsAnalysis: true, // of results of before it was measured
    valueOf: ({ performance }, analysis) => performance.exposure ?? analysis?.exposure.meanInvested ?? null,
    text: percent,
  },
  ofAnalysis({
    name: "Turnover a year",
    better: null,
    valueOf: ({ exposure }) => exposure.turnover,
    text: (value) => formatPercent(value, 0),
  }),
];

const ALL_FIGURES: readonly Figure[] = [...FIGURES, ...FURTHER_FIGURES];

/** Those that say something of these runs. */
export function figuresFor(reports: readonly Report[]): readonly Figure[] {
  const isMoved = reports.some(({ equity }) => equity.growth);
  return ALL_FIGURES.filter(({ isOfMoney = false }) => isMoved || !isOfMoney);
}

const NOT_YET = "…";

export interface FigureCell {
  readonly text: string;
  readonly isBest: boolean;
}

/**
 * The cells of a figure's row, a run each. What reads the same is equally good; where all that are defined read the
 * same, or only one is, none is marked; nor what rests on few trades.
 */
export function figureCells(
  figure: Figure,
  runs: readonly MeasuredRun[],
  isSamePeriod: boolean,
): readonly FigureCell[] {
  const isOpen = figure.needsAnalysis === true && runs.some(({ analysis }) => analysis === undefined);
  if (isOpen) return runs.map(() => ({ text: NOT_YET, isBest: false }));
  const cells = runs.map(({ report, analysis = null }) => {
    const value = figure.valueOf(report, analysis);
    const { currency, frequency } = report.metadata;
    const text = figure.text(value, currency);
    const isTelling = figure.restsOnTrades !== true || report.performance.trades >= FEW_TRADES;
    return {
      value: isTelling ? value : null,
      text: figure.isOfCloses === true ? nameAtEnds(text, frequency) : text,
    };
  });
  const best = isSamePeriod || figure.dependsOnLength !== true ? bestText(figure.better, cells) : null;
  return cells.map(({ value, text }) => ({ text, isBest: value !== null && text === best }));
}

function bestText(
  better: Figure["better"],
  cells: readonly { readonly value: number | null; readonly text: string }[],
): string | null {
  const defined = cells.flatMap(({ value, text }) => (value === null ? [] : [{ value, text }]));
  if (better === null || new Set(defined.map(({ text }) => text)).size < 2) return null;
  const sign = better === "higher" ? 1 : -1;
  return defined.reduce((best, cell) => (sign * cell.value > sign * best.value ? cell : best)).text;
}

function less(one: number | null, other: number | null): number | null {
  return one === null || other === null ? null : one - other;
}

function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}
