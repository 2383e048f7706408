/** Columns of a line, which count characters from 1, and its places, of which some characters take two. */

/** The place in a line, from 0, at which a column begins; the end of the line for one behind it. */
export function placeOfColumn(line: string, column: number): number {
  let place = 0;
  for (let before = column - 1; before > 0 && place < line.length; before--) place += placesOf(line, place);
  return place;
}

/** How many places the character at a place takes. */
export function placesOf(line: string, place: number): number {
  return (line.codePointAt(place) ?? 0) > 0xff_ff ? 2 : 1;
}

/** The column that begins at a place in a line. */
export function columnAt(line: string, place: number): number {
  return Array.from(line.slice(0, place)).length + 1;
}
