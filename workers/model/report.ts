/** A finished run: what the page shows, what is stored, and what result/1 files hold (design names kept). */
import { formatIsoDay } from "./day.ts";

/** The reasons of exits, in the order in which lists of them go. */
export const EXIT_REASONS = [
  "stop-loss",
  "trailing-stop",
  "take-profit",
  "max-holding",
  "rule",
  "weight",
  "rebalance",
  "payment",
  "no-data",
  "open",
] as const;
export type ExitReason = (typeof EXIT_REASONS)[number];

/** How many sales a run made for each reason that occurs. */
export type SaleCounts = Readonly<Partial<Record<ExitReason, number>>>;

/** Money in the run's currency, prices are the fills, percents in percent. */
export interface Position {
  readonly instrument: string;
  /** Company name, or the symbol where none is known. */
  readonly label: string;
  /** ISO dates. */
  readonly entryDate: string;
  readonly exitDate: string;
  readonly entryPrice: number;
  readonly exitPrice: number;
  readonly quantity: number;
  /** After costs. */
  readonly profit: number;
  readonly profitPercent: number;
  /** Sessions between entry and exit. */
  readonly daysHeld: number;
  readonly exitReason: ExitReason;
}

/** What was bought or sold: of a position, or of a part of one. */
export interface RunFill {
  /** ISO. */
  readonly date: string;
  readonly instrument: string;
  readonly side: "buy" | "sell";
  /** null of a purchase. */
  readonly reason: ExitReason | null;
  readonly quantity: number;
  /** With slippage. */
  readonly price: number;
  /** The fill's costs, in currency. */
  readonly commission: number;
}

/** A fill's fields, in the order of the columns of a CSV file. */
export const FILL_FIELDS = [
  "date",
  "instrument",
  "side",
  "reason",
  "quantity",
  "price",
  "commission",
] as const satisfies readonly (keyof RunFill)[];

/** null is "undefined" everywhere here: shown as a dash, never as 0. */
export interface Performance {
  readonly startValue: number;
  readonly endValue: number;
  readonly totalGrowth: number;
  readonly totalGrowthPercent: number;
  readonly cagr: number | null;
  /** Percent, <= 0. */
  readonly maxDrawdown: number;
  readonly sharpeRatio: number | null;
  readonly sortinoRatio: number | null;
  readonly calmarRatio: number | null;
  readonly volatility: number | null;
  readonly winRate: number | null;
  /** Closed round trips; open positions are none. */
  readonly trades: number;
  /** The mean over the sessions of value of positions / equity, percent; absent in results of earlier versions. */
  readonly exposure?: number;
}

export interface BenchmarkPerformance {
  readonly endValue: number;
  readonly cagr: number | null;
  readonly maxDrawdown: number;
  readonly sharpeRatio: number | null;
}

export interface YearlyPerformance {
  readonly year: number;
  readonly startValue: number;
  readonly endValue: number;
  /** What the year made: end less start less `flows`. */
  readonly growth: number;
  /** What the growth curve made in the year; null where nothing was left to grow. */
  readonly growthPercent: number | null;
  readonly benchmarkPercent: number;
  /** Money in less money out; absent without flows. */
  readonly flows?: number;
}

/** Where the money of a run came from and went to; in its currency, rates in percent a year. */
export interface MoneyReport {
  /** Without startMargin. */
  readonly deposited: number;
  readonly withdrawn: number;
  /** Still to be paid out at the end. */
  readonly owed: number;
  /** What could not be paid out; and the ISO date of the first of it, null without. */
  readonly missed: number;
  readonly ranOut: string | null;
  readonly interest: number;
  /** The internal rate of return; null where there is none, or several. */
  readonly moneyWeighted: number | null;
  readonly benchmarkMoneyWeighted: number | null;
  readonly universeMoneyWeighted: number | null;
  readonly benchmarkMissed: number;
  /** The same money in the benchmark and in the average share, one value a session. */
  readonly benchmarkValues: Float64Array;
  readonly universeValues: Float64Array;
}

/** What moved that was not traded, one value a session, in the run's currency. */
export interface MoneyMoves {
  readonly in: Float64Array;
  /** Paid out up to the session's mark. */
  readonly paid: Float64Array;
  /** Paid out behind it, as orders that are filled at the close of their own signal do. */
  readonly paidAfter: Float64Array;
  /** What could not be paid out. */
  readonly missed: Float64Array;
  readonly interest: Float64Array;
  /** At the session's mark: what is still to be paid out. */
  readonly owed: Float64Array;
}

