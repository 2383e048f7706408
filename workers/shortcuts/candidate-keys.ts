/**
 * What candidates are sorted by where an expression says it, packed while an instrument's columns are at hand: a key for each of
 * its sessions as a candidate. The day loop then goes along a short list, and no column of keys is made for all bars, whose memory
 * costs more than most expressions themselves. Lists are kept: an instrument that is a candidate on the sessions of the run before,
 * or on fewer, is not looked at again. Gains a quarter to a third of a first run that is sorted by an expression. From the second
 * run on session-keys.ts has the keys, where there is room for them.
 */
import type { Candidates } from "#workers/engine/candidate-bits.ts";
import type { PriceFacts } from "#workers/engine/facts.ts";
import type { Plan } from "#workers/engine/run-plan.ts";
import { spanOf } from "#workers/engine/candidates.ts";
import type { NumberColumn } from "#workers/engine/evaluate.ts";
import type { MemberColumns } from "#workers/engine/instrument-columns.ts";
import { keyAsSorted } from "#workers/engine/priority.ts";
import { keepLast } from "#workers/model/keep-last.ts";
import type { NumberExpression } from "#workers/rules/expression.ts";
import { WORD, countBits, lowestBit } from "#workers/sessions/bits.ts";
import { rowOn } from "#workers/sessions/calendar.ts";
import type { Calendar } from "#workers/sessions/calendar.ts";

/** The key of a candidate on a session, -Infinity where it is unknown. */
export type CandidateKeys = (member: number, session: number) => number;

/** Takes in a member. @param passing - its sessions as a candidate, a word for each 32 of the period */
type PackKeys = (member: number, passing: Int32Array) => void;

/** By candidate of a member: the session, and beside it the key. */
interface KeyList {
  readonly session: Int32Array;
  /** The same places as singles. */
  readonly key: Float32Array;
}

/** Lists by so many expressions are kept. */
const LISTS_KEPT = 2;

/** Gives the last lists by an expression, by member. */
type ListsBy = (expression: string) => KeyList[];

const listsOn = new WeakMap<PriceFacts, ListsBy>();
const packed = new WeakMap<Plan, CandidateKeys>();
const ofCandidates = new WeakMap<Candidates, CandidateKeys>();

/** Of a plan, or of the plan that the same candidates were found for; null where nobody has packed its keys. */
export function packedKeys(plan: Plan, candidates: Candidates): CandidateKeys | null {
  const keys = packed.get(plan) ?? ofCandidates.get(candidates) ?? null;
  if (keys !== null) ofCandidates.set(candidates, keys);
  return keys;
}

export function packKeys(plan: Plan, number: NumberExpression): PackKeys {
  const { calendar, firstSession, lastSession, ground } = plan;
  const { columns, evaluator } = ground();
  /** A number that is turned round is turned where it is packed: on few of the bars. */
  const isTurned = number.op === "negate";
  const packing: Packing = {
    calendar,
    columns,
    first: spanOf(firstSession, lastSession + 1).first,
    sign: isTurned ? -1 : 1,
    pull: evaluator.numbers(isTurned ? number.of : number),
    lists: listsOf(plan, number),
    own: [],
    at: new Int32Array(calendar.members),
  };
  packed.set(plan, (member, session) => keyOn(packing, member, session));
  return (member, passing) => pack(packing, member, passing);
}

interface Packing {
  readonly calendar: Calendar;
  readonly columns: MemberColumns;
  /** The period's first word. */
  readonly first: number;
  readonly sign: number;
  readonly pull: NumberColumn;
  /** By member, the last by the same expression: another run may put its own in their places. */
  readonly lists: KeyList[];
  /** This run's, by member. */
  readonly own: KeyList[];
  /** Where a member was looked at last: sessions come in their order. */
  readonly at: Int32Array;
}

function keyOn({ own, at }: Packing, member: number, asked: number): number {
  const { session, key } = own[member];
  let place = at[member];
  if (session[2 * place] > asked) place = 0;
  while (session[2 * place] < asked) place++;
  at[member] = place;
  return keyAsSorted(key[2 * place + 1]);
}

function pack(packing: Packing, member: number, passing: Int32Array): void {
  const { own, lists, first } = packing;
  const known = lists[member];
  own[member] = known && hasAll(known, passing, first) ? known : makeList(packing, member, passing);
  lists[member] = own[member];
}

function makeList(
  { columns, pull, calendar, first, sign }: Packing,
  member: number,
  passing: Int32Array,
): KeyList {
  columns.putMember(member);
  const values = pull();
  let count = 0;
  for (let word = 0; word < passing.length; word++) count += countBits(passing[word]);
  const session = new Int32Array(2 * count);
  const key = new Float32Array(session.buffer);
  const from = calendar.fromRow[member];
  let place = 0;
  for (let word = 0; word < passing.length; word++) {
    for (let rest = passing[word]; rest !== 0; rest &= rest - 1) {
      const asked = (first + word) * WORD + lowestBit(rest);
      session[place++] = asked;
      key[place++] = sign * values[rowOn(calendar, member, asked) - from];
    }
  }
  return { session, key };
}

/** An expression may look at the benchmark, and count by years. */
function listsOf({ facts, benchmark, sessionsOfYear }: Plan, { key }: NumberExpression): KeyList[] {
  const known = listsOn.get(facts) ?? keepLast(LISTS_KEPT, (_expression: string): KeyList[] => []);
  listsOn.set(facts, known);
  return known(JSON.stringify([key, benchmark, sessionsOfYear]));
}

/** Whether each of a member's sessions is in its list. @param first - word of the period's first session */
function hasAll({ session }: KeyList, passing: Int32Array, first: number): boolean {
  let place = 0;
  for (let word = 0; word < passing.length; word++) {
    for (let rest = passing[word]; rest !== 0; rest &= rest - 1) {
      const asked = (first + word) * WORD + lowestBit(rest);
      while (session[place] < asked) place += 2; // behind the last it is unknown, and not below
      if (session[place] !== asked) return false;
    }
  }
  return true;
}
