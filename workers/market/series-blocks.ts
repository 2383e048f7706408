/** The blocks of a column file, written as instruments come, and what the directory says of their series. One block is in memory. */
import { countDays } from "#workers/model/bar-counts.ts";
import type { BarCounts } from "#workers/model/bar-counts.ts";
import type { Instrument } from "#workers/model/market.ts";
import type { ByteWriter } from "./byte-file.ts";
import type { Series } from "./bar-series.ts";
import { CAP_COLUMN, COLUMNS } from "./column-directory.ts";
import type { Block, Directory } from "./column-directory.ts";
import type { DaySpan } from "./day-span.ts";
import { createDayJoiner, createDayList } from "./day-list.ts";
import { ABSENT, padTo8 } from "./series-code.ts";
import { addDays, addPart, addSeries, createBuffer, markDays } from "./series-buffer.ts";
import type { SeriesBuffer, SeriesMarks } from "./series-buffer.ts";
import { createEndList, endOf, paddedChecksum } from "./series-end.ts";
import type { PlainSeries } from "./series-end.ts";
import { continueTail } from "./series-tail.ts";
import type { SeriesTail } from "./series-tail.ts";
import type { Extendable, TailsReader } from "./tails-reader.ts";
import { createZoneSection, pieceWords } from "./zone-section.ts";

/** A dataset that a file goes on with. */
export interface Onto {
  readonly dataset: Extendable;
  readonly tails: TailsReader;
}

/** From when to when a series has bars, and what its days come to. */
export interface SeriesSpan extends DaySpan {
  readonly counts: BarCounts;
}

export interface SeriesBlocks {
  /** Adds a series as ColumnWriter does. */
  add(series: Series): void;
  keep(number: number, instrument: Instrument, more: Series | null): Int32Array | null;
  /** Ends the block that is under way; gives the place behind it. */
  end(): number;
  readonly instruments: readonly Instrument[];
  /** By instrument: how many of its first bars lie in the file that this one goes on with. */
  readonly starts: readonly number[];
  /** First and last day of each instrument. */
  readonly spans: readonly SeriesSpan[];
  bars(): number;
  /** The ends of all series. */
  ends(): Int32Array;
  /** @param marks - of the series as they lie in the file, or as the fingerprint takes them */
  directory(described: readonly Instrument[], marks: "written" | "plain"): Directory;
}

interface Settings {
  /** Where the first block goes. */
  readonly at: number;
  /** Bars a block at most, unless one instrument has more. */
  readonly mostRows: number;
  readonly onto: Onto | null;
}

export function createSeriesBlocks(file: ByteWriter, { at, mostRows, onto }: Settings): SeriesBlocks {
  const buffers = COLUMNS.map(createBuffer);
  const instruments: Instrument[] = [];
  const rows: number[] = [];
  const starts: number[] = [];
  const blocks: Block[] = [];
  const days = createDayList(onto?.dataset.columns.directory.days);
  /** Days as a file of its own would number them, for the fingerprint. */
  const ownDays = onto ? createDayList() : days;
  const section = createZoneSection();
  const ends = createEndList();
  const joinDays = createDayJoiner();
  const spans: SeriesSpan[] = [];
  let [blockRows, blockStart, end] = [0, 0, at];
  /** The block of the base that the block's instruments are of; -1 for none so far. */
  let blockInBase = -1;

  function endBlock(): void {
    if (instruments.length === blockStart) return;
    const zonesAt = writeBuffers(file, end, buffers);
    const zones = section.write(file, zonesAt);
    const size = { instruments: instruments.length - blockStart, rows: blockRows };
    blocks.push({ firstInstrument: blockStart, ...size, at: end, zones });
    end = zonesAt + padTo8(zones.bytes);
    [blockStart, blockRows, blockInBase] = [instruments.length, 0, -1];
  }

  function enter(instrument: Instrument, day: Int32Array, start: number): void {
    instruments.push(instrument);
    rows.push(day.length);
    starts.push(start);
    blockRows += day.length;
    spans.push({ first: day[0] ?? Infinity, last: day.at(-1) ?? -Infinity, counts: countDays(day) });
    const [first] = buffers;
    if (onto && first) markDays(first, day, ownDays);
  }

  return {
    instruments,
    starts,
    spans,
    bars: () => rows.reduce((sum, count) => sum + count, 0),
    add(series) {
      if (blockRows > 0 && blockRows + series.day.length > mostRows) endBlock();
      enter(series.instrument, series.day, 0);
      const plain = buffers.map((buffer, column): PlainSeries => {
        const name = COLUMNS[column] ?? "day";
        return name === "day"
          ? addDays(buffer, series.day, days, onto === null)
          : addSeries(buffer, series, name);
      });
      section.add(series, buffers[CAP_COLUMN]?.written.codes.at(-1) !== ABSENT);
      ends.add(endOf(series, plain));
    },
    keep(number, instrument, more) {
      if (!onto) throw new Error("this file goes on with no other");
      const before = onto.tails.tailOf(number);
      const tail = before && more ? continueTail(before, more, (day) => days.numberOf(day)) : before;
      if (!tail) return null;
      const own = tail.start > 0 ? onto.tails.blockInBase(instrument.symbol) : -1;
      const isOther = own >= 0 && blockInBase >= 0 && own !== blockInBase;
      if (isOther || (blockRows > 0 && own < 0 && blockRows + tail.rows > mostRows)) endBlock();
      if (own >= 0) blockInBase = own;
      const day = joinDays(onto.tails.daysOf(number), more?.day ?? null);
      enter(instrument, day, tail.start);
      addTail(buffers, tail);
      section.addWords(pieceWords(tail.zones));
      ends.add(tail.end);
      return day;
    },
    end() {
      endBlock();
      return end;
    },
    ends: () => ends.words(),
    directory: (described, marks) => ({
      instruments: described,
      blocks,
      days: (marks === "written" ? days : ownDays).list(),
      rows: Int32Array.from(rows),
      ...marksOf(buffers.map((buffer) => buffer[marks])),
    }),
  };
}

function marksOf(columns: readonly SeriesMarks[]): Pick<Directory, "codes" | "checksums"> {
  return {
    codes: Uint8Array.from(columns.flatMap(({ codes }) => codes)),
    checksums: Uint32Array.from(columns.flatMap(({ checksums }) => checksums)),
  };
}

/** Empties them; gives the place behind what they had. */
function writeBuffers(file: ByteWriter, at: number, buffers: readonly SeriesBuffer[]): number {
  let end = at;
  for (const buffer of buffers) {
    file.write(buffer.bytes.subarray(0, buffer.used), end);
    end += buffer.used;
    buffer.used = 0;
  }
  return end;
}

function addTail(buffers: readonly SeriesBuffer[], { codes, parts, end }: SeriesTail): void {
  for (const [column, buffer] of buffers.entries()) {
    addPart(buffer, codes[column] ?? 0, parts[column] ?? new Uint8Array(0));
    if (column === 0) continue; // days are marked as they are numbered anew
    buffer.plain.codes.push(end.codes[column] ?? 0);
    buffer.plain.checksums.push(paddedChecksum(end.checksums[column] ?? new Int32Array(0)));
  }
}
