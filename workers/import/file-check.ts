/** What the steps of one file's dry run hand on. */
import type { RowOrder } from "#workers/market/row-order.ts";
import type { RowStore } from "#workers/market/row-store.ts";
import type { PriceSource } from "#workers/market/source.ts";
import type { ImportCheck } from "#workers/model/import-check.ts";
import type { Encoding } from "./encoding.ts";
import type { Dialect } from "./records.ts";
import type { Table } from "./table.ts";

/** The bars of a file, ordered by symbol and day. */
export interface PriceRows {
  readonly store: RowStore;
  readonly names: readonly string[];
  readonly order: RowOrder;
}

/** What a list of companies says of one. */
export interface ListedFacts {
  /** "" where the list is silent. */
  readonly name: string;
  readonly sector: string;
  /** NaN where unknown or not above 0. */
  readonly marketCap: number;
  readonly sharesOutstanding: number;
}

export interface FileCheck {
  readonly check: ImportCheck;
  /** The bars of a price file, null for anything that is refused. */
  readonly rows: PriceRows | null;
  /** By symbol, of a list of companies. */
  readonly listed?: ReadonlyMap<string, ListedFacts>;
}

/** A file whose first lines were understood as a table. */
export interface OpenedTable {
  readonly source: PriceSource;
  readonly encoding: Encoding;
  readonly dialect: Dialect;
  readonly table: Table;
  /** The check so far. */
  readonly known: ImportCheck;
}
