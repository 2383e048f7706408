/** What page and worker say to each other. Everything here is cloned or transferred; failures travel as data. */
import type { ComputedField } from "./computed-field.ts";
import type { FieldTrial } from "./field-trial.ts";
import type { Analysis, AnalysisRequest, PeriodRequest, RunPeriod, Trace } from "./analysis.ts";
import type { CandidateDays, InstrumentBars, InstrumentSummary, UniverseNames } from "./instruments.ts";
import type { DatasetSource } from "./dataset-source.ts";
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
import type { PassedOver, Performance, Position, Report } from "./report.ts";
import type { Otherwise, RandomEntries } from "./robustness.ts";
import type { RunSketch } from "./run-sketch.ts";
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

/** Variants of one strategy, on the same prices. */
export interface VariantsRequest {
  readonly strategies: readonly Strategy[];
  readonly source: DatasetSource;
}

/** What a variant's own run would give. */
export interface VariantFigures {
  readonly performance: Performance;
  readonly passedOver: PassedOver;
}

/** Runs whose accounts were joined, each going on with what the one before ended with. */
export interface ChainedRun {
  /** Of each run by itself. */
  readonly performances: readonly Performance[];
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
  /** Of the first run: a symbol, or what stands for none. */
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

export interface TraceRequest extends RunRequest {
  /** Of the run's report. */
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
  /** As rules name it. */
  readonly name: string;
  /** Instruments. */
  readonly done: number;
  readonly of: number;
}

export interface WorkerApi {
  /** Answers at once: the worker is loaded and listening. */
  hello(): Promise<"ready">;
  run(request: RunRequest, onProgress: (progress: Progress) => void): Promise<Result<Report>>;
  /** The run, of which only a few figures and two small curves come back. */
  sketchRun(request: RunRequest): Promise<Result<RunSketch>>;
  /** Simulates each for its figures, in their order; one that can't be run has its own problem. */
  runVariants(request: VariantsRequest): Promise<Result<readonly Result<VariantFigures>[]>>;
  /** Runs them one after the other and joins their accounts; the first that can't be run ends it. */
  chainRuns(request: VariantsRequest): Promise<Result<ChainedRun>>;
  /** The run with one thing of it otherwise. */
  runOtherwise(request: OtherwiseRequest): Promise<Result<VariantFigures>>;
  /** Runs that buy by chance on the days of the strategy's own buys. */
  randomEntries(request: RandomEntriesRequest): Promise<Result<RandomEntries>>;
  /** Loads the code of imports, and of what goes on with a dataset that grew. */
  prepareImport(): Promise<Result<null>>;
  /** Takes files of an import, in place of those from number `from` on that it was given before. */
  takeFiles(from: number, files: readonly ImportFile[]): Promise<void>;
  /** Reads the files and says what is in them; nothing is stored. */
  checkImport(plan: HandedPlan, onProgress: (progress: Progress) => void): Promise<Result<DryRun>>;
  /** Stores what the dry run of the same plan found, all or nothing. */
  commitImport(
    request: HandedCommit,
    onProgress: (progress: Progress) => void,
  ): Promise<Result<ImportOutcome>>;
  /** Counts what passes each rule on the last session of the strategy's period. */
  preview(request: RunRequest): Promise<Result<Preview>>;
  /**
   * Goes through the run ahead of it, on prices that the worker has: nothing is read for it, and any other call ends it.
   * What it comes to, or why it is refused; null where it did not come to its end.
   */
  rehearse(request: RunRequest): Promise<Result<RunSketch> | null>;
  /** Why an instrument was, or was not, bought or sold on a day of the run. */
  explain(request: WhyRequest): Promise<Result<Why>>;
  /** One position of a finished run day by day. */
  follow(request: PositionRequest): Promise<Result<PositionPath>>;
  /** What of a finished run needs its prices again. */
  trace(request: TraceRequest): Promise<Result<Trace>>;
  /** What a finished run's report says beyond its figures; needs no prices. */
  analyse(request: AnalysisRequest): Promise<Result<Analysis>>;
  /** The figures of a part of a finished run; needs no prices. */
  measurePeriod(request: PeriodRequest): Promise<Result<RunPeriod>>;
  /** Repeats the run with the data cut at many sessions, and compares what it decided. */
  checkLookAhead(
    request: RunRequest,
    onProgress: (progress: Progress) => void,
  ): Promise<Result<LookAheadVerdict>>;
  /** Steps, checks and expectations of virtual deployments. */
  deploy(work: DeployWork): Promise<Result<DeployAnswer>>;
  /** A stored dataset as a zip archive of canonical CSV files. */
  exportDataset(datasetId: string): Promise<Result<LocalBytes>>;
  /** The instruments of all the source's files, by symbol, with what their bars show. */
  listInstruments(source: DatasetSource): Promise<Result<readonly InstrumentSummary[]>>;
  /** Symbols and sectors of an exchange and type, in the market's order. */
  nameUniverse(request: UniverseRequest): Promise<Result<UniverseNames>>;
  /** Bars and days of one instrument: those on which it passes scanner and buy rules. */
  findDays(request: DaysRequest): Promise<Result<CandidateDays>>;
  /**
   * A person's number on one instrument, or what is wrong with its source.
   *
   * @param isWanted - asked before each step; where it is false nobody waits for the answer any more
   */
  tryField(request: TrialRequest, isWanted: () => Promise<boolean>): Promise<Result<FieldTrial>>;
  /** All bars of one instrument. */
  loadBars(source: DatasetSource, symbol: string): Promise<Result<InstrumentBars>>;
  deleteDataset(datasetId: string): Promise<Result<null>>;
  /** Ends the import that a person put away, with what it read and staged; none there is fine. */
  forgetImport(): Promise<Result<null>>;
  /** Deletes what interrupted imports left: staged files, and the columns of these ids. */
  sweepDatasets(abandoned: readonly string[]): Promise<Result<null>>;
}

/** Posted by the worker every second beside Comlink's messages, so that a dead or hung worker is noticed. */
export const HEARTBEAT = "tidemark-heartbeat";

/** Posted by the worker before a step during which it can't beat; holds until the next heartbeat. */
export const LONG_STEP = "tidemark-long-step";
