/**
 * JSON as vendors' programs answer with, a record a row, as CSV text that is read like any table: a list of records, one
 * list under a name, or Alpha Vantage's lists of quarters and years.
 */
import { isRecord, ownValue } from "#workers/model/strategy-fault.ts";
import type { PriceSource } from "#workers/market/source.ts";
import { csvCell, MOST_COLUMNS, MOST_ROWS } from "#workers/tables/csv-rows.ts";

type JsonRow = Readonly<Record<string, unknown>>;

/** Alpha Vantage's lists, and the span of each; those of years' earnings have no days of their own. */
const LISTS_OF_SPANS = [
  ["quarterlyReports", "quarterly"],
  ["annualReports", "annual"],
  ["quarterlyEarnings", "quarterly"],
] as const;
/** A record with keys that no other has makes every row as wide as all of them. */
const MOST_CELLS = 20_000_000;
const ROWS_OF_A_CHUNK = 1000;

/** null for JSON of another shape. @param parsed - as JSON.parse gives it */
export function jsonTable(name: string, parsed: unknown): PriceSource | null {
  const rows = rowsOf(parsed);
  if (!rows || rows.length === 0 || rows.length >= MOST_ROWS) return null;
  const keys = new Set<string>();
  for (const row of rows) {
    for (const key of Object.keys(row)) keys.add(key);
    if (keys.size > MOST_COLUMNS || keys.size * rows.length > MOST_CELLS) return null;
  }
  const header = [...keys];
  return {
    name,
    bytes: null,
    tableOf: "JSON",
    async *open() {
      const encoder = new TextEncoder();
      yield encoder.encode(lineOf(header));
      for (let from = 0; from < rows.length; from += ROWS_OF_A_CHUNK) {
        const lines = rows
          .slice(from, from + ROWS_OF_A_CHUNK)
          .map((row) => lineOf(header.map((key) => textOf(ownValue(row, key)))));
        yield encoder.encode(lines.join(""));
      }
    },
  };
}

function rowsOf(parsed: unknown): readonly JsonRow[] | null {
  if (Array.isArray(parsed)) return flatRows(parsed);
  if (!isRecord(parsed)) return null;
  const ofSpans = LISTS_OF_SPANS.filter(([list]) => Array.isArray(ownValue(parsed, list)));
  if (ofSpans.length > 0)
    return ofSpans.flatMap(([list, period]) =>
      (flatRows(ownValue(parsed, list)) ?? []).map(behind({ symbol: ownValue(parsed, "symbol"), period })),
    );
  const [only, another] = Object.values(parsed).filter((value) => Array.isArray(value));
  const rows = another === undefined ? flatRows(only) : null;
  // One company's rows under its symbol.
  const symbol = ownValue(parsed, "symbol") ?? ownValue(parsed, "ticker");
  return rows && typeof symbol === "string" ? rows.map(behind({ symbol })) : rows;
}

/** Puts cells in front of a row that has not got them itself. */
function behind(first: JsonRow): (row: JsonRow) => JsonRow {
  return (row) => ({ ...first, ...row });
}

/** null for a list that holds anything but records of texts, numbers, truths and nothing. */
function flatRows(list: unknown): readonly JsonRow[] | null {
  if (!Array.isArray(list)) return null;
  const rows = list.filter((row) => isRecord(row) && Object.values(row).every(isPlain));
  return rows.length === list.length ? rows : null;
}

function isPlain(value: unknown): boolean {
  return value === null || typeof value !== "object";
}

function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}

function lineOf(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(",")}\n`;
}
