/** A stored dataset back in memory, as far as its file is whole. */
import { NO_COLUMN, withLateColumns } from "#workers/model/late-column.ts";
import type { LateDays } from "#workers/model/late-column.ts";
import type { Market, MarketZones } from "#workers/model/market.ts";
import { runningSum } from "#workers/model/price-zones.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Problem, Result } from "#workers/model/problem.ts";
import type { ByteReader } from "./byte-file.ts";
import { createCodedColumn, createCodedDays, daysFromBits } from "./coded-column.ts";
import type { CodedColumn, SeriesFetch } from "./coded-column.ts";
import { COLUMNS, MAGIC_BYTES } from "./column-directory.ts";
import type { ColumnName } from "./column-directory.ts";
import { openColumnFile } from "./column-reader.ts";
import type { ColumnFile, SeriesKeeper } from "./column-reader.ts";
import type { StoredFacts } from "./facts-section.ts";
import { pickFacts } from "./pick-facts.ts";
import { codedDayBytes, RAW } from "./series-code.ts";

const GIGABYTE = 1e9;

export interface StoredMarket {
  readonly market: Market;
  /** Symbols of instruments that are damaged and left out. */
  readonly damaged: readonly string[];
  /** Names of facts that are damaged and left out; absent where none is. */
  readonly damagedFacts?: readonly string[];
  /**
   * Reads what was left in the file, a series a step, and is over once nothing of the market is left there.
   *
   * @throws LateDamage
   */
  readonly readOn?: () => Generator<void>;
}

/**
 * Prices that were left in the file are not as they were written. Thrown where somebody first looks at them: the
 * market is to be read anew, with nothing left in the file, so that what is damaged is named and left out.
 */
export class LateDamage extends Error {
  override readonly name = "LateDamage";

  constructor(symbol: string) {
    super(`the stored prices of ${symbol} are damaged`);
  }
}

export interface MarketReading {
  /** False for work that looks at neither: the market's high and low have no rows then. */
  readonly highAndLow: boolean;
  /** What the market may take in memory. */
  readonly mostBytes: number;
  /**
   * True where the file stays open for as long as the market is looked at, or its readOn is not over: opens, highs, lows
   * and volumes, of which the work looks at few, are read and held against their checksums when somebody looks at them,
   * and days not at all where the zones tell them.
   */
  readonly staysOpen?: boolean;
}

/**
 * Reads a column file. A problem where nothing of it is as it was written, and, before any price is
 * read, where the memory would not do.
 */
export async function readStoredMarket(
  file: ByteReader,
  reading: MarketReading,
): Promise<Result<StoredMarket>> {
  const columns = openColumnFile(file);
  if (columns) {
    const bytes = bytesInMemory(columns, reading.highAndLow);
    return bytes > reading.mostBytes
      ? err(tooLarge(bytes, reading.mostBytes))
      : readMarketColumns(columns, reading);
  }
  const magic = new Uint8Array(Math.min(MAGIC_BYTES, file.bytes));
  file.read(magic, 0);
  return err(/^TIDECOL[4-9]/.test(new TextDecoder().decode(magic)) ? writtenByNewerApp : damagedPrices);
}

