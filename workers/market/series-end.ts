/**
 * What a column file knows of the end of each instrument's series, so that bars can follow without the series being
 * read: its last figures, the bounds of its last zone, and the checksums that the fingerprint is made of, to be gone on with.
 */
import { ZONE, boundProducts, boundSeries, makeBounds } from "#workers/model/price-zones.ts";
import type { Series } from "./bar-series.ts";
import { beginChecksum, CHECKSUM_WORDS, endChecksum, goOnChecksum } from "./checksum.ts";
import { plainBytes } from "./series-code.ts";

export interface SeriesEnd {
  /** EpochDays of the first and the last bar. */
  readonly firstDay: number;
  readonly lastDay: number;
  /** Days from the bar before the last one to the last; 0 where there is one bar. */
  readonly lastStep: number;
  /** The bits of the days in the word of the last day. */
  readonly dayWord: number;
  readonly lastClose: number;
  /** NaN where unknown. */
  readonly lastCap: number;
  /** Least and most close, least and most value, least and most market cap of the last zone. */
  readonly zone: Float32Array;
  /** For each column of the file, its code before it was packed. */
  readonly codes: Int32Array;
  /** By column of the file: of what that code gives, without padding. Empty for days, which are numbered anew. */
  readonly checksums: readonly Int32Array[];
}

/** The figures and the code of one column, as the fingerprint takes them. */
export interface PlainSeries {
  readonly code: number;
  readonly checksum: Int32Array;
}

const ZONE_FIGURES = 6;
const WHOLE = 4;
const DOUBLES = 2;

/** Words of int32 that the end of an instrument with so many columns takes, an even number. */
export function endWords(columns: number): number {
  return 2 * DOUBLES + WHOLE + ZONE_FIGURES + columns * (1 + CHECKSUM_WORDS);
}

export function encodeEnd(end: SeriesEnd, into: Int32Array): void {
  const { firstDay, lastDay, lastStep, dayWord, lastClose, lastCap, zone, codes, checksums } = end;
  const doubles = Float64Array.of(lastClose, lastCap);
  into.set(new Int32Array(doubles.buffer));
  into.set([firstDay, lastDay, lastStep, dayWord], 2 * DOUBLES);
  into.set(new Int32Array(zone.slice().buffer), 2 * DOUBLES + WHOLE);
  let at = 2 * DOUBLES + WHOLE + ZONE_FIGURES;
  for (const [column, code] of codes.entries()) {
    into[at] = code;
    into.set(checksums[column] ?? [], at + 1);
    at += 1 + CHECKSUM_WORDS;
  }
}

/** Reads what encodeEnd wrote; the checksums are copies. */
export function decodeEnd(words: Int32Array, columns: number): SeriesEnd {
  const [lastClose = NaN, lastCap = NaN] = new Float64Array(words.slice(0, 2 * DOUBLES).buffer);
  const [firstDay = 0, lastDay = 0, lastStep = 0, dayWord = 0] = words.subarray(2 * DOUBLES);
  const zoneAt = 2 * DOUBLES + WHOLE;
  const zone = new Float32Array(words.slice(zoneAt, zoneAt + ZONE_FIGURES).buffer);
  const codes = new Int32Array(columns);
  const checksums: Int32Array[] = [];
  let at = zoneAt + ZONE_FIGURES;
  for (let column = 0; column < columns; column++) {
    codes[column] = words[at] ?? 0;
    checksums.push(words.slice(at + 1, at + 1 + CHECKSUM_WORDS));
    at += 1 + CHECKSUM_WORDS;
  }
  return { firstDay, lastDay, lastStep, dayWord, lastClose, lastCap, zone, codes, checksums };
}

/** @param columns - by column of the file */
export function endOf(series: Series, columns: readonly PlainSeries[]): SeriesEnd {
  const { day, close, volume, marketCap } = series;
  const last = day.length - 1;
  const rows = { from: last - (last % ZONE), to: last + 1 };
  const lastDay = day[last] ?? 0;
  const bounds = makeBounds(3);
  boundSeries(close, rows, bounds, 0);
  boundProducts([close, volume], rows, bounds, 1);
  if (marketCap) boundSeries(marketCap, rows, bounds, 2);
  return {
    firstDay: day[0] ?? 0,
    lastDay,
    lastStep: last > 0 ? lastDay - (day[last - 1] ?? 0) : 0,
    dayWord: wordOfLast(day),
    lastClose: close[last] ?? NaN,
    lastCap: marketCap?.[last] ?? NaN,
    zone: Float32Array.from({ length: ZONE_FIGURES }, (_, at) =>
      at % 2 === 0 ? (bounds.least[at >> 1] ?? 0) : (bounds.most[at >> 1] ?? 0),
    ),
    codes: Int32Array.from(columns, ({ code }) => code),
    checksums: columns.map(({ checksum }) => checksum),
  };
}

/** The bits of those of the days that lie in the word of the last one. @param before - bits that it has already */
export function wordOfLast(day: Int32Array, before = 0): number {
  const word = (day.at(-1) ?? 0) >> 5;
  let bits = before;
  for (let at = day.length - 1; at >= 0 && (day[at] ?? 0) >> 5 === word; at--)
    bits |= 1 << ((day[at] ?? 0) & 31);
  return bits;
}

/** What the fingerprint takes of a series that was written: without its padding, to be gone on with. */
export function plainSeries(code: number, words: Int32Array, rows: number): PlainSeries {
  const checksum = beginChecksum();
  goOnChecksum(checksum, words, 0, plainBytes(false, code, rows) / 4);
  return { code, checksum };
}

/** Checksum of the series with its padding: a multiple of two words. */
export function paddedChecksum(checksum: Int32Array): number {
  const padded = checksum.slice();
  if (((checksum[4] ?? 0) & 1) === 1) goOnChecksum(padded, Int32Array.of(0));
  return endChecksum(padded);
}

/** The ends of all instruments of a file, in their order. */
export interface EndList {
  add(end: SeriesEnd): void;
  words(): Int32Array;
}

export function createEndList(): EndList {
  let words = new Int32Array(1024);
  let used = 0;
  return {
    add(end) {
      const count = endWords(end.codes.length);
      if (used + count > words.length) {
        const larger = new Int32Array(2 * words.length + count);
        larger.set(words);
        words = larger;
      }
      encodeEnd(end, words.subarray(used, used + count));
      used += count;
    },
    words: () => words.subarray(0, used),
  };
}
