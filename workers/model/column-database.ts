/**
 * Where the columns of datasets lie in browsers that have no private files which are written at once: in a database of
 * their own, in pages. A dataset is put there in one transaction.
 */

/** Names of the database, of a person's own session and of the demo session. */
export const COLUMN_DATABASE = "tidemark-columns";
export const BOOTH_COLUMN_DATABASE = "tidemark-booth-columns";

export const COLUMN_DATABASE_VERSION = 1;

/** By file name: what is whole; the pages of each; and the marks of datasets between their columns and their entry. */
export const COLUMN_STORES = { files: "name", pages: "[name+page]", marks: "name" } as const;

/** A file that is whole. */
export interface ColumnFileRecord {
  readonly name: string;
  readonly bytes: number;
}

export interface ColumnPageRecord {
  readonly name: string;
  /** From 0, without gaps. */
  readonly page: number;
  /** All pages of a file but the last are equally long. */
  readonly contents: ArrayBuffer;
}
