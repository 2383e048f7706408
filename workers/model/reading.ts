/** What a reading of price files understood and left out; shown to people after an import, never dropped. */

import type { FactLag } from "./market.ts";
import type { Frequency } from "./report.ts";

/** Holds for every instrument about which instruments.csv is silent. */
export interface InstrumentDefaults {
  readonly exchange: string;
  readonly instrumentType: string;
  /** ISO 4217 code, or "" to derive it from the exchange (INR for NSE and BSE, else USD). */
  readonly currency: string;
}

/** A row that was left out, with the reason and the mend in one sentence: `a.csv:12: close is "x", ...`. */
export interface RowIssue {
  readonly file: string;
  /** 1-based line in the (uncompressed) file; the header is line 1. */
  readonly line: number;
  readonly message: string;
}

export interface FileNotes {
  readonly file: string;
  /** What the file was taken for, e.g. "comma, symbol in column Name" or "instruments". */
  readonly layout: string;
  /** Data rows: neither header nor blank lines. */
  readonly rows: number;
  /** Rows that became bars. */
  readonly bars: number;
  /** Rows left out; identical repeats are not among them. */
  readonly leftOut: number;
  /** Identical repeats of a bar, skipped without report. */
  readonly repeats: number;
  /** Bars that had a close only. */
  readonly closeOnly: number;
  readonly instruments: number;
  /** ISO dates of the first and last bar, null when there is none. */
  readonly firstDate: string | null;
  readonly lastDate: string | null;
  /** The first ten rows left out. */
  readonly issues: readonly RowIssue[];
  /** What a person should know of the bars that were taken: sentences. None where there is nothing. */
  readonly warnings?: readonly string[];
  /** What was read of facts; only a facts.csv or signals.csv has it. */
  readonly facts?: FactsNotes;
}

/** What a facts.csv or signals.csv gave. */
export interface FactsNotes {
  readonly kind: "fact" | "signal";
  /** Of all its figures, as it writes them, by name in lower case. */
  readonly names: readonly string[];
  /** Values of instruments with prices that became known. */
  readonly steps: number;
  /** Values left out because an earlier row has another one of that symbol, name and date. */
  readonly contradictions: number;
  /** Symbols without prices, which are ignored. */
  readonly unmatched: number;
  /** The first of them, where they are more than a sentence names. */
  readonly unmatchedSymbols?: readonly string[];
  /** Where days of publication are assumed. */
  readonly lag?: FactLag;
}

export interface ReadingNotes {
  readonly files: readonly FileNotes[];
}

/** What the catalogue keeps of a dataset. */
export interface DatasetFacts {
  readonly instruments: number;
  readonly bars: number;
  /** Days of series of rates (RATE) don't count beside others. */
  readonly firstDate: string | null;
  readonly lastDate: string | null;
  /** Distinct values over the instruments, sorted; benchmark series (INDEX) included, series of rates not. */
  readonly exchanges: readonly string[];
  readonly instrumentTypes: readonly string[];
  /** By exchange, where all its instruments that have one have the same; absent in records of earlier versions. */
  readonly currencies?: Readonly<Record<string, string>>;
  /** What a strategy may trade and what it is held against, by exchange and type, without rates; absent in records of earlier versions. */
  readonly universes?: readonly UniverseSize[];
  /** What a bar of its shares is, as of a run on all of them; absent in records of earlier versions. */
  readonly frequency?: Frequency;
  /** SHA-256 (hex) of the stored columns: the same data gives the same fingerprint in any file order. */
  readonly fingerprint: string;
  /** Size of the stored columns, in bytes. */
  readonly bytes: number;
  /** What rules can name beside the prices, by name in lower case; absent where there is nothing. */
  readonly factNames?: readonly FactName[];
}

/** The instruments of one exchange and type. */
export interface UniverseSize {
  readonly exchange: string;
  readonly instrumentType: string;
  readonly instruments: number;
  /** Those of them that have an adjusted close on some day. */
  readonly adjusted: number;
}

export interface FactName {
  readonly name: string;
  readonly kind: "fact" | "signal";
  /** Where days of publication are assumed. */
  readonly lag?: FactLag;
  /** Absent in records of earlier versions, and for a name without a value. */
  readonly coverage?: FactCoverage;
}

export interface FactCoverage {
  /** ISO date of the last day on which a value became known. */
  readonly newest: string | null;
  /** The first year with a value, and by year from there on the instruments of which one became known in it. */
  readonly firstYear: number;
  readonly instruments: readonly number[];
}
