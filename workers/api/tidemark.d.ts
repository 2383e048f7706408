/**
 * What the package `tidemark` gives: the same engine as the app, in Node 20.19 and newer. These are its published types;
 * index.ts is held against them by the compiler. Dates are ISO, percents in percent, money in the run's currency.
 */

/** Prices and facts as the library keeps them: in a temporary file and in threads of their own, never in the caller's. */
export interface Market {
  /** `sha256:` and 64 hex digits of what the engine reads: instruments, bars, facts and signals, whatever files they came in. */
  readonly hash: string;
  readonly instruments: number;
  readonly bars: number;
  /** Days of the first and the last bar; "" without a bar. */
  readonly first: string;
  readonly last: string;
  /** Numbers that rules can name beside the prices. */
  readonly facts: readonly FactInfo[];
  /** What was understood of each file, and which of its rows were left out. */
  readonly files: readonly FileReport[];
  /** `not-read` names files of the folders that are no CSV, and how to make one of them. */
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
  /** Frees memory and file. A program may end without it. */
  close(): Promise<void>;
}

export interface FactInfo {
  readonly name: string;
  readonly kind: "fact" | "signal";
  /** Count of the instruments of which a value is known. */
  readonly instruments: number;
  /** Days on which the first and the last value became known; "" without a value. */
  readonly first: string;
  readonly last: string;
}

export interface FileReport {
  readonly file: string;
  readonly rows: number;
  readonly leftOut: number;
  /** The first ten rows that were left out, each with its place, the reason and the mend. */
  readonly issues: readonly string[];
}

export interface OpenOptions {
  /** Exchange of the instruments that instruments.csv does not place; NSE without it. */
  readonly exchange?: string;
  /** Their type; EQUITY without it. INDEX and RATE, a series of rates, are never traded. */
  readonly instrumentType?: string;
  /** Told how much of the files was read. */
  readonly onProgress?: (progress: { readonly bytesRead: number; readonly rows: number }) => void;
  /** Ends the reading; the promise is rejected with the code `cancelled`. */
  readonly signal?: AbortSignal;
}

export interface RunOptions {
  /** Told some times a second how far the run is. */
  readonly onProgress?: (progress: RunProgress) => void;
  /** Ends the run; the promise is rejected with the code `cancelled`. */
  readonly signal?: AbortSignal;
  /**
   * Whether own code in the strategy may run: in processes without files, programs and, where the system can, network. `open` runs it
   * where such a wall is missing as well. Without it a strategy with own code is refused as `code-not-allowed`.
   */
  readonly allowCode?: boolean | "open";
}

export interface RunProgress {
  /** 0 to 1. */
  readonly share: number;
  /** The session that was reached; null before the first. */
  readonly date: string | null;
  /** Entered so far. */
  readonly positions: number;
}

/** A strategy/1, strategy/2 or strategy/3 as JSON; a field that is missing has its default. It is checked where it is used. */
export type Strategy = object;

export interface Problem {
  readonly code: string;
  /** The field, as `buy.rules[0]`, or the file; "" for the strategy as a whole. */
  readonly place: string;
  /** Column of the place's text, from 1; null where there is none. */
  readonly column: number | null;
  /** What is wrong, where, and the mend. */
  readonly message: string;
}

/** Every error of this package. */
export declare class TidemarkError extends Error {
  /** What went wrong, for programs: `strategy-invalid`, `data-missing`, `cancelled`, … */
  readonly code: string;
  /** The field or the file that the message names; null where it names none. */
  readonly place: string | null;
  /** All that is wrong, where that is more than one thing; at least one. */
  readonly problems: readonly Problem[];
  constructor(
    problem: { readonly code: string; readonly message: string; readonly place?: string | undefined },
    problems?: readonly Problem[],
  );
}

/**
 * Reads price files: folders, files, `.gz` and `.zip`, with the facts.csv, signals.csv and instruments.csv among them.
 *
 * @throws {TidemarkError} where a path is not there or a file can't be used
 */
export declare function openMarket(paths: string | readonly string[], options?: OpenOptions): Promise<Market>;

