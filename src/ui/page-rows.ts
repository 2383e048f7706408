/**
 * Rows of one height that scroll with the page, of which only those near the screen are drawn: a thousand scroll as
 * fluidly as ten. One row is the keyboard's: its controls are the stops of Tab, the arrow keys, PageUp, PageDown, Home
 * and End walk from it to the same control of another one.
 */
import { defaultRangeExtractor, useWindowVirtualizer } from "@tanstack/react-virtual";
import type { Range } from "@tanstack/react-virtual";
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { KeyboardEvent, RefObject } from "react";

const ROWS_AHEAD = 12;
/** PageUp and PageDown. */
const ROWS_A_PAGE = 10;

export interface PageRow {
  /** Its place among all rows. */
  readonly place: number;
  /** The height of the rows before it that are not drawn, in CSS pixels. */
  readonly gap: number;
}

interface PageRows {
  readonly drawn: readonly PageRow[];
  /** The height of the rows after the last one drawn. */
  readonly gapAfter: number;
  /** The row whose controls are stops of Tab. */
  readonly stop: number;
  /** For the element around the rows, as what follows are. */
  readonly walk: (event: KeyboardEvent) => void;
  readonly noteFocus: (event: { readonly target: EventTarget }) => void;
}

/**
 * @param rows - the element around the rows; a row carries its place as data-row, a control inside it data-control, which
 *   is the same for those that the arrow keys walk between
 * @param rowHeight - in CSS pixels
 */
export function usePageRows(rows: RefObject<HTMLElement | null>, count: number, rowHeight: number): PageRows {
  const [noted, setNoted] = useState(0);
  const stop = Math.min(noted, Math.max(0, count - 1));
  const [top, setTop] = useState(0);
  const wanted = useRef<string | null>(null);
  const withStop = useCallback(
    (range: Range) => {
      const places = defaultRangeExtractor(range);
      return places.includes(stop) ? places : [...places, stop].toSorted((a, b) => a - b);
    },
    [stop],
  );
  // oxlint-disable-next-line react/incompatible-library -- no compiler memoizes what it returns, and nothing here does
  const list = useWindowVirtualizer({
    count,
    estimateSize: () => rowHeight,
    overscan: ROWS_AHEAD,
    scrollMargin: top,
    rangeExtractor: withStop,
  });
  useEffect(() => list.measure(), [list, rowHeight]);
  useLayoutEffect(() => {
    const box = rows.current?.getBoundingClientRect();
    if (box) setTop(Math.round(box.top + globalThis.scrollY)); // what is above may have grown
  }, [rows, count]);
  useLayoutEffect(() => {
    if (wanted.current === null) return;
    const control = `[data-row="${stop}"] [data-control="${wanted.current}"]`;
    rows.current?.querySelector<HTMLElement>(control)?.focus();
    wanted.current = null;
  }, [rows, stop]);
  let drawnTo = top;
  const drawn: PageRow[] = [];
  for (const { index, start, end } of list.getVirtualItems()) {
    drawn.push({ place: index, gap: start - drawnTo });
    drawnTo = end;
  }
  return {
    drawn,
    gapAfter: Math.max(0, top + list.getTotalSize() - drawnTo),
    stop,
    walk: (event) => {
      const from = placeOf(event.target);
      const to = from === null ? null : placeAfterKey(event.key, from, count - 1);
      const control = controlOf(event.target);
      if (to === null || control === null) return;
      event.preventDefault();
      wanted.current = control;
      setNoted(to);
    },
    noteFocus: ({ target }) => setNoted(placeOf(target) ?? stop),
  };
}

function placeOf(target: EventTarget): number | null {
  const row = target instanceof Element ? target.closest<HTMLElement>("[data-row]") : null;
  return row ? Number(row.dataset["row"]) : null;
}

function controlOf(target: EventTarget): string | null {
  const control = target instanceof Element ? target.closest<HTMLElement>("[data-control]") : null;
  return control?.dataset["control"] ?? null;
}

function placeAfterKey(key: string, place: number, last: number): number | null {
  switch (key) {
    case "ArrowDown":
      return Math.min(last, place + 1);
    case "ArrowUp":
      return Math.max(0, place - 1);
    case "PageDown":
      return Math.min(last, place + ROWS_A_PAGE);
    case "PageUp":
      return Math.max(0, place - ROWS_A_PAGE);
    case "Home":
      return 0;
    case "End":
      return last;
    default:
      return null;
  }
}
