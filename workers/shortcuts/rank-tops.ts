/**
 * Rules that hold a rank or a place against a number, as rank(growth(126)) < 10: who is in the top of a session is found by a
 * look at the keys about the edge of the session before, in place of sorting all of them. Gains two thirds of such a rule's time; with a schedule,
 * on whose sessions alone it is asked for, nearly all of it.
 */
import { WORD, transpose, wordsFor } from "#workers/sessions/bits.ts";
import type { Calendar } from "#workers/sessions/calendar.ts";
import { compareNumbers } from "#workers/engine/compare-columns.ts";
import {
  GROUP,
  UNKNOWN_KEY,
  keysBySession,
  keysOnSessions,
  rankOf,
  valuesOf,
} from "#workers/engine/cross-section.ts";
import type { SinglesOf } from "#workers/engine/cross-section.ts";
import { keepLast } from "#workers/model/keep-last.ts";
import type { MemberBits } from "#workers/engine/member-bits.ts";
import type { RuleGround } from "#workers/engine/rule-ground.ts";
import type { NumberExpression, TruthExpression } from "#workers/rules/expression.ts";
import { selectDescending } from "./select.ts";

/** What a rule asks of a rank. */
interface TopRule {
  readonly of: NumberExpression;
  /** True where those in the top hold the rule, false where all others do. */
  readonly isOfTop: boolean;
  /** How many are in the top, by how many are ranked. */
  readonly topOf: (count: number) => number;
}

/** Keys by which members are ranked, session after session, of all members. */
type KeysOf = (number: NumberExpression) => Uint32Array;

/** A ground that has such keys at hand. */
export interface RankedGround extends RuleGround {
  /** On the sessions on which answers are asked for; the last two are kept. */
  readonly keysOf: KeysOf;
  /** Whether it was asked before of the same number. */
  readonly isSortedAgain: (number: NumberExpression) => boolean;
}

const KEYS_KEPT = 2;

/**
 * The same ground, which answers such rules its own way.
 *
 * @param calendar - of the ground's members
 * @param asked - the sessions on which answers are asked for; null where on all
 */
export function withRankTops(ground: RuleGround, calendar: Calendar, asked: Int32Array | null): RankedGround {
  /** Numbers by which candidates are sorted too: their singles are kept, so that they are worked out once for both. */
  const sorted = new Set<string>();
  const keys = keepLast(KEYS_KEPT, (_key: string, number: NumberExpression) =>
    asked === null
      ? keysBySession(sorted.has(number.key) ? ground.singlesOf(number) : singlesInTurn(number), calendar)
      : keysOnSessions(
          sorted.has(number.key)
            ? ground.singlesOf(number)
            : valuesOf(ground.evaluator.numbers(number), ground.columns),
          calendar,
          asked,
        ),
  );
  const keysOf: KeysOf = (number) => keys(number.key, number);

  /** Those of one group of members in the buffer of the group before: memory that nobody has touched costs more than they do. */
  function singlesInTurn(number: NumberExpression): SinglesOf {
    const pull = ground.evaluator.numbers(number);
    const room = Array.from({ length: GROUP }, () => new Float32Array(calendar.longest));
    return (member) => {
      ground.columns.putMember(member);
      const { bars } = ground.columns;
      room[member % GROUP].set(pull().subarray(0, bars));
      return room[member % GROUP].subarray(0, bars);
    };
  }

  const sortedBefore = new Set<string>();

  return {
    ...ground,
    keysOf,
    isSortedAgain: ({ key }) => {
      const isAgain = sortedBefore.has(key);
      sortedBefore.add(key);
      return isAgain;
    },
    singlesOf: (number) => {
      sorted.add(number.key);
      return ground.singlesOf(number);
    },
    bitsOf: (rule) => {
      const rankRule = topRule(rule, calendar.members);
      return rankRule === null
        ? ground.bitsOf(rule)
        : bitsOfTop(rankRule, { keys: () => keysOf(rankRule.of), asked, calendar });
    },
  };
}

/** null for any other rule. */
function topRule(rule: TruthExpression, members: number): TopRule | null {
  if (rule.op !== "compare" || rule.isFixed) return null;
  const { sign, left, right } = rule;
  if (left.op !== "rank" || left.bySector || right.op !== "literal" || right.value !== right.value)
    return null;
  if (sign === "=" || sign === "!=") return null;
  const isOfTop = sign === "<" || sign === "<=";
  const floor = left.inPlaces ? 0 : 100;
  const holds = (place: number, count: number): boolean =>
    compareNumbers(sign, rankOf(place, count, left.inPlaces), right.value, floor) === true;
  const known = new Int32Array(members + 1).fill(-1);
  return {
    of: left.of,
    isOfTop,
    topOf: (count) => {
      if (known[count] < 0) known[count] = countTop((place) => holds(place, count) === isOfTop, count);
      return known[count];
    },
  };
}

