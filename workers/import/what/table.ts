/** Where a table's header and rows are among a file's first records: preamble, up to three header rows, or none. */
import { FIAT } from "../columns/currency-names.ts";
import { isDateCell, readDateCell } from "../cells/dates.ts";
import { isTicker, knownName, prefixedName } from "../columns/header-names.ts";
import { looksNumeric } from "../cells/numbers.ts";

export interface SampleRecord {
  readonly cells: readonly string[];
  readonly line: number;
}

export interface Table {
  /** Names of the columns; empty where the file has no header. */
  readonly header: readonly string[];
  /** Instruments of the columns where a second header row names them; "" for others. */
  readonly tickers: readonly string[];
  readonly headerRows: number;
  /** Cells of the lines above the header, or above the first row where there is none. */
  readonly above: readonly (readonly string[])[];
  readonly firstDataLine: number;
  readonly rows: readonly (readonly string[])[];
  /** Cells of nearly every row; 0 where rows differ. */
  readonly usualCells: number;
}

/** A header stands within so many records. */
const SEARCH = 40;
const MAX_HEADER_ROWS = 3;

export function findTable(records: readonly SampleRecord[]): Table {
  const start = records.slice(0, SEARCH);
  const namesAt = findNames(start);
  if (namesAt >= 0) return withHeader(records, namesAt, firstRowBelow(start, namesAt));
  const dataAt = start.findIndex(({ cells }) => isDataRow(cells));
  const above = dataAt > 0 ? start[dataAt - 1] : undefined;
  const first = start[dataAt];
  if (above && first && isTickerHeader(above.cells, first.cells.length)) {
    return tableOf(records, { names: above.cells, tickers: [], headerRows: 1, dataAt });
  }
  if (dataAt < 0 && isHeaderOfWords(start)) {
    return tableOf(records, { names: start[0]?.cells ?? [], tickers: [], headerRows: 1, dataAt: 1 });
  }
  return tableOf(records, { names: [], tickers: [], headerRows: 0, dataAt: Math.max(0, dataAt) });
}

function isCode(cell: string): boolean {
  return isDateCell(cell) || /\d/.test(cell);
}

/** Words that nobody knows, each once, over rows of which a column has days, figures or codes, and none has such words. */
function isHeaderOfWords([first, ...rows]: readonly SampleRecord[]): boolean {
  const names = (first?.cells ?? []).map((cell) => cell.trim());
  const areWords =
    names.length > 1 && names.every((name, at) => /^\p{L}/u.test(name) && names.indexOf(name) === at);
  if (!areWords || rows.length === 0 || rows.some(({ cells }) => cells.length !== names.length)) return false;
  return names.some(
    (name, column) => !/\d/.test(name) && rows.every(({ cells }) => isCode((cells[column] ?? "").trim())),
  );
}

/** The first row below the names; one with a date and no figures is a row, too, and one with figures and a broken date. */
function firstRowBelow(records: readonly SampleRecord[], namesAt: number): number {
  const width = records[namesAt]?.cells.length ?? 0;
  const found = records.findIndex(
    ({ cells }, at) =>
      at > namesAt && (isDataRow(cells) || (cells.length >= width - 1 && cells.some(isWrittenDate))),
  );
  const row = records[found]?.cells ?? [];
  const alike = records.findIndex(({ cells }, at) => at > namesAt && at < found && isLike(cells, row));
  return alike < 0 ? found : alike;
}

/** True for cells that are filled and numbers wherever a row's are, and no names of columns. */
function isLike(cells: readonly string[], row: readonly string[]): boolean {
  return (
    cells.length === row.length &&
    row.some(isNumber) &&
    row.every((cell, at) => cell.trim() === "" || (cells[at] ?? "").trim() !== "") &&
    row.every((cell, at) => !isNumber(cell) || isNumber(cells[at] ?? "")) &&
    !cells.some((cell) => knownName(cell) !== null)
  );
}

