/** For each session of the period, the members of the universe that pass scanner and buy rules. */
import { FULL, WORD, firstBits, wordsFor } from "#workers/sessions/bits.ts";
import type { Calendar } from "#workers/sessions/calendar.ts";
import { makeCandidateBits } from "./candidate-bits.ts";
import type { Candidates, FoundCandidates } from "./candidate-bits.ts";
import { makeConditions } from "./conditions.ts";
import type { Conditions } from "./conditions.ts";
import { inOneGo } from "#workers/model/pieces.ts";
import type { Pieces } from "#workers/model/pieces.ts";
import type { Alongside, Plan, Premises } from "./run-plan.ts";

/**
 * Of the sessions of the period on which the strategy looks for what to buy; what is found on its last one is what it would do
 * next.
 */
export function findCandidates(plan: Plan): Pieces<FoundCandidates> {
  const alongside = plan.shortcuts.flatMap((shortcut) => shortcut.alongside?.(plan) ?? []);
  const { firstSession, lastSession, asked, calendar } = plan;
  const looked = asked === null ? null : bitsAt(asked.sessions, calendar.words);
  return passingInPieces(plan, { first: firstSession, stop: lastSession + 1, looked }, alongside);
}

function bitsAt(sessions: Int32Array, words: number): Int32Array {
  const bits = new Int32Array(words);
  for (const session of sessions) bits[session >> 5] |= 1 << (session & 31);
  return bits;
}

/** Looks at the sessions first .. stop - 1 of the calendar, all in the plan's period. */
export function findPassing(premises: Premises, first: number, stop: number): Candidates {
  return inOneGo(passingInPieces(premises, { first, stop, looked: null }, []));
}

/** The sessions first .. stop - 1; of these those alone whose bits are set in `looked`, if there is such a list. */
interface LookedAt {
  readonly first: number;
  readonly stop: number;
  readonly looked: Int32Array | null;
}

/** A member a piece. @param alongside - called with each in turn */
function* passingInPieces(
  premises: Premises,
  { first, stop, looked }: LookedAt,
  alongside: readonly Alongside[],
): Pieces<FoundCandidates> {
  const { members } = premises.calendar;
  const span = spanOf(first, stop);
  const { found, place } = makeCandidateBits(members, span.words);
  const group = new Int32Array(WORD * span.words);
  const own = Array.from({ length: WORD }, (_, k) => group.subarray(k * span.words, (k + 1) * span.words));
  const ever = new Int32Array(wordsFor(members));
  const judge = makeJudge(premises, { first, stop, looked });
  for (let member = 0; member < members; member++) {
    judge(member, own[member & 31]);
    const passing = isAnySet(own[member & 31]) ? own[member & 31] : null;
    if (passing !== null) ever[member >> 5] |= 1 << (member & 31);
    for (const look of alongside) look(member, passing);
    if ((member & 31) === WORD - 1 || member === members - 1) place(group, member >> 5);
    yield;
  }
  // each by name: an object that begins with a spread is slower to look into
  const { memberWords, stride, bits } = found;
  return { firstSession: span.first * WORD, memberWords, stride, bits, ever };
}

/** Words first .. stop - 1 of every member. */
export interface WordSpan {
  readonly first: number;
  readonly stop: number;
  /** How many they are. */
  readonly words: number;
}

/** The words of the sessions first .. stop - 1. */
export function spanOf(first: number, stop: number): WordSpan {
  const span = { first: first >> 5, stop: wordsFor(stop) };
  return { ...span, words: Math.max(0, span.stop - span.first) };
}

/** Writes the member's sessions that pass into `own`, a word for each of the span. */
export type Judge = (member: number, own: Int32Array) => void;

/** Makes the judge of members on the sessions that are looked at. */
export function makeJudge(premises: Premises, sessions: LookedAt): Judge {
  const span = spanOf(sessions.first, sessions.stop);
  const keepPassing = narrowingBy(makeConditions(premises, span), premises.calendar, span);
  return (member, own) => {
    putSessions(premises.calendar, member, sessions, own);
    keepPassing(member, own);
  };
}

/** Writes the sessions on which the member has a bar, of those that are looked at. */
function putSessions(
  { words, present }: Calendar,
  member: number,
  { first, stop, looked }: LookedAt,
  own: Int32Array,
): void {
  const start = member * words + (first >> 5);
  for (let at = 0; at < own.length; at++)
    own[at] = present[start + at] & (looked === null ? FULL : looked[(first >> 5) + at]);
  if (own.length > 0) own[0] &= ~firstBits(first & 31);
  if ((stop & 31) !== 0) own[own.length - 1] &= firstBits(stop & 31);
}

/** Keeps, of the member's sessions in `own`, a word for each of the span, those that pass every condition and one of the others. */
export function narrowingBy(conditions: Conditions, { words }: Calendar, span: WordSpan): Judge {
  const undecided = new Int32Array(span.words);
  return (member, own) => {
    if (isAnySet(own)) narrow(conditions, member, { own, undecided, start: member * words + span.first });
  };
}

/** A word for each of a span: those of a member, which begin at `start` in the calendar's words. */
interface Narrowed {
  readonly own: Int32Array;
  readonly undecided: Int32Array;
  readonly start: number;
}

function narrow({ every, some }: Conditions, member: number, { own, undecided, start }: Narrowed): void {
  for (const { bits, ready } of every) {
    ready(member);
    for (let at = 0; at < own.length; at++) own[at] &= bits[start + at];
    if (!isAnySet(own)) return;
  }
  if (some.length === 0) return;
  undecided.set(own);
  own.fill(0);
  for (const { bits, ready } of some) {
    ready(member);
    let left = 0;
    for (let at = 0; at < own.length; at++) {
      own[at] |= undecided[at] & bits[start + at];
      undecided[at] &= ~bits[start + at];
      left |= undecided[at];
    }
    if (left === 0) return;
  }
}

function isAnySet(bits: Int32Array): boolean {
  for (let at = 0; at < bits.length; at++) if (bits[at] !== 0) return true;
  return false;
}
