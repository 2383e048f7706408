/** What a dry run says of one file: plain data, the same on the command line and between threads. */
import type { FactLag } from "./market.ts";
import type { InstrumentQuality } from "./quality.ts";

/** ok: what it says would be stored; ask: stored once its questions are answered; refuse: nothing of it is stored. */
export type Verdict = "ok" | "ask" | "refuse";

/**
 * facts: a facts.csv or signals.csv, by its name; statements, ratios and memberships, by their columns. actions: splits,
 * bonuses and dividends.
 */
export type FileKind = "prices" | "instruments" | "facts" | "actions" | "other";

export type Frequency = "daily" | "weekly" | "monthly" | "quarterly" | "yearly" | "intraday" | "irregular";

/** What a question is about; the answer goes back under the same name in Answers. */
export type Topic =
  | "date-order"
  | "decimal"
  | "symbol"
  | "intraday"
  | "columns"
  | "scale"
  | "lag"
  | "sheet"
  | "figures"
  /** Codes of digits that lost their leading zeros. */
  | "codes"
  /** Weeks or months beside days in one file. */
  | "stretch"
  /** Prices in pence, then in pounds. */
  | "hundredths";

/** What can be doubtful of a file's columns. Each is asked by itself, and an answer is to that one alone. */
export const COLUMN_DOUBTS = [
  "economy",
  "rates",
  "lost",
  "instruments",
  "late",
  "prices",
  "currency",
  "twice",
  "adjusted",
  "missing",
  "words",
  "list",
  "meaning",
  "figures",
  "wild",
  "members",
  "large",
  "nights",
  "sparse",
  "quotes",
] as const;

export type ColumnDoubt = (typeof COLUMN_DOUBTS)[number];

export interface Question {
  readonly about: Topic;
  /** Which doubt a question about columns is about. */
  readonly doubt?: ColumnDoubt;
  /** One sentence: what cannot be told from the file, and why. */
  readonly text: string;
  /** What can be answered, the likelier first; a symbol may be any text. */
  readonly choices: readonly string[];
}

/** Which of three numbers is what in a date; a date with its year first or its month in letters needs none. */
export type DateOrder = "dmy" | "mdy" | "ymd";

export type Decimal = "dot" | "comma";

/** What a person may say a column is. `instrument`: closes of the instrument that the header names; `ignore`: not taken. */
export const COLUMN_ROLES = [
  "date",
  "time",
  "year",
  "month",
  "day",
  "symbol",
  "open",
  "high",
  "low",
  "close",
  "volume",
  "adjClose",
  "marketCap",
  "shares",
  "series",
  "securityType",
  "name",
  "sector",
  "instrument",
  "ignore",
] as const;

export type ColumnRole = (typeof COLUMN_ROLES)[number];

export interface TableColumn {
  /** 0-based place in the file's rows: the key of Answers.columnRoles. */
  readonly index: number;
  /** The title as the header has it; "" where it has none. */
  readonly title: string;
  readonly role: ColumnRole;
  /** The instrument that the header names for this column; "" for a column of all rows' instruments. */
  readonly symbol: string;
}

/** How a table was understood, for a person to look at and to change. */
export interface TableView {
  /** The first 200 columns. */
  readonly columns: readonly TableColumn[];
  /** The first five rows as they stand in the file, cut to these columns. */
  readonly sample: readonly (readonly string[])[];
  /** 1-based line of the first of them. */
  readonly sampleLine: number;
  /** null where no date needs an order. */
  readonly dateOrder: DateOrder | null;
  /** How prices write their decimals. */
  readonly decimal: Decimal;
  /** Where the symbols come from; "nothing" where that is asked. */
  readonly symbolFrom: "column" | "header" | "above" | "file-name" | "answer" | "nothing";
  /** That which a line above the table names, as it is written; "" for none. */
  readonly currency: string;
}

export interface LeftOut {
  /** 1-based line of the uncompressed file. */
  readonly line: number;
  readonly reason: string;
}

