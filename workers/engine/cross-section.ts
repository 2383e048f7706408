/** Numbers that look across the universe on each session: the place of an instrument, and how many a rule is true on. */
import type { Verdicts } from "#workers/rules/function-entry.ts";
import type { InstrumentColumns, MemberColumns } from "./instrument-columns.ts";
import type { NumberColumn, TruthColumn } from "./evaluate.ts";
import { WORD } from "#workers/sessions/bits.ts";
import { NO_BAR, rowOn } from "#workers/sessions/calendar.ts";
import type { Calendar } from "#workers/sessions/calendar.ts";

/** Members whose keys are put in place together: they fill a line of the processor's cache. */
export const GROUP: number = 16;
/** The key of an unknown value, below that of every number. */
export const UNKNOWN_KEY = 0;

/** Places of all members on all sessions. */
export interface Places {
  /** Writes the places of the bars of the member in hand, or their ranks in percent. */
  readonly write: (columns: InstrumentColumns, out: Float64Array, inPlaces: boolean) => void;
}

/** @param place - from 1 on; 0 where the value is unknown @param count - how many are ranked */
export function rankOf(place: number, count: number, inPlaces: boolean): number {
  if (place === 0) return NaN;
  return inPlaces ? place : ((place - 1) * 100) / count;
}

/** The sessions that are asked about, ascending; null where all are. On others an answer means nothing. */
export type Asked = Int32Array | null;

/** Bars on the sessions that are asked about: the first `count`, each by its number and the place of its session among these. */
interface AskedBars {
  readonly count: number;
  readonly bar: Int32Array;
  readonly place: Int32Array;
}

/** Of the member in hand, good until another one's are asked for. */
function barsAsked(calendar: Calendar, asked: Asked): (columns: InstrumentColumns) => AskedBars {
  if (asked === null) {
    const bar = Int32Array.from({ length: calendar.longest }, (_, at) => at);
    return (columns) => ({ count: columns.bars, bar, place: columns.sessions() });
  }
  const [bar, place] = [new Int32Array(asked.length), new Int32Array(asked.length)];
  return ({ member }) => {
    let count = 0;
    for (let at = 0; at < asked.length; at++) {
      const row = rowOn(calendar, member, asked[at]);
      if (row === NO_BAR) continue;
      bar[count] = row - calendar.fromRow[member];
      place[count++] = at;
    }
    return { count, bar, place };
  };
}

/** @param sectorOf - by member, numbered from 0; null to rank all of a session together */
export function placesOf(
  value: NumberColumn,
  columns: MemberColumns,
  calendar: Calendar,
  { sectorOf, asked }: { readonly sectorOf: Int32Array | null; readonly asked: Asked },
): Places {
  const { members, sessionDay } = calendar;
  const sessions = (asked ?? sessionDay).length;
  const keys =
    asked === null
      ? keysBySession(singlesOf(value, columns), calendar)
      : keysOnSessions(valuesOf(value, columns), calendar, asked);
  const sectors = sectorOf === null ? 1 : 1 + sectorOf.reduce((most, each) => Math.max(most, each), 0);
  const places =
    members < 2 ** 16 ? new Uint16Array(members * sessions) : new Uint32Array(members * sessions);
  const counts = new Int32Array(sessions * sectors);
  const sort = makeKeySort(members);
  for (let session = 0; session < sessions; session++) {
    const first = session * members;
    const { order, count } = sort(keys.subarray(first, first + members));
    for (let at = 0; at < count; at++) {
      const sector = sectorOf === null ? 0 : sectorOf[order[at]];
      places[first + order[at]] = ++counts[session * sectors + sector];
    }
  }
  const barsOf = barsAsked(calendar, asked);
  return {
    write(own, out, inPlaces) {
      const { member } = own;
      const { count, bar, place } = barsOf(own);
      const sector = sectorOf === null ? 0 : sectorOf[member];
      if (asked !== null) out.fill(NaN, 0, own.bars);
      for (let at = 0; at < count; at++) {
        const found = places[place[at] * members + member];
        out[bar[at]] = rankOf(found, counts[place[at] * sectors + sector], inPlaces);
      }
    },
  };
}

/** A number's values on the bars of a member, as singles. */
export type SinglesOf = (member: number) => Float32Array;

/** A member's values in double precision; good until another member's are asked for. */
export function valuesOf(value: NumberColumn, columns: MemberColumns): (member: number) => Float64Array {
  return (member) => {
    columns.putMember(member);
    return value();
  };
}

/** A member's values as singles, worked out anew at each call. */
export function singlesOf(value: NumberColumn, columns: MemberColumns): SinglesOf {
  return (member) => {
    columns.putMember(member);
    return new Float32Array(value().subarray(0, columns.bars)); // each value as the nearest single
  };
}