/** What was bought and sold, one value a session: the fills' value in the run's currency, commission apart. */
export interface TradedValues {
  readonly bought: Float64Array;
  readonly sold: Float64Array;
}

/** A strategy/3's account, one value a session, in its currency: what the first and last fills of positions can't tell. */
export interface AccountBySession extends TradedValues {
  /** Money that is in no position, at the session's mark. */
  readonly cash: Float64Array;
  /** null with neither flows nor an interest. */
  readonly moves: MoneyMoves | null;
  /** The riskless return since the session before, as a fraction; null where the strategy has a fixed rate. */
  readonly riskless: Float64Array | null;
}

/** A close at which weights gave orders. */
export interface RebalanceRow {
  /** ISO date. */
  readonly date: string;
  /** How many orders. */
  readonly sells: number;
  readonly buys: number;
  /** Value of the sells at their closes and money of the buys, in percent of equity less what is owed. */
  readonly turnover: number;
}

/** Candidates that were not bought, by reason, over the run. */
export interface PassedOver {
  readonly unaffordable: number;
  readonly noSlot: number;
  readonly noCash: number;
  readonly noBar: number;
}

export type WarningCode =
  | "market-cap-missing"
  | "market-cap-look-ahead"
  | "adjclose-missing"
  | "prices-damaged"
  | "signals-trusted"
  | "facts-assumed"
  | "code-checked"
  | "symbols-missing"
  | "frequency-unusual"
  | "frequency-mixed"
  | "month-dated-first"
  | "split-in-prices"
  | "filled-at-signal"
  | "deposits-idle"
  | "flow-never-due"
  | "cash-series-ended";

export interface Warning {
  readonly code: WarningCode;
  readonly message: string;
}

/** Peak (the last session at the high), trough and recovery of the deepest fall; dates are ISO, recovery null while it lasts. */
export interface DrawdownSpan {
  readonly peakDate: string;
  readonly troughDate: string;
  readonly recoveryDate: string | null;
}

/** What was decided at the close of the run's last session, as if there were another; both lists may be empty. */
export interface NextOrders {
  /** ISO date of the last session. */
  readonly date: string;
  /** Open positions that are to be sold, by symbol. */
  readonly sells: readonly NextSell[];
  /** Candidates that are to be bought, in the order of their priority; with weights then more of open positions, by symbol. */
  readonly buys: readonly NextBuy[];
  /** Still to be paid out, in the run's currency; absent where nothing is. */
  readonly owed?: number;
}

/** What is known of an instrument that is to be bought or sold; absent in results of earlier versions. */
interface NextInstrument {
  /** Company name, or the symbol where none is known. */
  readonly label?: string;
  /** Its last close on the run's price basis, in the run's currency. */
  readonly close?: number;
}

export interface NextSell extends NextInstrument {
  readonly instrument: string;
  readonly reason: Exclude<ExitReason, "no-data" | "open">;
  readonly quantity: number;
}

export interface NextBuy extends NextInstrument {
  readonly instrument: string;
  /** Money set aside for the position, in the run's currency. */
  readonly slotValue: number;
  /** An estimate from the last close, since the fill is not known yet. */
  readonly quantity: number;
  /** True where money that came in is placed. */
  readonly moneyIn?: true;
}

/** What a bar of the run's universe is. */
export type Frequency = "daily" | "weekly" | "monthly";

/** The sections that a result/1 file and the stored report share. */
interface ReportSections {
  readonly metadata: {
    readonly strategyName: string;
    readonly backtestStart: string;
    readonly backtestEnd: string;
    readonly benchmark: string;
    readonly currency: string;
    readonly sessions: number;
    readonly instruments: number;
    readonly bars: number;
    /** Absent in results of earlier versions. */
    readonly frequency?: Frequency;
  };
  readonly performance: Performance;
  readonly benchmarkPerformance: BenchmarkPerformance;
  /** Of the average share; absent in results of earlier versions. */
  readonly universePerformance?: BenchmarkPerformance;
  readonly yearlyPerformance: readonly YearlyPerformance[];
  readonly positions: readonly Position[];
  readonly passedOver: PassedOver;
  readonly warnings: readonly Warning[];
  /** What was set back and when; only a run by weights has it. */
  readonly rebalances?: readonly RebalanceRow[];
  /** Absent in results of earlier versions. */
  readonly next?: NextOrders;
}

/**
 * What the benchmark of a run on adjusted prices has in it. total: its adjusted closes, so dividends as far as those have
 * them. price: closes as traded, since it has no others.
 */
export type BenchmarkReturns = "total" | "price";

