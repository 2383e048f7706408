/** What page and worker say to each other. Everything here is cloned or transferred; failures travel as data. */
import type { ComputedField } from "./computed-field.ts";
import type { FieldTrial } from "./field-trial.ts";
import type { Analysis, AnalysisRequest, PeriodRequest, RunPeriod, Trace } from "./analysis.ts";
import type { CandidateDays, InstrumentBars, InstrumentSummary, UniverseNames } from "./instruments.ts";
import type { DatasetSource } from "./dataset-source.ts";
import type { AccountFigures, Holdings } from "./holdings.ts";
import type { LastingDraws, LastingQuestion } from "./lasting.ts";
import type { DeployAnswer, DeployWork } from "./deploy-work.ts";
import type { LookAheadVerdict } from "./look-ahead.ts";
import type {
  DryRun,
  HandedCommit,
  HandedPlan,
  ImportFile,
  ImportOutcome,
  LocalBytes,
} from "./import-plan.ts";
import type { PositionKey, PositionPath } from "./position-path.ts";
import type { Preview } from "./preview.ts";
import type { Result } from "./problem.ts";
import type { Frequency, PassedOver, Performance, Position, Report, RunFill, SaleCounts } from "./report.ts";
import type { Otherwise, RandomEntries } from "./robustness.ts";
import type { RehearsedSketch, RunSketch } from "./run-sketch.ts";
import type { Strategy } from "./strategy.ts";
import type { Why } from "./why.ts";

export interface RunRequest {
  readonly strategy: Strategy;
  readonly source: DatasetSource;
}

/** One instrument of a strategy's universe. */
export interface DaysRequest extends RunRequest {
  readonly instrument: string;
}

/** A person's number; the strategy says on which prices and against which benchmark, its rules are not looked at. */
export interface TrialRequest extends RunRequest {
  readonly field: ComputedField;
  /** null where only the syntax is to be looked at. */
  readonly instrument: string | null;
  /** It is to be run again, alone and on shorter histories, which takes longer. */
  readonly isChecked: boolean;
}

/** The instruments of one exchange and type. */
export interface UniverseRequest {
  readonly source: DatasetSource;
  readonly exchange: string;
  readonly instrumentType: string;
}

export interface BarsRequest {
  readonly source: DatasetSource;
  readonly symbol: string;
}

/** Variants of one strategy, on the same prices. */
export interface VariantsRequest {
  readonly strategies: readonly Strategy[];
  readonly source: DatasetSource;
}

/** What a variant's own run would give. */
export interface VariantFigures {
  readonly performance: Performance;
  readonly passedOver: PassedOver;
  /** Figures of the account; only a strategy/3 has them. */
  readonly account?: AccountFigures;
}

/** Runs whose accounts were joined, each going on with what the one before ended with. */
export interface ChainedRun {
  /** The performance of each run by itself. */
  readonly performances: readonly Performance[];
  /** Of the first run's bars; absent where they are of days. */
  readonly frequency?: Frequency;
  /** EpochDay of each session of all of them, and the joined account at its close. */
  readonly day: Int32Array;
  readonly value: Float64Array;
  readonly startValue: number;
  readonly endValue: number;
  /** Percent a year; null is undefined. */
  readonly cagr: number | null;
  /** Percent, <= 0. */
  readonly maxDrawdown: number;
  readonly sharpeRatio: number | null;
  /** What the runs are compared with, over the same spans; missing in what was stored before it was asked for. */
  readonly benchmark?: ChainedBenchmark;
  /** The average share likewise; missing where a run has none. */
  readonly average?: ChainedBenchmark;
}

/** The benchmarks of runs, joined as the accounts are: each span begins at its first session's close. */
export interface ChainedBenchmark {
  /** The name that the first run's benchmark has: a symbol, or what stands for none. */
  readonly label: string;
  /** At each session's close, as the account's; missing in what was stored before it was drawn. */
  readonly value?: Float64Array;
  /** From the account's start value on. */
  readonly endValue: number;
  /** Percent a year; null is undefined. */
  readonly cagr: number | null;
  /** Percent, <= 0. */
  readonly maxDrawdown: number;
  readonly sharpeRatio: number | null;
}