/** By session, then member: what values are ranked by (makeRankKey). Of GROUP members 32 sessions at once: these stay in the cache. */
export function keysBySession(
  singles: SinglesOf,
  { members, sessionDay, words, present, barsBefore }: Calendar,
): Uint32Array {
  const keys = new Uint32Array(members * sessionDay.length);
  for (let from = 0; from < members; from += GROUP) {
    const group: Int32Array[] = [];
    for (let member = from; member < Math.min(from + GROUP, members); member++) {
      const { buffer, byteOffset, length } = singles(member);
      group.push(new Int32Array(buffer, byteOffset, length));
    }
    for (let word = 0; word < words; word++) {
      for (let at = 0; at < group.length; at++) {
        const bits = group[at];
        let bar = barsBefore[(from + at) * words + word];
        let target = word * WORD * members + from + at;
        for (
          let rest = present[(from + at) * words + word] >>> 0;
          rest !== 0;
          rest >>>= 1, target += members
        ) {
          if ((rest & 1) === 1) keys[target] = keyOfBits(bits[bar++]);
        }
      }
    }
  }
  return keys;
}

/** As keysBySession, of some sessions alone, one after the other. */
export function keysOnSessions(
  read: (member: number) => Float32Array | Float64Array,
  calendar: Calendar,
  sessions: Int32Array,
): Uint32Array {
  const { members, fromRow } = calendar;
  const keyOf = makeRankKey();
  const keys = new Uint32Array(members * sessions.length);
  for (let member = 0; member < members; member++) {
    const values = read(member);
    for (let at = 0; at < sessions.length; at++) {
      const row = rowOn(calendar, member, sessions[at]);
      if (row !== NO_BAR) keys[at * members + member] = keyOf(values[row - fromRow[member]]);
    }
  }
  return keys;
}

/** The bits of a single in the order of the numbers: those below 0 turned round, the others moved above them; -0 is 0, NaN unknown. */
function keyOfBits(bits: number): number {
  if ((bits & ~MINUS_ZERO) > INFINITE) return UNKNOWN_KEY;
  if (bits === MINUS_ZERO) return 0x8000_0000;
  return bits ^ ((bits >> 31) | 0x8000_0000); // signs may be as good as random: no branch
}

const MINUS_ZERO = -0x8000_0000;
/** Unknown singles have bits above it. */
const INFINITE = 0x7f80_0000;

/** What values are ranked by: 32 bits, as a whole number in the order of the values as singles; UNKNOWN_KEY for an unknown one. */
export function makeRankKey(): (value: number) => number {
  const single = new Float32Array(1);
  const bits = new Int32Array(single.buffer);
  return (value) => {
    single[0] = value;
    return keyOfBits(bits[0]);
  };
}

/** Places in the list of keys, as many of them as there are known keys. Good until the next sorting. */
interface KeyOrder {
  readonly order: Uint16Array | Uint32Array;
  readonly count: number;
}

export type KeySort = (keys: Uint32Array) => KeyOrder;

const DIGIT = 256;
const DIGITS = 4;
/** A list is put in order by its keys' upper two digits, and what these leave by moving keys up: so many places a key at most. */
const MOVES_A_KEY = 16;

/** What a sort writes on. */
interface SortRoom {
  readonly lists: readonly [KeyOrder["order"], KeyOrder["order"]];
  readonly counts: Int32Array;
}

/**
 * The highest key first, equal keys as they stand in the list, without unknown ones.
 *
 * @param most - keys that a list has at most
 */
export function makeKeySort(most: number): KeySort {
  const column = () => (most < 2 ** 16 ? new Uint16Array(most) : new Uint32Array(most));
  const room: SortRoom = { lists: [column(), column()], counts: new Int32Array(DIGITS * DIGIT) };
  return (keys) => {
    const rough = sortFrom(2, keys, room);
    return moveUp(keys, rough) ? rough : sortFrom(0, keys, room);
  };
}

/** By each digit from `first` on, the lowest first; the list begins with known keys as they stand. */
function sortFrom(first: number, keys: Uint32Array, { lists, counts }: SortRoom): KeyOrder {
  counts.fill(0);
  let count = 0;
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at];
    if (key === UNKNOWN_KEY) continue;
    lists[0][count++] = at;
    for (let digit = first; digit < DIGITS; digit++) counts[digit * DIGIT + ((key >>> (8 * digit)) & 255)]++;
  }
  let [from, to]: readonly KeyOrder["order"][] = lists;
  for (let digit = first; digit < DIGITS; digit++) {
    const shift = 8 * digit;
    const base = digit * DIGIT;
    if (count > 0 && counts[base + ((keys[from[0]] >>> shift) & 255)] === count) continue;
    for (let value = DIGIT - 1, at = 0; value >= 0; value--) {
      const own = counts[base + value];
      counts[base + value] = at;
      at += own;
    }
    for (let at = 0; at < count; at++) to[counts[base + ((keys[from[at]] >>> shift) & 255)]++] = from[at];
    [from, to] = [to, from];
  }
  return { order: from, count };
}

