/**
 * Places of all members on all sessions where a market is read in parts. A part's keys are put aside block by block of
 * sessions; when all are there, each block is taken in hand alone, turned round into sessions, and its keys give way to
 * places. Gains, for runs in parts: no more than a block of sessions is in memory at a time, beside what the pieces keep there.
 */
import { WORD } from "#workers/sessions/bits.ts";
import type { Calendar } from "#workers/sessions/calendar.ts";
import { makeKeySort, makeRankKey, rankOf } from "#workers/engine/cross-section.ts";
import type { KeySort, Places } from "#workers/engine/cross-section.ts";
import type { NumberColumn } from "#workers/engine/evaluate.ts";
import type { MemberColumns } from "#workers/engine/instrument-columns.ts";
import type { Pieces } from "./pieces.ts";

/** Sessions that are turned round together: the keys of a member fill a line of the processor's cache. */
const TURNED = 16;
/** A member without a bar in a block has no row of it. */
const NO_ROW = -1;
const NO_PART = -1;

export interface RankShape {
  readonly members: number;
  readonly sessions: number;
  /** By member, numbered from 0; null to rank all of a session together. */
  readonly sectorOf: Int32Array | null;
  /** What a block of sessions may take in memory. */
  readonly blockBytes: number;
}

export interface PartOfRanks {
  /** Parts come in their order. */
  readonly part: number;
  readonly columns: MemberColumns;
  /** The calendar of the part's members. */
  readonly calendar: Calendar;
  readonly firstMember: number;
}

export interface PartedRanks extends Places {
  /** Takes in the keys of a part's members. */
  readonly add: (value: NumberColumn, of: PartOfRanks) => void;
  /** Once, after all parts. */
  readonly settle: () => void;
  /** Has the places of a part's members at hand: they are read one by one without it. */
  readonly hold: (part: number) => void;
}

/** A block's sessions. */
interface Block {
  readonly first: number;
  readonly length: number;
  /** By part: its members' rows, one after the other, of a number for each of the sessions. */
  readonly rows: PartRows[];
  /** Row of each member among those of its part. */
  readonly rowOf: Int32Array;
}

interface PartRows {
  readonly piece: number;
  /** Numbers in it. */
  readonly size: number;
}

export function makePartedRanks(shape: RankShape, pieces: Pieces): PartedRanks {
  const { members, sessions, sectorOf } = shape;
  const blocks = blocksOf(shape);
  const ranked = startCounts(sessions, sectorOf);
  const partOf = new Int32Array(members);
  const own = new Uint32Array(blocks.reduce((most, { length }) => Math.max(most, length), 0));
  let held: { readonly part: number; readonly lists: readonly Uint32Array[] } = { part: NO_PART, lists: [] };

  /** The member's places on the sessions of a block; good until the next call. */
  function placesIn(block: number, member: number): Uint32Array {
    const { length, rowOf, rows } = blocks[block];
    const part = partOf[member];
    const from = rowOf[member] * length;
    if (held.part === part) return held.lists[block].subarray(from, from + length);
    const places = own.subarray(0, length);
    pieces.read(rows[part].piece, from, places);
    return places;
  }

  return {
    add(value, of) {
      partOf.fill(of.part, of.firstMember, of.firstMember + of.calendar.members);
      const lists = keysOf(value, of, blocks);
      for (const [at, { rows }] of blocks.entries()) {
        rows.push({ piece: pieces.add(lists[at]), size: lists[at].length });
      }
    },
    settle() {
      const sort = makeKeySort(members);
      for (const block of blocks) {
        const table = gather(block, pieces);
        rankRows(table, block, ranked, sort);
        putBack(table, block, pieces);
      }
    },
    hold(part) {
      if (held.part === part) return;
      held = { part, lists: blocks.map((block) => pieces.whole(block.rows[part].piece)) };
    },
    write(columns, out, inPlaces) {
      const { member, bars } = columns;
      const sessionOf = columns.sessions();
      const sector = sectorOf === null ? 0 : sectorOf[member];
      let bar = 0;
      for (const [at, { first, length, rowOf }] of blocks.entries()) {
        if (rowOf[member] === NO_ROW) continue;
        const places = placesIn(at, member);
        for (; bar < bars && sessionOf[bar] < first + length; bar++) {
          const place = places[sessionOf[bar] - first];
          const known = ranked.counts[sessionOf[bar] * ranked.sectors + sector];
          out[bar] = rankOf(place, known, inPlaces);
        }
      }
    },
  };
}

