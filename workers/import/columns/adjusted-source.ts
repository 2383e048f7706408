/**
 * Prices that a source has adjusted for splits and dividends without a word: told by the layout of who does so, and by
 * decimals that no exchange has. Yahoo's prices by yfinance are the commonest.
 */
import { baseName } from "#workers/market/layout.ts";
import { CLOSE, OPEN } from "#workers/market/row.ts";
import { readNumber } from "../cells/numbers.ts";
import type { Adjustment, Decimal } from "#workers/model/import-check.ts";
import type { OpenedTable } from "../what/file-check.ts";
import type { Table } from "../what/table.ts";
import { hasNoTick } from "./price-decimals.ts";
import type { Writing } from "./price-decimals.ts";
import type { ColumnPlan } from "./columns.ts";
import { knownName, plainName } from "./header-names.ts";
import { isTruth, share } from "./table-columns.ts";

/** How to get the closes as traded, for a person who has the library. */
const OF_YFINANCE =
  "yfinance without Adj Close has adjusted its prices for dividends. For closes as traded, with adjusted ones and dividends beside them, download with yf.download(symbol, auto_adjust=False, actions=True).";
const OF_STOOQ =
  "Stooq adjusts its prices for splits and dividends unless the download says otherwise: switch its boxes for splits and dividends off for closes as traded.";
const OF_DECIMALS =
  "Closes have more decimals than any exchange has, as adjusting for dividends or splits leaves them, and no adjusted closes stand beside them. Where the source can, download closes as traded, with adjusted closes or with splits and dividends.";

/** All that yfinance's tables have beside prices. */
const YFINANCE_NAMES = new Set(
  "price ticker date datetime open high low close volume dividends stocksplits capitalgains".split(" "),
);

/** How the cells of a file are written, and what it is called. */
interface AdjustedSigns extends Writing {
  readonly file: string;
}

export interface FoundAdjusted {
  /** The plan, of which adjusted is true where no other prices stand beside them. */
  readonly columns: ColumnPlan;
  readonly warnings: readonly string[];
}

/** What a table's prices are where no title says it: adjusted, or nothing that can be told. */
export function findAdjusted(
  { table, wholeTable }: Pick<OpenedTable, "table" | "wholeTable">,
  columns: ColumnPlan,
  writing: AdjustedSigns,
): FoundAdjusted {
  const hasAdjusted = table.header.some(
    (cell, at) => knownName(cell)?.role === "adjClose" && !isTruth(table, at),
  );
  const beside = besideAsTraded(table, columns, writing.decimal);
  if (beside !== null)
    return { columns: { ...columns, adjusted: columns.adjusted || !hasAdjusted }, warnings: [beside] };
  if (columns.adjusted || hasAdjusted || columns.groups.length === 0) return { columns, warnings: [] };
  const source = silentlyAdjusted(table, columns, writing, wholeTable);
  return source === null
    ? { columns, warnings: [] }
    : { columns: { ...columns, adjusted: true }, warnings: [source] };
}

/** The source's way in words; null where nothing says that its prices are adjusted. */
function silentlyAdjusted(
  table: Table,
  columns: ColumnPlan,
  writing: AdjustedSigns,
  wholeTable: () => Table,
): string | null {
  const { decimal } = writing;
  const names = table.header.map(plainName);
  const flag = adjustingFlag(table, names) ?? namedAdjusted(table, columns, writing.file);
  if (flag !== null) return flag;
  if (table.tickers.length > 0 && /^(?:price|ticker)$/.test(names[0] ?? "") && isOfYfinance(names))
    return OF_YFINANCE;
  if (names.includes("dividends") && names.includes("stocksplits") && isOfYfinance(names))
    return fallsByDividends(wholeTable(), columns, decimal) ? null : OF_YFINANCE;
  if (!hasFineCloses(table, columns)) return null; // most files
  const closes = closesOf(table, columns, decimal);
  if (isOfStooq(table, columns) && isMostly(closes, ({ places }) => places > 2)) return OF_STOOQ;
  return hasNoTick(table, columns, writing) ? OF_DECIMALS : null;
}

