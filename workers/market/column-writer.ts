/**
 * Writes a column file instrument by instrument, holding one block in memory. The same instruments give the same
 * bytes, however they were read.
 */
import { formatIsoDay } from "#workers/model/day.ts";
import type { FactSeries, Instrument, Market } from "#workers/model/market.ts";
import type { DatasetFacts } from "#workers/model/reading.ts";
import type { ByteWriter } from "./byte-file.ts";
import { wordChecksum, wordsOf } from "./checksum.ts";
import { CAP_COLUMN, COLUMNS, encodeDirectory, encodeSignpost, SIGNPOST_BYTES } from "./column-directory.ts";
import type { Block, ColumnName, Directory } from "./column-directory.ts";
import { bytesOfFacts, writeFacts } from "./facts-section.ts";
import type { FactPlace } from "./facts-section.ts";
import {
  ABSENT,
  codedBytes,
  codedDayBytes,
  encodeSeries,
  LISTED,
  packDays,
  packSeries,
  padTo8,
  RAW,
} from "./series-code.ts";
import type { Series } from "./bar-series.ts";
import { createZoneSection } from "./zone-section.ts";

/** A block ends before the instrument with which it would have more; 1 MB of whole numbers a column. */
const BLOCK_ROWS = 262_144;
const FIRST_BUFFER_BYTES = 65_536;

/** Days from 0000-01-01 to 1970-01-01, the most negative EpochDay of a file. */
const DAYS_BEFORE_1970 = 719_528;
const DAY_SPAN = 2 ** 22;
const MOST_LISTED_DAYS = 65_535;

export interface ColumnWriter {
  /** Instruments come by symbol, as in a Market; what the series' arrays hold may change afterwards. */
  add(series: Series): void;
  /**
   * Adds the facts of all instruments, once they are all there. None leaves the file as it would be without.
   *
   * @throws RangeError for facts of other instruments than were added
   */
  addFacts(facts: readonly FactSeries[]): void;
  /** SHA-256, in hex, of symbols, names, sectors, days, figures and facts so far: equal for equal ones, on any exchange. */
  digest(): Promise<string>;
  /**
   * Completes the file; nothing is added after.
   *
   * @param describe - says more of an instrument than was known when it was added
   */
  finish(describe?: (instrument: Instrument) => Instrument): Promise<DatasetFacts>;
}

/** A column of the block in the making. */
interface Buffer {
  bytes: Uint8Array<ArrayBuffer>;
  used: number;
  /** By instrument of the file. */
  readonly written: SeriesMarks;
  /** As they were before they were packed: the fingerprint stays what it was in files of before. */
  readonly plain: SeriesMarks;
}

interface SeriesMarks {
  readonly codes: number[];
  readonly checksums: number[];
}

function createBuffer(): Buffer {
  return { bytes: new Uint8Array(FIRST_BUFFER_BYTES), used: 0, written: noMarks(), plain: noMarks() };
}

function noMarks(): SeriesMarks {
  return { codes: [], checksums: [] };
}

/** @param mostRows - bars a block at most, unless one instrument has more */
export function createColumnWriter(file: ByteWriter, mostRows: number = BLOCK_ROWS): ColumnWriter {
  const buffers = COLUMNS.map(createBuffer);
  const instruments: Instrument[] = [];
  const rows: number[] = [];
  const blocks: Block[] = [];
  const days = createDayList();
  const section = createZoneSection();
  let factPlaces: readonly FactPlace[] = [];
  let blockRows = 0;
  let blockStart = 0;
  let end = SIGNPOST_BYTES;
  let bars = 0;
  let [firstDay, lastDay] = [Infinity, -Infinity];

  function endBlock(): void {
    if (instruments.length === blockStart) return;
    const count = instruments.length - blockStart;
    const at = end;
    for (const buffer of buffers) {
      file.write(buffer.bytes.subarray(0, buffer.used), end);
      end += buffer.used;
      buffer.used = 0;
    }
    const zones = section.write(file, end);
    end += padTo8(zones.bytes);
    blocks.push({ firstInstrument: blockStart, instruments: count, rows: blockRows, at, zones });
    blockStart = instruments.length;
    blockRows = 0;
  }

  const directoryOf = (described: readonly Instrument[], marks: "written" | "plain"): Directory => ({
    instruments: described,
    blocks,
    days: days.list(),
    ...(factPlaces.length > 0 ? { facts: factPlaces } : {}),
    rows: Int32Array.from(rows),
    codes: Uint8Array.from(buffers.flatMap((buffer) => buffer[marks].codes)),
    checksums: Uint32Array.from(buffers.flatMap((buffer) => buffer[marks].checksums)),
  });

  return {
    add(series) {
      const count = series.day.length;
      if (blockRows > 0 && blockRows + count > mostRows) endBlock();
      instruments.push(series.instrument);
      rows.push(count);
      blockRows += count;
      bars += count;
      firstDay = Math.min(firstDay, series.day[0] ?? Infinity);
      lastDay = Math.max(lastDay, series.day[count - 1] ?? -Infinity);
      COLUMNS.forEach((name, column) => {
        const buffer = buffers[column];
        if (buffer) addSeries(buffer, series, name, days);
      });
      section.add(series, buffers[CAP_COLUMN]?.written.codes.at(-1) !== ABSENT);
    },
    addFacts(facts) {
      endBlock();
      factPlaces = writeFacts(file, end, facts, instruments.length);
      end += bytesOfFacts(factPlaces, instruments.length);
    },
    async digest() {
      const told = instruments.map(({ symbol, name, sector }) => anonymous(symbol, name, sector));
      return fingerprint(directoryOf(told, "plain"));
    },
    async finish(describe = (instrument) => instrument) {
      endBlock();
      const described = instruments.map(describe);
      const bytes = writeDirectory(file, end, directoryOf(described, "written"));
      return {
        instruments: instruments.length,
        bars,
        firstDate: bars > 0 ? formatIsoDay(firstDay) : null,
        lastDate: bars > 0 ? formatIsoDay(lastDay) : null,
        exchanges: distinct(described.map(({ exchange }) => exchange)),
        instrumentTypes: distinct(described.map(({ instrumentType }) => instrumentType)),
        fingerprint: await fingerprint(directoryOf(described, "plain")),
        bytes,
        ...(factPlaces.length > 0 ? { factNames: factPlaces.map(({ name, kind }) => ({ name, kind })) } : {}),
      };
    },
  };
}

