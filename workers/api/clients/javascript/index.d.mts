/** Client of a Tidemark server of this machine. Dates are ISO, percents in percent, money in the run's currency. */

/** strategy/1, strategy/2 or strategy/3; a field that is missing has its default. */
export type Strategy = object;

export interface Problem {
  readonly code: string;
  /** The field, as `buy.rules[0]`; "" for the whole. */
  readonly place: string;
  /** Of the place's text, from 1; null where there is none. */
  readonly column: number | null;
  readonly message: string;
}

export interface Question {
  readonly id: string;
  readonly file: string;
  readonly text: string;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
}

/** What the server refused, in its words. */
export declare class TidemarkError extends Error {
  readonly code: string;
  readonly detail: string;
  readonly problems: readonly Problem[];
  readonly questions: readonly Question[];
  readonly status: number | null;
}

export interface WorkRecord {
  readonly id: string;
  readonly status: "waiting" | "running" | "done" | "failed" | "cancelled";
  /** 0 to 1. */
  readonly progress: number;
  readonly dataset: { readonly id: string; readonly hash: string };
  readonly strategyName: string;
  readonly strategyHash: string;
  readonly engine: string;
  readonly created: string;
  readonly started: string | null;
  readonly ended: string | null;
}

export interface Dataset {
  readonly id: string;
  readonly name: string;
  readonly source: "folder" | "upload";
  readonly status: "reading" | "ready" | "failed";
  readonly hash: string | null;
  readonly instruments: number;
  readonly bars: number;
  readonly first: string;
  readonly last: string;
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

/** From the first fill that opens it to the last: parts may be bought and sold in between. */
export interface Position {
  readonly instrument: string;
  readonly label: string;
  readonly entryDate: string;
  readonly exitDate: string;
  readonly entryPrice: number;
  readonly exitPrice: number;
  readonly quantity: number;
  readonly profit: number;
  readonly profitPercent: number;
  readonly daysHeld: number;
  readonly exitReason: string;
}

/** result/1. */
export interface RunResult {
  readonly format: "result/1";
  readonly metadata: Readonly<Record<string, string | number>>;
  readonly performance: Performance;
  readonly positions: readonly Position[];
  readonly equity: {
    readonly dates: readonly string[];
    readonly values: readonly number[];
    readonly benchmark: readonly number[];
    /** The average share; earlier versions had none. */
    readonly universe?: readonly number[];
    /** What the strategy made of startMargin, as if no money had come or gone; with money in and out only. */
    readonly growth?: readonly number[];
  };
  /** A year each, with its `flows` where money came or went; `growthPercent` is null where nothing was left to grow. */
  readonly yearlyPerformance: readonly Readonly<Record<string, number | null>>[];
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
  /** The closes at which weights gave orders; with weights only. */
  readonly rebalances?: readonly Rebalance[];
  /** With money in and out, or an interest on idle cash, only. */
  readonly money?: Money;
}

/** A close at which weights gave orders. */
export interface Rebalance {
  readonly date: string;
  /** How many orders. */
  readonly sells: number;
  readonly buys: number;
  /** Value of the sells and money of the buys, in percent of the account. */
  readonly turnover: number;
}

/** Where money came from and went to; rates in percent a year, null is undefined. */
export interface Money {
  /** Without startMargin. */
  readonly deposited: number;
  readonly withdrawn: number;
  /** Still to be paid out at the end. */
  readonly owed: number;
  /** What could not be paid out; and the date of the first of it, null without. */
  readonly missed: number;
  readonly ranOut: string | null;
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

export interface Axis {
  /** "sell.trailingStopLoss" or "simulation.flows[0].amount", or with `number` the place of a rule or weight: "buy.rules[0]". */
  readonly path: string;
  /** Which number of the rule's text, from 1. */
  readonly number?: number;
  readonly values: readonly (number | string | boolean | null | readonly string[])[];
}

export interface Row {
  readonly index: number;
  readonly values: Axis["values"];
  /** null where the variant failed. */
  readonly performance: Performance | null;
  readonly account: string | null;
  readonly problem: { readonly code: string } | null;
  readonly equity?: readonly number[];
}

export interface WaitOptions {
  /** Told about once a second. */
  readonly onProgress?: (record: WorkRecord) => void;
  /** Cancels the work; the promise is rejected with the code `cancelled`. */
  readonly signal?: AbortSignal;
}

export interface NamedFile {
  readonly name: string;
  readonly data: Blob | string | Uint8Array<ArrayBuffer>;
}

/** symbol, date and one more number, by its name or as `value`. */
export type Numbers = Iterable<{
  readonly symbol: string;
  readonly date: string | Date;
  readonly [name: string]: unknown;
}>;

/** Every call rejects with a TidemarkError. `dataset` may be left out where the server has one only. */
export declare class Tidemark {
  /** Without them, TIDEMARK_URL and TIDEMARK_TOKEN. */
  constructor(server?: { readonly url?: string | undefined; readonly token?: string | undefined });
  health(): Promise<{ readonly status: "ok"; readonly version: string; readonly engine: string }>;
  functions(): Promise<
    readonly { readonly name: string; readonly sentence: string; readonly example: string }[]
  >;
  datasets(): Promise<readonly Dataset[]>;
  dataset(dataset: string): Promise<Dataset>;
  instruments(dataset: string): Promise<readonly { readonly symbol: string; readonly name: string }[]>;
  /** Files that can be read in several ways are refused with `questions`; say the same with `answers`. */
  upload(
    files: readonly NamedFile[],
    name: string,
    options?: {
      readonly exchange?: string;
      /** "RATE" has the files read as series of rates: any numbers, never traded. */
      readonly instrumentType?: string;
      readonly answers?: Readonly<Record<string, string>>;
      readonly dryRun?: boolean;
    },
  ): Promise<Dataset>;
  /** All of them or none. */
  addFiles(
    dataset: string,
    files: readonly NamedFile[],
    options?: { readonly replace?: boolean },
  ): Promise<unknown>;
  /** A model's own numbers, known on their day's close; what had the name is replaced as a whole. */
  signals(numbers: Numbers, dataset?: string, name?: string): Promise<unknown>;
  /** As signals, for numbers that rules may use from the day after their date on. */
  facts(numbers: Numbers, dataset?: string, name?: string): Promise<unknown>;
  check(strategy: unknown, dataset?: string): Promise<readonly Problem[]>;
  run(strategy: Strategy, dataset?: string, options?: WaitOptions): Promise<RunResult>;
  start(strategy: Strategy, dataset?: string): Promise<WorkRecord>;
  wait(run: string, options?: WaitOptions): Promise<WorkRecord>;
  result(run: string): Promise<RunResult>;
  /** Newest first. */
  runs(): Promise<readonly WorkRecord[]>;
  cancel(run: string): Promise<WorkRecord>;
  delete(run: string): Promise<void>;
  /** All variants that the axes make, by index; the last axis runs fastest. */
  sweep(
    strategy: Strategy,
    axes: readonly Axis[],
    dataset?: string,
    options?: WaitOptions & { readonly keep?: readonly "equity"[] },
  ): AsyncGenerator<Row, void, undefined>;
}
