/**
 * Which rows of a long table are drawn, and the row that the keyboard walks on: a thousand rows scroll as fluidly as
 * ten. Rows have one height. They scroll in a box of their own, whose heading stays at its top (useWindowedRows), or
 * with the page (usePageRows).
 */
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { KeyboardEvent, RefCallback, RefObject, UIEvent } from "react";

/** The style sheet's 2.75 and 2.125 rem at the browser's usual text size; the first row drawn has the true one. */
const USUAL_HEIGHT = 44;
const USUAL_DENSE_HEIGHT = 34;
const ROWS_DRAWN = 40;
/** As long as nobody has scrolled: what a box of 500 px shows, and the way to the next step. */
const ROWS_AT_TOP = 20;
const ROWS_AHEAD = 12;
/** Other rows are drawn once as many have gone out of sight. */
const ROWS_A_STEP = 6;
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
 * @param all - rows that are drawn at once, wherever the box is scrolled to; without it as many as are seen
 */
export function useWindowedRows(
  rows: readonly unknown[],
  isDense: boolean,
  shownRow: number,
  all?: number,
): WindowedRows {
  const box = useRef<HTMLElement>(null);
  const [rowHeight, setRowHeight] = useState(isDense ? USUAL_DENSE_HEIGHT : USUAL_HEIGHT);
  const [topRow, setTopRow] = useState(0);
  const activeRow = useRef(-1);
  const [wanted, setWanted] = useState<{ readonly row: number } | null>(null);
  const measureRow = useCallback((row: HTMLTableRowElement | null) => onHeight(row, setRowHeight), []);
  const drawn = all ?? ROWS_DRAWN;
  const last = rows.length - 1;
  const start = firstDrawn(topRow, rows.length, drawn);
  const end = Math.min(rows.length, start + rowsAtOnce(topRow, all));

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
    const to = within(row, last);
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
      keepFocus(currentTarget, first, first + rowsAtOnce(row, all));
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

function rowsAtOnce(topRow: number, all: number | undefined): number {
  return all ?? (topRow === 0 ? ROWS_AT_TOP : ROWS_DRAWN);
}

interface PageRow {
  /** Its place among all rows. */
  readonly place: number;
  /** The height of the rows before it that are not drawn, in CSS pixels. */
  readonly gap: number;
}

interface PageRows {
  readonly drawn: readonly PageRow[];
  /** The height of the rows after the last one drawn, in CSS pixels. */
  readonly gapAfter: number;
  /** The row whose controls are stops of Tab; it stays drawn wherever the page is scrolled to. */
  readonly stop: number;
  /** For the element around the rows, as what follows is: the keys walk from a control to the same one of another row. */
  readonly walk: (event: KeyboardEvent) => void;
  readonly noteFocus: (event: { readonly target: EventTarget }) => void;
}

/**
 * @param body - the element around the rows; a row carries its place as data-row, a control inside it data-control, which
 *   is the same for those that the keys walk between
 * @param rowHeight - in CSS pixels
 */
export function usePageRows(body: RefObject<HTMLElement | null>, count: number, rowHeight: number): PageRows {
  const [topRow, setTopRow] = useState(0);
  const [rowsInSight, setRowsInSight] = useState(() => rowsOfWindow(rowHeight));
  const [noted, setNoted] = useState(0);
  const stop = Math.min(noted, Math.max(0, count - 1));
  const wanted = useRef<string | null>(null);
  useLayoutEffect(() => {
    const follow = () => {
      const top = body.current?.getBoundingClientRect().top ?? 0; // asked each time: what is above may have grown
      setTopRow(steppedRow(Math.max(0, -top) / rowHeight));
      setRowsInSight(rowsOfWindow(rowHeight));
    };
    follow();
    globalThis.addEventListener("scroll", follow, { passive: true });
    globalThis.addEventListener("resize", follow);
    return () => {
      globalThis.removeEventListener("scroll", follow);
      globalThis.removeEventListener("resize", follow);
    };
  }, [body, rowHeight]);
  useLayoutEffect(() => {
    if (wanted.current === null) return;
    const control = `[data-row="${stop}"] [data-control="${wanted.current}"]`;
    body.current?.querySelector<HTMLElement>(control)?.focus();
    wanted.current = null;
  }, [body, stop]);

  const most = rowsInSight + 2 * ROWS_AHEAD + ROWS_A_STEP;
  const start = firstDrawn(topRow, count, most);
  const places = Array.from({ length: Math.min(count, most) }, (_, row) => start + row);
  if (count > 0 && !places.includes(stop)) places.splice(stop < start ? 0 : places.length, 0, stop);
  return {
    drawn: places.map((place, at) => ({ place, gap: (place - (places[at - 1] ?? -1) - 1) * rowHeight })),
    gapAfter: (count - 1 - (places.at(-1) ?? -1)) * rowHeight,
    stop,
    walk: (event) => {
      const from = placeOf(event.target);
      const to = from === null ? null : rowAfterKey(event.key, from, count - 1);
      const control = controlOf(event.target);
      if (to === null || control === null) return;
      event.preventDefault();
      wanted.current = control;
      setNoted(within(to, count - 1));
    },
    noteFocus: ({ target }) => setNoted(placeOf(target) ?? stop),
  };
}

function rowsOfWindow(rowHeight: number): number {
  return Math.ceil(globalThis.innerHeight / rowHeight);
}

function placeOf(target: EventTarget): number | null {
  const row = target instanceof Element ? target.closest<HTMLElement>("[data-row]") : null;
  return row ? Number(row.dataset["row"]) : null;
}

function controlOf(target: EventTarget): string | null {
  const control = target instanceof Element ? target.closest<HTMLElement>("[data-control]") : null;
  return control?.dataset["control"] ?? null;
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

/** The row that the key asks for, which may lie before the first and after the last one; null for another key. */
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

function within(row: number, last: number): number {
  return Math.min(last, Math.max(0, row));
}

function firstRowInSight(box: HTMLElement, rowHeight: number): number {
  return steppedRow(box.scrollTop / rowHeight);
}

/** The row above, in steps, so that scrolling doesn't draw for every row. */
function steppedRow(rowsAbove: number): number {
  const row = Math.floor(rowsAbove);
  return row - (row % ROWS_A_STEP);
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
