/** Tables as CSV (RFC 4180): numbers as they are meant, ISO dates, and no text that a spreadsheet would run as a formula. */
import { csvNumber } from "#workers/model/csv-number.ts";

export type CsvCell = string | number | null;

/** Lines end in CR LF, the last one too. What is undefined (null, NaN, the infinities) is an empty cell. */
export function toCsv(header: readonly string[], rows: Iterable<readonly CsvCell[]>): string {
  const lines = [header.map(cellText).join(",")];
  for (const row of rows) lines.push(row.map(cellText).join(","));
  return `${lines.join("\r\n")}\r\n`;
}

function cellText(cell: CsvCell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return csvNumber(cell);
  const harmless = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
