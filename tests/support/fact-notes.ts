/** What was read of a file of facts, nothing wrong with it. */
import type { FileNotes } from "#workers/model/reading.ts";

export const factNotes: FileNotes = {
  file: "facts.csv",
  layout: "facts, a row each",
  rows: 9,
  bars: 0,
  leftOut: 0,
  repeats: 0,
  closeOnly: 0,
  instruments: 1,
  firstDate: null,
  lastDate: null,
  issues: [],
};
