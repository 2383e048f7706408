/** The bars of several checked files to one market: what storing them would keep. */
import { assembleMarket } from "#workers/market/assemble.ts";
import { openBook } from "#workers/market/file-rows.ts";
import type { FileBook } from "#workers/market/file-rows.ts";
import { orderRows } from "#workers/market/row-order.ts";
import { appendRow, createRowStore, hadCloseOnly, lineOf, NO_INSTRUMENT } from "#workers/market/row-store.ts";
import type { RowStore } from "#workers/market/row-store.ts";
import { createRow, NUMBER_SLOTS } from "#workers/market/row.ts";
import { createSymbolList, symbolNumber } from "#workers/market/symbols.ts";
import type { EpochDay } from "#workers/model/day.ts";
import type { Market } from "#workers/model/market.ts";
import type { InstrumentDefaults } from "#workers/model/reading.ts";
import type { FileCheck } from "./file-check.ts";

export interface Gathering {
  /** Takes a file's bars; files come in the order of their names. */
  add(file: FileCheck): void;
  /** The market of all; days that two files have stay as the first has them. */
  finish(defaults: InstrumentDefaults): Market;
  /** Once finished: the files with days that an earlier file has otherwise. */
  overlaps(): FileOverlap[];
}

/** A file of which some days are not taken, because an earlier file has them with other values. */
export interface FileOverlap {
  readonly file: string;
  readonly days: number;
  /** One sentence: how many, and the first with its places. */
  readonly warning: string;
}

export function createGathering(): Gathering {
  const store = createRowStore(() => 0);
  const symbols = createSymbolList();
  const books: FileBook[] = [];
  return {
    add({ check, rows }) {
      if (!rows) return;
      const book = openBook(check.file, store);
      const single = check.symbols.length === 1 ? (check.symbols[0] ?? "") : null;
      const numbers = rows.names.map((name) => symbolNumber(symbols, single ?? name));
      copyRows(rows.store, store, numbers);
      book.endRow = store.rows;
      books.push(book);
    },
    finish(defaults) {
      const order = orderRows(store, symbols.names, books);
      return assembleMarket(store, order, { names: symbols.names, facts: new Map(), defaults });
    },
    overlaps: () =>
      books
        .filter(({ leftOut }) => leftOut > 0)
        .map(({ file, leftOut, issues }) => {
          const first = issues[0]?.message.replace(`${file}:`, "line ") ?? "";
          const days = leftOut === 1 ? "1 day is" : `${leftOut} days are`;
          return {
            file,
            days: leftOut,
            warning: `${days} in an earlier file with other values; the first: ${first}`,
          };
        }),
  };
}

function copyRows(from: RowStore, to: RowStore, numbers: readonly number[]): void {
  const row = createRow();
  for (let at = 0; at < from.rows; at++) {
    const instrument = from.instrument[at] ?? NO_INSTRUMENT;
    if (instrument === NO_INSTRUMENT) continue;
    row.symbol = numbers[instrument] ?? NO_INSTRUMENT;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a row's day was an EpochDay before it was stored
    row.day = (from.day[at] ?? 0) as EpochDay;
    row.line = lineOf(from, at);
    for (let slot = 0; slot < NUMBER_SLOTS; slot++) row.values[slot] = from.values[slot]?.[at] ?? NaN;
    appendRow(to, row, hadCloseOnly(from, at));
  }
}
