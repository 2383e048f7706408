/** Tables with dates and prices that are no history of prices: told by name, with the mend. */
import { quoteCell } from "#workers/market/row-rules.ts";
import { readDateCell } from "../cells/dates.ts";
import { knownName, plainName } from "../columns/header-names.ts";
import { isExpiry, isRecordDay } from "../columns/life-days.ts";
import { optionContracts } from "./option-contracts.ts";
import type { Table } from "./table.ts";

const SIDES = new Set(
  "action side buysell buyorsell transactiontype transaction tradetype ordertype type orderside direction".split(
    " ",
  ),
);
const SIDE =
  /^(?:buy|sell|bought|sold|b|s|bot|sld|you (?:bought|sold).*|kauf|verkauf|achat|vente|compra|venda|venta|market buy|market sell|[ps] ?- ?(?:sale|purchase).*|sale|purchase)$/i;
const CONTRACTS =
  "contracts of futures or options, several a symbol; download the prices of shares or of one continuous series";
const EVENTS = new Set("action event eventtype actiontype corporateaction type".split(" "));
const EVENT =
  /^(?:(?:cash |special |stock |ordinary )*dividends?|(?:stock |reverse )*splits?|bonus|rights|spin-?off.*|merger.*|acquisition.*|delist(?:ed|ing)|listed|ticker ?change.*|div)$/i;
const FIELD_COLUMNS = new Set(
  "field fields variable item measure metric attribute datatype mnemonic".split(" "),
);
/** What pandas puts behind a name that stands twice. */
const COPY = /[._ ]\d{1,2}$/;
/** Why the rows are something else; null for what may be prices. */
export function otherTable(table: Table): string | null {
  const { header, rows } = table;
  const isMostly = (column: number, fits: (cell: string) => boolean): boolean =>
    rows.length > 0 && rows.filter((row) => fits((row[column] ?? "").trim())).length > rows.length / 2;
  const beside = sideBySide(header, isMostly) ?? daysAcross(header) ?? dividendsOfRegister(header);
  if (beside !== null) return beside;
  for (const [column, cell] of header.entries()) {
    const name = plainName(cell);
    if (EVENTS.has(name) && isMostly(column, (text) => EVENT.test(text))) {
      return "dividends, splits and other events, not prices over time; download the history of prices instead";
    }
    if (FIELD_COLUMNS.has(name) && isOfFields(header, column, isMostly)) {
      const other = rows
        .map((row) => row[column] ?? "")
        .find((text) => text.trim() !== "" && !isPriceField(text));
      if (other !== undefined)
        return `one figure a row, and the column ${cell.trim()} says which, e.g. ${quoteCell(other)}; save it with a column for each figure`;
    }
    if (SIDES.has(name) && isMostly(column, (text) => SIDE.test(text))) {
      return "the trades of an account, not prices over time; download the history of prices instead";
    }
    if (isExpiry(cell) && isMostly(column, (text) => /\d/.test(text)))
      return `${quoteCell(cell)} is the expiry of contracts, no day of the figures: ${CONTRACTS}`;
  }
  return optionContracts(table);
}

const AMOUNT = /^value$|amount|dividend|cash|дивиденд|сумма|分红|派息|配当|배당/;
const EX_DATE = /^ex/;
const OF_PRICES: ReadonlySet<string> = new Set(["date", "open", "high", "low", "volume"]);

/** Dividends with no other day than that of the register, which lies a day or two behind the ex-date. */
function dividendsOfRegister(header: readonly string[]): string | null {
  const title = header.find(isRecordDay);
  if (title === undefined) return null;
  const names = header.map(plainName);
  const isOther =
    header.some((cell) => OF_PRICES.has(knownName(cell)?.role ?? "")) ||
    names.some((name) => EX_DATE.test(name));
  if (isOther || !names.some((name) => AMOUNT.test(name))) return null;
  return `dividends by the day on which the register closes, ${quoteCell(title)}, not prices; to take them as actions give them their ex-dates, in a table symbol,date,kind,value`;
}

/** A column a day: 2021-03-31 and the like as names of columns. */
function daysAcross(header: readonly string[]): string | null {
  const days = header.filter((cell) => /\D/.test(cell) && readDateCell(cell) !== null);
  if (days.length < 2) return null;
  return `days stand in the header, ${quoteCell(days[0] ?? "")} and ${days.length - 1} more: a column a day; turn the table, so that each day is a row`;
}

/** Each table has dates of its own, and those of one say nothing of the other's prices. */
function sideBySide(
  header: readonly string[],
  isMostly: (column: number, fits: (cell: string) => boolean) => boolean,
): string | null {
  const names = header.map((cell) => plainName(cell.replace(COPY, "")));
  const areDays = (column: number): boolean => isMostly(column, (text) => readDateCell(text) !== null);
  const dates = [...header.keys()].filter((column) => knownName(names[column] ?? "")?.role === "date");
  const [first, second] = dates.filter(
    (column) => dates.some((other) => other !== column && names[other] === names[column]) && areDays(column),
  );
  if (first === undefined || second === undefined || second - first < 2) return null;
  return `tables side by side: columns ${first + 1} and ${second + 1} both have dates; save each table as a file of its own`;
}

/** A column of fields, by its cells; where nothing else says of which instrument a row is, tickers there do. */
function isOfFields(
  header: readonly string[],
  column: number,
  isMostly: (column: number, fits: (cell: string) => boolean) => boolean,
): boolean {
  if (isMostly(column, (text) => knownName(text) !== null)) return true;
  const hasSymbols = header.some((cell) => knownName(cell)?.role === "symbol");
  return hasSymbols && isMostly(column, (text) => /\p{L}/u.test(text) && readDateCell(text) === null);
}

function isPriceField(text: string): boolean {
  const role = knownName(text)?.role;
  return role === "close" || role === "adjClose";
}