/** Twice, and both ends of the file say where. @returns the bytes of the whole file */
function writeDirectory(file: ByteWriter, at: number, directory: Directory): number {
  const bytes = encodeDirectory(directory);
  const end = at + 2 * bytes.length;
  const signpost = encodeSignpost(at, bytes);
  file.write(bytes, at);
  file.write(bytes, at + bytes.length);
  file.write(signpost, end);
  file.write(signpost, 0);
  return end + SIGNPOST_BYTES;
}

/** Of an instrument what its prices came with; where it is traded is said later. */
function anonymous(symbol: string, name: string, sector: string | undefined): Instrument {
  const place = { exchange: "", instrumentType: "", currency: "", marketCapLooksAhead: false };
  return { symbol, name, ...place, ...(sector === undefined ? {} : { sector }) };
}

/** Adds all instruments of a market. */
export function addMarket(writer: ColumnWriter, market: Market): void {
  for (let at = 0; at < market.instruments.length; at++) writer.add(seriesOf(market, at));
}

/** One instrument of a market; its columns are views of the market's. */
function seriesOf(market: Market, instrument: number): Series {
  const described = market.instruments[instrument];
  if (!described) throw new RangeError(`no instrument ${instrument} of ${market.instruments.length}`);
  const from = market.barOffset[instrument];
  const to = market.barOffset[instrument + 1];
  return {
    instrument: described,
    day: market.day.subarray(from, to),
    open: market.open.subarray(from, to),
    high: market.high.subarray(from, to),
    low: market.low.subarray(from, to),
    close: market.close.subarray(from, to),
    volume: market.volume.subarray(from, to),
    adjClose: market.adjClose?.subarray(from, to) ?? null,
    marketCap: market.marketCap?.subarray(from, to) ?? null,
  };
}

function addSeries(buffer: Buffer, series: Series, name: ColumnName, days: DayList): void {
  const rows = series.day.length;
  makeRoom(buffer, codedBytes(RAW, rows));
  const into = buffer.bytes.subarray(buffer.used);
  const mark = ({ codes, checksums }: SeriesMarks, code: number): number => {
    const bytes = name === "day" ? codedDayBytes(code, rows) : codedBytes(code, rows);
    codes.push(code);
    checksums.push(wordChecksum(wordsOf(into.subarray(0, bytes))));
    return bytes;
  };
  if (name === "day") {
    const code = days.encode(series.day, into);
    mark(buffer.plain, code);
    buffer.used += mark(buffer.written, packDays(code, series.day, into));
    return;
  }
  const close = name === "close" ? null : series.close;
  const code = encodeSeries(series[name], close, into);
  mark(buffer.plain, code);
  buffer.used += mark(buffer.written, packSeries(code, rows, close, into));
}

function makeRoom(buffer: Buffer, bytes: number): void {
  if (buffer.used + bytes <= buffer.bytes.length) return;
  const larger = new Uint8Array(Math.max(buffer.bytes.length * 2, buffer.used + bytes));
  larger.set(buffer.bytes.subarray(0, buffer.used));
  buffer.bytes = larger;
}

/** The days of a file, numbered as they turn up. */
interface DayList {
  /** Writes days by number, or as they are where the list is full; returns the code. */
  encode(day: Int32Array, into: Uint8Array): number;
  list(): Int32Array;
}

function createDayList(): DayList {
  const numbers = new Uint16Array(DAY_SPAN); // number + 1 by day, 0 for a day not met yet
  const list: number[] = [];
  return {
    encode(day, into) {
      const coded = new Uint16Array(into.buffer, into.byteOffset, codedDayBytes(LISTED, day.length) / 2);
      coded.fill(0, day.length);
      for (let row = 0; row < day.length; row++) {
        const place = (day[row] ?? 0) + DAYS_BEFORE_1970;
        let number = numbers[place] ?? 0;
        if (number === 0) {
          if (list.length === MOST_LISTED_DAYS) return encodeRawDays(day, into);
          number = list.push(day[row] ?? 0);
          numbers[place] = number;
        }
        coded[row] = number - 1;
      }
      return LISTED;
    },
    list: () => Int32Array.from(list),
  };
}

function encodeRawDays(day: Int32Array, into: Uint8Array): number {
  const whole = new Int32Array(into.buffer, into.byteOffset, codedDayBytes(RAW, day.length) / 4);
  whole.fill(0, day.length);
  whole.set(day);
  return RAW;
}

/** SHA-256, in hex, of the instruments and of all series' and facts' checksums: the same data gives the same fingerprint. */
async function fingerprint({ facts, ...prices }: Directory): Promise<string> {
  const unplaced = facts?.map((place) => ({ ...place, at: 0 }));
  const bytes = encodeDirectory({ ...prices, blocks: [], ...(unplaced ? { facts: unplaced } : {}) });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made by encodeDirectory, not in shared memory
  const digest = await crypto.subtle.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)].toSorted();
}
