/** A table of statements or other figures of companies, recognised by its columns, and how it is to be read. */
import type { DateOrder, Decimal } from "#workers/model/import-check.ts";
import type { FactLag } from "#workers/model/market.ts";
import type { StatementStyles } from "./statement-styles.ts";
import type { IdentityColumns } from "./identities.ts";
import type { StatementLayout } from "./layout-shape.ts";

/** A header that a layout knows, and where it stands. */
export interface FoundStatement {
  readonly styles: StatementStyles;
  readonly layout: StatementLayout;
  readonly header: readonly string[];
  /** 1-based. */
  readonly headerLine: number;
  /** Cells of the lines above the header. */
  readonly above: readonly (readonly string[])[];
  /** Of figures under a header without units of their own: a line above says "in Rs. Crores". */
  readonly unit: number;
}

/** A period a column and an item a row. */
export interface AcrossStatement {
  readonly vendor: "yfinance statements" | "screener.in Data Sheet";
}

/** A list of codes and earlier names. */
export interface FoundNames {
  readonly columns: IdentityColumns;
  readonly header: readonly string[];
  /** 1-based. */
  readonly headerLine: number;
}

export type AnyStatement =
  | { readonly type: "names"; readonly found: FoundNames }
  /** A facts.csv under another name. */
  | { readonly type: "facts" }
  | { readonly type: "rows"; readonly found: FoundStatement }
  | { readonly type: "across"; readonly found: AcrossStatement };

export interface StatementSettings {
  readonly file: string;
  readonly delimiter: string;
  /** EpochDay; what is later than tomorrow has not come yet. */
  readonly today: number;
  /** What was answered for a file that names none; "" for nothing. */
  readonly symbol: string;
  /** What lines above the table or the file's name say of it; "" for nothing. */
  readonly whose?: string;
  readonly lag: FactLag | null;
  /** What was answered for the name of its memberships; absent for nothing. */
  readonly member?: string;
  /** Of days such as 03/04/2024, as the file shows or a person answered; null where nothing says it. */
  readonly dateOrder: DateOrder | null;
  readonly decimal: Decimal;
}
