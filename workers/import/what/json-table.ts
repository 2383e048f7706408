/** JSON of a shape that is known (json-shapes.ts), a record a row, as CSV text that is read like any table. */
import { ownValue } from "#workers/model/strategy-fault.ts";
import type { PriceSource } from "#workers/market/source.ts";
import { csvCell, MOST_COLUMNS, MOST_ROWS } from "#workers/tables/csv-rows.ts";
import { behind, CURRENCY, valueAt } from "./json-rows.ts";
import type { JsonRow } from "./json-rows.ts";
import { countedTitle } from "./json-twice.ts";
import { JSON_SHAPES } from "./json-shapes.ts";

export interface JsonTable {
  readonly source: PriceSource;
  /** "" for a shape of many. */
  readonly vendor: string;
  /** 1-based line of the first record. */
  readonly firstRecord: number;
}

/** A record with keys that no other has makes every row as wide as all of them. */
const MOST_CELLS = 20_000_000;
const ROWS_OF_A_CHUNK = 1000;

/** null for JSON of another shape, a text that says why one can't be taken. @param parsed - as JSON.parse gives it */
export function jsonTable(name: string, parsed: unknown): JsonTable | string | null {
  for (const { vendor, rows: rowsOf } of JSON_SHAPES) {
    const rows = rowsOf(parsed);
    if (!rows || rows.length === 0) continue;
    const said = adjustmentOf(parsed);
    return tableOf(name, said === "" ? rows : rows.map(behind({ "Price Adjustment": said })), vendor);
  }
  return null;
}

/** Where an answer says of all its bars whether they are adjusted, as Polygon does. */
const ADJUSTED_AT = [
  ["adjusted"],
  ["adjustment"],
  ["meta", "adjusted"],
  ["meta", "adjustment"],
  ["query", "adjusted"],
  ["query", "adjustment"],
] as const;

/** What it says, for a column that is known to say so in every file; "" of an answer that is silent. */
function adjustmentOf(parsed: unknown): string {
  const said = ADJUSTED_AT.map((keys) => valueAt(parsed, ...keys));
  return said.map((one) => (one === true ? "adjusted" : one)).find((one) => typeof one === "string") ?? "";
}

function tableOf(name: string, rows: readonly JsonRow[], vendor: string): JsonTable | string {
  if (rows.length >= MOST_ROWS)
    return `JSON with more than ${MOST_ROWS - 1} records; download the data as CSV`;
  const keys = new Set<string>();
  const currencies = new Set<string>();
  for (const row of rows) {
    for (const key of Object.keys(row)) keys.add(key);
    currencies.add(textOf(ownValue(row, CURRENCY)));
    if (keys.size > MOST_COLUMNS || keys.size * rows.length > MOST_CELLS)
      return "JSON whose records have too many different names; download the data as CSV";
  }
  keys.delete(CURRENCY);
  const header = [...keys];
  const [currency = "", another] = currencies;
  const above = another === undefined && currency !== "" ? lineOf(["Currency", currency]) : "";
  const source: PriceSource = {
    name,
    bytes: null,
    tableOf: "JSON",
    async *open() {
      const encoder = new TextEncoder();
      yield encoder.encode(above + lineOf(header.map(countedTitle)));
      for (let from = 0; from < rows.length; from += ROWS_OF_A_CHUNK) {
        const lines = rows
          .slice(from, from + ROWS_OF_A_CHUNK)
          .map((row) => lineOf(header.map((key) => textOf(ownValue(row, key)))));
        yield encoder.encode(lines.join(""));
      }
    },
  };
  return { source, vendor, firstRecord: above === "" ? 2 : 3 };
}

function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}

function lineOf(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(",")}\n`;
}
