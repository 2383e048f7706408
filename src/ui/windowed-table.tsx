/**
 * A table in a box that scrolls, which draws only the rows in sight: thousands of rows scroll as fluidly as ten.
 * Screen readers are told the true number of rows and each row's place; the arrow keys walk from row to row. On a
 * phone it may be rows of two lines instead.
 */
import { useCallback, useContext } from "react";
import type { ReactElement, ReactNode } from "react";
import { shownNode } from "#src/format/shown.ts";
import { classNames } from "./class-names.ts";
import { useIsPhone } from "./use-media.ts";
import { PhoneRows } from "./phone-rows.tsx";
import { SavedPage } from "./saved-page.ts";
import { SortIcon } from "./sort-icon.tsx";
import type { PhoneLayout, TableColumn } from "./table-column.ts";
import type { TableSort } from "./table-sort.ts";
import { usePageKeys } from "./page-keys.ts";
import { useWindowedRows } from "./windowed-rows.ts";
import styles from "./windowed-table.module.css";

interface WindowedTableProps<Row> {
  readonly label: string;
  /** The first one heads its row. */
  readonly columns: readonly TableColumn<Row>[];
  /** Already in the order that `sort` says. */
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** Rows of one line. */
  readonly dense?: boolean;
  /** How a row stands on a phone; without it the box scrolls there too. */
  readonly phone?: PhoneLayout<Row>;
  readonly sort?: TableSort;
  /** Called with a column's title. */
  readonly onSort?: ((title: string) => void) | undefined;
  /** Every row is drawn, for some dozens of rows that are put on paper. */
  readonly drawsAll?: boolean;
  /** The box keeps its full height when a filter leaves few rows. */
  readonly keepsHeight?: boolean;
  /** The keys [ and ] step through the rows from anywhere on the page: for the page's main table. */
  readonly stepsByKeys?: boolean;
  /** Enter on a row and a click on it; the row needs a link or button of its own as well. */
  readonly onOpen?: (row: Row) => void;
  /** The row whose details are shown elsewhere: marked and kept in sight; below 0 for none. */
  readonly shownRow?: number;
}

export function WindowedTable<Row>(props: WindowedTableProps<Row>): ReactElement {
  const isPhone = useIsPhone();
  if (!props.phone || !isPhone) return <BoxTable {...props} />;
  return <PhoneRows {...props} layout={props.phone} shownRow={props.shownRow ?? -1} />;
}

function BoxTable<Row>(props: WindowedTableProps<Row>): ReactElement {
  const { label, columns, rows, rowKey, dense = false, keepsHeight = false, stepsByKeys = false } = props;
  const { onOpen, shownRow = -1 } = props;
  const isSaved = useContext(SavedPage);
  const { box, start, end, rowHeight, measureRow, follow, walk, step, noteFocus } = useWindowedRows(
    rows,
    dense,
    shownRow,
    isSaved || props.drawsAll ? rows.length : undefined,
  );
  const open = (target: EventTarget) => {
    const at = onOpen ? rowOf(target) : null;
    const row = at === null ? undefined : rows[at];
    if (row !== undefined) onOpen?.(row);
    return row !== undefined;
  };
  usePageKeys(stepsByKeys ? { "[": () => step(-1), "]": () => step(1) } : {});
  return (
    // A box that scrolls must be reachable by keyboard, and a region that can be focused needs a name.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={box}
      className={classNames(
        styles["box"],
        keepsHeight && styles["full"],
        end - start < rows.length && styles["cut"],
      )}
      aria-label={`${label}, scrolling`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      onScroll={follow}
      onClick={({ target }) => open(target)}
      onKeyDown={(event) => {
        if (event.key === "Enter" && event.target instanceof HTMLTableRowElement && open(event.target))
          event.preventDefault();
        else walk(event);
      }}
    >
      <table
        className={classNames(styles["table"], dense && styles["dense"])}
        aria-label={label}
        aria-rowcount={rows.length + 1}
      >
        <Head {...props} onSort={isSaved ? undefined : props.onSort} />
        <tbody>
          {!isSaved && (
            <tr className={styles["sizer"]} aria-hidden="true">
              {columns.map((column) => (
                <td key={column.title}>{column.widest}</td>
              ))}
            </tr>
          )}
          <Spacer height={start * rowHeight} />
          {rows.slice(start, end).map((row, offset) => (
            <tr
              key={rowKey(row)}
              // nobody walks through the rows of a saved file
              {...(!isSaved && {
                ref: offset === 0 ? measureRow : undefined,
                className: classNames(styles["row"], onOpen && styles["opens"]),
                "aria-current": start + offset === shownRow ? "true" : undefined,
                "data-row": start + offset,
                "aria-rowindex": start + offset + 2,
                tabIndex: -1,
                onFocus: () => noteFocus(start + offset),
              })}
            >
              {columns.map((column, place) => (
                <Cell key={column.title} heads={place === 0} end={column.end === true}>
                  {shownNode(column.cell(row))}
                </Cell>
              ))}
            </tr>
          ))}
          <Spacer height={(rows.length - end) * rowHeight} />
        </tbody>
      </table>
    </section>
  );
}

/** The place of the row that was meant; null for what has an action of its own, and at the end of a selection of text. */
function rowOf(target: EventTarget): number | null {
  if (!(target instanceof Element) || target.closest("a, button, input, label") !== null) return null;
  if (document.getSelection()?.isCollapsed === false) return null;
  const row = target.closest<HTMLElement>("tr[data-row]");
  return row ? Number(row.dataset["row"]) : null;
}

function Head<Row>({ columns, sort, onSort }: WindowedTableProps<Row>): ReactElement {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {columns.map(({ title, end, sortBy }) => (
          <th
            key={title}
            scope="col"
            className={classNames(end && styles["end"])}
            aria-sort={sortBy && onSort ? (sort?.column === title ? sort.direction : "none") : undefined}
          >
            {sortBy && onSort ? (
              <button type="button" className={styles["sorter"]} onClick={() => onSort(title)}>
                {title}
                <SortIcon direction={sort?.column === title ? sort.direction : null} />
              </button>
            ) : (
              title
            )}
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface CellProps {
  readonly heads: boolean;
  readonly end: boolean;
  readonly children: ReactNode;
}

function Cell({ heads, end, children }: CellProps): ReactElement {
  const className = end ? styles["end"] : undefined;
  return heads ? (
    <th scope="row" className={className}>
      {children}
    </th>
  ) : (
    <td className={className}>{children}</td>
  );
}

/** Holds the place of the rows that are not drawn; its height goes through the CSSOM, which the page's policy allows. */
export function Spacer({ height }: { readonly height: number }): ReactElement | null {
  const setHeight = useCallback(
    (row: HTMLTableRowElement | null) => row?.style.setProperty("height", `${height}px`),
    [height],
  );
  return height > 0 ? <tr ref={setHeight} aria-hidden="true" /> : null;
}
