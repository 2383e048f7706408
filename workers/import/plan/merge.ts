/** Which rows an import puts together. */
import type { FileTally } from "#workers/market/file-rows.ts";
import type { Base } from "./base.ts";
import type { PooledRows, RowPool } from "../rows/row-pool.ts";

/** What is put together. */
export interface Merge {
  readonly pool: RowPool;
  /** In the order in which they are read: the first row of a day stays. */
  readonly files: readonly PooledRows[];
  /** A dataset whose days stay as they are; null for none. */
  readonly base: Base | null;
  /** One a file, behind that of the dataset where there is one. Their row numbers are their places. */
  readonly tallies: readonly FileTally[];
}
