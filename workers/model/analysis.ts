/**
 * What a finished run says beyond its first figures: made from its report alone, in the worker, whenever it is looked
 * at. Percents are in percent, money in the run's currency, dates ISO, null is undefined.
 */
import type { YearlyTerms } from "./bar-length.ts";
import type {
  AccountBySession,
  BenchmarkPerformance,
  DrawdownSpan,
  ExitReason,
  MoneyReport,
  PassedOver,
  Performance,
  Report,
  YearlyPerformance,
} from "./report.ts";
import type { Strategy } from "./strategy.ts";

export interface AnalysisRequest {
  readonly report: Report;
  /** The strategy as it was run. */
  readonly strategy: Strategy;
  /**
   * Variants of the strategy that were tried on the same data, this run among them: what the deflated Sharpe ratio
   * counts. Null where it is not known.
   */
  readonly trials: number | null;
}

export interface Analysis {
  readonly figures: FurtherFigures;
  /** The shortest first; those as long as the run or longer are left out. */
  readonly trailing: readonly TrailingPeriod[];
  /** The deepest first. */
  readonly stress: readonly StressPeriod[];
  readonly months: readonly MonthlyYear[];
  /** Falls from a peak, in time order. */
  readonly drawdowns: readonly DrawdownPeriod[];
  readonly dailyReturns: Distribution | null;
  /** How the returns of all positions spread, open ones included. */
  readonly positionReturns: Distribution | null;
  readonly rolling: RollingCurves;
  readonly exposure: Exposure;
  readonly groups: TradeGroups;
  readonly streaks: readonly Streak[];
  readonly luck: Luck | null;
}

/** A part of the run by itself, as if both account and benchmark had begun with it. */
export interface RunPeriod {
  /** Of the equity curve: the sessions at whose closes it begins and ends. */
  readonly fromRow: number;
  readonly toRow: number;
  /** Trades are those that ended between these closes. */
  readonly performance: Performance;
  /** From the account's value at the first close. */
  readonly benchmarkPerformance: BenchmarkPerformance;
  /** Of the average share likewise; absent where the report has none. */
  readonly universePerformance?: BenchmarkPerformance;
  /** Of the sessions after the first close; the first and the last year may be parts of one. */
  readonly yearlyPerformance: readonly YearlyPerformance[];
  readonly drawdown: DrawdownSpan | null;
  /** One value a session of it, from the account's value at the first close; absent without flows. */
  readonly growth?: Float64Array;
  /** What came and went after the first close, the account's value there being the start margin; absent as in the report. */
  readonly money?: MoneyReport;
  /** Of its sessions, the first among them; absent as in the report. */
  readonly account?: AccountBySession;
}

/** Its last years. */
export interface TrailingPeriod extends RunPeriod {
  readonly years: TrailingYears;
}

/** A question for the part of a run between the closes of two of its sessions. */
export interface PeriodRequest extends Omit<YearlyTerms, "riskless"> {
  readonly report: Pick<Report, "equity" | "positions" | "performance" | "account">;
  /** Rows of the equity curve, the second behind the first. */
  readonly fromRow: number;
  readonly toRow: number;
}

export const TRAILING_YEARS = [1, 3, 5, 10] as const;
export type TrailingYears = (typeof TRAILING_YEARS)[number];

/** A deep fall of the benchmark, and what the account did from its high to its low. */
export interface StressPeriod {
  readonly fall: DrawdownPeriod;
  /** Change of the account, percent; null where nothing was left of it before. */
  readonly account: number | null;
}

/** A figure and when it was. */
export interface Dated {
  /** ISO day, "2008-10" for a month, "2008" for a year. */
  readonly when: string;
  readonly percent: number;
}

export interface DatedTrade {
  readonly instrument: string;
  readonly entryDate: string;
  readonly exitDate: string;
  readonly profit: number;
  readonly profitPercent: number;
}

/** Figures of a run with what each is made of, so that the calculation can be shown. */
export interface FurtherFigures {
  readonly trades: TradeFigures;
  readonly market: MarketFigures | null;
  readonly risk: RiskFigures | null;
  readonly best: Extremes;
  readonly worst: Extremes;
  readonly underWater: UnderWater;
}

/** Figures of the closed trades, after costs. */
export interface TradeFigures {
  readonly count: number;
  readonly wins: number;
  /** Sum of the profits of trades that made one, and of the losses of the others (<= 0). */
  readonly grossProfit: number;
  readonly grossLoss: number;
  readonly profitFactor: number | null;
  /** Mean profit of a trade. */
  readonly expectancy: number | null;
  /** Mean profit of a trade in percent of what was paid for it. */
  readonly expectancyPercent: number | null;
  readonly meanWin: number | null;
  /** <= 0. */
  readonly meanLoss: number | null;
}

