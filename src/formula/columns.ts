/** Columns of a line, which count characters from 1, and its places, of which some characters take two. */

/** The place in a line, from 0, at which a column begins; the end of the line for one behind it. */
export function placeOfColumn(line: string, column: number): number {
  return Array.from(line)
    .slice(0, column - 1)
    .join("").length;
}

/** The column that begins at a place in a line. */
export function columnAt(line: string, place: number): number {
  return Array.from(line.slice(0, place)).length + 1;
}
