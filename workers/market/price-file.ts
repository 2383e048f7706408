/** Reads one price file into the store: layout, rows, and the symbol of a renamed company. */
import { afterLineSample } from "./byte-sink.ts";
import type { ByteSink } from "./byte-sink.ts";
import { openTally, rowTaker } from "./file-rows.ts";
import type { FileTally } from "./file-rows.ts";
import { readLayout, symbolFromName } from "./layout.ts";
import { createRowReader } from "./row-reader.ts";
import type { IsRate } from "./rates.ts";
import { NO_INSTRUMENT } from "./row-store.ts";
import type { RowStore } from "./row-store.ts";
import type { SymbolList } from "./symbols.ts";

/** Longer files are not one company's: there were never so many trading days. */
export const MOST_RENAMED_ROWS = 65_536;

/** What all price files of a reading share. */
export interface PriceRows {
  readonly store: RowStore;
  readonly symbols: SymbolList;
  /** Which of the symbols are series of rates; null for none. */
  readonly isRate: IsRate | null;
}

export interface PriceFile {
  readonly bytes: ByteSink;
  readonly tally: FileTally;
}

/**
 * A sink for the file's bytes and the tally that it fills; the tally is complete when the sink has ended.
 * The sink throws a Refusal for a file that is no price file; rows that can't be true are entered in the tally.
 */
export function createPriceFile(file: string, rows: PriceRows): PriceFile {
  const tally = openTally(file, rows.store);
  const bytes = afterLineSample((sample) => {
    const { layout, byteLength } = readLayout(file, sample);
    tally.layout = layout.description;
    tally.warnings = layout.warnings;
    const reader = createRowReader(layout, rows.symbols, rowTaker(tally, rows.store, rows));
    reader.push(sample.subarray(byteLength));
    return {
      push: (chunk) => reader.push(chunk),
      end() {
        reader.end();
        joinRenamed(tally, rows);
      },
    };
  });
  return { bytes, tally };
}

/**
 * A company that was renamed comes as one file with several symbols, one after the other in time, and carries its
 * last name in the file's: all rows get that one.
 */
function joinRenamed(tally: FileTally, { store, symbols }: PriceRows): void {
  if (tally.endRow - tally.firstRow > MOST_RENAMED_ROWS) return;
  const fileSymbol = symbolFromName(tally.file);
  const number = symbols.numbers.get(fileSymbol);
  if (number === undefined) return;
  const periods = symbolPeriods(tally, store);
  if (periods.size < 2 || !periods.has(number)) return;
  const inOrder = [...periods].toSorted(([, a], [, b]) => a.first - b.first);
  const areConsecutive = inOrder.every(
    ([, period], at) => at === 0 || period.first > (inOrder[at - 1]?.[1].last ?? 0),
  );
  if (!areConsecutive) return;
  store.instrument.fill(number, tally.firstRow - store.firstRow, tally.endRow - store.firstRow);
  const others = inOrder.filter(([other]) => other !== number).map(([other]) => symbols.names[other] ?? "");
  tally.layout += `; ${others.join(", ")} taken for an earlier name of ${fileSymbol}`;
}

/** First and last day by instrument. */
function symbolPeriods({ firstRow, endRow }: FileTally, store: RowStore): Map<number, Period> {
  const periods = new Map<number, Period>();
  let known = NO_INSTRUMENT;
  let period: Period = { first: 0, last: 0 };
  for (let row = firstRow - store.firstRow; row < endRow - store.firstRow; row++) {
    const instrument = store.instrument[row] ?? NO_INSTRUMENT;
    const day = store.day[row] ?? 0;
    if (instrument !== known) {
      known = instrument;
      period = periods.get(instrument) ?? { first: day, last: day };
      periods.set(instrument, period);
    }
    if (day < period.first) period.first = day;
    if (day > period.last) period.last = day;
  }
  return periods;
}

interface Period {
  first: number;
  last: number;
}
