/**
 * Which rows of a long table are drawn, and the row that the keyboard walks on. Rows have one height; the box's
 * heading stays at its top while they scroll.
 */
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { KeyboardEvent, RefCallback, RefObject, UIEvent } from "react";

/** The style sheet's 2.75 and 2.125 rem at the browser's usual text size; the first row drawn has the true one. */
const USUAL_HEIGHT = 44;
const USUAL_DENSE_HEIGHT = 34;
const ROWS_DRAWN = 40;
const ROWS_AHEAD = 12;
/** PageUp and PageDown. */
const ROWS_A_PAGE = 10;

interface WindowedRows {
  readonly box: RefObject<HTMLElement | null>;
  /** The rows drawn: from `start` to before `end`. */
  readonly start: number;
  readonly end: number;
  readonly rowHeight: number;
  /** For the first row drawn. */
  readonly measureRow: RefCallback<HTMLTableRowElement>;
  readonly follow: (event: UIEvent<HTMLElement>) => void;
  /** Arrows, PageUp, PageDown, Home and End. */
  readonly walk: (event: KeyboardEvent) => void;
  /** Focuses the row so many places on. */
  readonly step: (rows: number) => void;
  readonly noteFocus: (row: number) => void;
}

/**
 * @param rows - other rows, or the same in another order, begin at the top again
 * @param isDense - rows of one line
 * @param shownRow - comes into sight when it changes; below 0 for none
 * @param drawn - rows that are drawn at once
 */
export function useWindowedRows(
  rows: readonly unknown[],
  isDense: boolean,
  shownRow: number,
  drawn = ROWS_DRAWN,
): WindowedRows {
  const box = useRef<HTMLElement>(null);
  const [rowHeight, setRowHeight] = useState(isDense ? USUAL_DENSE_HEIGHT : USUAL_HEIGHT);
  const [topRow, setTopRow] = useState(0);
  const activeRow = useRef(-1);
  const [wanted, setWanted] = useState<{ readonly row: number } | null>(null);
  const measureRow = useCallback((row: HTMLTableRowElement | null) => onHeight(row, setRowHeight), []);
  const last = rows.length - 1;
  const start = firstDrawn(topRow, rows.length, drawn);
  const end = Math.min(rows.length, start + drawn);

  const [placedRows, setPlacedRows] = useState(rows);
  if (rows !== placedRows) {
    setPlacedRows(rows);
    setTopRow(0);
  }
  const scrolledRows = useRef(rows);
  useEffect(() => {
    if (scrolledRows.current === rows) return;
    scrolledRows.current = rows;
    activeRow.current = -1;
    if (box.current) box.current.scrollTop = 0;
  }, [rows]);

  useLayoutEffect(() => {
    if (wanted) rowElement(box.current, wanted.row)?.focus();
  }, [wanted]);

  useEffect(() => {
    if (shownRow >= 0 && box.current) setTopRow(scrollTo(box.current, shownRow, rowHeight));
  }, [shownRow, rowHeight]);

  const goTo = (row: number) => {
    if (last < 0 || !box.current) return;
    const to = Math.min(last, Math.max(0, row));
    activeRow.current = to;
    setTopRow(scrollTo(box.current, to, rowHeight));
    setWanted({ row: to });
  };
  return {
    box,
    start,
    end,
    rowHeight,
    measureRow,
    follow: ({ currentTarget }) => {
      const row = firstRowInSight(currentTarget, rowHeight);
      if (row !== topRow) setTopRow(row);
      const first = firstDrawn(row, rows.length, drawn);
      keepFocus(currentTarget, first, first + drawn);
    },
    walk: (event) => {
      if (event.target instanceof HTMLSelectElement) return; // its keys are its own
      const to = rowAfterKey(event.key, activeRow.current, last);
      if (to === null) return;
      event.preventDefault();
      goTo(to);
    },
    step: (by) => goTo(activeRow.current < 0 ? 0 : activeRow.current + by),
    noteFocus: (row) => {
      activeRow.current = row;
    },
  };
}

/** Tells the height when the page is laid out: to ask for it before would lay out a long page for every table. */
function onHeight(row: HTMLTableRowElement | null, tell: (height: number) => void): () => void {
  if (!row || typeof ResizeObserver === "undefined") return () => undefined;
  const observer = new ResizeObserver(([entry]) => {
    const height = entry?.borderBoxSize[0]?.blockSize ?? 0;
    if (height > 0) tell(height);
  });
  observer.observe(row);
  return () => observer.disconnect();
}

function rowAfterKey(key: string, row: number, last: number): number | null {
  switch (key) {
    case "ArrowDown":
      return row + 1;
    case "ArrowUp":
      return row - 1;
    case "PageDown":
      return row + ROWS_A_PAGE;
    case "PageUp":
      return row - ROWS_A_PAGE;
    case "Home":
      return 0;
    case "End":
      return last;
    default:
      return null;
  }
}

/** In steps, so that scrolling doesn't draw for every row. */
function firstRowInSight(box: HTMLElement, rowHeight: number): number {
  const row = Math.floor(box.scrollTop / rowHeight);
  return row - (row % (ROWS_AHEAD / 2));
}

/** Scrolls no further than it takes to see the row whole; gives the first row then in sight. */
function scrollTo(box: HTMLElement, row: number, rowHeight: number): number {
  const heading = box.querySelector("thead")?.getBoundingClientRect().height ?? 0;
  const top = row * rowHeight;
  const lowest = top + rowHeight + heading - box.clientHeight;
  if (box.scrollTop > top) box.scrollTop = top;
  else if (box.scrollTop < lowest) box.scrollTop = lowest;
  return firstRowInSight(box, rowHeight);
}

function firstDrawn(topRow: number, count: number, drawn: number): number {
  return Math.min(Math.max(0, count - drawn), Math.max(0, topRow - ROWS_AHEAD));
}

/** A focused row that scrolls out of what is drawn leaves its focus to the box, so that the arrows go on working. */
function keepFocus(box: HTMLElement, start: number, end: number): void {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLTableRowElement) || !box.contains(focused)) return;
  const row = Number(focused.dataset["row"]);
  if (row < start || row >= end) box.focus({ preventScroll: true });
}

function rowElement(box: HTMLElement | null, row: number): HTMLElement | null {
  return box?.querySelector<HTMLElement>(`tr[data-row="${row}"]`) ?? null;
}