/** Everything that is wrong with the strategy, on this market where one is given; an empty list for one that can run. */
export declare function checkStrategy(strategy: unknown, market?: Market): Problem[];

/**
 * The run of a strategy on a market; the same strategy and market give the same result, to the bit.
 *
 * @throws {TidemarkError} where strategy or market can't be run, and when `signal` ends it
 */
export declare function simulate(
  market: Market,
  strategy: Strategy,
  options?: RunOptions,
): Promise<SimulationResult>;

/**
 * What a sweep varies: a setting, as `sell.trailingStopLoss`, or a figure within one, as `simulation.flows[0].amount`; or the
 * `number`-th number (from 1) of a rule's text, as `buy.rules[0]` or `simulation.weights[2].weight`.
 */
export interface SweepAxis {
  readonly path: string;
  readonly number?: number;
  readonly values: readonly (number | string | boolean | null | readonly string[])[];
}

export interface SweepOptions {
  /** Threads; without it and at most as many as the machine has cores. */
  readonly threads?: number;
  /** Ends the sweep; the next row is rejected with the code `cancelled`. */
  readonly signal?: AbortSignal;
  /** Whether own code may run, as for a run. */
  readonly allowCode?: boolean | "open";
  /** `equity` adds each variant's curve, for at most 10,000 variants. */
  readonly keep?: readonly "equity"[];
}

export interface SweepRow {
  /** From 0; the last axis runs fastest. */
  readonly index: number;
  /** One an axis. */
  readonly values: readonly (number | string | boolean | null | readonly string[])[];
  /** null where the variant failed, as is the account. */
  readonly performance: Performance | null;
  /** `sha256:` and the hash, in hex, of the little-endian doubles of `equity.values`. */
  readonly account: string | null;
  readonly problem: { readonly code: string; readonly message: string } | null;
  /** With `keep: ["equity"]`: one value a session. */
  readonly equity?: readonly number[];
}

/**
 * Runs all variants of a strategy that 1 to 8 axes make, at most 1,000,000. Rows come by index; a variant that fails has a `problem`.
 *
 * @throws {TidemarkError} where strategy or axes can't be run, and when `signal` ends it
 */
export declare function sweep(
  market: Market,
  strategy: Strategy,
  axes: readonly SweepAxis[] | { readonly axes: readonly SweepAxis[] },
  options?: SweepOptions,
): AsyncGenerator<SweepRow, void, undefined>;

/** The functions of the rule language, in the order of its reference. */
export declare function functions(): FunctionInfo[];

export interface FunctionInfo {
  readonly name: string;
  readonly arguments: readonly FunctionArgument[];
  /** What the number is counted in: price, percent, none, or as its arguments. */
  readonly unit: string;
  readonly sentence: string;
  readonly example: string;
}

export interface FunctionArgument {
  readonly name: string;
  readonly sentence: string;
  readonly optional: boolean;
}