/** Of the columns, and of one more for what a run works out of them. */
function bytesInMemory(file: ColumnFile, highAndLow: boolean): number {
  const optional = Number(file.has("adjClose")) + Number(file.has("marketCap")) + (highAndLow ? 2 : 0);
  const bytesOfBar = Int32Array.BYTES_PER_ELEMENT + Float64Array.BYTES_PER_ELEMENT * (4 + optional);
  return file.bars * bytesOfBar + file.factBytes;
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

/** Again and again without what is found damaged; the columns of the time before are let go first. */
function readMarketColumns(file: ColumnFile, reading: MarketReading): Result<StoredMarket> {
  let damaged: ReadonlySet<number> = new Set();
  for (;;) {
    const read = readWithout(file, reading, damaged);
    if (!(read instanceof Set)) return read;
    damaged = read;
  }
}

/** @returns where more is damaged than that, all that is, by number */
function readWithout(
  file: ColumnFile,
  { highAndLow, staysOpen = false }: MarketReading,
  damaged: ReadonlySet<number>,
): Result<StoredMarket> | Set<number> {
  if (damaged.size > 0 && damaged.size === file.instruments.length) return err(damagedPrices);
  const barOffset = runningSum(file.rows.filter((_, at) => !damaged.has(at)));
  const zones = file.readZones(damaged);
  const days = daysIn(file, zones, barOffset);
  const coded = (name: ColumnName, fetch: SeriesFetch | null = null): CodedColumn =>
    createCodedColumn(new Uint8Array(file.bytesOf(name)), { fetch });
  const perhapsLater = (name: ColumnName): CodedColumn => coded(name, staysOpen ? fetchOf(file, name) : null);
  const into = {
    day: days.keeper,
    open: perhapsLater("open"),
    high: highAndLow ? perhapsLater("high") : null,
    low: highAndLow ? perhapsLater("low") : null,
    close: coded("close"),
    volume: perhapsLater("volume"),
    adjClose: file.has("adjClose") ? coded("adjClose") : null,
    marketCap: file.has("marketCap") ? coded("marketCap") : null,
  };
  const checked = new Set(
    COLUMNS.filter((name) => into[name]?.isLeftInFile === false || (name === "day" && !staysOpen)),
  );
  const found = new Set(damaged);
  let at = 0;
  for (const block of file.blocks) {
    const read = file.read(block, into, at, { checked, damaged });
    for (const instrument of read.damaged) found.add(instrument);
    at = read.barOffset[block.instruments] ?? at;
  }
  if (found.size > damaged.size) return found;
  const close = into.close.in(barOffset, null);
  const known = factsWithout(file, damaged);
  const columns = {
    instruments: file.instruments.filter((_, instrument) => !damaged.has(instrument)),
    barOffset,
    ...(zones ? { zones } : {}),
    ...(known.facts.length > 0 ? { facts: known.facts } : {}),
  };
  const market = withLateColumns(columns, {
    day: days.late,
    close,
    open: into.open.in(barOffset, close),
    high: into.high?.in(barOffset, close) ?? NO_COLUMN,
    low: into.low?.in(barOffset, close) ?? NO_COLUMN,
    volume: into.volume.in(barOffset, close),
    adjClose: into.adjClose?.in(barOffset, close) ?? null,
    marketCap: into.marketCap?.in(barOffset, close) ?? null,
  });
  return ok({
    market,
    damaged: Array.from(damaged, (instrument) => file.instruments[instrument]?.symbol ?? ""),
    ...(known.damaged.length > 0 ? { damagedFacts: known.damaged } : {}),
    ...(staysOpen
      ? { readOn: () => readAll(file, damaged, [into.open, into.volume, into.high, into.low]) }
      : {}),
  });
}

/** Facts of the instruments that are left. */
function factsWithout(file: ColumnFile, lost: ReadonlySet<number>): StoredFacts {
  const { facts, damaged } = file.readFacts();
  if (lost.size === 0 || facts.length === 0) return { facts, damaged };
  const left = Array.from(file.instruments.keys()).filter((instrument) => !lost.has(instrument));
  return { facts: pickFacts(facts, left), damaged };
}

/** Days are held against their checksums alone: their zones tell them. */
function* readAll(
  file: ColumnFile,
  damaged: ReadonlySet<number>,
  columns: readonly (CodedColumn | null)[],
): Generator<void> {
  for (const column of columns) if (column) yield* column.readOn();
  const checkDays = fetchOf(file, "day");
  const mostRows = file.rows.reduce((most, rows) => Math.max(most, rows), 0);
  const days = new Uint8Array(codedDayBytes(RAW, mostRows));
  for (let instrument = 0; instrument < file.instruments.length; instrument++) {
    if (!damaged.has(instrument)) checkDays(instrument, days);
    yield;
  }
}

function fetchOf(file: ColumnFile, name: ColumnName): SeriesFetch {
  return (instrument, into) => {
    if (file.readSeries(name, instrument, into)) return;
    throw new LateDamage(file.instruments[instrument]?.symbol ?? "");
  };
}

/** From the zones where these have them all; else as they lie in the file, once the keeper has them. */
function daysIn(
  file: ColumnFile,
  zones: MarketZones | null,
  barOffset: Int32Array,
): { readonly keeper: SeriesKeeper | null; readonly late: LateDays } {
  const late = zones && daysFromBits(zones.days, barOffset);
  if (late) return { keeper: null, late };
  const coded = createCodedDays(new Uint8Array(file.bytesOf("day")), (...series) =>
    file.decodeDays(...series),
  );
  return { keeper: coded, late: coded.in(barOffset) };
}

export const damagedPrices: Problem = {
  code: "storage-failed",
  message: "The stored prices are damaged. Import the files again.",
};

const writtenByNewerApp: Problem = {
  code: "storage-failed",
  message: "The stored prices were written by a newer version of this app. Reload the page to update it.",
};
