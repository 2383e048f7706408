/** Columns of a stored market as they lie in the file, series by series, until somebody looks at all of one. */
import type { LateColumn, LateDays } from "#workers/model/late-column.ts";
import type { DayBits } from "#workers/model/market.ts";
import { readDayBits } from "#workers/model/price-zones.ts";
import type { SeriesKeeper } from "./column-reader.ts";
import { STEP_BYTES } from "./packed-series.ts";
import {
  bytesFromRow,
  decodeSeries,
  divisorOf,
  leadsFromFirst,
  refersToClose,
  scaleNearClose,
} from "./series-code.ts";
import { copySteps, openSteps, rowsOfSteps } from "./step-rows.ts";
import type { StepSeries } from "./step-rows.ts";

export interface CodedColumn extends SeriesKeeper {
  /**
   * The column of a market whose instruments are those that were kept, in that order.
   *
   * @param close - of the market, as they are stored: figures may refer to them; null for the closes themselves
   */
  in(barOffset: Int32Array, close: LateColumn | null): LateColumn;
  /** Reads the series that were left in the file and that nobody has looked at, one a step. */
  readonly readOn: () => Generator<void>;
}

/** Reads a series of the file's instrument of that number, from the first byte on; throws where it is damaged. */
export type SeriesFetch = (instrument: number, into: Uint8Array) => void;

export interface CodedColumnOptions {
  /** Its place once it is worked out: new memory, or that of a part that nobody looks at any more. */
  readonly makeColumn?: (rows: number) => Float64Array;
  /** For a column that is left in its file: it reads a series when that is first looked at. */
  readonly fetch?: SeriesFetch | null;
}

/** @param memory - for all that the column will be given */
export function createCodedColumn(
  memory: Uint8Array,
  { makeColumn = (rows) => new Float64Array(rows), fetch = null }: CodedColumnOptions = {},
): CodedColumn {
  const kept = keepSeries(memory, fetch);
  return {
    isLeftInFile: kept.isLeftInFile,
    room: kept.room,
    keep: kept.keep,
    readOn: kept.readOn,
    in(barOffset, close) {
      const steps: (StepSeries | undefined)[] = [];
      let words: Int16Array | null = null;
      let column: Float64Array | null = null;
      let room = new Float64Array(0);

      function decode(): Float64Array {
        // What may find no memory comes before the series are given away.
        const wholeClose = close && kept.refersToClose() ? close.whole() : null;
        const decoded = makeColumn(barOffset.at(-1) ?? 0);
        for (const [instrument, { code, bytes: series }] of kept.take().entries()) {
          const from = barOffset[instrument] ?? 0;
          const to = barOffset[instrument + 1] ?? 0;
          const closes = wholeClose && refersToClose(code) ? wholeClose.subarray(from, to) : null;
          decodeSeries(code, series, closes, decoded.subarray(from, to));
        }
        steps.length = 0;
        words = null;
        return decoded;
      }

      /** null for a series that doesn't lead from its first row on. */
      function stepsOf(instrument: number, { code, bytes }: CodedSeries): StepSeries | null {
        if (!leadsFromFirst(code)) return null;
        const known = steps[instrument];
        if (known) return known;
        const bars = (barOffset[instrument + 1] ?? 0) - (barOffset[instrument] ?? 0);
        words ??= new Int16Array(bytes.buffer);
        const opened = openSteps({ bytes, words, rows: bars, divisor: divisorOf(code) });
        steps[instrument] = opened;
        return opened;
      }

      function rows(instrument: number, from: number, to: number): Float64Array {
        const series = kept.of(instrument);
        if (column || !series) return (column ??= decode()).subarray(from, to);
        const start = barOffset[instrument] ?? 0;
        const inSteps = stepsOf(instrument, series);
        if (inSteps) return rowsOfSteps(inSteps, from - start, to - start);
        if (room.length < to - from) room = new Float64Array(to - from);
        const figures = room.subarray(0, to - from);
        const closes = close && refersToClose(series.code) ? close.rows(instrument, from, to) : null;
        decodeSeries(series.code, bytesFromRow(series.code, series.bytes, from - start), closes, figures);
        return figures;
      }

      function beside(instrument: number, row: number, closeOfRow: number): number {
        const series = kept.of(instrument);
        if (column || !series) return (column ??= decode())[row] ?? NaN;
        const scale = scaleNearClose(series.code);
        if (scale === null) return rows(instrument, row, row + 1)[0] ?? NaN;
        words ??= new Int16Array(series.bytes.buffer);
        const place = series.bytes.byteOffset / STEP_BYTES + row - (barOffset[instrument] ?? 0);
        return (Math.round(closeOfRow * scale) + (words[place] ?? 0)) / scale;
      }

      return {
        whole: () => (column ??= decode()),
        rows,
        beside,
        copy(instrument, { from, to }, into, at) {
          const series = kept.of(instrument);
          const inSteps = series && stepsOf(instrument, series);
          const start = barOffset[instrument] ?? 0;
          if (inSteps) copySteps(inSteps, { from: from - start, to: to - start }, into, at);
          else into.set(rows(instrument, from, to), at);
        },
      };
    },
  };
}