/** `result/1`. */
export interface SimulationResult {
  readonly format: "result/1";
  readonly metadata: {
    readonly strategyName: string;
    readonly backtestStart: string;
    readonly backtestEnd: string;
    readonly benchmark: string;
    readonly currency: string;
    readonly sessions: number;
    readonly instruments: number;
    readonly bars: number;
    /** Whether a bar of the universe is a day, a week or a month; absent in results of earlier versions. */
    readonly frequency?: "daily" | "weekly" | "monthly";
  };
  readonly performance: Performance;
  readonly benchmarkPerformance: YardstickPerformance;
  /** Of the average share: all in equal parts, set back each month, without costs; earlier versions had none. */
  readonly universePerformance?: YardstickPerformance;
  readonly yearlyPerformance: readonly {
    readonly year: number;
    readonly startValue: number;
    readonly endValue: number;
    /** endValue less startValue less flows. */
    readonly growth: number;
    /** As if no money had come or gone; null where nothing was left to grow. */
    readonly growthPercent: number | null;
    readonly benchmarkPercent: number;
    /** Money in less money out; with `simulation.flows` only. */
    readonly flows?: number;
  }[];
  readonly positions: readonly Position[];
  readonly equity: {
    readonly dates: readonly string[];
    readonly values: readonly number[];
    readonly benchmark: readonly number[];
    /** The average share; earlier versions had none. */
    readonly universe?: readonly number[];
    /** What the strategy made of startMargin, as if no money had come or gone; with `simulation.flows` only. */
    readonly growth?: readonly number[];
  };
  readonly passedOver: {
    readonly unaffordable: number;
    readonly noSlot: number;
    readonly noCash: number;
    readonly noBar: number;
  };
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
  /** The closes at which weights gave orders; with weights only. */
  readonly rebalances?: readonly Rebalance[];
  /** With `simulation.flows` or `simulation.cash` only. */
  readonly money?: Money;
  /** What was decided at the close of the last session, as if there were another. */
  readonly next?: {
    readonly date: string;
    /** Of all of a position, or of a part of it: for `rebalance` or `payment`. */
    readonly sells: readonly {
      readonly instrument: string;
      readonly reason: string;
      readonly quantity: number;
    }[];
    /** Those that wait; with weights new positions first, then more of open ones. */
    readonly buys: readonly {
      readonly instrument: string;
      /** The order's money. */
      readonly slotValue: number;
      /** An estimate from the last close. */
      readonly quantity: number;
      /** Money that came in is placed. */
      readonly moneyIn?: true;
    }[];
    /** Still to be paid out; absent where nothing is. */
    readonly owed?: number;
  };
}

/** A close at which weights gave orders. */
export interface Rebalance {
  readonly date: string;
  /** How many orders. */
  readonly sells: number;
  readonly buys: number;
  /** Value of the sells at their closes and money of the buys, in percent of equity less what is owed. */
  readonly turnover: number;
}

/** Where money came from and went to, in the run's currency; rates in percent a year, null is undefined. */
export interface Money {
  /** Without startMargin. */
  readonly deposited: number;
  readonly withdrawn: number;
  /** Still to be paid out at the end. */
  readonly owed: number;
  /** What could not be paid out; and the date of the first of it, null without. */
  readonly missed: number;
  readonly ranOut: string | null;
  /** What idle cash earned. */
  readonly interest: number;
  /** A person's own return (XIRR), which counts when the money came; and of the same money in benchmark and average share. */
  readonly moneyWeighted: number | null;
  readonly benchmarkMoneyWeighted: number | null;
  readonly universeMoneyWeighted: number | null;
  readonly benchmarkMissed: number;
  /** The same money in benchmark and average share, one value a session. */
  readonly benchmarkValues: readonly number[];
  readonly universeValues: readonly number[];
}

/** null is undefined. Percents, falls and ratios are as if no money had come or gone. */
export interface Performance {
  readonly startValue: number;
  readonly endValue: number;
  /** endValue less startValue, less what was put in, plus what was taken out. */
  readonly totalGrowth: number;
  readonly totalGrowthPercent: number;
  readonly cagr: number | null;
  readonly maxDrawdown: number;
  readonly sharpeRatio: number | null;
  readonly sortinoRatio: number | null;
  readonly calmarRatio: number | null;
  readonly volatility: number | null;
  readonly winRate: number | null;
  readonly trades: number;
  /** The mean over the sessions of value of positions / equity, percent; earlier versions had none. */
  readonly exposure?: number;
}

/** What a run is held against, from the same money on the same dates. */
export interface YardstickPerformance {
  readonly endValue: number;
  readonly cagr: number | null;
  readonly maxDrawdown: number;
  readonly sharpeRatio: number | null;
}

/** From the first fill that opens it to the last: parts may be bought and sold in between. */
export interface Position {
  readonly instrument: string;
  readonly label: string;
  readonly entryDate: string;
  readonly exitDate: string;
  /** Mean price of all that was bought, and of all that was sold or is held at its last close. */
  readonly entryPrice: number;
  readonly exitPrice: number;
  /** All that was bought. */
  readonly quantity: number;
  readonly profit: number;
  readonly profitPercent: number;
  readonly daysHeld: number;
  readonly exitReason: string;
}
