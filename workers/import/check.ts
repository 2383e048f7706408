/** What a dry run says of one file: plain data, the same on the command line and between threads. */

/** ok: what it says would be stored; ask: stored once its questions are answered; refuse: nothing of it is stored. */
export type Verdict = "ok" | "ask" | "refuse";

export type FileKind = "prices" | "instruments" | "other";

export type Frequency = "daily" | "weekly" | "monthly" | "quarterly" | "yearly" | "intraday" | "irregular";

/** What a question is about; the answer goes back under the same name in Answers. */
export type Topic = "date-order" | "decimal" | "symbol" | "intraday" | "columns" | "scale";

export interface Question {
  readonly about: Topic;
  /** One sentence: what cannot be told from the file, and why. */
  readonly text: string;
  /** What can be answered, the likelier first; a symbol may be any text. */
  readonly choices: readonly string[];
}

export interface LeftOut {
  /** 1-based line of the uncompressed file. */
  readonly line: number;
  readonly reason: string;
}

export interface ImportCheck {
  /** With folders, and for an archive's file the archive's name before it. */
  readonly file: string;
  readonly verdict: Verdict;
  readonly kind: FileKind;
  /** What the file was taken for: a vendor's layout where it is known, else its structure. */
  readonly format: string;
  readonly encoding: string;
  readonly delimiter: string;
  readonly symbols: readonly string[];
  /** Data rows of the file: neither header nor blank, preamble or footer lines. */
  readonly rows: number;
  /** Bars that would be stored once questions are answered. */
  readonly bars: number;
  /** ISO dates of the first and last bar, null when there is none. */
  readonly first: string | null;
  readonly last: string | null;
  readonly frequency: Frequency | null;
  /** True where the file has adjusted prices only. */
  readonly adjusted: boolean;
  /** True where no bar has more than a close. */
  readonly closeOnly: boolean;
  /** The first ten, by line; leftOutCount says how many there are. */
  readonly leftOut: readonly LeftOut[];
  readonly leftOutCount: number;
  readonly questions: readonly Question[];
  readonly warnings: readonly string[];
  /** Which column is what: `Date: date`. */
  readonly columns: readonly string[];
  /** One or two sentences for a person: what it is, or why it is refused and the mend. */
  readonly message: string;
}

/** What a person answered for a file or a group of files. */
export interface Answers {
  readonly dateOrder?: "dmy" | "mdy" | "ymd";
  readonly decimal?: "dot" | "comma";
  readonly symbol?: string;
  readonly intraday?: "fold";
  readonly scale?: 1 | 10_000;
  /** Prices as the columns have them, though some are missing. */
  readonly columns?: "take";
}

export function refused(known: ImportCheck, message: string): ImportCheck {
  return { ...known, verdict: "refuse", message };
}

/** The parts of a check that are known before any row was read. */
export const EMPTY_CHECK: ImportCheck = {
  file: "",
  verdict: "refuse",
  kind: "other",
  format: "unknown",
  encoding: "",
  delimiter: "",
  symbols: [],
  rows: 0,
  bars: 0,
  first: null,
  last: null,
  frequency: null,
  adjusted: false,
  closeOnly: false,
  leftOut: [],
  leftOutCount: 0,
  questions: [],
  warnings: [],
  columns: [],
  message: "",
};
