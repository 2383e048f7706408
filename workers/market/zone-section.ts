/**
 * A block's zones as they lie behind its columns: instrument after instrument, each with two numbers (how many words its
 * days take, and the first one's), then least and most of each zone's closes, values and, where it has any, market
 * caps, then its days. A reader that knows nothing of them loses nothing but time.
 */
import {
  boundProducts,
  boundSeries,
  dayWords,
  makeBounds,
  markDays,
  runningSum,
  wordOf,
  zonesFor,
} from "#workers/model/price-zones.ts";
import type { MarketZones, ZoneBounds } from "#workers/model/market.ts";
import type { ByteReader, ByteWriter } from "./byte-file.ts";
import { wordChecksum } from "./checksum.ts";
import { CAP_COLUMN, codeOf } from "./column-directory.ts";
import type { Directory, ZonePlace } from "./column-directory.ts";
import type { Series } from "./column-writer.ts";
import { ABSENT } from "./series-code.ts";

/** Numbers before the bounds. */
const HEAD = 2;
const FIRST_ROOM = 16_384;

/** Zones of a block in the making. */
export interface ZoneSection {
  /** @param hasCaps - false for a series whose market caps are stored as ABSENT */
  add(series: Series, hasCaps: boolean): void;
  /** Writes what was added since it was written last. */
  write(file: ByteWriter, at: number): ZonePlace;
}

export function createZoneSection(): ZoneSection {
  let words = new Int32Array(FIRST_ROOM);
  let used = 0;

  function room(count: number): { ints: Int32Array; singles: Float32Array } {
    if (used + count > words.length) {
      const larger = new Int32Array(Math.max(2 * words.length, used + count));
      larger.set(words);
      words = larger;
    }
    const ints = words.subarray(used, used + count);
    used += count;
    return { ints, singles: new Float32Array(ints.buffer, ints.byteOffset, count) };
  }

  return {
    add({ day, close, volume, marketCap }, hasCaps) {
      const rows = { from: 0, to: day.length };
      const zones = zonesFor(day.length);
      const own = dayWords(day, rows);
      const caps = hasCaps ? marketCap : null;
      const { ints, singles } = room(HEAD + zones * (caps ? 6 : 4) + own);
      const firstWord = wordOf(day, 0);
      ints.set([own, firstWord]);
      const boundsAt = (at: number): ZoneBounds => boundsIn(singles, HEAD + at * zones, zones);
      boundSeries(close, rows, boundsAt(0), 0);
      boundProducts([close, volume], rows, boundsAt(2), 0);
      if (caps) boundSeries(caps, rows, boundsAt(4), 0);
      const bits = ints.subarray(ints.length - own).fill(0);
      if (own > 0) markDays(day, rows, bits, -firstWord);
    },
    write(file, at) {
      const own = words.subarray(0, used);
      used = 0;
      file.write(new Uint8Array(own.buffer, 0, own.byteLength), at);
      return { at, bytes: own.byteLength, checksum: wordChecksum(own) };
    },
  };
}

function boundsIn(singles: Float32Array, at: number, zones: number): ZoneBounds {
  return { least: singles.subarray(at, at + zones), most: singles.subarray(at + zones, at + 2 * zones) };
}

/**
 * The zones of a file's instruments but the damaged ones; null where the file has none, or a place of theirs is not as
 * it was written: they can be worked out again.
 */
export function readZones(
  file: ByteReader,
  directory: Directory,
  damaged: ReadonlySet<number>,
): MarketZones | null {
  const pieces: Piece[] = [];
  for (const block of directory.blocks) {
    const section = block.zones && readSection(file, block.zones);
    if (!section) return null;
    let at = 0;
    for (let place = 0; place < block.instruments; place++) {
      const instrument = block.firstInstrument + place;
      const piece = pieceAt(section, at, directory, instrument);
      if (!damaged.has(instrument)) pieces.push(piece);
      at = piece.end;
    }
  }
  return joinPieces(pieces);
}

function readSection(file: ByteReader, { at, bytes, checksum }: ZonePlace): Int32Array | null {
  const words = new Int32Array(bytes / 4);
  try {
    file.read(new Uint8Array(words.buffer), at);
  } catch {
    return null; // a place of the disk that can't be read
  }
  return wordChecksum(words) === checksum ? words : null;
}

/** One instrument's part of a section. */
interface Piece {
  readonly section: Int32Array;
  readonly zones: number;
  readonly hasCaps: boolean;
  readonly firstWord: number;
  /** Where its bounds, its days and what follows start. */
  readonly bounds: number;
  readonly days: number;
  readonly end: number;
}

function pieceAt(section: Int32Array, at: number, directory: Directory, instrument: number): Piece {
  const [words = 0, firstWord = 0] = section.subarray(at, at + HEAD);
  const zones = zonesFor(directory.rows[instrument] ?? 0);
  const hasCaps = codeOf(directory, CAP_COLUMN, instrument) !== ABSENT;
  const bounds = at + HEAD;
  const days = bounds + zones * (hasCaps ? 6 : 4);
  return { section, zones, hasCaps, firstWord, bounds, days, end: days + words };
}

function joinPieces(pieces: readonly Piece[]): MarketZones {
  const zoneOffset = runningSum(pieces.map(({ zones }) => zones));
  const wordOffset = runningSum(pieces.map(({ days, end }) => end - days));
  const count = zoneOffset[pieces.length] ?? 0;
  const [close, value] = [makeBounds(count), makeBounds(count)];
  const marketCap = pieces.some(({ hasCaps }) => hasCaps) ? makeBounds(count) : null;
  const bits = new Int32Array(wordOffset[pieces.length] ?? 0);
  for (const [place, piece] of pieces.entries()) {
    const { section, zones, hasCaps } = piece;
    const zone = zoneOffset[place] ?? 0;
    const singles = new Float32Array(section.buffer, piece.bounds * 4, piece.days - piece.bounds);
    const copy = (into: ZoneBounds, from: number): void => {
      into.least.set(singles.subarray(from * zones, (from + 1) * zones), zone);
      into.most.set(singles.subarray((from + 1) * zones, (from + 2) * zones), zone);
    };
    copy(close, 0);
    copy(value, 2);
    if (marketCap && hasCaps) copy(marketCap, 4);
    else if (marketCap) {
      marketCap.least.fill(-Infinity, zone, zone + zones);
      marketCap.most.fill(Infinity, zone, zone + zones);
    }
    bits.set(section.subarray(piece.days, piece.end), wordOffset[place]);
  }
  const firstWord = Int32Array.from(pieces, (piece) => piece.firstWord);
  return { zoneOffset, close, value, marketCap, days: { wordOffset, firstWord, bits } };
}
