/** What page and worker say to each other about an import: a plan, its dry run, and the commit of exactly that. */
import type { Answers, ImportCheck } from "./import-check.ts";
import type { Frequency } from "./report.ts";
import type { SessionGap, SuspectedSplit } from "./quality.ts";
import type { DatasetFacts, FileNotes, InstrumentDefaults, ReadingNotes } from "./reading.ts";

/** What both threads need of a browser's Blob, without the DOM's types in this folder; a Blob is one. */
export interface LocalBytes {
  /** Bytes. */
  readonly size: number;
  /** The bytes from start to end - 1, fewer at the end of the file. */
  slice(start: number, end: number): LocalBytes;
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** A file that a person dropped, chose or pasted. */
export interface ImportFile {
  /** With the folders that it was dropped with: they may say what it holds. */
  readonly name: string;
  readonly bytes: LocalBytes;
}

export interface ImportPlan {
  /** Another one for other files: what was read under it is read once. */
  readonly id: string;
  readonly files: readonly ImportFile[];
  /** By the name in a file's check; an archive's files have names of their own. */
  readonly answers: ReadonlyMap<string, Answers>;
  /** Names of checked files that a person leaves out. */
  readonly leftOut: ReadonlySet<string>;
  /** The day that the figures of company lists are of, an ISO date; "" for the last day of the prices. */
  readonly factsAsOf: string;
  /** The columns of a dataset that gets the files; null for a new dataset. */
  readonly addTo: string | null;
  /** The facts and signals that this dataset has now go; those of the files take their place. */
  readonly dropsFacts?: boolean;
}

/** A plan whose files the worker was given before. */
export type HandedPlan = Omit<ImportPlan, "files">;

/** A file's check as the page needs it: a day's file of a whole exchange has thousands of symbols. */
export interface CheckedFile extends ImportCheck {
  /** The first ones; symbolCount and rateCount say how many there are. */
  readonly symbols: readonly string[];
  readonly rates: readonly string[];
  readonly symbolCount: number;
  readonly rateCount: number;
}

/** How much data there is, and from when to when (ISO dates, null without a bar). */
export interface DataExtent {
  readonly instruments: number;
  readonly bars: number;
  readonly first: string | null;
  readonly last: string | null;
}

/** Days that instruments of a dataset get which they had no bar on. */
export interface DaysAdded {
  readonly instruments: number;
  /** Of the one that gets fewest and of the one that gets most; 0 where none gets any. */
  readonly fewest: number;
  readonly most: number;
}

/** Sessions without a bar, against the days that all instruments of an exchange have between them. */
export interface GapSummary {
  /** Instruments with gaps, and the sessions that they lack together. */
  readonly instruments: number;
  readonly sessions: number;
  /** The first ten, the longest first. */
  readonly longest: readonly (SessionGap & { readonly symbol: string })[];
}

/** What a commit of the plan would store: of the files that are well and not left out. */
export interface PlannedData extends DataExtent {
  readonly files: number;
  /** Changes with every figure, day and symbol of it. */
  readonly digest: string;
  readonly gaps: GapSummary;
  /** What a bar of it is. */
  readonly frequency: Frequency;
}

/** What lists of companies would say of the dataset's instruments. */
export interface FactsPreview {
  /** Companies in the lists, and how many of them are instruments of the data. */
  readonly listed: number;
  readonly matched: number;
  /** Instruments that get one. */
  readonly names: number;
  readonly sectors: number;
  readonly marketCaps: number;
  /** The day that the figures are of; shares are market cap by that day's close. null where there are no prices. */
  readonly asOf: string | null;
  readonly examples: readonly FactsExample[];
}

export interface FactsExample {
  readonly symbol: string;
  readonly name: string;
  readonly sector: string;
  /** NaN where the lists say none, or the instrument has market caps of its own. */
  readonly sharesOutstanding: number;
}

/** What files of corporate actions would give: adjusted closes, and what is not taken. */
export interface ActionsPreview {
  readonly sentences: readonly string[];
  /** The first two hundred, and how many there are. */
  readonly faults: readonly ActionFault[];
  readonly faultCount: number;
}

/** An action that is not taken, for a person to look up. */
export interface ActionFault {
  readonly symbol: string;
  /** ISO date. */
  readonly date: string;
  /** `file:line` */
  readonly place: string;
  /** What it is: `split 2:1`, `dividend 5`. */
  readonly what: string;
  /** Why it is not taken, and the mend. */
  readonly reason: string;
}

/** Nights of a plan's instruments that look like splits, whatever file they are in. */
export interface FoundSplits {
  /** By symbol and date, the first five thousand; and how many there are. */
  readonly splits: readonly FoundSplit[];
  readonly count: number;
}

export interface FoundSplit extends SuspectedSplit {
  readonly symbol: string;
}

/** When the figures of one instrument became known, as an example of all. */
export interface FactTimeline {
  readonly symbol: string;
  /** The item that the lines are of, before `.quarter` and the others. */
  readonly name: string;
  /** The latest, by the day on which they became known. */
  readonly lines: readonly FactTimelineLine[];
  /** Earlier lines that are not among them. */
  readonly others: number;
}

export interface FactTimelineLine {
  /** "quarter", "half-year", "nine months", "year"; null for a figure of a day. */
  readonly span: string | null;
  /** ISO date; null for a figure of a day. */
  readonly periodEnd: string | null;
  /** ISO date of the first day whose close may use it. */
  readonly knownFrom: string;
  /** True where that day is the period's end and a lag. */
  readonly isAssumed: boolean;
  readonly value: number;
  /** 1-based line of its file. */
  readonly line: number;
}

/** A guess with the words that it was made from: `NSE bhavcopy`, `.NS`. */
export interface Guess {
  readonly value: string;
  readonly from: string;
}

/** What a file's content says of its instruments; null where it says nothing. */
export interface DefaultsGuess {
  readonly exchange: Guess | null;
  readonly instrumentType: Guess | null;
  readonly currency: Guess | null;
}

export interface DryRun {
  /** The files in the order in which they are read. */
  readonly files: readonly CheckedFile[];
  readonly planned: PlannedData;
  /** Guesses by the name that a file has in its check. */
  readonly guesses: ReadonlyMap<string, DefaultsGuess>;
  /** null where no file is a list of companies. */
  readonly facts: FactsPreview | null;
  /** null where no file is of corporate actions, and the dataset has none. */
  readonly actions: ActionsPreview | null;
  readonly splits: FoundSplits;
  /** What each file of facts, signals or statements would give. */
  readonly factFiles: readonly FileNotes[];
  /** Of one instrument of the files of statements; null where there is none. */
  readonly timeline: FactTimeline | null;
  /** The dataset that gets the files, as it is now, and what its own instruments get; null for a new one. */
  readonly before: (DataExtent & Pick<PlannedData, "digest"> & { readonly added: DaysAdded }) | null;
}

export interface CommitRequest {
  readonly plan: ImportPlan;
  /** The digest of the dry run that was agreed to. */
  readonly digest: string;
  /** Name of the columns to write: never that of columns in use. */
  readonly datasetId: string;
  /** By the name in a file's check, for instruments that no instruments.csv describes. */
  readonly defaults: ReadonlyMap<string, InstrumentDefaults>;
}

/** A commit of files that the worker was given before. */
export type HandedCommit = Omit<CommitRequest, "plan"> & { readonly plan: HandedPlan };

/** A file as it was imported, so that it can be known again. */
export interface SourceFile {
  readonly name: string;
  readonly bytes: number;
  /** SHA-256 of its bytes, in hex. */
  readonly sha256: string;
}

export interface ImportOutcome {
  readonly facts: DatasetFacts;
  readonly notes: ReadingNotes;
  readonly sources: readonly SourceFile[];
  /** Symbols of the INDEX series, the first hundred. */
  readonly indices: readonly string[];
  /** The day that the figures of company lists were taken to be of; absent without such a list. */
  readonly factsAsOf?: string;
  /** The columns that those written now go on with, which stay; absent where they stand alone. */
  readonly frontId?: string;
}