/** Columns that say of each row whether it was adjusted: BaoStock's adjustflag and the like. */
const FLAG_NAMES = new Set(
  "adjustflag adjflag adjust adjusttype adjtype adjustment priceadjustment fqtype fuquan adj 复权状态 复权类型 复权方式 復權方式".split(
    " ",
  ),
);
/** BaoStock's 1 is adjusted backward, its 2 forward, its 3 not at all. */
const FLAGGED =
  /^(?:[12]|[qh]fq|pre|post|fwd|bwd|forward|backward|front|back|adj(?:usted)?|splits?|dividends?|all|both|true|yes|(?:前|后|後)[复復][权權])$/i;

function adjustingFlag(table: Table, names: readonly string[]): string | null {
  const at = names.findIndex(
    (name, column) =>
      FLAG_NAMES.has(name) || (/^(?:is|was)?adj(?:usted)?$/.test(name) && isTruth(table, column)),
  );
  if (at < 0 || share(table, at, (cell) => FLAGGED.test(cell.trim())) < MOST) return null;
  const name = table.header[at] ?? "";
  return `${name} says that the prices are adjusted (${(table.rows[0]?.[at] ?? "").trim()}); download them unadjusted for closes as traded.`;
}

/** Words of adjusted prices in the title of the closes or in the file's name, and words that say the contrary. */
const CALLED_ADJUSTED = /(?<!\p{L})(?:[qh]fq|adj|adjusted|adjclose)(?!\p{L})|[前后後][复復][权權]/iu;
const CALLED_AS_TRADED = /(?<!\p{L})(?:un|non|not|no|raw)[-_. ]*adj|[不未][复復][权權]/iu;

function saysAdjusted(text: string): boolean {
  return CALLED_ADJUSTED.test(text) && !CALLED_AS_TRADED.test(text);
}

/** What a file is called, without its folders; `ADJ.csv` is a share of that symbol. */
export function isCalledAdjusted(file: string): boolean {
  const name = baseName(file);
  return saysAdjusted(name) && !/^adj\./i.test(name);
}

/** A sentence where a title or a name says it. */
function namedAdjusted({ header }: Table, { groups }: ColumnPlan, file: string): string | null {
  const title = header[groups[0]?.columns[CLOSE] ?? -1] ?? "";
  const who = saysAdjusted(title) ? title : isCalledAdjusted(file) ? "The file's name" : null;
  return who && `${who} says that the prices are adjusted; download them unadjusted for closes as traded.`;
}

function isOfYfinance(names: readonly string[]): boolean {
  return names.includes("close") && names.every((name) => name === "" || YFINANCE_NAMES.has(name));
}

/** `<TICKER>,<PER>,<DATE>,<TIME>,…,<OPENINT>` over `AAPL.US`. */
function isOfStooq({ header, rows }: Table, { symbol }: ColumnPlan): boolean {
  const names = new Set(header.map(plainName));
  return (
    names.has("per") &&
    names.has("openint") &&
    symbol >= 0 &&
    rows.every((row) => /\.[A-Z]{2}$/.test((row[symbol] ?? "").trim()))
  );
}

/** So many dividends that chance would not make prices fall by them; and by so much of each. */
const LEAST_PAID = 3;
const FALLS = 0.5;

/** True where the prices are as traded: on days with a dividend they open lower by about as much. */
function fallsByDividends({ header, rows }: Table, { groups }: ColumnPlan, decimal: Decimal): boolean {
  const [group] = groups;
  const paidAt = header.findIndex((cell) => plainName(cell) === "dividends");
  const figure = (at: number, column: number): number => readNumber(rows[at]?.[column] ?? "", decimal);
  let [count, paid, fallen] = [0, 0, 0];
  for (let at = 1; at < rows.length; at++) {
    const dividend = figure(at, paidAt);
    const fall = figure(at - 1, group?.columns[CLOSE] ?? -1) - figure(at, group?.columns[OPEN] ?? -1);
    if (!(dividend > 0) || !Number.isFinite(fall)) continue;
    count++;
    paid += dividend;
    fallen += fall;
  }
  return count >= LEAST_PAID && fallen >= FALLS * paid;
}

