/** Lines among the rows of a table that are none: the header once more, a footer, a total without figures. */

/** What is told of such lines; null of a header. */
export type NoRow = "header" | "words";

/**
 * What a line is that can't be read as a row; null for one that is a row, and damaged.
 *
 * @param cells - as they stand
 */
export function noRowOf(cells: readonly string[], header: readonly string[]): NoRow | null {
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== "");
  if (cells.every((cell, at) => cell.trim() === (header[at] ?? ""))) return "header";
  return filled.length <= 1 || !filled.some((cell) => /\d/.test(cell)) ? "words" : null;
}

/** For what is told of a file: how many lines are passed over. */
export const WORDS_ALONE = "words without figures, as a footer or a total is";