export interface OtherwiseRequest extends RunRequest {
  readonly how: Otherwise;
}

/** Draws `first` .. `first + count - 1`; each draw has a stream of chance of its own. */
export interface RandomEntriesRequest extends RunRequest {
  readonly first: number;
  readonly count: number;
}

/** A question about one instrument and one day of a run. */
export interface WhyRequest extends RunRequest {
  readonly instrument: string;
  /** ISO. */
  readonly date: string;
}

export interface LastingRequest extends RunRequest, LastingQuestion {}

export interface TraceRequest extends RunRequest {
  /** The positions that are traced, as the run's report has them. */
  readonly positions: readonly Position[];
}

/** A question about one position of a run. */
export interface PositionRequest extends RunRequest {
  readonly position: PositionKey;
}

export type Stage =
  | "starting"
  | "reading"
  | "computing"
  | "aligning"
  | "simulating"
  | "measuring"
  | "storing"
  | "checking";

/** A hint about a run or import under way; the outcome may overtake the last one. */
export interface Progress {
  readonly stage: Stage;
  readonly bytesRead: number;
  /** null where the size is not known ahead. */
  readonly bytesTotal: number | null;
  readonly rows: number;
  /** ISO date that the simulation reached. */
  readonly date: string | null;
  /** Positions entered so far. */
  readonly positions: number;
  /** The number from own code that is at work; absent before the first. */
  readonly field?: FieldProgress;
  /** 0..100 over the whole job; never falls. */
  readonly percent: number;
  /** Seconds, an estimate; null while there is none. */
  readonly secondsLeft: number | null;
}

/** How far a number from own code is. */
export interface FieldProgress {
  readonly what: "computing" | "checking";
  /** The name by which rules call it. */
  readonly name: string;
  /** Instruments. */
  readonly done: number;
  readonly of: number;
}

/** A call of the worker. What a caller may listen with is told, or asked, while the call is under way. */
interface Call<Request, Answer, OnProgress = never> {
  readonly request: Request;
  readonly answer: Answer;
  readonly onProgress: OnProgress;
}

export type ProgressListener = (progress: Progress) => void;