/** A run's outcome with its curves as typed arrays, one row a session. */
export interface Report extends ReportSections {
  /** Of a series; absent in runs on prices as traded, and in results of earlier versions. */
  readonly benchmarkReturns?: BenchmarkReturns;
  /** By how many sessions a year its figures count; absent in results of earlier versions. */
  readonly sessionsOfYear?: number;
  readonly drawdown: DrawdownSpan | null;
  /** With flows or an interest on idle cash. */
  readonly money?: MoneyReport;
  /** The account at each session; only a strategy/3 has it. */
  readonly account?: AccountBySession;
  readonly equity: {
    /** EpochDay of each session. */
    readonly day: Int32Array;
    readonly value: Float64Array;
    readonly benchmark: Float64Array;
    /**
     * The average share: every instrument with a bar on the session in equal parts, set back on the first session of
     * each month, without costs. It starts at startMargin; absent in results of earlier versions.
     */
    readonly universe?: Float64Array;
    /** What the strategy made of startMargin, as if no money had come or gone; absent without flows. */
    readonly growth?: Float64Array;
    /** Open positions at each close. */
    readonly positions: Int32Array;
  };
}

/** All its curves: what is one value a session. */
export function curvesOf({
  equity,
  money,
  account,
}: Pick<Report, "equity" | "money" | "account">): (Float64Array | Int32Array)[] {
  const { day, value, benchmark, universe, growth, positions } = equity;
  return [
    day,
    value,
    benchmark,
    ...(universe ? [universe] : []),
    ...(growth ? [growth] : []),
    positions,
    ...(money ? [money.benchmarkValues, money.universeValues] : []),
    ...(account ? curvesOfAccount(account) : []),
  ];
}

function curvesOfAccount({ cash, bought, sold, moves, riskless }: AccountBySession): Float64Array[] {
  const moved = moves
    ? [moves.in, moves.paid, moves.paidAfter, moves.missed, moves.interest, moves.owed]
    : [];
  return [cash, bought, sold, ...moved, ...(riskless ? [riskless] : [])];
}

/**
 * What the strategy made, whatever money came and went: one value a session, from startMargin. Performance, falls, returns
 * and comparisons go by it; without flows it is the equity itself.
 */
export function growthCurve({ growth, value }: Pick<Report["equity"], "growth" | "value">): Float64Array {
  return growth ?? value;
}

/** The orders as result/1 has them, without what makes them easier to read. */
export function plainOrders({ date, sells, buys, owed }: NextOrders): NextOrders {
  return {
    date,
    sells: sells.map(({ instrument, reason, quantity }) => ({ instrument, reason, quantity })),
    buys: buys.map(({ instrument, slotValue, quantity, moneyIn }) => ({
      instrument,
      slotValue,
      quantity,
      ...(moneyIn && { moneyIn }),
    })),
    ...(owed !== undefined && { owed }),
  };
}

function plainMoney(money: MoneyReport): PlainMoney {
  const { benchmarkValues, universeValues } = money;
  return {
    ...money,
    benchmarkValues: Array.from(benchmarkValues),
    universeValues: Array.from(universeValues),
  };
}

/** result/1: the same as plain JSON. */
export interface ResultFile extends ReportSections {
  readonly format: "result/1";
  readonly equity: {
    readonly dates: readonly string[];
    readonly values: readonly number[];
    readonly benchmark: readonly number[];
    readonly universe?: readonly number[];
    readonly growth?: readonly number[];
  };
  readonly money?: PlainMoney;
}

type PlainMoney = Omit<MoneyReport, "benchmarkValues" | "universeValues"> & {
  readonly benchmarkValues: readonly number[];
  readonly universeValues: readonly number[];
};

export function toResultFile(report: Report): ResultFile {
  return {
    format: "result/1",
    metadata: report.metadata,
    performance: report.performance,
    benchmarkPerformance: report.benchmarkPerformance,
    ...(report.universePerformance !== undefined && { universePerformance: report.universePerformance }),
    yearlyPerformance: report.yearlyPerformance,
    positions: report.positions,
    equity: {
      dates: Array.from(report.equity.day, formatIsoDay),
      values: Array.from(report.equity.value),
      benchmark: Array.from(report.equity.benchmark),
      ...(report.equity.universe !== undefined && { universe: Array.from(report.equity.universe) }),
      ...(report.equity.growth !== undefined && { growth: Array.from(report.equity.growth) }),
    },
    passedOver: report.passedOver,
    warnings: report.warnings,
    ...(report.rebalances !== undefined && { rebalances: report.rebalances }),
    ...(report.money !== undefined && { money: plainMoney(report.money) }),
    ...(report.next !== undefined && { next: plainOrders(report.next) }),
  };
}