/** Against the benchmark, from the session returns. */
export interface MarketFigures {
  readonly beta: number;
  /** Percent a year. */
  readonly alpha: number;
  readonly correlation: number | null;
  /** Means of the session returns above the risk-free rate, percent. */
  readonly meanExcess: number;
  readonly benchmarkMeanExcess: number;
  /** Covariance of these returns as fractions, ddof 1. */
  readonly covariance: number;
  readonly benchmarkVariance: number;
}

/** What volatility, Sharpe and Sortino ratio are made of, percent of a session. */
export interface RiskFigures {
  readonly meanExcess: number;
  readonly deviation: number;
  /** Of the returns above the riskless ones: another than the deviation where the riskless rate changes. */
  readonly excessDeviation: number;
  readonly downsideDeviation: number;
}

/** null where there is none of it. */
export interface Extremes {
  readonly day: Dated | null;
  readonly month: Dated | null;
  readonly year: Dated | null;
  readonly trade: DatedTrade | null;
}

/** Sessions that closed below an earlier close. */
export interface UnderWater {
  readonly sessions: number;
  readonly ofSessions: number;
  readonly percent: number;
  /** From the high before to the day it was made good, or the last day; null where the account never fell. */
  readonly longest: { readonly from: string; readonly to: string; readonly days: number } | null;
}

export interface MonthlyYear extends YearInMonths {
  readonly year: number;
  readonly benchmark: YearInMonths;
  /** The year of the average share; null where the result has none. */
  readonly universe: YearInMonths | null;
}

/** Returns in percent. */
export interface YearInMonths {
  /** January first; null for a month without a session, and where nothing was left to grow. */
  readonly months: readonly (number | null)[];
  /** Likewise. */
  readonly total: number | null;
}

export interface DrawdownPeriod {
  /** Percent, < 0. */
  readonly depth: number;
  /** Rows of the equity curve, recovery null while it lasts. */
  readonly peakRow: number;
  readonly troughRow: number;
  readonly recoveryRow: number | null;
  readonly peakDate: string;
  readonly troughDate: string;
  readonly recoveryDate: string | null;
  /** Calendar days from the peak to the recovery, or to the last session. */
  readonly days: number;
  /** Sessions, likewise. */
  readonly sessions: number;
}

/** Values in percent. Bin i holds firstEdge + i x width <= value < the next edge; the outer ones all beyond as well. */
export interface Distribution {
  readonly count: number;
  readonly firstEdge: number;
  readonly width: number;
  readonly counts: readonly number[];
  readonly mean: number;
  readonly median: number;
  /** ddof 1; null with one value. */
  readonly deviation: number | null;
  /** Third and fourth standardised moments (population), 0 for a normal distribution; null without spread. */
  readonly skewness: number | null;
  readonly excessKurtosis: number | null;
  readonly lowest: number;
  readonly highest: number;
  /** Percent of the values. */
  readonly above0: number;
}

/** Over the last year of sessions, a value for each session that has so many returns before it. */
export interface RollingCurves {
  /** EpochDays. */
  readonly day: Int32Array;
  readonly account: RollingFigures;
  readonly benchmark: RollingFigures;
  /** Figures of the average share; null where the result has none. */
  readonly universe: RollingFigures | null;
}

/** Percent but for the ratio; NaN where undefined. */
export interface RollingFigures {
  readonly growth: Float64Array;
  readonly volatility: Float64Array;
  readonly sharpe: Float64Array;
}

export interface Exposure {
  /** Share of the account that is in positions at each close of the run, percent. */
  readonly invested: Float64Array;
  readonly meanInvested: number;
  /** Sessions that closed with a position, percent of all. */
  readonly inMarket: number;
  /** Open positions, on average. */
  readonly meanPositions: number;
  readonly years: readonly YearlyTurnover[];
  /** Percent a year. */
  readonly turnover: number | null;
}

export interface YearlyTurnover {
  readonly year: number;
  /** Value of the fills. */
  readonly bought: number;
  readonly sold: number;
  /** Mean of the equity at the closes. */
  readonly meanEquity: number;
  /** The smaller of bought and sold in percent of the mean equity. */
  readonly turnover: number;
  /** Mean share of the account in positions, percent. */
  readonly meanInvested: number;
}

export interface TradeGroup {
  /** Symbol, exit reason or holding time; unique in its list. */
  readonly key: string;
  /** Company name; "" for other groups. */
  readonly label: string;
  readonly positions: number;
  /** Closed ones. */
  readonly trades: number;
  readonly wins: number;
  /** Open positions included. */
  readonly profit: number;
  /** Percents of the positions. */
  readonly meanPercent: number;
  readonly bestPercent: number;
  readonly worstPercent: number;
  /** Sessions. */
  readonly meanHeld: number;
}