/** How many are ranked, by session, then sector. */
interface RankedCounts {
  readonly counts: Int32Array;
  readonly sectors: number;
  readonly sectorOf: Int32Array | null;
}

function startCounts(sessions: number, sectorOf: Int32Array | null): RankedCounts {
  const sectors = sectorOf === null ? 1 : 1 + sectorOf.reduce((most, each) => Math.max(most, each), 0);
  return { counts: new Int32Array(sessions * sectors), sectors, sectorOf };
}

function blocksOf({ members, sessions, blockBytes }: RankShape): readonly Block[] {
  const most = Math.floor(blockBytes / (Math.max(1, members) * Uint32Array.BYTES_PER_ELEMENT));
  const length = Math.max(WORD, most - (most % WORD));
  return Array.from({ length: Math.ceil(sessions / length) }, (_, at) => ({
    first: at * length,
    length: Math.min(length, sessions - at * length),
    rows: [],
    rowOf: new Int32Array(members).fill(NO_ROW),
  }));
}

/** The rows of each block of a part's members that have a bar there. */
function keysOf(
  value: NumberColumn,
  { columns, calendar, firstMember }: PartOfRanks,
  blocks: readonly Block[],
): readonly Uint32Array[] {
  const lists = blocks.map((block) => {
    const rows = numberRows(block, calendar, firstMember);
    return new Uint32Array(rows * block.length);
  });
  const keyOf = makeRankKey();
  for (let member = 0; member < calendar.members; member++) {
    columns.putMember(member);
    const values = value();
    const sessionOf = columns.sessions();
    let bar = 0;
    for (const [at, { first, length, rowOf }] of blocks.entries()) {
      const start = rowOf[firstMember + member] * length - first;
      const list = lists[at];
      for (; bar < columns.bars && sessionOf[bar] < first + length; bar++) {
        list[start + sessionOf[bar]] = keyOf(values[bar]);
      }
    }
  }
  return lists;
}

/** @returns how many of the part's members have a row */
function numberRows({ first, length, rowOf }: Block, calendar: Calendar, firstMember: number): number {
  const { members, words, present } = calendar;
  const [from, to] = [first >> 5, (first + length + WORD - 1) >> 5];
  let rows = 0;
  for (let member = 0; member < members; member++) {
    for (let word = from; word < to; word++) {
      if (present[member * words + word] === 0) continue;
      rowOf[firstMember + member] = rows++;
      break;
    }
  }
  return rows;
}

/** All rows of a block, part after part: of the members in their order. */
function gather({ rows }: Block, pieces: Pieces): Uint32Array {
  const table = new Uint32Array(rows.reduce((sum, { size }) => sum + size, 0));
  let at = 0;
  for (const { piece, size } of rows) {
    pieces.read(piece, 0, table.subarray(at, at + size));
    at += size;
  }
  return table;
}

/** Puts a block's table back into its pieces, from which `gather` took it. */
function putBack(table: Uint32Array, { rows }: Block, pieces: Pieces): void {
  let at = 0;
  for (const { piece, size } of rows) {
    pieces.replace(piece, table.subarray(at, at + size));
    at += size;
  }
}

/** Puts places, from 1 on, where the keys are, and 0 where one is unknown. */
function rankRows(table: Uint32Array, block: Block, ranked: RankedCounts, sort: KeySort): void {
  const { first, length } = block;
  const { counts, sectors } = ranked;
  const rows = table.length / length;
  const sectorOf = sectorsOfRows(block, ranked.sectorOf);
  const turned = Array.from({ length: TURNED }, () => new Uint32Array(rows));
  for (let from = 0; from < length; from += TURNED) {
    const count = Math.min(TURNED, length - from);
    for (let row = 0, at = from; row < rows; row++, at += length) {
      for (let k = 0; k < count; k++) turned[k][row] = table[at + k];
    }
    for (let k = 0; k < count; k++) {
      const { order, count: known } = sort(turned[k]);
      const start = (first + from + k) * sectors;
      turned[k].fill(0);
      for (let at = 0; at < known; at++) {
        const sector = sectorOf === null ? 0 : sectorOf[order[at]];
        turned[k][order[at]] = ++counts[start + sector];
      }
    }
    for (let row = 0, at = from; row < rows; row++, at += length) {
      for (let k = 0; k < count; k++) table[at + k] = turned[k][row];
    }
  }
}

/** The sector of each row of the block; null where ranks are of all members. */
function sectorsOfRows({ rowOf }: Block, sectorOf: Int32Array | null): Int32Array | null {
  return sectorOf && sectorOf.filter((_, member) => rowOf[member] !== NO_ROW);
}
