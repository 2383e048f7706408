/** Keeps the books of one file while its rows are judged: how many, how many left out, and the first reasons. */
import type { RowIssue } from "#workers/model/reading.ts";
import { appendRow, NO_INSTRUMENT } from "./row-store.ts";
import type { RowStore } from "./row-store.ts";
import { checkRow, describeFault } from "./row-rules.ts";
import type { TakeRow } from "./row.ts";

/** As many reasons as a reading reports for a file. */
export const MAX_ISSUES = 10;

/** One file's books; duplicates are entered later, when all files are read. */
export interface FileBook {
  readonly file: string;
  layout: string;
  rows: number;
  leftOut: number;
  repeats: number;
  closeOnly: number;
  /** The first ten rows left out, by line. */
  readonly issues: RowIssue[];
  /** The rows of the reading that came from this file: firstRow .. endRow - 1. */
  readonly firstRow: number;
  endRow: number;
  /** How many instruments have a bar from it, once bars are entered; and the one entered last. */
  instruments: number;
  lastInstrument: number;
  /** Infinity and -Infinity without a bar. */
  firstDay: number;
  lastDay: number;
}

export function openBook(file: string, store: Pick<RowStore, "firstRow" | "rows">): FileBook {
  return {
    file,
    layout: "",
    rows: 0,
    leftOut: 0,
    repeats: 0,
    closeOnly: 0,
    issues: [],
    firstRow: store.firstRow + store.rows,
    endRow: store.firstRow + store.rows,
    instruments: 0,
    lastInstrument: NO_INSTRUMENT,
    firstDay: Infinity,
    lastDay: -Infinity,
  };
}

/** Judges each row that a reader hands over: bars go to the store, the others into the book. */
export function rowTaker(book: FileBook, store: RowStore): TakeRow {
  return (row, cellText) => {
    const verdict = checkRow(row);
    if (verdict.type === "bar") {
      book.rows++;
      if (verdict.isCloseOnly) book.closeOnly++;
      appendRow(store, row, verdict.isCloseOnly);
      book.endRow = store.firstRow + store.rows;
      return;
    }
    // A stray quote swallows whole lines; each of them was most likely a row.
    book.rows += row.lines;
    book.leftOut += row.lines - 1;
    leaveOut(book, row.line, () => describeFault(verdict, row, cellText));
  };
}

/** Counts a row as left out; keeps its reason when it is among the first ten lines. */
export function leaveOut(book: FileBook, line: number, describe: () => string): void {
  book.leftOut++;
  const isFull = book.issues.length === MAX_ISSUES;
  if (isFull && line >= (book.issues.at(-1)?.line ?? 0)) return;
  const issue = { file: book.file, line, message: `${book.file}:${line}: ${describe()}` };
  const place = book.issues.findIndex((known) => known.line > line);
  book.issues.splice(place < 0 ? book.issues.length : place, 0, issue);
  if (book.issues.length > MAX_ISSUES) book.issues.pop();
}
