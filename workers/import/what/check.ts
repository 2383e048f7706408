/** The start and the end of every check. */
import type { ImportCheck } from "#workers/model/import-check.ts";
import { placeOf } from "#workers/model/place.ts";

export function refused(known: ImportCheck, message: string): ImportCheck {
  return { ...known, verdict: "refuse", message };
}

/** Rows that were left out, each with why: a book's messages name their place first. */
export function leftOutOf({
  file,
  issues,
}: {
  readonly file: string;
  readonly issues: readonly { readonly line: number; readonly message: string }[];
}): ImportCheck["leftOut"] {
  return issues.map(({ line, message }) => {
    const start = `${placeOf(file, line)}: `;
    return { line, reason: message.startsWith(start) ? message.slice(start.length) : message };
  });
}

/** The parts of a check that are known before any row was read. */
export const EMPTY_CHECK: ImportCheck = {
  file: "",
  verdict: "refuse",
  kind: "other",
  format: "unknown",
  encoding: "",
  delimiter: "",
  symbols: [],
  rows: 0,
  bars: 0,
  first: null,
  last: null,
  frequency: null,
  adjusted: false,
  adjustment: null,
  closeOnly: false,
  leftOut: [],
  leftOutCount: 0,
  questions: [],
  warnings: [],
  table: null,
  repeats: 0,
  quality: [],
  message: "",
};
