/** The start and the end of every check. */
import type { ImportCheck } from "#workers/model/import-check.ts";

export function refused(known: ImportCheck, message: string): ImportCheck {
  return { ...known, verdict: "refuse", message };
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
