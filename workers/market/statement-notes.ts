/** What a table of statements came to among a market's instruments. */
import type { FactLag } from "#workers/model/market.ts";

/** What is to be told of a table of statements beside its figures. */
export interface StatementNotes {
  readonly vendor: string;
  /** Instruments of the market that it has rows of, and its symbols that are none. */
  readonly matched: number;
  readonly unmatched: readonly string[];
  /** All of its companies. */
  readonly companies: number;
  /** Sentences on how they were found among the instruments. */
  readonly remarks: readonly string[];
  /** A hole among the members of an index; null for anything else. */
  readonly hole: MembershipHole | null;
  /** Rows left out for want of a day of publication, and of a span. */
  readonly undated: number;
  readonly unspanned: number;
  readonly lag: FactLag | null;
  readonly currency: string;
  /** Of all its items that get a value, also those that another table has, too. */
  readonly names: readonly string[];
  /** What its rows gave, once all facts are made. */
  readonly given: FactsGiven;
}

/** Members of an index without prices: what went under or was bought is what vendors leave out. */
export interface MembershipHole {
  /** Name of the fact. */
  readonly name: string;
  /** At each year's end, as far as the market has prices. */
  readonly years: readonly { readonly year: number; readonly members: number; readonly without: number }[];
}

/** What a source gave so far. */
export interface FactsGiven {
  steps: number;
  /** EpochDays; Infinity and -Infinity without a step. */
  firstDay: number;
  lastDay: number;
}
