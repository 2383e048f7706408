/** What an entry of the vendors' tables of statements says: layouts.ts has them all. */
import type { CodeKind } from "./identities.ts";
import type { OwnTitles } from "./items.ts";

export type ColumnMeaning =
  | "symbol"
  | "period"
  /** When the statement was published; of several columns the latest day counts. */
  | "published"
  /** Q1 to Q4, H1, 9M, FY. */
  | "span"
  | "spanStart"
  | "currency"
  | "dimension"
  /** A row with the word cumulative is of the year so far, and passed over. */
  | "sum"
  /** pre-market, or a clock time: before the session's end counts on the same day. */
  | "time"
  | "name"
  | "value"
  /** A row with anything in it is of a part of the company, and passed over. */
  | "part"
  /** What money a figure is in, or that it is shares. */
  | "unit"
  /** 10-K, 10-Q: the filing that a figure is from. */
  | "form"
  /** CY2021Q1, CY2021: the SEC's word for a span. */
  | "frame"
  /** From and until when something holds. */
  | "from"
  | "until"
  | "sector"
  | "members"
  | "added"
  | "removed"
  /** The name of who was added: where it is empty, nobody was, whatever the column of symbols says. */
  | "addedName"
  /** added, removed, current: what a row says of its symbol. */
  | "change"
  | "ignore";

export interface StatementLayout {
  /** For people. */
  readonly vendor: string;
  /** A table has all of these columns, and at least one of each list of `anyOf`. */
  readonly needs: readonly string[];
  readonly anyOf?: readonly (readonly string[])[];
  /** It has none of these. */
  readonly lacks?: readonly string[];
  readonly meanings: Readonly<Record<string, ColumnMeaning>>;
  /** What else such a table may have; another column says that it is something else, likely, and it is asked. */
  readonly beside?: readonly string[];
  /**
   * periods: a row of figures a period. figures: a row a figure. filings: when
   * figures of other files were filed, and by whom. dated: a row of figures a day. announced: days of
   * results. spells: from a day to a day. changes: who comes and goes on a day. members: the whole list of a day.
   */
  readonly rows: "periods" | "figures" | "filings" | "dated" | "announced" | "spells" | "changes" | "members";
  /** any: every column with numbers is a figure; items: those of items.ts alone. */
  readonly figures: "items" | "any";
  /** Which costs are written below 0. */
  readonly costsBelowZero: "all" | "cash-flow" | "none";
  /** Titles that only this vendor gives its figures; they count in place of those of items.ts. */
  readonly items?: OwnTitles;
  /** What all figures but money a share are counted in, where the vendor's documentation says it and the file doesn't. */
  readonly unit?: number;
  /**
   * What `span` holds: words such as Q1 or FY, a count of quarters with 0 for figures of a day, or the number of a
   * quarter in its year.
   */
  readonly spans?: "words" | "count" | "ordinal";
  /** How many quarters a row is of where no column says it. */
  readonly span?: number;
  /** What columns of parts hold in rows of the whole company, and what other rows are. */
  readonly whole?: { readonly word: RegExp; readonly others: string };
  /** True where a figure of a span, such as revenue, may be of the quarter or of the year so far: a row has to say it. */
  readonly needsSpans?: boolean;
  /** What the column of symbols holds, where its title doesn't say it. */
  readonly code?: CodeKind;
  /** What figures are multiplied by, of titles whose unit the vendor's documentation says and the file doesn't. */
  readonly factors?: Readonly<Record<string, number>>;
  /** Of days such as 03/04/2024, where the vendor has one for all its files. */
  readonly dateOrder?: "dmy";
  /** True where times of publication are those of the exchange; of others nobody knows the time zone. */
  readonly hasExchangeTimes?: boolean;
  /** The file's name without folders: its groups `symbol` and `item`. */
  readonly name?: RegExp;
  /** Why such a file is refused, and the mend. */
  readonly refusal?: string;
}

/** What most entries have. */
export const COMMON = { figures: "items", costsBelowZero: "none" } as const;
/** Titles of columns that name companies. */
export const SYMBOLS = {
  ticker: "symbol",
  symbol: "symbol",
  tic: "symbol",
  nsesymbol: "symbol",
  isin: "symbol",
  isinnumber: "symbol",
  cusip: "symbol",
  cik: "symbol",
} as const;
/** Titles of columns that may say how long the period of a row is: their words show it. */
export const SPAN_TITLES: ReadonlySet<string> = new Set(
  "fiscalperiod period periodtype periodlength fp frequency freq timeframe reporttype statementtype zeitraum periode période periodo 报告类型 duration term interval span".split(
    " ",
  ),
);
/** Titles of days of publication, in any table of statements whose entry doesn't say otherwise. */
export const PUBLISHED: Readonly<Record<string, ColumnMeaning>> = Object.fromEntries(
  (
    "known knowndate knownfrom knownon filed fileddate filedon filedate filingdate fillingdate dateoffiling reported reporteddate reportedon " +
    "dateofreport publishdate publisheddate publishedon published publicationdate dateofpublication pubdate accepted accepteddate acceptancedatetime " +
    "announced announcementdate announceddate announcedon dateofannouncement announcedate releasedate dateofrelease releasedon earningsdate " +
    "earningsreleasedate resultdate resultsdate dateofresult dateofresults broadcastdate broadcastdatetime broadcastdt exchangedisseminationtime " +
    "disseminationdate availabledate availablefrom availableon datekey rdq pitdate pointintimedate"
  )
    .split(" ")
    .map((title) => [title, "published"] as const),
);