interface CodedDays extends SeriesKeeper {
  /** The days of a market whose instruments are those that were kept, in that order. */
  in(barOffset: Int32Array): LateDays;
}

/**
 * @param memory - as for createCodedColumn
 * @param decode - writes one instrument's days
 */
export function createCodedDays(
  memory: Uint8Array,
  decode: (code: number, bytes: Uint8Array, into: Int32Array) => void,
): CodedDays {
  const kept = keepSeries(memory, null);
  return {
    isLeftInFile: false,
    room: kept.room,
    keep: kept.keep,
    in: (barOffset) =>
      lateDays(barOffset, (instrument, into) => {
        const series = kept.of(instrument);
        if (series) decode(series.code, series.bytes, into);
      }),
  };
}

/** The days of a market that has all of them as bits; null where an instrument has none. */
export function daysFromBits(days: DayBits, barOffset: Int32Array): LateDays | null {
  if (!tellAllDays(days, barOffset)) return null;
  return lateDays(barOffset, (instrument, into) => readDayBits(days, instrument, into));
}

/** False where an instrument has bars, but too few for their days to be bits. @param offset - of the instruments' bars or zones */
export function tellAllDays({ wordOffset }: DayBits, offset: Int32Array): boolean {
  for (let instrument = 0; instrument + 1 < offset.length; instrument++) {
    const hasBars = offset[instrument] !== offset[instrument + 1];
    if (hasBars && wordOffset[instrument] === wordOffset[instrument + 1]) return false;
  }
  return true;
}

function lateDays(barOffset: Int32Array, decode: (instrument: number, into: Int32Array) => void): LateDays {
  let column: Int32Array | null = null;

  function decodeAll(): Int32Array {
    const days = new Int32Array(barOffset.at(-1) ?? 0);
    for (let instrument = 0; instrument + 1 < barOffset.length; instrument++) {
      decode(instrument, days.subarray(barOffset[instrument], barOffset[instrument + 1]));
    }
    return days;
  }

  return {
    whole: () => (column ??= decodeAll()),
    of(instrument) {
      const [from = 0, to = 0] = barOffset.subarray(instrument, instrument + 2);
      if (column) return column.subarray(from, to);
      const days = new Int32Array(to - from);
      decode(instrument, days);
      return days;
    },
  };
}

/** A series and its code, one of those of series-code.ts. */
interface CodedSeries {
  readonly code: number;
  readonly bytes: Uint8Array;
}

interface KeptSeries extends SeriesKeeper {
  /** The series kept as the n-th, and what follows in its room; undefined once they were taken. */
  of(place: number): CodedSeries | undefined;
  refersToClose(): boolean;
  /** Gives all series away, once: their memory goes back when they are done with. */
  take(): CodedSeries[];
  /** Reads on as CodedColumn's readOn does. */
  readonly readOn: () => Generator<void>;
}

/** A whole column in one piece of memory: the first touch of new memory is what reading costs most. */
function keepSeries(room: Uint8Array, fetch: SeriesFetch | null): KeptSeries {
  let memory = room;
  let kept: CodedSeries[] = [];
  /** Numbers in the file of the kept; -1 once they were read. */
  let leftInFile: number[] = [];
  let used = 0;
  let start = 0;
  let isTaken = false;

  function read(place: number): void {
    const instrument = leftInFile[place] ?? -1;
    const series = kept[place];
    if (instrument < 0 || !series) return;
    fetch?.(instrument, series.bytes);
    leftInFile[place] = -1;
  }

  return {
    isLeftInFile: fetch !== null,
    room(count) {
      start = used;
      used += count;
      return memory.subarray(start, used);
    },
    keep(code, at, instrument) {
      kept.push({ code, bytes: memory.subarray(start + at, used) });
      if (fetch) leftInFile.push(instrument);
    },
    of(place) {
      if (fetch) read(place);
      return kept[place];
    },
    refersToClose: () => kept.some(({ code }) => refersToClose(code)),
    take() {
      if (isTaken) throw new Error("the series of a column were given away before");
      leftInFile.forEach((_, place) => read(place));
      isTaken = true;
      const all = kept;
      kept = [];
      leftInFile = [];
      memory = new Uint8Array(0);
      return all;
    },
    *readOn() {
      for (let place = 0; place < leftInFile.length; place++) {
        read(place);
        yield;
      }
    },
  };
}