/** How many of the places 1 .. count are in the top; each place of it comes before each that is not. */
function countTop(isIn: (place: number) => boolean, count: number): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (isIn(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Narrows to a ground that withRankTops made, or a copy of one. */
export function isRanked(ground: RuleGround): ground is RankedGround {
  return "keysOf" in ground;
}

interface RankedKeys {
  /** Session after session, of all members. */
  readonly keys: () => Uint32Array;
  readonly asked: Int32Array | null;
  readonly calendar: Calendar;
}

function bitsOfTop({ isOfTop, topOf }: TopRule, { keys, asked, calendar }: RankedKeys): MemberBits {
  const { members, words, present } = calendar;
  const bits = new Int32Array(present.length);
  let isDone = false;
  return {
    bits,
    ready: () => {
      if (isDone) return;
      isDone = true;
      if (asked === null) {
        turnRound(markTops(keys(), { members, words }, topOf, isOfTop), calendar, bits);
        return;
      }
      const few = { members, words: wordsFor(asked.length) };
      spreadMarks(markTops(keys(), few, topOf, isOfTop), asked, calendar, bits);
    },
  };
}

/** Words of members on the asked sessions, to words of sessions of a member. */
function spreadMarks(
  marks: Int32Array,
  asked: Int32Array,
  { members, words }: Calendar,
  bits: Int32Array,
): void {
  const stride = wordsFor(asked.length) * WORD;
  for (let at = 0; at < asked.length; at++) {
    const [word, bit] = [asked[at] >> 5, 1 << (asked[at] & 31)];
    for (let member = 0; member < members; member++) {
      const mark = marks[(member >> 5) * stride + at];
      if (((mark >>> (member & 31)) & 1) === 1) bits[member * words + word] |= bit;
    }
  }
}

/** By 32 members, then session: bits of the members that hold the rule. @param keys - session after session, of all members */
function markTops(
  keys: Uint32Array,
  { members, words }: Pick<Calendar, "members" | "words">,
  topOf: (count: number) => number,
  isOfTop: boolean,
): Int32Array {
  const marks = new Int32Array(wordsFor(members) * words * WORD);
  const edge: Edge = { key: 0, ties: 0 };
  const finder = makeEdgeFinder(members, topOf);
  for (let session = 0; session * members < keys.length; session++) {
    const own = keys.subarray(session * members, (session + 1) * members);
    findEdge(finder, own, edge);
    const edgeKey = edge.key >>> 0; // compared as a whole number, not as a double
    let { ties } = edge;
    for (let group = 0; group * WORD < members; group++) {
      const stop = Math.min(members, (group + 1) * WORD);
      let top = 0;
      let ranked = 0;
      for (let member = group * WORD; member < stop; member++) {
        const key = own[member];
        top |= Number(key > edgeKey) << member;
        ranked |= Number(key !== UNKNOWN_KEY) << member;
        if (key === edgeKey && ties-- > 0) top |= 1 << member;
      }
      marks[group * words * WORD + session] = isOfTop ? top : ranked & ~top;
    }
  }
  return marks;
}

/** Keys above it are in the top, and the first so many of those that equal it. */
interface Edge {
  key: number;
  ties: number;
}

/** How far about an edge keys are looked at on the session after it, in the steps of a single: three hundredths of the value. */
const FIRST_REACH = 1 << 18;

const HIGHEST_KEY = 0xffff_ffff;

/** So many keys about the edge of the session before are looked at in place of all, as near as that can be had. */
const NEAR_EDGE = 48;

/** Goes along the sessions in their order. */
interface EdgeFinder {
  readonly topOf: (count: number) => number;
  /** Keys among which the edge is looked for. */
  readonly near: Uint32Array;
  /** Where the edge lay on the session before, and how far about it keys are looked at. */
  before: number;
  reach: number;
}

function makeEdgeFinder(members: number, topOf: (count: number) => number): EdgeFinder {
  return { topOf, near: new Uint32Array(members), before: 0, reach: 0 };
}

function findEdge(finder: EdgeFinder, keys: Uint32Array, edge: Edge): void {
  let count = 0;
  for (let at = 0; at < keys.length; at++) count += Number(keys[at] !== UNKNOWN_KEY);
  const left = finder.topOf(count);
  edge.key = HIGHEST_KEY;
  edge.ties = 0;
  if (left === 0) return;
  if (finder.before - finder.reach <= UNKNOWN_KEY || !findNear(finder, keys, left, edge)) {
    findAmongAll(finder, keys, left, edge);
    finder.reach = FIRST_REACH;
  }
  finder.before = edge.key;
}

/** The edge lies where it lay on the session before, or not far from there: the keys about it are sorted. */
function findNear(finder: EdgeFinder, keys: Uint32Array, left: number, edge: Edge): boolean {
  const { near, before, reach } = finder;
  const least = (before - reach) >>> 0;
  const most = Math.min(HIGHEST_KEY, before + reach) >>> 0;
  let above = 0;
  let found = 0;
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at];
    above += Number(key > most);
    near[found] = key;
    found += Number(key >= least) & Number(key <= most);
  }
  finder.reach = found > NEAR_EDGE ? Math.floor(reach / 2) : reach + Math.ceil(reach / 4);
  if (left <= above || left > above + found) return false;
  takeEdge(near.subarray(0, found), left - above, edge);
  return true;
}

/** Puts the edge at the key that is in the place `left` of some keys, the highest first; reorders them. */
function takeEdge(keys: Uint32Array, left: number, edge: Edge): void {
  edge.key = selectDescending(keys, keys.length, left - 1);
  edge.ties = left;
  for (let at = 0; at < keys.length; at++) edge.ties -= Number(keys[at] > edge.key);
}

function findAmongAll({ near }: EdgeFinder, keys: Uint32Array, left: number, edge: Edge): void {
  let found = 0;
  for (let at = 0; at < keys.length; at++) {
    near[found] = keys[at];
    found += Number(keys[at] !== UNKNOWN_KEY);
  }
  takeEdge(near.subarray(0, found), left, edge);
}

/** Words of members on a session to words of sessions of a member. */
function turnRound(marks: Int32Array, { members, words }: Calendar, bits: Int32Array): void {
  const square = new Int32Array(WORD);
  for (let group = 0; group * WORD < members; group++) {
    const stop = Math.min(members, (group + 1) * WORD);
    for (let word = 0; word < words; word++) {
      const from = (group * words + word) * WORD;
      square.set(marks.subarray(from, from + WORD));
      transpose(square);
      for (let member = group * WORD; member < stop; member++) {
        bits[member * words + word] = square[member - group * WORD];
      }
    }
  }
}