/** What adjusted closes are beside the closes, by their steps. */
export interface Adjustment {
  /** With adjusted closes. */
  readonly instruments: number;
  /** Steps of a split's size at which the closes jump, and smaller ones. */
  readonly splits: number;
  readonly dividends: number;
  /** Steps of a split's size at which the closes do not jump: the first places, `ACME 2024-01-05`, and how many. */
  readonly doubled: readonly string[];
  readonly doubledCount: number;
}

export interface ImportCheck {
  /** With folders; for an archive's file the archive's name before it, for a workbook's sheet that of the book. */
  readonly file: string;
  readonly verdict: Verdict;
  readonly kind: FileKind;
  /** What the file was taken for: a vendor's layout where it is known, else its structure. */
  readonly format: string;
  readonly encoding: string;
  readonly delimiter: string;
  readonly symbols: readonly string[];
  /** Those of them that are read as series of rates (RATE). */
  readonly rates: readonly string[];
  /** Data rows of the file: neither header nor blank, preamble or footer lines. */
  readonly rows: number;
  /** Bars that would be stored once questions are answered. */
  readonly bars: number;
  /** ISO dates of the first and last bar, null when there is none. */
  readonly first: string | null;
  readonly last: string | null;
  readonly frequency: Frequency | null;
  /** True where the file has prices only whose titles say that they are adjusted. */
  readonly adjusted: boolean;
  /** null where no bar has an adjusted close. */
  readonly adjustment: Adjustment | null;
  /** True where no bar has more than a close. */
  readonly closeOnly: boolean;
  /** The first ten, by line; leftOutCount says how many there are. */
  readonly leftOut: readonly LeftOut[];
  readonly leftOutCount: number;
  readonly questions: readonly Question[];
  readonly warnings: readonly string[];
  /** null for what is no table. */
  readonly table: TableView | null;
  /** Rows that repeat an earlier one in every figure; they are passed over, and counted nowhere else. */
  readonly repeats: number;
  /**
   * Of those of its instruments that have something to tell, by symbol. The calendar is the file's own; a dry run of
   * many files tells the gaps of those that are well all together (PlannedData.gaps).
   */
  readonly quality: readonly InstrumentQuality[];
  /** What the fact of its memberships is called, where an answer may call it otherwise; absent for any other file. */
  readonly member?: string;
  /** One or two sentences for a person: what it is, or why it is refused and the mend. */
  readonly message: string;
}

/** What a person answered for a file or a group of files. */
export interface Answers {
  readonly dateOrder?: DateOrder;
  readonly decimal?: Decimal;
  readonly symbol?: string;
  readonly intraday?: "fold";
  readonly scale?: 1 | 10_000;
  readonly codes?: "pad" | "keep";
  readonly stretch?: "drop" | "cut" | "keep";
  readonly hundredths?: "join" | "keep";
  /** The name of the sheet that is meant, of those of a book that contradict each other; the others are left out. */
  readonly sheet?: string;
  /** The columns are taken as they are, these doubts or not. */
  readonly columns?: readonly ColumnDoubt[];
  /** For statements without a day of publication: days after the end of a quarter and of a year. */
  readonly lag?: FactLag;
  /** The table has no prices but figures of days: signals of a model, facts, or rates. */
  readonly figures?: "signal" | "fact" | "rate";
  /** What the fact of a file's memberships is called: `member.sp500`. Sectors, and several indices in one file, have names of their own. */
  readonly member?: string;
  /** What each column is, by its place; a column that is not named is ignored. Replaces what the header says. */
  readonly columnRoles?: Readonly<Record<number, ColumnRole>>;
}

/** In Question.choices: the file's figures are rates, whatever else is asked of its columns. */
export const RATE_CHOICE = "rate";

/** The same for no two questions of a file. */
export function questionKey({ about, doubt }: Pick<Question, "about" | "doubt">): string {
  return doubt === undefined ? about : `${about}:${doubt}`;
}

/** What was answered before, with what is answered now in place of the same. */
export function joinAnswers(known: Answers | undefined, change: Answers): Answers {
  const columns = [...new Set([...(known?.columns ?? []), ...(change.columns ?? [])])];
  return { ...known, ...change, ...(columns.length === 0 ? {} : { columns }) };
}
