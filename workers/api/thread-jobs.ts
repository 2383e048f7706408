/** What a thread of the library can be asked to do, and how it is asked. Everything here crosses threads as plain data. */
import type { FileNotes, InstrumentDefaults } from "#workers/model/reading.ts";
import type { Problem } from "#workers/model/problem.ts";
import type { ResultFile } from "#workers/model/report.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import type { ColumnsPlace } from "./columns-market.ts";
import type { PassedOver } from "./list-sources.ts";
import type { MarketOutline } from "./outline.ts";
import type { CodeAllowed } from "./run-strategy.ts";
import type { FileReport } from "./tidemark.d.ts";
import type { Block, KeptOutcome, SweepTask } from "./sweep/run-block.ts";

export interface ReadJob {
  readonly paths: readonly string[];
  readonly defaults: InstrumentDefaults;
  /** Where the columns are written; a file beside it, `.rows`, is made and removed. */
  readonly columnsPath: string;
}

/** Columns that were made, and what was understood of the files they are made of. */
export interface MadeOutcome {
  /** SHA-256, in hex, of what the engine reads. */
  readonly fingerprint: string;
  readonly files: readonly FileNotes[];
  readonly outline: MarketOutline;
}

export interface ReadOutcome extends MadeOutcome {
  /** Files that were not read, by folder. */
  readonly unread: readonly PassedOver[];
}

export interface RunJob {
  readonly columns: ColumnsPlace;
  readonly strategy: Strategy;
  readonly allowCode: CodeAllowed;
  /** The file that gets the result as JSON, put there whole; null to have it as the job's value. */
  readonly resultPath: string | null;
}

export interface UploadedFile {
  /** The file's name as it was sent, with folders. */
  readonly name: string;
  readonly path: string;
}

export interface ImportJob {
  readonly files: readonly UploadedFile[];
  /** Answers by the id of their question. */
  readonly answers: Readonly<Record<string, string>>;
  /** Where nothing says more of an instrument; an exchange that is null is taken from the files where they say one. */
  readonly defaults: { readonly exchange: string | null; readonly instrumentType: string | null };
  /** Columns that the files are added to; null for a new dataset. */
  readonly base: ColumnsPlace | null;
  /** A bar that is there already is taken from the files. Without it what is there stays. */
  readonly replaces: boolean;
  /** Where the columns are written. */
  readonly columnsPath: string;
  readonly isDryRun: boolean;
}

/** What somebody has to answer before the files can be used. */
export interface ImportQuestion {
  readonly id: string;
  readonly file: string;
  readonly text: string;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
}

export interface ImportGiven {
  readonly report: readonly FileReport[];
  readonly questions: readonly ImportQuestion[];
  /** Files that can't be used: then nothing is. */
  readonly refused: readonly { readonly file: string; readonly message: string }[];
  /** What was written; null where there are questions or refused files, and for a dry run. */
  readonly written: { readonly fingerprint: string; readonly outline: MarketOutline } | null;
}

/** A person's own series: `symbol,date,value`. */
export interface OwnSeries {
  readonly name: string;
  readonly kind: "fact" | "signal";
  readonly path: string;
}

export interface SeriesJob {
  readonly columns: ColumnsPlace;
  /** Each in place of the market's own of that name. */
  readonly series: readonly OwnSeries[];
  /** The market's own that go. */
  readonly dropped: readonly string[];
  readonly columnsPath: string;
}

export interface BlockJob {
  readonly columns: ColumnsPlace;
  readonly task: SweepTask;
  readonly block: Block;
}

export interface BlockGiven {
  /** Outcomes of the block's variants by index. */
  readonly outcomes: readonly KeptOutcome[];
  /** What the variants took, without what was read before them. */
  readonly milliseconds: number;
}

/** Jobs by name: what they are given, what they tell meanwhile, what they give. */
export interface ThreadJobs {
  readonly read: { readonly asks: ReadJob; readonly tells: ReadTold; readonly gives: ReadOutcome };
  /** What is known of columns. */
  readonly outline: {
    readonly asks: { readonly columns: ColumnsPlace };
    readonly tells: never;
    readonly gives: MarketOutline;
  };
  readonly import: { readonly asks: ImportJob; readonly tells: never; readonly gives: ImportGiven };
  /** A market with a person's own series beside its own. */
  readonly series: { readonly asks: SeriesJob; readonly tells: never; readonly gives: MadeOutcome };
  /** Writes the steps of a fact or signal as CSV. */
  readonly steps: {
    readonly asks: { readonly columns: ColumnsPlace; readonly name: string; readonly path: string };
    readonly tells: never;
    readonly gives: null;
  };
  readonly block: { readonly asks: BlockJob; readonly tells: never; readonly gives: BlockGiven };
  readonly run: { readonly asks: RunJob; readonly tells: RunTold; readonly gives: RunGiven };
}

export interface ReadTold {
  readonly bytesRead: number;
  readonly rows: number;
}

/** How far a run is, or some positions of its result, which come in parts so that nobody waits for all at once. */
export type RunTold =
  | {
      readonly type: "progress";
      readonly share: number;
      readonly date: string | null;
      readonly positions: number;
    }
  | { readonly type: "positions"; readonly positions: ResultFile["positions"] };

/** null where it went to a file. */
export type RunGiven = Omit<ResultFile, "positions"> | null;

export type JobName = keyof ThreadJobs;

export type Asked<J extends JobName> = {
  readonly id: number;
  readonly job: J;
  readonly asks: ThreadJobs[J]["asks"];
};

/** What a thread knows from its start. */
export interface ThreadStart {
  /** 0 to 19, as Unix counts it: who is at 0 and wants the processor gets it before a thread of more. */
  readonly niceness: number;
}

/** To a thread. `stop`: let go of processes that the job started, then say `stopped`. */
export type ToThread = { readonly type: "ask"; readonly asked: Asked<JobName> } | { readonly type: "stop" };

/** From a thread. */
export type FromThread =
  | { readonly type: "tell"; readonly id: number; readonly told: unknown }
  | { readonly type: "give"; readonly id: number; readonly value: unknown }
  | { readonly type: "refuse"; readonly id: number; readonly problem: Problem }
  /** A defect of ours. */
  | { readonly type: "fail"; readonly id: number; readonly message: string }
  | { readonly type: "stopped" };