function isNumber(cell: string): boolean {
  return looksNumeric(cell) && !isDateCell(cell);
}

/** A day with its signs, no count of seconds or days. */
function isWrittenDate(cell: string): boolean {
  return !/^[\d.]*$/.test(cell.trim()) && isDateCell(cell);
}

/** The record with the most known names, at least two or a date in front; -1 for none. */
function findNames(records: readonly SampleRecord[]): number {
  let best = -1;
  let bestCount = 0;
  for (const [at, { cells }] of records.entries()) {
    if (isDataRow(cells)) break;
    const isDateFirst = cells.length > 1 && knownName(cells[0] ?? "")?.role === "date";
    const count = cells.filter(isNameOfColumn).length;
    if (count > bestCount && (count > 1 || isDateFirst)) {
      best = at;
      bestCount = count;
    }
  }
  return best;
}

/** `ACME.L` is of London, and no low of ACME. */
const WITH_PLACE = /\.[A-Z]$/;

function isNameOfColumn(cell: string): boolean {
  return knownName(cell) !== null || (prefixedName(cell) !== null && !WITH_PLACE.test(cell.trim()));
}

function withHeader(records: readonly SampleRecord[], namesAt: number, foundData: number): Table {
  const names = records[namesAt]?.cells ?? [];
  const above = records[namesAt - 1]?.cells;
  const hasTickersAbove = above?.length === names.length && isTickerRow(above) && !isTitle(above, names);
  const dataAt = foundData >= 0 && foundData - namesAt <= MAX_HEADER_ROWS ? foundData : namesAt + 1;
  const between = records.slice(namesAt + 1, dataAt).map(({ cells }) => cells);
  const below = between.find(
    (cells) => cells.length === names.length && isTickerRow(cells) && !isSame(cells, names),
  );
  const tickers = fillTickers(below ?? (hasTickersAbove ? above : undefined) ?? [], names);
  const headerRows = 1 + between.length + (hasTickersAbove ? 1 : 0);
  return tableOf(records, { names, tickers, headerRows, dataAt });
}

/** An instrument over the first of its fields only, as a spreadsheet's merged cell is saved, is one of the others, too. */
function fillTickers(tickers: readonly string[], names: readonly string[]): readonly string[] {
  const fields = names.map((name) => knownName(name)?.role);
  const isRepeated = fields.some((role, at) => role === "close" && fields.indexOf(role) < at);
  const isMerged = tickers.some((cell, at) => cell.trim() === "" && fields[at] === "close");
  if (!isRepeated || !isMerged) return tickers;
  const filled: string[] = [];
  let last = "";
  for (const [at, cell] of tickers.entries()) {
    if (cell.trim() !== "") last = cell;
    filled.push(fields[at] === "date" ? "" : last);
  }
  return filled;
}

function tableOf(
  records: readonly SampleRecord[],
  found: {
    readonly names: readonly string[];
    readonly tickers: readonly string[];
    readonly headerRows: number;
    readonly dataAt: number;
  },
): Table {
  const rows = records.slice(found.dataAt).map(({ cells }) => cells);
  const names = withoutVendor(found.names.map((cell) => cell.trim()));
  return {
    header: hasUnnamedFirst(names, rows) ? ["", ...names] : names,
    tickers: found.tickers.map((cell) => cell.trim()),
    headerRows: found.headerRows,
    above: records.slice(0, Math.max(0, found.dataAt - found.headerRows)).map(({ cells }) => cells),
    firstDataLine: records[found.dataAt]?.line ?? Number.MAX_SAFE_INTEGER,
    rows,
    usualCells: usualCells(rows),
  };
}

/** Before so many names it is no instrument. */
const LEAST_OF_VENDOR = 5;

