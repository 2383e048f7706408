/** The start and the end of every check. */
import type { IssueTally } from "#workers/market/file-rows.ts";
import type { ImportCheck } from "#workers/model/import-check.ts";

export function refused(known: ImportCheck, message: string): ImportCheck {
  return { ...known, verdict: "refuse", message };
}

/** Rows that were left out, each with why. */
export function leftOutOf({ issues }: Pick<IssueTally, "issues">): ImportCheck["leftOut"] {
  return issues.map(({ line, reason }) => ({ line, reason }));
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
  rates: [],
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
