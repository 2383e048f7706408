/** Every fill of a run as a line of CSV. */
import { csvLine } from "#workers/api/server/csv.ts";
import { FILL_FIELDS } from "#workers/model/report.ts";
import type { RunFill } from "#workers/model/report.ts";

/** Lines that are written at once. */
const LINES_AT_ONCE = 10_000;

/** In pieces, the header first: of a large run the file is longer than a text may be. */
export function* fillsFile(fills: readonly RunFill[]): Iterable<string> {
  yield csvLine(FILL_FIELDS);
  for (let from = 0; from < fills.length; from += LINES_AT_ONCE) {
    const piece = fills.slice(from, from + LINES_AT_ONCE);
    yield piece.map((fill) => csvLine(FILL_FIELDS.map((field) => fill[field]))).join("");
  }
}
