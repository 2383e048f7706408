/** The tally of one file while its rows are judged: how many, how many left out, and the first reasons. */
import type { RowIssue } from "#workers/model/reading.ts";
import { placeOf } from "#workers/model/place.ts";
import { Refusal } from "./refusal.ts";
import { appendRow, NO_INSTRUMENT, repeatsLast } from "./row-store.ts";
import type { RowStore } from "./row-store.ts";
import { checkRow, describeFault } from "./row-rules.ts";
import type { Fault } from "./row-rules.ts";
import type { IsRate } from "./rates.ts";
import { CLOSE, DATE } from "./row.ts";
import type { TakeRow } from "./row.ts";

/** Reasons that a reading reports for a file, at most. */
export const MAX_ISSUES = 10;

/** Why a row was left out. */
export interface LeftOutRow {
  /** 1-based line in the (uncompressed) file. */
  readonly line: number;
  /** What is wrong and the mend, for behind "file:line: ". */
  readonly reason: string;
  /** What the reason is about, for those who decide by it. */
  readonly about?: IssueAbout;
}

export type IssueAbout =
  | { readonly code: "unreadable-date"; readonly cell: string }
  | { readonly code: "repeat"; readonly repeat: Repeat };

/** A bar on a day that its instrument has already, with other values. */
export interface Repeat {
  readonly symbol: string;
  /** ISO. */
  readonly day: string;
  /** Where the bar is from that stays. */
  readonly first: { readonly file: string; readonly line: number };
}

/** Where the rows of a file that are left out are entered. */
export interface IssueTally {
  readonly file: string;
  leftOut: number;
  /** The first ten rows left out, by line. */
  readonly issues: LeftOutRow[];
}

/** One file's tally; duplicates are entered later, when all files are read. */
export interface FileTally extends IssueTally {
  layout: string;
  warnings: readonly string[];
  rows: number;
  /** Rows left out for a close of 0, and for one below. */
  closesOfZero: number;
  closesBelowZero: number;
  repeats: number;
  closeOnly: number;
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

export function openTally(file: string, store: Pick<RowStore, "firstRow" | "rows">): FileTally {
  return {
    file,
    layout: "",
    warnings: [],
    rows: 0,
    closesOfZero: 0,
    closesBelowZero: 0,
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

export interface RowTerms {
  /** Which instruments are series of rates; null for none. */
  readonly isRate: IsRate | null;
  /** Whether a row is of the same time of day as the bar before it; asked where all else is the same. */
  readonly isSameTime?: () => boolean;
}

/**
 * Judges each row that a reader hands over: bars go to the store, the others into the tally. One that says what the file's bar
 * before it says is entered as a repeat at once: a small file packs millions of them.
 */
export function rowTaker(
  tally: FileTally,
  store: RowStore,
  { isRate, isSameTime = () => true }: RowTerms,
): TakeRow {
  return (row, cellText) => {
    const verdict = checkRow(row, isRate !== null && isRate(row.symbol));
    if (verdict.type === "bar") {
      tally.rows++;
      if (tally.endRow > tally.firstRow && repeatsLast(store, row) && isSameTime()) {
        tally.repeats++;
        return;
      }
      if (verdict.isCloseOnly) tally.closeOnly++;
      appendRow(store, row, verdict.isCloseOnly);
      tally.endRow = store.firstRow + store.rows;
      return;
    }
    // A stray quote swallows whole lines; each of them was most likely a row.
    tally.rows += row.lines;
    tally.leftOut += row.lines - 1;
    if (verdict.rule === "not-above-zero" && verdict.slot === CLOSE) {
      if (row.values[CLOSE] === 0) tally.closesOfZero++;
      else tally.closesBelowZero++;
    }
    leaveOut(
      tally,
      row.line,
      () => describeFault(verdict, row, cellText),
      () => aboutFault(verdict, cellText),
    );
  };
}

function aboutFault({ rule, slot }: Fault, cellText: (slot: number) => string): IssueAbout | null {
  return rule === "unreadable" && slot === DATE ? { code: "unreadable-date", cell: cellText(slot) } : null;
}

/** Counts a row as left out; keeps its reason when it is among the first ten lines. */
export function leaveOut(
  tally: IssueTally,
  line: number,
  describe: () => string,
  tellAbout: () => IssueAbout | null = () => null,
): void {
  tally.leftOut++;
  noteIssue(tally, line, describe, tellAbout);
}

/** Keeps what is wrong with a row when it is among the first ten lines. */
export function noteIssue(
  { issues }: Pick<IssueTally, "issues">,
  line: number,
  describe: () => string,
  tellAbout: () => IssueAbout | null = () => null,
): void {
  const isFull = issues.length === MAX_ISSUES;
  if (isFull && line >= (issues.at(-1)?.line ?? 0)) return;
  const about = tellAbout();
  const issue = { line, reason: describe(), ...(about ? { about } : {}) };
  const place = issues.findIndex((known) => known.line > line);
  issues.splice(place < 0 ? issues.length : place, 0, issue);
  if (issues.length > MAX_ISSUES) issues.pop();
}

/** A tally's issues with their places in front, for people. */
export function placedIssues({ file, issues }: Pick<IssueTally, "file" | "issues">): RowIssue[] {
  return issues.map(({ line, reason }) => ({ file, line, message: `${placeOf(file, line)}: ${reason}` }));
}

/** @throws Refusal when more than 5 % of a file's rows were left out; exactly 5 % stays. */
export function refuseWhenBad(tally: IssueTally & { readonly rows: number }): void {
  const { file, rows, leftOut } = tally;
  if (leftOut * 20 <= rows) return;
  const share = ((leftOut / rows) * 100).toFixed(1);
  const details = placedIssues(tally).map(({ message }) => message);
  const reason = `${leftOut} of ${rows} rows (${share} %) cannot be used, and more than 5 % is too much to leave out. Correct the file; the first: ${details[0] ?? ""}`;
  throw new Refusal(
    { code: "file-refused", message: `${file}: ${reason}`, place: file, details },
    { file, line: null, reason },
  );
}
