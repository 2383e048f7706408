/** Keeps the books of one file of facts: its rows, what was left out or ignored, and what it gave. */
import { formatIsoDay } from "#workers/model/day.ts";
import type { FactSeries } from "#workers/model/market.ts";
import type { FileNotes } from "#workers/model/reading.ts";
import type { IssueBook } from "./file-rows.ts";

/** As many symbols without prices as a note names. */
const UNMATCHED_SHOWN = 5;

export interface FactsBook extends IssueBook {
  readonly kind: FactSeries["kind"];
  layout: string;
  rows: number;
  /** Values that an earlier row has already, with the same and with another value. */
  repeats: number;
  contradictions: number;
}

export function openFactsBook(file: string, kind: FactSeries["kind"]): FactsBook {
  return { file, kind, layout: "", rows: 0, leftOut: 0, issues: [], repeats: 0, contradictions: 0 };
}

/** What a file gave to a market. */
export interface FactsYield {
  /** As the file writes them, by name in lower case. */
  readonly names: readonly string[];
  readonly steps: number;
  /** With prices; and symbols of the file without. */
  readonly instruments: number;
  readonly unmatched: readonly string[];
  /** Infinity and -Infinity without a step. */
  readonly firstDay: number;
  readonly lastDay: number;
}

export function describeFactsFile(book: FactsBook, given: FactsYield): FileNotes {
  const { file, layout, rows, leftOut, repeats, issues, kind, contradictions } = book;
  const { names, steps, instruments, unmatched, firstDay, lastDay } = given;
  const warnings = [...unmatchedWarning(unmatched), ...contradictionWarning(contradictions)];
  return {
    file,
    layout,
    rows,
    bars: 0,
    leftOut,
    repeats,
    closeOnly: 0,
    instruments,
    firstDate: steps > 0 ? formatIsoDay(firstDay) : null,
    lastDate: steps > 0 ? formatIsoDay(lastDay) : null,
    issues,
    ...(warnings.length > 0 ? { warnings } : {}),
    facts: { kind, names, steps, contradictions, unmatched: unmatched.length },
  };
}

function unmatchedWarning(symbols: readonly string[]): string[] {
  if (symbols.length === 0) return [];
  const some = symbols.slice(0, UNMATCHED_SHOWN).join(", ");
  const others = symbols.length > UNMATCHED_SHOWN ? ", ..." : "";
  const ignored =
    symbols.length === 1
      ? "1 symbol without prices is ignored"
      : `${symbols.length} symbols without prices are ignored`;
  return [`${ignored}: ${some}${others}.`];
}

function contradictionWarning(count: number): string[] {
  if (count === 0) return [];
  const values = count === 1 ? "1 value contradicts" : `${count} values contradict`;
  return [`${values} an earlier row of the same symbol, name and date, which stays.`];
}
