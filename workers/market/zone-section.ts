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
import type { Block, Directory, ZonePlace } from "./column-directory.ts";
import type { Series } from "./bar-series.ts";
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
 * The zones of some blocks' instruments but the damaged ones; null where the file has none, or a place of theirs is not
 * as it was written: they can be worked out again.
 *
 * @param blocks - of the directory, one after the other
 */
export function readZones(
  file: ByteReader,
  directory: Directory,
  blocks: readonly Block[],
  damaged: ReadonlySet<number>,
): MarketZones | null {
  const joined = joinPieces(directory, blocks, damaged);
  const mostBytes = blocks.reduce((most, { zones }) => Math.max(most, zones?.bytes ?? 0), 0);
  const room = new Int32Array(mostBytes / 4);
  for (const block of blocks) {
    const section = block.zones && readSection(file, block.zones, room);
    if (!section) return null;
    let at = 0;
    for (let place = 0; place < block.instruments; place++) {
      const instrument = block.firstInstrument + place;
      const piece = pieceAt(section, at, directory, instrument);
      if (!damaged.has(instrument)) joined.add(section, piece);
      at = piece.end;
    }
  }
  return joined.end();
}

/** Into the room, of which it takes what it needs. */
function readSection(
  file: ByteReader,
  { at, bytes, checksum }: ZonePlace,
  room: Int32Array,
): Int32Array | null {
  const words = room.subarray(0, bytes / 4);
  try {
    file.read(new Uint8Array(words.buffer, 0, bytes), at);
  } catch {
    return null; // a place of the disk that can't be read
  }
  return wordChecksum(words) === checksum ? words : null;
}

/** One instrument's part of a section. */
interface Piece {
  readonly zones: number;
  readonly hasCaps: boolean;
  readonly firstWord: number;
  /** Where its bounds, its days and what follows start. */
  readonly bounds: number;
  readonly days: number;
  readonly end: number;
}

function pieceAt(section: Int32Array, at: number, directory: Directory, instrument: number): Piece {
  const { zones, hasCaps, bounds } = shapeOf(directory, instrument);
  const days = at + HEAD + bounds;
  const end = days + (section[at] ?? 0);
  return { zones, hasCaps, firstWord: section[at + 1] ?? 0, bounds: at + HEAD, days, end };
}

/** How many zones an instrument has, whether they say anything of market caps, and how many bounds that makes. */
function shapeOf(directory: Directory, instrument: number) {
  const zones = zonesFor(directory.rows[instrument] ?? 0);
  const hasCaps = codeOf(directory, CAP_COLUMN, instrument) !== ABSENT;
  return { zones, hasCaps, bounds: zones * (hasCaps ? 6 : 4) };
}

interface JoinedPieces {
  /** Adds the next instrument that is not damaged. */
  add(section: Int32Array, piece: Piece): void;
  end(): MarketZones;
}

/** Room for the zones of all instruments but the damaged ones, and for all days. */
function joinPieces(
  directory: Directory,
  blocks: readonly Block[],
  damaged: ReadonlySet<number>,
): JoinedPieces {
  const instruments = blocks.flatMap(({ firstInstrument, instruments: count }) =>
    Array.from({ length: count }, (_, place) => firstInstrument + place),
  );
  const shapes = instruments.map((instrument) => shapeOf(directory, instrument));
  const sections = blocks.reduce((sum, { zones }) => sum + (zones?.bytes ?? 0) / 4, 0);
  const words = shapes.reduce((left, { bounds }) => left - HEAD - bounds, sections);
  const kept = shapes.filter((_, at) => !damaged.has(instruments[at] ?? 0));
  const zoneOffset = runningSum(kept.map(({ zones }) => zones));
  const count = zoneOffset[kept.length] ?? 0;
  const [close, value] = [makeBounds(count), makeBounds(count)];
  const marketCap = kept.some(({ hasCaps }) => hasCaps) ? makeBounds(count) : null;
  const wordOffset = new Int32Array(kept.length + 1);
  const firstWord = new Int32Array(kept.length);
  const bits = new Int32Array(Math.max(0, words));
  let place = 0;
  let end = 0;
  return {
    add(section, piece) {
      const { zones, hasCaps } = piece;
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
      bits.set(section.subarray(piece.days, piece.end), end);
      end += piece.end - piece.days;
      firstWord[place] = piece.firstWord;
      wordOffset[++place] = end;
    },
    end() {
      return {
        zoneOffset,
        close,
        value,
        marketCap,
        days: { wordOffset, firstWord, bits: bits.subarray(0, end) },
      };
    },
  };
}