/** Of a price: a smaller dividend may be lost in the rounding of adjusted closes. */
const LEAST_DIVIDEND = 0.005;

/** A contradiction to tell: dividends in a column, and adjusted closes that take none of them out. None elsewhere. */
export function unseenDividends(
  { header, rows }: Table,
  { groups }: ColumnPlan,
  adjustment: Adjustment | null,
  decimal: Decimal,
): string[] {
  const paidAt = header.findIndex((cell) => /^dividends?$/.test(plainName(cell)));
  const close = groups[0]?.columns[CLOSE] ?? -1;
  if (adjustment === null || adjustment.dividends > 0 || paidAt < 0) return [];
  const paid = rows.filter(
    (row) => readNumber(row[paidAt] ?? "", decimal) >= LEAST_DIVIDEND * readNumber(row[close] ?? "", decimal),
  );
  if (paid.length === 0) return [];
  return [
    `${header[paidAt] ?? ""} has dividends, and the adjusted closes step at none of them: either the prices are adjusted already, or the adjusted closes are not.`,
  ];
}

interface WrittenClose {
  readonly figure: number;
  /** Digits behind the decimal sign. */
  readonly places: number;
}

/** True where a close has more than two digits behind its decimal sign. */
function hasFineCloses({ rows }: Table, { groups }: ColumnPlan): boolean {
  const column = groups[0]?.columns[CLOSE] ?? -1;
  return rows.slice(0, MOST_ROWS).some((row) => FINE.test(row[column] ?? ""));
}

function closesOf({ rows }: Table, { groups }: ColumnPlan, decimal: Decimal): WrittenClose[] {
  const column = groups[0]?.columns[CLOSE] ?? -1;
  return rows.slice(0, MOST_ROWS).flatMap((row) => {
    const cell = (row[column] ?? "").trim();
    const figure = readNumber(cell, decimal);
    if (!(figure > 0)) return [];
    return [{ figure, places: /[.,](\d+)$/.exec(cell)?.[1]?.length ?? 0 }];
  });
}

const FINE = /[.,]\d{3}/;
const LEAST_ROWS = 10;
const MOST_ROWS = 80;
const MOST = 0.6;

function isMostly(closes: readonly WrittenClose[], fits: (close: WrittenClose) => boolean): boolean {
  return closes.length >= LEAST_ROWS && closes.filter(fits).length >= MOST * closes.length;
}

/** What Norgate, Sharadar and Tehran call a close as it was traded, beside one that was adjusted. */
const AS_TRADED =
  /^(?:(?:un|non|not)adj(?:usted)?close|close(?:un|non)adj(?:usted)?|rawclose|closeraw|closeastraded|tradedclose|uclose|unadjustedprice|originalclose|ajustadosinclose|schlusskursunbereinigt|unbereinigterschlusskurs|cierresinajustar|clôturenonajustée|fechamentosemajuste|不复权收盘价|未复权收盘价|调整前終値|調整前終値|수정전종가)$/;

/** With those in brackets: `Close (unadjusted)`. */
function lettersOf(cell: string): string {
  return cell.toLowerCase().replaceAll(/[^\p{L}]+/gu, "");
}

/** A sentence where the closes differ from those as traded that stand beside them; null elsewhere. */
function besideAsTraded(table: Table, { groups }: ColumnPlan, decimal: Decimal): string | null {
  const at = table.header.findIndex((cell) => AS_TRADED.test(lettersOf(cell)));
  const close = groups[0]?.columns[CLOSE] ?? -1;
  if (at < 0 || at === close || groups.length !== 1 || close < 0) return null;
  const differ = table.rows.filter((row) => {
    const [own, other] = [readNumber(row[close] ?? "", decimal), readNumber(row[at] ?? "", decimal)];
    return own > 0 && other > 0 && Math.abs(own / other - 1) > 0.001;
  });
  if (differ.length === 0 || share(table, at, (cell) => readNumber(cell, decimal) > 0) < MOST) return null;
  const [name, other] = [table.header[close] ?? "", table.header[at] ?? ""];
  return `${name} is adjusted, for ${other} beside it has other closes, as they were traded; nothing is taken from ${other}.`;
}