export interface ReasonGroup extends TradeGroup {
  readonly key: ExitReason;
}

export interface HoldingGroup extends TradeGroup {
  /** Sessions held, both included; null for no limit. */
  readonly from: number;
  readonly to: number | null;
}

export interface TradeGroups {
  /** The most profitable first. */
  readonly byInstrument: readonly TradeGroup[];
  readonly byReason: readonly ReasonGroup[];
  /** The shortest first. */
  readonly byHolding: readonly HoldingGroup[];
}

/** The longest run of one kind; the first of equally long ones. */
export interface Streak {
  readonly of: "trades" | "sessions" | "months";
  readonly kind: "gains" | "losses";
  readonly length: number;
  readonly from: string;
  readonly to: string;
  /** Percent of the account for sessions and months, money for trades. */
  readonly result: number;
}

/** Percentiles of what resampled paths gave. */
export interface Percentiles {
  readonly p5: number;
  readonly p25: number;
  readonly p50: number;
  readonly p75: number;
  readonly p95: number;
}

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** What a run is held against, besides its own costs: its benchmark, or all shares of its universe in equal parts. */
export type Yardstick = "index" | "average share";

/**
 * How far the run's lead over a yardstick could have been another one: the same stretches of days drawn again for both.
 * Rates are points a year of CAGR, below 0 where the run is behind.
 */
export interface LeadSpread {
  /** The hardest one known: see hardestYardstick(). */
  readonly yardstick: Yardstick;
  /** The run's own lead over it. */
  readonly lead: number;
  /** The middle 95 % of the draws. */
  readonly low: number;
  readonly high: number;
  /** Draws in which the run was behind, percent. */
  readonly shareBelowZero: number;
}

export interface Luck {
  readonly paths: number;
  /** Sessions a block. */
  readonly blockLength: number;
  readonly seed: string;
  readonly endValue: Percentiles;
  /** Percent, <= 0: p5 is the deep end. */
  readonly maxDrawdown: Percentiles;
  /** Paths that end below the start value, percent. */
  readonly losing: number;
  /** 95 %, percent a year; null where CAGR is undefined. */
  readonly cagr: Interval | null;
  /** 95 %, yearly; null where the ratio is undefined. */
  readonly sharpe: Interval | null;
  /** null for a run of less than a year. */
  readonly lead: LeadSpread | null;
  readonly bands: PathBands;
  /** null where the ratio is undefined, the account was lost, the variants are not known, or the report has no average share. */
  readonly significance: Significance | null;
}

/** Percentiles of the paths' values at some sessions of the run, the first and the last among them. */
export interface PathBands {
  /** EpochDays. */
  readonly day: Int32Array;
  readonly p5: Float64Array;
  readonly p25: Float64Array;
  readonly p50: Float64Array;
  readonly p75: Float64Array;
  readonly p95: Float64Array;
  /** The run's own. */
  readonly value: Float64Array;
}

/**
 * Probabilistic and deflated Sharpe ratios of the returns above the average share, with what they are made of. Ratios
 * here are of a session, not yearly.
 */
export interface Significance {
  readonly sharpe: number;
  readonly returns: number;
  readonly skewness: number;
  /** 3 for a normal distribution. */
  readonly kurtosis: number;
  /** That the true ratio is above 0, percent. */
  readonly probabilistic: number;
  readonly trials: number;
  /** Standard deviation of the ratios that tries without skill have. */
  readonly chanceDeviation: number;
  /** The highest ratio to expect of so many trials without any skill. */
  readonly expectedHighest: number;
  /** That the true ratio is above that, percent. */
  readonly deflated: number;
}

/** A row of the strategy's own sell rules, counted from 0. */
export type RuleKey = `rule ${number}`;

/** Why a position ended: the reason of the report or, in place of "rule", the row that sold it. */
export type EndKey = ExitReason | RuleKey;

export interface EndGroup extends TradeGroup {
  readonly key: EndKey;
}

/** An open position that a sell rule ends on the session after the last. */
export interface ToSell {
  readonly instrument: string;
  readonly key: RuleKey;
}

/** What needs the run's prices again; positions in the order of the report. */
export interface Trace {
  readonly ends: readonly EndKey[];
  readonly byEnd: readonly EndGroup[];
  readonly toSell: readonly ToSell[];
  /** Lowest and highest price of each holding, percent of the entry price: <= 0 and >= 0. */
  readonly adverse: Float64Array;
  readonly favourable: Float64Array;
  readonly passedOver: readonly PassedOverMonth[];
}

/** Candidates of a month that were not bought, by reason. */
export interface PassedOverMonth extends PassedOver {
  /** "2008-10". */
  readonly month: string;
  /** EpochDay of its first session. */
  readonly firstDay: number;
}
