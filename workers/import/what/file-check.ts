/** What the steps of one file's dry run hand on. */
import type { InstrumentFacts } from "#workers/market/instruments-file.ts";
import type { FactsTable } from "#workers/market/facts-file.ts";
import type { PriceSource } from "#workers/market/source.ts";
import type { ImportCheck } from "#workers/model/import-check.ts";
import type { ActionsTable } from "../actions/corporate-action.ts";
import type { FoundActions } from "../actions/layouts.ts";
import type { Encoding } from "./encoding.ts";
import type { Dialect } from "./records.ts";
import type { PooledRows } from "../rows/row-pool.ts";
import type { AnyStatement } from "../statements/any-statement.ts";
import type { Filings } from "../statements/filings.ts";
import type { Identities } from "../statements/identities.ts";
import type { StatementTable } from "../statements/statement-table.ts";
import type { Table } from "./table.ts";

/** What a list of companies says of one. */
export interface ListedFacts {
  /** "" where the list is silent. */
  readonly name: string;
  readonly sector: string;
  /** The number of its industry, which a file of SimFin's says the sector of; absent where a list has none. */
  readonly industry?: string;
  /** NaN where unknown or not above 0. */
  readonly marketCap: number;
  readonly sharesOutstanding: number;
}

export interface FileCheck {
  readonly check: ImportCheck;
  /** The bars of a price file in the pool that the check was given, null for anything that is refused. */
  readonly rows: PooledRows | null;
  /** Symbols of a file of which a person said that they are series of rates. */
  readonly saidRates?: readonly string[];
  /** What a list of companies says of each, by symbol. */
  readonly listed?: ReadonlyMap<string, ListedFacts>;
  /** The sector of each number in SimFin's list of industries. */
  readonly industries?: ReadonlyMap<string, string>;
  /** The table of a facts.csv or signals.csv that is well. */
  readonly factsTable?: FactsTable;
  /** The table of a file of corporate actions that is well. */
  readonly actions?: ActionsTable;
  /** Of a table of statements that is well; facts of it are made when all files are known. */
  readonly statements?: StatementTable;
  /** What a list says of symbols: those of codes, and earlier names. */
  readonly identities?: Identities;
  /** The filings in a sub.txt of the SEC. */
  readonly filings?: Filings;
}

/** A file whose first lines were understood as a table. */
export interface OpenedTable {
  readonly source: PriceSource;
  readonly encoding: Encoding;
  readonly dialect: Dialect;
  /** From a sample of the first records. */
  readonly table: Table;
  /** Statements or other figures of companies, by their columns; null for anything else. */
  readonly statement: AnyStatement | null;
  /** Corporate actions, by their columns; null for anything else. */
  readonly actions: FoundActions | null;
  /** From all of them, for what the sample leaves open. */
  readonly wholeTable: () => Table;
  /** The check so far. */
  readonly known: ImportCheck;
}

/** A file of a plan, checked. */
export interface PlanFile extends FileCheck {
  /** What an instruments.csv says, by symbol; null for any other file. */
  readonly facts: ReadonlyMap<string, InstrumentFacts> | null;
}
