/** For each session of the period, the members of the universe that pass scanner and buy rules. */
import { FULL, WORD, firstBits, wordsFor } from "#workers/sessions/bits.ts";
import type { Calendar } from "#workers/sessions/calendar.ts";
import { makeCandidateBits } from "./candidate-bits.ts";
import type { Candidates, FoundCandidates } from "./candidate-bits.ts";
import type { Conditions, WordSpan } from "./condition.ts";
import { makeConditions } from "./conditions.ts";
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

/** The words of the sessions first .. stop - 1, and how many they are. */
export function spanOf(first: number, stop: number): WordSpan & { readonly words: number } {
  const span = { first: first >> 5, stop: wordsFor(stop) };
  return { ...span, words: Math.max(0, span.stop - span.first) };
}

/** Writes the member's sessions that pass into `own`, a word for each of the span. */
export type Judge = (member: number, own: Int32Array) => void;

/** Of the sessions that are looked at. */
export function makeJudge(premises: Premises, sessions: LookedAt): Judge {
  const keepPassing = makeNarrowing(premises, spanOf(sessions.first, sessions.stop));
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

/** Keeps, of the member's sessions in `own`, a word for each of the span, those that pass. */
export function makeNarrowing(premises: Premises, span: WordSpan & { readonly words: number }): Judge {
  const conditions = makeConditions(premises, span);
  const scratch = { verdict: new Int32Array(span.words), undecided: new Int32Array(span.words) };
  return (member, own) => narrow(conditions, member, own, scratch);
}

/** A word for each of a span: what a condition says, and what none has let pass yet. */
interface Scratch {
  readonly verdict: Int32Array;
  readonly undecided: Int32Array;
}

/** Keeps, of the member's bits, those that every condition and one of the others lets pass. */
function narrow({ every, some }: Conditions, member: number, bits: Int32Array, scratch: Scratch): void {
  const { verdict, undecided } = scratch;
  if (!isAnySet(bits)) return;
  for (const condition of every) {
    if (!condition(member, bits, bits) && !isAnySet(bits)) return;
  }
  let asked = bits;
  for (const condition of some) {
    const areAllIn = condition(member, asked, verdict);
    if (asked === bits) {
      if (areAllIn) return;
      undecided.set(bits);
      bits.fill(0);
      asked = undecided;
    }
    const passing = areAllIn ? undecided : verdict;
    let left = 0;
    for (let at = 0; at < bits.length; at++) {
      bits[at] |= passing[at];
      undecided[at] &= ~passing[at];
      left |= undecided[at];
    }
    if (left === 0) return;
  }
}

function isAnySet(bits: Int32Array): boolean {
  for (let at = 0; at < bits.length; at++) if (bits[at] !== 0) return true;
  return false;
}
