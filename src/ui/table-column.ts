import type { ReactNode } from "react";

/** A column of a table, and how its rows are ordered by it. */
export interface TableColumn<Row> {
  readonly title: string;
  /** Figures are aligned at the end. */
  readonly end?: boolean;
  readonly cell: (row: Row) => ReactNode;
  /** The longest text of all rows, so that the column keeps its width whichever rows are drawn. */
  readonly widest?: string;
  /** What the rows are ordered by, where the column's heading can be chosen for that. */
  readonly sortBy?: (row: Row) => string | number;
}

/** Which columns of a table stand where on a phone; the first column is on the left. */
export interface PhoneLayout<Row> {
  /** Titles of the columns at the end of the first line and of the second. */
  readonly figure: string;
  readonly second?: string;
  /** The second line on the left; where not given, the other columns with their titles. */
  readonly detail?: (row: Row) => ReactNode;
}
