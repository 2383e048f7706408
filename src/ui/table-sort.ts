/** Rows of a table in the order that a person chose by a column's heading. */
import { useCallback, useMemo, useState } from "react";

export interface TableSort {
  /** The title of the column. */
  readonly column: string;
  readonly direction: "ascending" | "descending";
}

/** What a column must say to be sorted by. */
interface SortableColumn<Row> {
  readonly title: string;
  /** A column of figures shows its largest first. */
  readonly end?: boolean;
  /** Text is compared by its code units: symbols and ISO dates. */
  readonly sortBy?: (row: Row) => string | number;
}

interface SortedRows<Row> {
  readonly rows: readonly Row[];
  readonly sort: TableSort;
  /** The same column again turns the order round. */
  readonly sortBy: (title: string) => void;
}

/** Rows that compare as equal keep the order in which they came. */
export function useTableSort<Row>(
  rows: readonly Row[],
  columns: readonly SortableColumn<Row>[],
  first: TableSort,
): SortedRows<Row> {
  const [sort, setSort] = useState(first);
  const sorted = useMemo(() => sortRows(rows, columns, sort), [rows, columns, sort]);
  const sortBy = useCallback(
    (title: string) =>
      setSort((before) => {
        const isAscending =
          before.column === title
            ? before.direction === "descending"
            : columns.find((column) => column.title === title)?.end !== true;
        return { column: title, direction: isAscending ? "ascending" : "descending" };
      }),
    [columns],
  );
  return { rows: sorted, sort, sortBy };
}

function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly SortableColumn<Row>[],
  { column, direction }: TableSort,
): readonly Row[] {
  const keyOf = columns.find(({ title }) => title === column)?.sortBy;
  if (!keyOf) return rows;
  const sign = direction === "ascending" ? 1 : -1;
  return rows
    .map((row) => ({ row, key: keyOf(row) }))
    .toSorted((a, b) => sign * compare(a.key, b.key))
    .map(({ row }) => row);
}

function compare(a: string | number, b: string | number): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