/** Names without a program's own word before them, which stands before the symbol or the day as well: `CH_SYMBOL`. */
function withoutVendor(names: readonly string[]): readonly string[] {
  const words = names.map((name) => /^[A-Za-z]{2,6}_(?=.)/.exec(name)?.[0] ?? "");
  const word = words.find(
    (one) => one !== "" && words.filter((other) => other === one).length >= LEAST_OF_VENDOR,
  );
  if (word === undefined || names.some((name) => KEYS.has(knownName(name)?.role ?? "name"))) return names;
  const bare = names.map((name) => (name.startsWith(word) ? name.slice(word.length) : name));
  return bare.some((name, at) => name !== names[at] && KEYS.has(knownName(name)?.role ?? "name"))
    ? bare
    : names;
}

const KEYS: ReadonlySet<string> = new Set(["date", "symbol"]);

/** R leaves the column of row names without a name and without a delimiter. */
function hasUnnamedFirst(names: readonly string[], rows: readonly (readonly string[])[]): boolean {
  if (names.length === 0 || usualCells(rows) !== names.length + 1) return false;
  return rows.every(
    (row) => (row.at(-1) ?? "").trim() !== "" && /^\d{4}-\d\d-\d\d/.test((row[0] ?? "").trim()),
  );
}

/** A row is damaged that has fewer cells than nearly all others. */
function usualCells(rows: readonly (readonly string[])[]): number {
  const counts = new Map<number, number>();
  for (const { length } of rows) counts.set(length, (counts.get(length) ?? 0) + 1);
  const [width = 0, count = 0] = [...counts].toSorted(([, a], [, b]) => b - a)[0] ?? [];
  return count >= 0.9 * rows.length ? width : 0;
}

/** A row of prices has a date and a number, or its date in three columns. */
export function isDataRow(cells: readonly string[]): boolean {
  const isDated = cells.some(isDateCell) || hasDateColumns(cells);
  return isDated && cells.some((cell) => looksNumeric(cell) && readDateCell(cell)?.parts.type !== "settled");
}

/** True where the first three cells are year, month and day. */
export function hasDateColumns(cells: readonly string[]): boolean {
  const [year = "", month = "", day = ""] = cells.map((cell) => cell.trim());
  return /^(?:19|20)\d\d$/.test(year) && isWithin(month, 12) && isWithin(day, 31);
}

function isWithin(text: string, top: number): boolean {
  return /^\d{1,2}$/.test(text) && Number(text) >= 1 && Number(text) <= top;
}

function tickerCells(cells: readonly string[]): string[] {
  return cells.slice(1).filter((cell) => cell.trim() !== "");
}

/** Instruments over the columns: all but the first cell are tickers, none the name of a field; no days and no units. */
function isTickerRow(cells: readonly string[]): boolean {
  const others = tickerCells(cells).map((cell) => cell.trim());
  return (
    others.length > 0 &&
    others.every((cell) => isTicker(cell) && !looksNumeric(cell) && !isWrittenDate(cell)) &&
    !others.every((cell) => UNIT.test(cell) || FIAT.test(cell))
  );
}

/** What figures are counted in, in a row of its own: `Rs`, `Nos`, `shares`. */
const UNIT = /^(?:rs\.?|re\.?|nos?\.?|units?|shares?|pcs|qty|points?|string|double|float|int|object|date)$/i;

/** `Symbol,ACME` above a header that names each field once: a line about the table. */
function isTitle(cells: readonly string[], names: readonly string[]): boolean {
  const closes = names.filter((name) => knownName(name)?.role === "close").length;
  return (
    closes <= 1 && tickerCells(cells).length === 1 && names.filter((name) => name.trim() !== "").length > 2
  );
}

function isSame(cells: readonly string[], names: readonly string[]): boolean {
  return cells.every((cell, at) => cell.trim() === (names[at] ?? "").trim());
}

/** The header of a wide table: text of the rows' width that is no sentence. */
function isTickerHeader(cells: readonly string[], width: number): boolean {
  const named = cells.filter((cell) => cell.trim() !== "");
  return (
    Math.abs(cells.length - width) <= 1 && named.length > 0 && named.every((cell) => cell.trim().length <= 40)
  );
}
