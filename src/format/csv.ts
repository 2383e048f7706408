/** Tables as CSV (RFC 4180): numbers in full but for the noise of arithmetic, ISO dates, and no text that a spreadsheet would run as a formula. */

export type CsvCell = string | number | null;

/** Lines end in CR LF, the last one too. What is undefined (null, NaN, the infinities) is an empty cell. */
export function toCsv(header: readonly string[], rows: Iterable<readonly CsvCell[]>): string {
  const lines = [header.map(cellText).join(",")];
  for (const row of rows) lines.push(row.map(cellText).join(","));
  return `${lines.join("\r\n")}\r\n`;
}

function cellText(cell: CsvCell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return Number.isFinite(cell) ? numberText(cell) : "";
  const harmless = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** A decimal of a file comes back as it was: no double needs more digits for one. */
const EXACT_DIGITS = 15;
/** What arithmetic leaves is worth no more. */
const WORTH_DIGITS = 12;
const NOISE = 1e-12;

/** -227.7000000000002 as -227.7, and 1 / 3 with twelve digits. */
function numberText(value: number): string {
  const text = String(value);
  if (text.length <= EXACT_DIGITS) return text;
  const digits = text.replace(/e.*/, "").replaceAll(/[-.]/g, "").replace(/^0+/, "");
  if (digits.length <= EXACT_DIGITS) return text;
  const short = Number(value.toPrecision(WORTH_DIGITS - 1));
  const isNoise = Math.abs(short - value) <= NOISE * Math.abs(value);
  return String(isNoise ? short : Number(value.toPrecision(WORTH_DIGITS)));
}
