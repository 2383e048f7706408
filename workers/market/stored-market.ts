/** A stored dataset back in memory, as far as its file is whole. */
import { withLateColumns } from "#workers/model/late-column.ts";
import type { Market } from "#workers/model/market.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Problem, Result } from "#workers/model/problem.ts";
import type { ByteReader } from "./byte-file.ts";
import { createCodedColumn, createCodedDays } from "./coded-column.ts";
import { COLUMNS } from "./column-directory.ts";
import { openColumnFile } from "./column-reader.ts";
import type { ColumnFile } from "./column-reader.ts";
import { decodeFirstColumnFile, FIRST_MAGIC } from "./first-column-file.ts";

const GIGABYTE = 1e9;

export interface StoredMarket {
  readonly market: Market;
  /** Symbols of instruments that are damaged and left out. */
  readonly damaged: readonly string[];
}

export interface MarketReading {
  /** False for a run, which looks at neither: the market's high and low have no rows then. */
  readonly highAndLow: boolean;
  /** What the market may take in memory. */
  readonly mostBytes: number;
}

/**
 * Reads a column file of any version. A problem where nothing of it is as it was written, and, before any price is
 * read, where the memory would not do.
 */
export async function readStoredMarket(
  file: ByteReader,
  { highAndLow, mostBytes }: MarketReading,
): Promise<Result<StoredMarket>> {
  const columns = openColumnFile(file);
  if (columns) {
    const bytes = bytesInMemory(columns, highAndLow);
    return bytes > mostBytes ? err(tooLarge(bytes, mostBytes)) : readMarketColumns(columns, highAndLow);
  }
  const magic = new Uint8Array(Math.min(FIRST_MAGIC.length, file.bytes));
  file.read(magic, 0);
  const version = new TextDecoder().decode(magic);
  if (version === FIRST_MAGIC) {
    const bytes = new Uint8Array(file.bytes);
    file.read(bytes, 0);
    const market = decodeFirstColumnFile(bytes);
    return market.ok ? ok({ market: market.value, damaged: [] }) : market;
  }
  return err(/^TIDECOL[3-9]/.test(version) ? writtenByNewerApp : damagedPrices);
}

/** Of the columns, and of one more for what a run works out of them. */
function bytesInMemory(file: ColumnFile, highAndLow: boolean): number {
  const optional = Number(file.has("adjClose")) + Number(file.has("marketCap")) + (highAndLow ? 2 : 0);
  return file.bars * (Int32Array.BYTES_PER_ELEMENT + Float64Array.BYTES_PER_ELEMENT * (4 + optional));
}

function tooLarge(bytes: number, mostBytes: number): Problem {
  return {
    code: "memory-short",
    message: `This dataset is larger than the memory: a run goes through it part by part, but this needs all of it at once. ${whatIsShort(bytes, mostBytes)}`,
  };
}

/** The figures of a refusal, and the mend. */
export function whatIsShort(bytes: number, mostBytes: number): string {
  return `That is about ${gigabytes(bytes)} GB of memory, and this device gives the app about ${gigabytes(mostBytes)} GB. Import fewer instruments or years as a dataset of its own.`;
}

function gigabytes(bytes: number): string {
  return (bytes / GIGABYTE).toFixed(1);
}

function readMarketColumns(file: ColumnFile, highAndLow: boolean): Result<StoredMarket> {
  const column = (): Float64Array => new Float64Array(file.bars);
  const into = {
    day: createCodedDays((code, bytes, days) => file.decodeDays(code, bytes, days)),
    open: createCodedColumn(),
    high: highAndLow ? column() : null,
    low: highAndLow ? column() : null,
    close: column(),
    volume: createCodedColumn(),
    adjClose: file.has("adjClose") ? column() : null,
    marketCap: file.has("marketCap") ? createCodedColumn() : null,
  };
  const checked = new Set(COLUMNS.filter((name) => into[name] !== null));
  const ends: number[] = [0];
  const damaged = new Set<number>();
  let bars = 0;
  for (const block of file.blocks) {
    const read = file.read(block, into, bars, { checked, damaged });
    for (const instrument of read.damaged) damaged.add(instrument);
    for (let at = 0; at < block.instruments; at++) {
      if (!damaged.has(block.firstInstrument + at)) ends.push(read.barOffset[at + 1] ?? 0);
    }
    bars = read.barOffset[block.instruments] ?? bars;
  }
  if (damaged.size > 0 && damaged.size === file.instruments.length) return err(damagedPrices);
  const barOffset = Int32Array.from(ends);
  const close = into.close.subarray(0, bars);
  const zones = file.readZones(damaged);
  const columns = {
    instruments: file.instruments.filter((_, at) => !damaged.has(at)),
    barOffset,
    high: into.high?.subarray(0, bars) ?? new Float64Array(0),
    low: into.low?.subarray(0, bars) ?? new Float64Array(0),
    close,
    adjClose: into.adjClose?.subarray(0, bars) ?? null,
    ...(zones ? { zones } : {}),
  };
  const market = withLateColumns(columns, {
    day: into.day.in(barOffset),
    open: into.open.in(barOffset, close),
    volume: into.volume.in(barOffset, close),
    marketCap: into.marketCap?.in(barOffset, close) ?? null,
  });
  return ok({ market, damaged: Array.from(damaged, (at) => file.instruments[at]?.symbol ?? "") });
}

export const damagedPrices: Problem = {
  code: "storage-failed",
  message: "The stored prices are damaged. Import the files again.",
};

const writtenByNewerApp: Problem = {
  code: "storage-failed",
  message: "The stored prices were written by a newer version of this app. Reload the page to update it.",
};
