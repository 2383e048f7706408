/**
 * A block's zones as they lie behind its columns: instrument after instrument, each with two numbers (how many words its
 * days take, and the first one's), then least and most of each zone's closes, values and, where it has any, market
 * caps, then its days. A reader that knows nothing of them loses nothing but time.
 */
import {
  ZONE,
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
  /** Adds an instrument's words as they were read or worked out elsewhere. */
  addWords(own: Int32Array): void;
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
    addWords(own) {
      room(own.length).ints.set(own);
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
 * The zones of some blocks' instruments but the damaged ones; null where a place of theirs is not
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
  const own = createPieceCursor(file, directory);
  const { base } = directory;
  const before = base && createPieceCursor(file, base.directory);
  for (const block of blocks) {
    for (let place = 0; place < block.instruments; place++) {
      const instrument = block.firstInstrument + place;
      const found = own(instrument);
      if (!found) return null;
      const start = base?.starts[instrument] ?? 0;
      const inBase = start > 0 ? before?.(base?.numbers[instrument] ?? -1) : undefined;
      if (inBase === null) return null;
      if (!damaged.has(instrument))
        joined.add(
          inBase ? [partInBase(inBase, found, start, directory.rows[instrument] ?? 0), found] : [found],
        );
    }
  }
  return joined.end();
}

/** Gives an instrument's words; those that are asked for come in the order of their numbers. */
type PieceCursor = (instrument: number) => PieceFound | null;

interface PieceFound {
  readonly section: Int32Array;
  readonly piece: Piece;
}

/** null is given where the block's zones are not as they were written. */
export function createPieceCursor(file: ByteReader, directory: Directory): PieceCursor {
  const { blocks } = directory;
  let room = new Int32Array(0);
  let block: Block | undefined;
  let section: Int32Array | null = null;
  let [at, next] = [0, 0];
  return (instrument) => {
    if (!block || instrument < next || instrument >= block.firstInstrument + block.instruments) {
      block = blocks.findLast(({ firstInstrument }) => firstInstrument <= instrument);
      if (block && room.length < block.zones.bytes / 4) room = new Int32Array(block.zones.bytes / 4);
      section = block ? readSection(file, block.zones, room) : null;
      [at, next] = [0, block?.firstInstrument ?? 0];
    }
    if (!section) return null;
    let piece = pieceAt(section, at, directory, next);
    for (; next < instrument; next++) piece = pieceAt(section, piece.end, directory, next + 1);
    at = piece.end;
    next++;
    return { section, piece };
  };
}

/** What stays of the zones and days in the base when those of the file follow on them. */
function partInBase(inBase: PieceFound, { piece: own }: PieceFound, start: number, rows: number): PieceFound {
  if (start === rows) return inBase;
  const { piece, section } = inBase;
  const words = own.words === 0 ? 0 : own.firstWord - piece.firstWord;
  return { section, piece: { ...piece, taken: Math.floor(start / ZONE), words } };
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
export interface Piece {
  /** Zones that it has bounds of, and how many of them are taken. */
  readonly zones: number;
  readonly taken: number;
  readonly hasCaps: boolean;
  /** Words of days that are taken, and the first one's number. */
  readonly words: number;
  readonly firstWord: number;
  /** Where its bounds, its days and what follows start. */
  readonly bounds: number;
  readonly days: number;
  readonly end: number;
}

function pieceAt(section: Int32Array, at: number, directory: Directory, instrument: number): Piece {
  const { own, hasCaps } = shapeOf(directory, instrument);
  const days = at + HEAD + own * figuresOf(hasCaps);
  const words = section[at] ?? 0;
  return {
    zones: own,
    taken: own,
    hasCaps,
    words,
    firstWord: section[at + 1] ?? 0,
    bounds: at + HEAD,
    days,
    end: days + words,
  };
}

/** An instrument's words for a section. */
export function pieceWords({
  firstWord,
  zones,
  bounds,
  days,
}: {
  readonly firstWord: number;
  readonly zones: number;
  readonly bounds: Float32Array;
  readonly days: Int32Array;
}): Int32Array {
  const words = new Int32Array(HEAD + bounds.length + days.length);
  words.set([days.length, firstWord]);
  if (zones > 0) words.set(new Int32Array(bounds.buffer, bounds.byteOffset, bounds.length), HEAD);
  words.set(days, HEAD + bounds.length);
  return words;
}

function figuresOf(hasCaps: boolean): number {
  return hasCaps ? 6 : 4;
}

/** How many zones an instrument has in all and in the file's own section, and whether they say anything of market caps. */
function shapeOf(directory: Directory, instrument: number) {
  const rows = directory.rows[instrument] ?? 0;
  const start = directory.base?.starts[instrument] ?? 0;
  const zones = zonesFor(rows);
  const own = start === rows ? 0 : zones - Math.floor(start / ZONE);
  return { zones, own, hasCaps: codeOf(directory, CAP_COLUMN, instrument) !== ABSENT };
}

interface JoinedPieces {
  /** Adds the next instrument that is not damaged: what the base has of it, and what the file has. */
  add(parts: readonly PieceFound[]): void;
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
  const kept = shapes.filter((_, at) => !damaged.has(instruments[at] ?? 0));
  const zoneOffset = runningSum(kept.map(({ zones }) => zones));
  const count = zoneOffset[kept.length] ?? 0;
  const [close, value] = [makeBounds(count), makeBounds(count)];
  const marketCap = kept.some(({ hasCaps }) => hasCaps) ? makeBounds(count) : null;
  const wordOffset = new Int32Array(kept.length + 1);
  const firstWord = new Int32Array(kept.length);
  const bits = new Int32Array(mostWords(directory, blocks, instruments));
  let place = 0;
  let end = 0;
  return {
    add(parts) {
      let zone = zoneOffset[place] ?? 0;
      for (const [at, { section, piece }] of parts.entries()) {
        const { zones, taken, hasCaps } = piece;
        const singles = new Float32Array(section.buffer, piece.bounds * 4, zones * figuresOf(hasCaps));
        const copy = (into: ZoneBounds, from: number): void => {
          into.least.set(singles.subarray(from * zones, from * zones + taken), zone);
          into.most.set(singles.subarray((from + 1) * zones, (from + 1) * zones + taken), zone);
        };
        copy(close, 0);
        copy(value, 2);
        if (marketCap && hasCaps) copy(marketCap, 4);
        else if (marketCap) {
          marketCap.least.fill(-Infinity, zone, zone + taken);
          marketCap.most.fill(Infinity, zone, zone + taken);
        }
        bits.set(section.subarray(piece.days, piece.days + piece.words), end);
        end += piece.words;
        zone += taken;
        if (at === 0) firstWord[place] = piece.firstWord;
      }
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

/** Words of days in the blocks' sections, and in those of the base, at most. */
function mostWords(directory: Directory, blocks: readonly Block[], instruments: readonly number[]): number {
  const own = wordsIn(directory, blocks);
  const { base } = directory;
  if (!base) return own;
  const members = instruments.flatMap((one) => {
    const number = base.numbers[one] ?? -1;
    return number >= 0 ? [number] : [];
  });
  const [first = 0] = members;
  const last = members.at(-1) ?? -1;
  const before = base.directory.blocks.filter(
    (block) => block.firstInstrument <= last && block.firstInstrument + block.instruments > first,
  );
  return own + wordsIn(base.directory, before);
}

function wordsIn(directory: Directory, blocks: readonly Block[]): number {
  let words = 0;
  for (const { firstInstrument, instruments, zones } of blocks) {
    words += zones.bytes / 4;
    for (let place = 0; place < instruments; place++) {
      const { own, hasCaps } = shapeOf(directory, firstInstrument + place);
      words -= HEAD + own * figuresOf(hasCaps);
    }
  }
  return Math.max(0, words);
}