/** What the page asks of the worker. A request of null says all by its name; each answer comes as a Result. */
export interface Calls {
  readonly run: Call<RunRequest, Report, ProgressListener>;
  /** The run, of which only a few figures and two small curves come back. */
  readonly sketchRun: Call<RunRequest, RunSketch>;
  /** Simulates each for its figures, in their order; one that can't be run has its own problem. */
  readonly runVariants: Call<VariantsRequest, readonly Result<VariantFigures>[]>;
  /** Runs them one after the other and joins their accounts; the first that can't be run ends it. */
  readonly chainRuns: Call<VariantsRequest, ChainedRun>;
  /** The run with one thing of it otherwise. */
  readonly runOtherwise: Call<OtherwiseRequest, VariantFigures>;
  /** Runs that buy by chance on the days of the strategy's own buys. */
  readonly randomEntries: Call<RandomEntriesRequest, RandomEntries>;
  /**
   * Goes through the run ahead of it, on prices that the worker has: nothing is read for it, and any other call ends it.
   * What it comes to, or why it is refused; null where it did not come to its end.
   */
  readonly rehearse: Call<RunRequest, RehearsedSketch | null>;
  /** Repeats the run with the data cut at many sessions, and compares what it decided. */
  readonly checkLookAhead: Call<RunRequest, LookAheadVerdict, ProgressListener>;
  /** Counts what passes each rule on the last session of the strategy's period. */
  readonly preview: Call<RunRequest, Preview>;
  /** Bars and days of one instrument: those on which it passes scanner and buy rules. */
  readonly findDays: Call<DaysRequest, CandidateDays>;
  /**
   * A person's number on one instrument, or what is wrong with its source. The caller is asked before each step whether
   * the answer is still wanted: where it is not, the trial ends and its worker stays.
   */
  readonly tryField: Call<TrialRequest, FieldTrial, () => Promise<boolean>>;
  /** Why an instrument was, or was not, bought or sold on a day of the run. */
  readonly explain: Call<WhyRequest, Why>;
  /** One position of a finished run day by day. */
  readonly follow: Call<PositionRequest, PositionPath>;
  /** Every fill of a finished run, in the order in which they happened. */
  readonly listFills: Call<RunRequest, readonly RunFill[]>;
  /** Why a finished run sold: its sales, of parts as well, by their reason. */
  readonly countSales: Call<RunRequest, SaleCounts>;
  /** What of a finished run needs its prices again. */
  readonly trace: Call<TraceRequest, Trace>;
  /** What a finished run by weights held, and how it was set back to its plan. */
  readonly holdings: Call<RunRequest, Holdings>;
  /** Whether the money of a finished run would have lasted in other orders of its months; null where it is too short to say. */
  readonly drawLasting: Call<LastingRequest, LastingDraws | null>;
  /** What a finished run's report says beyond its figures; needs no prices. */
  readonly analyse: Call<AnalysisRequest, Analysis>;
  /** The figures of a part of a finished run; needs no prices. */
  readonly measurePeriod: Call<PeriodRequest, RunPeriod>;
  /** Steps, checks and expectations of virtual deployments. */
  readonly deploy: Call<DeployWork, DeployAnswer>;
  /** The instruments of all the source's files, by symbol, with what their bars show. */
  readonly listInstruments: Call<DatasetSource, readonly InstrumentSummary[]>;
  /** Symbols and sectors of an exchange and type, in the market's order. */
  readonly nameUniverse: Call<UniverseRequest, UniverseNames>;
  /** All bars of one instrument. */
  readonly loadBars: Call<BarsRequest, InstrumentBars>;
  /** Loads the code of imports, and of what goes on with a dataset that grew: while the person looks for files. */
  readonly prepareImport: Call<null, null>;
  /** Reads the files that the worker was given, and says what is in them; nothing is stored. */
  readonly checkImport: Call<HandedPlan, DryRun, ProgressListener>;
  /** Stores what the dry run of the same plan found under the request's datasetId, all or nothing. */
  readonly commitImport: Call<HandedCommit, ImportOutcome, ProgressListener>;
  /** Ends the import that a person put away, with what it read and staged; none there is fine. */
  readonly forgetImport: Call<null, null>;
  /** A stored dataset, by its id, as a zip archive of canonical CSV files. */
  readonly exportDataset: Call<string, LocalBytes>;
  /** Deletes the columns of a dataset, by its id; none there is fine. */
  readonly deleteDataset: Call<string, null>;
  /** Deletes what interrupted imports left: staged files, and the columns of these ids. */
  readonly sweepDatasets: Call<readonly string[], null>;
}

export type CallName = keyof Calls;

/** The worker as its page sees it through Comlink. */
export interface WorkerApi {
  /** Answers at once: the worker is loaded and listening. */
  hello(): Promise<"ready">;
  /** Takes files of an import, in place of those from number `from` on that it was given before. */
  takeFiles(from: number, files: readonly ImportFile[]): Promise<void>;
  answer<Name extends CallName>(
    name: Name,
    request: Calls[Name]["request"],
    onProgress?: Calls[Name]["onProgress"],
  ): Promise<Result<Calls[Name]["answer"]>>;
}

/** Posted by the worker every second beside Comlink's messages, so that a dead or hung worker is noticed. */
export const HEARTBEAT = "tidemark-heartbeat";

/** Posted by the worker before a step during which it can't beat; holds until the next heartbeat. */
export const LONG_STEP = "tidemark-long-step";
