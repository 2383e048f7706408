/** Tables as CSV by RFC 4180, lines ended with \n: null is empty, numbers are as they are meant. */
import { csvNumber } from "#workers/model/csv-number.ts";

export type Cell = string | number | boolean | null | undefined;

export function csvOf(columns: readonly string[], rows: Iterable<readonly Cell[]>): string {
  const lines = [csvLine(columns)];
  for (const row of rows) lines.push(csvLine(row));
  return lines.join("");
}

export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(cellText).join(",")}\n`;
}

function cellText(value: Cell): string {
  const text = typeof value === "number" ? csvNumber(value) : String(value ?? "");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
