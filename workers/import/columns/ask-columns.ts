/** A question about a file's columns: taken as they are, or left out. */
import type { ColumnDoubt, Question } from "#workers/model/import-check.ts";

/** @param choices - the likelier first */
export function askColumns(
  doubt: ColumnDoubt,
  text: string,
  choices: Question["choices"] = ["take", "leave out"],
): Question {
  return { about: "columns", doubt, text, choices };
}
