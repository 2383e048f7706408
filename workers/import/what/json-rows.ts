/** Rows of records out of parsed JSON: what the shapes of vendors (json-shapes.ts) are made of. None of it looks deeper than a shape says. */
import { isRecord, ownValue } from "#workers/model/strategy-fault.ts";

import { writtenKey } from "./json-twice.ts";

/** The cells of a row by the title of their column. */
export type JsonRow = Readonly<Record<string, unknown>>;

/** The title of a cell that says what money a row's prices are in: no column, but told of the table. */
export const CURRENCY = "currency of the prices";

/** The value under these keys, each inside the one before; undefined where one is missing. A number is a place in a list. */
export function valueAt(value: unknown, ...keys: readonly (string | number)[]): unknown {
  let inner = value;
  for (const key of keys) {
    if (typeof key === "number") inner = Array.isArray(inner) ? (inner as unknown[])[key] : undefined;
    else inner = isRecord(inner) ? ownValue(inner, key) : undefined;
  }
  return inner;
}

/** As valueAt; "" for anything but a text. */
export function textAt(value: unknown, ...keys: readonly (string | number)[]): string {
  const text = valueAt(value, ...keys);
  return typeof text === "string" ? text.trim() : "";
}

/** null for anything but a list. */
export function listOf(value: unknown): readonly unknown[] | null {
  return Array.isArray(value) ? (value as unknown[]) : null;
}

/** null for anything but a list of texts. */
export function textsOf(value: unknown): readonly string[] | null {
  const list = listOf(value);
  const texts = list?.filter((item) => typeof item === "string");
  return texts && texts.length === list?.length ? texts : null;
}

/** A text, a number, a truth or nothing. */
export function isPlain(value: unknown): boolean {
  return value === null || typeof value !== "object";
}

/** null for a list that holds anything but records of texts, numbers, truths and nothing, and for anything else. */
export function flatRecords(value: unknown): readonly JsonRow[] | null {
  const list = listOf(value);
  const rows = list?.filter((row): row is JsonRow => isRecord(row) && Object.values(row).every(isPlain));
  return rows && rows.length === list?.length ? rows : null;
}

/** Puts cells in front of a row that has not got them itself; a title without a value gives none. */
export function behind(first: JsonRow): (row: JsonRow) => JsonRow {
  const known = Object.fromEntries(
    Object.entries(first).filter(([, value]) => value !== "" && value != null),
  );
  return (row) => ({ ...known, ...row });
}

/** Renames titles, and leaves out those that have no new name. @param names - by the old title */
export function renamed(names: Readonly<Record<string, string>>): (row: JsonRow) => JsonRow {
  const all = Object.entries(names);
  return (row) =>
    Object.fromEntries(
      all
        .filter(([old]) => ownValue(row, old) !== undefined)
        .map(([old, name]) => [name, ownValue(row, old)]),
    );
}

/** Records by the key of each, which becomes a cell: `{"2024-01-02": {"close": 1}}`. null for anything else. */
export function keyedRecords(value: unknown, keyTitle: string): readonly JsonRow[] | null {
  if (!isRecord(value)) return null;
  const rows = flatRecords(Object.values(value));
  return (
    rows && Object.keys(value).map((key, at) => Object.assign({ [keyTitle]: writtenKey(key) }, rows[at]))
  );
}

/** Lists of cells under these titles; null for one that is no list of plain cells, or wider than the titles. */
export function titledLists(titles: readonly string[], value: unknown): readonly JsonRow[] | null {
  const lists = listOf(value);
  if (!lists) return null;
  const rows: JsonRow[] = [];
  for (const item of lists) {
    const cells = listOf(item);
    if (!cells || cells.length > titles.length || !cells.every(isPlain)) return null;
    rows.push(Object.fromEntries(cells.map((cell, at) => [titles[at] ?? "", cell])));
  }
  return rows;
}

/** A list of cells for each title, all of one length: `{"t": [1, 2], "c": [3, 4]}`; null for anything else. */
export function columnLists(value: unknown): readonly JsonRow[] | null {
  if (!isRecord(value)) return null;
  const columns = Object.entries(value).flatMap(([title, item]) => {
    const cells = listOf(item);
    return cells ? [{ title, cells }] : [];
  });
  const length = columns[0]?.cells.length ?? 0;
  const isWell = columns.every(({ cells }) => cells.length === length && cells.every(isPlain));
  if (columns.length < 2 || !isWell) return null;
  return Array.from({ length }, (_, row) =>
    Object.fromEntries(columns.map(({ title, cells }) => [title, cells[row]])),
  );
}

/** Cells by row under each title, as pandas writes its columns: `{"close": {"0": 1}}`; null for anything else. */
export function columnRecords(value: unknown, keyTitle: string): readonly JsonRow[] | null {
  if (!isRecord(value)) return null;
  const columns = Object.entries(value);
  const rows = new Map<string, Record<string, unknown>>();
  for (const [title, cells] of columns) {
    if (!isRecord(cells)) return null;
    for (const [key, cell] of Object.entries(cells)) {
      if (!isPlain(cell)) return null;
      let row = rows.get(key);
      if (!row) rows.set(key, (row = { [keyTitle]: writtenKey(key) }));
      row[title] = cell;
    }
  }
  return columns.length === 0 ? null : [...rows.values()];
}
