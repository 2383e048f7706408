/** What is told of a file that was read. */
import type { FileNotes } from "#workers/model/reading.ts";
import type { FileReport } from "./tidemark.d.ts";

export function reportOf({ file, rows, leftOut, issues, warnings = [] }: FileNotes): FileReport {
  return { file, rows, leftOut, issues: [...issues.map(({ message }) => message), ...warnings] };
}
