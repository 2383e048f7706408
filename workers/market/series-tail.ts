/**
 * What a file of columns has of one instrument behind the bars that another file has, and how further bars follow on it
 * without any of the earlier ones being looked at.
 */
import { ZONE, boundProducts, boundSeries, makeBounds, zonesFor } from "#workers/model/price-zones.ts";
import type { ZoneBounds } from "#workers/model/market.ts";
import type { Series } from "./bar-series.ts";
import { CAP_COLUMN, COLUMNS } from "./column-directory.ts";
import { continueDays, continueFigures, joined } from "./continue-series.ts";
import { ABSENT } from "./series-code.ts";
import { wordOfLast } from "./series-end.ts";
import type { SeriesEnd } from "./series-end.ts";

export interface SeriesTail {
  /** Bars that the other file has, and bars in all. */
  readonly start: number;
  readonly rows: number;
  /** By column of the file: how the series is stored, in both files, and the bytes behind those of the other. */
  readonly codes: readonly number[];
  readonly parts: readonly Uint8Array[];
  readonly end: SeriesEnd;
  readonly zones: TailZones;
}

/** The zones from that of bar `start` on, and the words of days from that of the last bar in the other file on. */
export interface TailZones {
  readonly zones: number;
  /** Least and most of each kind, one after the other: closes, values and, where there are any, market caps. */
  readonly bounds: Float32Array;
  readonly firstWord: number;
  /** None where the days have no words (DayBits). */
  readonly days: Int32Array;
}

/**
 * @param more - later bars, at least one
 * @param numberOf - a day's number in the file's list; -1 where it is full
 * @returns null where they don't fit: then the instrument is to be written anew. The given end is of no use afterwards
 */
export function continueTail(
  tail: SeriesTail,
  more: Series,
  numberOf: (day: number) => number,
): SeriesTail | null {
  const { start, rows, codes, end } = tail;
  const { lastDay, lastStep, lastClose } = end;
  const count = more.day.length;
  const parts: Uint8Array[] = [];
  for (const [column, name] of COLUMNS.entries()) {
    const code = codes[column] ?? 0;
    const part = tail.parts[column] ?? new Uint8Array(0);
    if (name === "day") {
      const days = continueDays({ code, rows, start, part, lastDay, lastStep }, more.day, numberOf);
      if (!days) return null;
      parts.push(days);
      continue;
    }
    const plain = { code: end.codes[column] ?? 0, checksum: end.checksums[column] ?? new Int32Array(0) };
    const close = name === "close" ? null : more.close;
    const bytes = continueFigures(code, plain, { figures: more[name], close, lastClose, rows: count });
    if (!bytes) return null;
    parts.push(joined(part, bytes));
  }
  const zones = continueZones(tail, more);
  if (!zones) return null;
  const day = more.day[count - 1] ?? 0;
  const before = lastDay >> 5 === day >> 5 ? end.dayWord : 0;
  return {
    start,
    rows: rows + count,
    codes,
    parts,
    end: {
      ...end,
      lastDay: day,
      lastStep: day - (count > 1 ? (more.day[count - 2] ?? 0) : lastDay),
      dayWord: wordOfLast(more.day, before),
      lastClose: more.close[count - 1] ?? NaN,
      lastCap: more.marketCap?.[count - 1] ?? NaN,
      zone: lastZone(zones),
    },
    zones,
  };
}

/** null where the days had words and have none now, or the other way round. */
function continueZones(
  { start, rows, codes, end, zones: before }: SeriesTail,
  more: Series,
): TailZones | null {
  const days = continueWords(before, { rows, end }, more.day);
  if (!days) return null;
  const count = more.day.length;
  const kinds = codes[CAP_COLUMN] === ABSENT ? 2 : 3;
  const caps = kinds === 3 ? (more.marketCap ?? new Float64Array(count).fill(NaN)) : null;
  const first = Math.floor(rows / ZONE);
  const added = makeBounds(3 * (zonesFor(rows + count) - first));
  const places = added.least.length / 3;
  const open = first * ZONE === rows ? 0 : Math.min(count, ZONE - (rows % ZONE));
  for (const [from, to, zone] of [
    [0, open, 0],
    [open, count, open > 0 ? 1 : 0],
  ] as const) {
    boundSeries(more.close, { from, to }, added, zone);
    boundProducts([more.close, more.volume], { from, to }, added, places + zone);
    if (caps) boundSeries(caps, { from, to }, added, 2 * places + zone);
  }
  if (open > 0) for (let kind = 0; kind < kinds; kind++) widen(added, kind * places, end.zone, 2 * kind);
  const kept = first - Math.floor(start / ZONE);
  const zones = kept + places;
  const bounds = new Float32Array(2 * kinds * zones);
  for (let place = 0; place < 2 * kinds; place++) {
    const from = (place >> 1) * places;
    bounds.set(before.bounds.subarray(place * before.zones, place * before.zones + kept), place * zones);
    bounds.set(
      (place % 2 === 0 ? added.least : added.most).subarray(from, from + places),
      place * zones + kept,
    );
  }
  return { zones, bounds, ...days };
}

function widen({ least, most }: ZoneBounds, at: number, zone: Float32Array, from: number): void {
  least[at] = Math.min(least[at] ?? 0, zone[from] ?? 0);
  most[at] = Math.max(most[at] ?? 0, zone[from + 1] ?? 0);
}

function lastZone({ zones, bounds }: TailZones): Float32Array {
  return Float32Array.from({ length: 6 }, (_, place) => bounds[(place + 1) * zones - 1] ?? 0);
}

function continueWords(
  before: TailZones,
  { rows, end }: Pick<SeriesTail, "rows" | "end">,
  day: Int32Array,
): Pick<TailZones, "firstWord" | "days"> | null {
  const lastWord = (day.at(-1) ?? 0) >> 5;
  const firstWord = before.days.length > 0 ? before.firstWord : end.lastDay >> 5;
  const hadWords = hasWords(end.firstDay >> 5, end.lastDay >> 5, rows);
  if (hadWords !== hasWords(end.firstDay >> 5, lastWord, rows + day.length)) return null;
  if (!hadWords) return { firstWord: 0, days: new Int32Array(0) };
  const words = new Int32Array(lastWord - firstWord + 1);
  if (before.days.length > 0) words.set(before.days);
  else words[0] = end.dayWord;
  for (const each of day)
    words[(each >> 5) - firstWord] = (words[(each >> 5) - firstWord] ?? 0) | (1 << (each & 31));
  return { firstWord, days: words };
}

/** Whether a series has words of days, as dayWords() says. */
function hasWords(first: number, last: number, rows: number): boolean {
  return last - first + 1 <= rows;
}
