/**
 * A table on a phone: a row is two lines, what it is of on the left and what matters most on the right. It grows with
 * the page in place of scrolling in a box: a few rows at first, and more on demand.
 */
import { useState } from "react";
import type { ReactElement, ReactNode } from "react";
import { Button } from "./button.tsx";
import { classNames } from "./class-names.ts";
import { formatCount } from "#src/format/number.ts";
import { shownNode } from "#src/format/shown.ts";
import styles from "./phone-rows.module.css";
import type { PhoneLayout, TableColumn } from "./table-column.ts";
import type { TableSort } from "./table-sort.ts";
import { VisuallyHidden } from "./visually-hidden.tsx";

interface PhoneRowsProps<Row> {
  readonly label: string;
  readonly columns: readonly TableColumn<Row>[];
  readonly layout: PhoneLayout<Row>;
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly sort?: TableSort | undefined;
  readonly onSort?: ((title: string) => void) | undefined;
  readonly onOpen?: ((row: Row) => void) | undefined;
  readonly shownRow: number;
  readonly drawsAll?: boolean | undefined;
}

const FIRST_ROWS = 6;
const MORE_ROWS = 40;

export function PhoneRows<Row>(props: PhoneRowsProps<Row>): ReactElement {
  const { label, columns, layout, rows, rowKey, sort, onSort, onOpen, shownRow } = props;
  const [asked, setCount] = useState(FIRST_ROWS);
  const count = props.drawsAll ? Infinity : asked;
  const [first] = columns;
  const figures = [layout.figure, layout.second].flatMap(
    (title) => columns.find((column) => column.title === title) ?? [],
  );
  const left = rows.length - count;
  return (
    <div className={styles["list"]}>
      {sort && onSort && rows.length > 1 && (
        <SortChoice label={label} columns={columns} sort={sort} onSort={onSort} />
      )}
      <table className={styles["table"]} aria-label={label} aria-rowcount={rows.length + 1}>
        <thead>
          <tr>
            <th scope="col">
              <VisuallyHidden>{first?.title}</VisuallyHidden>
            </th>
            <th scope="col">
              <VisuallyHidden>{figures.map(({ title }) => title).join(", ")}</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, count).map((row, place) => (
            <tr
              key={rowKey(row)}
              aria-rowindex={place + 2}
              aria-current={place === shownRow ? "true" : undefined}
              className={classNames(onOpen && styles["opens"])}
              onClick={({ target }) => {
                if (target instanceof Element && target.closest("a, button") === null) onOpen?.(row);
              }}
            >
              <th scope="row">
                <span className={styles["name"]}>{shownNode(first?.cell(row))}</span>
                <span className={classNames(styles["detail"], layout.detail && styles["one"])}>
                  {shownNode(detailOf(row, columns, layout))}
                </span>
              </th>
              <td>
                {figures.map(({ title, cell }, line) => (
                  <span key={title} className={styles[line === 0 ? "figure" : "second"]}>
                    {shownNode(cell(row))}
                  </span>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {left > 0 && (
        <Button size="small" onClick={() => setCount(count + MORE_ROWS)}>
          Show {formatCount(Math.min(left, MORE_ROWS))} more of {formatCount(left)}
          <VisuallyHidden> rows of {label}</VisuallyHidden>
        </Button>
      )}
    </div>
  );
}

function detailOf<Row>(
  row: Row,
  columns: readonly TableColumn<Row>[],
  { figure, second, detail }: PhoneLayout<Row>,
): ReactNode {
  if (detail) return detail(row);
  return columns
    .slice(1)
    .filter(({ title }) => title !== figure && title !== second)
    .map(({ title, cell }, place) => (
      <span key={title}>
        {place > 0 && " · "}
        {title} {shownNode(cell(row))}
      </span>
    ));
}

interface SortChoiceProps<Row> {
  readonly label: string;
  readonly columns: readonly TableColumn<Row>[];
  readonly sort: TableSort;
  readonly onSort: (title: string) => void;
}

/** Stands in place of the headings that a wide table is sorted by. */
function SortChoice<Row>({ label, columns, sort, onSort }: SortChoiceProps<Row>): ReactElement {
  const isSorted = columns.some(({ title }) => title === sort.column);
  return (
    <div className={styles["sort"]}>
      <label>
        Order{" "}
        <select
          aria-label={`Order of ${label}`}
          value={sort.column}
          onChange={({ target }) => onSort(target.value)}
        >
          {!isSorted && <option value={sort.column}>as they come</option>}
          {columns.map(({ title, sortBy }) => sortBy && <option key={title}>{title}</option>)}
        </select>
      </label>
      <Button size="small" disabled={!isSorted} onClick={() => onSort(sort.column)}>
        {sort.direction === "ascending" ? "Smallest first" : "Largest first"}
        <VisuallyHidden>, turn the order of {label}</VisuallyHidden>
      </Button>
    </div>
  );
}
