/** The bars of several checked files to one market: what storing them would keep. */
import { assembleMarket } from "#workers/market/assemble.ts";
import { MAX_ISSUES, openBook } from "#workers/market/file-rows.ts";
import type { FileBook } from "#workers/market/file-rows.ts";
import type { InstrumentFacts } from "#workers/market/instruments-file.ts";
import { enterBars, orderRows } from "#workers/market/row-order.ts";
import type { RowOrder } from "#workers/market/row-order.ts";
import { appendRow, createRowStore, hadCloseOnly, lineOf, NO_INSTRUMENT } from "#workers/market/row-store.ts";
import type { RowStore } from "#workers/market/row-store.ts";
import { CLOSE, createRow, MARKET_CAP, NUMBER_SLOTS, SHARES } from "#workers/market/row.ts";
import { createSymbolList, symbolNumber } from "#workers/market/symbols.ts";
import type { SymbolList } from "#workers/market/symbols.ts";
import type { EpochDay } from "#workers/model/day.ts";
import type { ImportCheck } from "#workers/model/import-check.ts";
import type { Market } from "#workers/model/market.ts";
import type { InstrumentDefaults } from "#workers/model/reading.ts";
import type { FileCheck } from "./file-check.ts";

export interface Gathering {
  /** Takes the bars of a dataset, before any file: its days stay as they are. */
  addMarket(market: Market): void;
  /** Takes a file's bars; files come in the order of their names. */
  add(file: FileCheck): void;
  /** Each file's book, days that two files have settled: they stay as the first has them. Nothing is added after. */
  settle(): readonly FileBook[];
  /** The market of all. Empties the gathering: it is asked for once. */
  finish(defaults: InstrumentDefaults, facts?: ReadonlyMap<string, InstrumentFacts>): Market;
  /** Once settled: the files with days that an earlier file has otherwise. */
  overlaps(): FileOverlap[];
}

/** A file of which some days are not taken, because an earlier file has them with other values. */
export interface FileOverlap {
  readonly file: string;
  readonly days: number;
  /** One sentence: how many, and the first with its places. */
  readonly warning: string;
}

/** Stands for a file's name in the book of a dataset that gets files. */
export const DATASET = "the dataset";

export function createGathering(): Gathering {
  const store = createRowStore(() => 0);
  const symbols = createSymbolList();
  const books: FileBook[] = [];
  const checks = new Map<string, ImportCheck>();
  let order: RowOrder | null = null;
  const settleOrder = (): RowOrder => {
    if (order) return order;
    order = orderRows(store, symbols.names, books);
    enterBars(store, order, books);
    return order;
  };
  return {
    addMarket(market) {
      const book = openBook(DATASET, store);
      copyMarket(market, store, symbols);
      book.rows = store.rows;
      book.endRow = store.rows;
      books.push(book);
    },
    add({ check, rows }) {
      if (!rows) return;
      const book = bookOf(check, openBook(check.file, store));
      const single = check.symbols.length === 1 ? (check.symbols[0] ?? "") : null;
      const numbers = rows.names.map((name) => symbolNumber(symbols, single ?? name));
      book.closeOnly = copyRows(rows.store, store, numbers);
      book.rows = Math.max(check.rows, store.rows - book.firstRow);
      book.endRow = store.rows;
      books.push(book);
      checks.set(check.file, check);
    },
    settle() {
      settleOrder();
      return books;
    },
    finish: (defaults, facts = new Map()) =>
      assembleMarket(store, settleOrder(), { names: symbols.names, facts, defaults }),
    overlaps: () =>
      books.flatMap((book) => {
        const own = checks.get(book.file);
        const days = book.leftOut - (own?.leftOutCount ?? 0);
        return days > 0 ? [describeOverlap(book, days, own)] : [];
      }),
  };
}

function describeOverlap(
  { file, issues }: FileBook,
  days: number,
  own: ImportCheck | undefined,
): FileOverlap {
  const known = new Set(own?.leftOut.map(({ line }) => line));
  const first = issues.find(({ line }) => !known.has(line))?.message.replace(`${file}:`, "line ") ?? "";
  const count = days === 1 ? "1 day is" : `${days} days are`;
  return { file, days, warning: `${count} in an earlier file with other values; the first: ${first}` };
}

/** What the check said of the file already. */
function bookOf({ file, format, leftOut, leftOutCount, repeats }: ImportCheck, book: FileBook): FileBook {
  const issues = leftOut
    .slice(0, MAX_ISSUES)
    .map(({ line, reason }) => ({ file, line, message: `${file}:${line}: ${reason}` }));
  return { ...book, layout: format, leftOut: leftOutCount, repeats, issues };
}

/** @returns how many of the rows had a close only */
function copyRows(from: RowStore, to: RowStore, numbers: readonly number[]): number {
  const row = createRow();
  let closeOnly = 0;
  for (let at = 0; at < from.rows; at++) {
    const instrument = from.instrument[at] ?? NO_INSTRUMENT;
    if (instrument === NO_INSTRUMENT) continue;
    row.symbol = numbers[instrument] ?? NO_INSTRUMENT;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a row's day was an EpochDay before it was stored
    row.day = (from.day[at] ?? 0) as EpochDay;
    row.line = lineOf(from, at);
    for (let slot = 0; slot < NUMBER_SLOTS; slot++) row.values[slot] = from.values[slot]?.[at] ?? NaN;
    sharesToCap(row.values);
    const isCloseOnly = hadCloseOnly(from, at);
    if (isCloseOnly) closeOnly++;
    appendRow(to, row, isCloseOnly);
  }
  return closeOnly;
}

/** A dataset keeps market caps alone: rows that come again must be the same as those it has. */
function sharesToCap(values: Float64Array): void {
  const own = values[MARKET_CAP] ?? NaN;
  const shares = values[SHARES] ?? NaN;
  if (Number.isNaN(own) && !Number.isNaN(shares)) values[MARKET_CAP] = (values[CLOSE] ?? NaN) * shares;
  values[SHARES] = NaN;
}

/** Without market caps from one share count, which the file that comes again doesn't have. */
function copyMarket(market: Market, to: RowStore, symbols: SymbolList): void {
  const { open, high, low, close, volume, adjClose, marketCap } = market;
  const columns = [open, high, low, close, volume, adjClose, marketCap];
  const row = createRow();
  for (const [instrument, { symbol, marketCapLooksAhead }] of market.instruments.entries()) {
    row.symbol = symbolNumber(symbols, symbol);
    const shares = marketCapLooksAhead ? lastShares(market, instrument) : NaN;
    for (let bar = market.barOffset[instrument] ?? 0; bar < (market.barOffset[instrument + 1] ?? 0); bar++) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a market's days are EpochDays
      row.day = (market.day[bar] ?? 0) as EpochDay;
      for (let slot = 0; slot < NUMBER_SLOTS; slot++) row.values[slot] = columns[slot]?.[bar] ?? NaN;
      const cap = row.values[MARKET_CAP] ?? NaN;
      if (Math.abs(cap / ((close[bar] ?? NaN) * shares) - 1) < 1e-9) row.values[MARKET_CAP] = NaN;
      appendRow(to, row, false);
    }
  }
}

/** The share count behind the market cap of an instrument's last bar. */
export function lastShares({ barOffset, close, marketCap }: Market, instrument: number): number {
  const last = (barOffset[instrument + 1] ?? 0) - 1;
  return (marketCap?.[last] ?? NaN) / (close[last] ?? NaN);
}