/** Moves each key up past lower ones. @returns false where that takes too many moves: the order is of no use then */
function moveUp(keys: Uint32Array, { order, count }: KeyOrder): boolean {
  let moves = count * MOVES_A_KEY;
  for (let at = 1; at < count; at++) {
    const own = order[at];
    const key = keys[own];
    let place = at;
    while (place > 0 && keys[order[place - 1]] < key) {
      order[place] = order[place - 1];
      place--;
    }
    order[place] = own;
    moves -= at - place;
    if (moves < 0) return false;
  }
  return true;
}

/** Sets the bits of the bars on which the member in hand is among the top. */
export type WriteTop = (columns: InstrumentColumns, out: Verdicts) => void;

/** By value descending, ties by number, as plain doubles: the market cap rank of strategy/1. */
export function topOf(
  value: NumberColumn,
  columns: MemberColumns,
  calendar: Calendar,
  { percent, asked }: { readonly percent: number; readonly asked: Asked },
): WriteTop {
  const { members, sessionDay } = calendar;
  const sessions = (asked ?? sessionDay).length;
  const values = new Float64Array(members * sessions).fill(NaN);
  const barsOf = barsAsked(calendar, asked);
  for (let member = 0; member < members; member++) {
    columns.putMember(member);
    const own = value();
    const { count, bar, place } = barsOf(columns);
    for (let at = 0; at < count; at++) values[place[at] * members + member] = own[bar[at]];
  }
  const isTop = new Uint8Array(members * sessions);
  for (let session = 0; session < sessions; session++) {
    const first = session * members;
    const known = Array.from({ length: members }, (_, member) => member).filter(
      (member) => values[first + member] === values[first + member],
    );
    known.sort((a, b) => values[first + b] - values[first + a] || a - b);
    for (let place = 0; place * 100 < percent * known.length; place++) isTop[first + known[place]] = 1;
  }
  return (own, { yes, no }) => {
    const { count, bar, place } = barsOf(own);
    for (let k = 0; k < count; k++) {
      const at = place[k] * members + own.member;
      if (values[at] !== values[at]) continue;
      const words = isTop[at] === 1 ? yes : no;
      words[bar[k] >> 5] |= 1 << (bar[k] & 31);
    }
  };
}

/** By session: percent of the members with a bar and a known verdict on which it is true; NaN where there is none. */
export function breadthOf(
  rule: TruthColumn,
  columns: MemberColumns,
  calendar: Calendar,
  asked: Asked,
): Float64Array {
  const counts = countNone((asked ?? calendar.sessionDay).length);
  countHolding(rule, columns, { calendar, asked }, counts);
  const shares = shareHolding(counts);
  if (asked === null) return shares;
  const breadths = new Float64Array(calendar.sessionDay.length).fill(NaN);
  for (let at = 0; at < asked.length; at++) breadths[asked[at]] = shares[at];
  return breadths;
}

/** By session: members with a bar on which a rule is known, and those of them on which it is true. */
export interface HoldingCounts {
  readonly known: Int32Array;
  readonly holding: Int32Array;
}

export function countNone(sessions: number): HoldingCounts {
  return { known: new Int32Array(sessions), holding: new Int32Array(sessions) };
}

/** Counts the members of a calendar in. */
export function countHolding(
  rule: TruthColumn,
  columns: MemberColumns,
  { calendar, asked }: { readonly calendar: Calendar; readonly asked: Asked },
  { known, holding }: HoldingCounts,
): void {
  const barsOf = barsAsked(calendar, asked);
  for (let member = 0; member < calendar.members; member++) {
    columns.putMember(member);
    const { yes, no } = rule();
    const { count, bar, place } = barsOf(columns);
    for (let at = 0; at < count; at++) {
      const own = bar[at];
      const holds = (yes[own >> 5] >>> (own % WORD)) & 1;
      holding[place[at]] += holds;
      known[place[at]] += holds | ((no[own >> 5] >>> (own % WORD)) & 1);
    }
  }
}

/** Members that hold, in percent of those that are known; NaN where none is known. */
export function shareHolding({ known, holding }: HoldingCounts): Float64Array {
  return Float64Array.from(known, (count, session) => (count === 0 ? NaN : (holding[session] * 100) / count));
}
