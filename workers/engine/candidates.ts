/** For each session of the period, the members of the universe that pass scanner and buy rules. */
import { WORD, countBits, firstBits, transpose, wordsFor } from "./bits.ts";
import { makeConditions } from "./conditions.ts";
import type { Conditions, Premises, WordSpan } from "./conditions.ts";
import { inOneGo } from "./pieces.ts";
import type { Pieces } from "./pieces.ts";
import type { Plan } from "./plan.ts";

/** Sessions from firstSession on; the s-th of them has the words s x memberWords .. (s + 1) x memberWords - 1. */
export interface Candidates {
  readonly firstSession: number;
  /** Words that hold a bit for each member. */
  readonly memberWords: number;
  readonly bits: Int32Array;
}

/**
 * Of the sessions firstSession .. lastSession - 1: on the last one of the period nothing is bought.
 *
 * @param alongside - called with each member in turn, while its prices are in the processor's cache
 */
export function findCandidates(plan: Plan, alongside: (member: number) => void): Pieces<Candidates> {
  return passingInPieces(plan, plan.firstSession, plan.lastSession, alongside);
}

/** Looks at the sessions first .. stop - 1 of the calendar, all in the plan's period. */
export function findPassing(plan: Premises, first: number, stop: number): Candidates {
  return inOneGo(passingInPieces(plan, first, stop));
}

/** A member a piece. */
function* passingInPieces(
  plan: Premises,
  first: number,
  stop: number,
  alongside: (member: number) => void = () => {},
): Pieces<Candidates> {
  const { members } = plan.calendar;
  const span = spanOf(first, stop);
  const bits = makeSessionBits(members, span.words);
  const group = new Int32Array(WORD * span.words);
  const own = Array.from({ length: WORD }, (_, k) => group.subarray(k * span.words, (k + 1) * span.words));
  const judge = makeJudge(plan, first, stop);
  for (let member = 0; member < members; member++) {
    judge(member, own[member & 31]);
    alongside(member);
    if ((member & 31) === WORD - 1 || member === members - 1) bits.place(group, member >> 5);
    yield;
  }
  return { firstSession: span.first * WORD, memberWords: bits.memberWords, bits: bits.bits };
}

/** The words of the sessions first .. stop - 1, and how many they are. */
export function spanOf(first: number, stop: number): WordSpan & { readonly words: number } {
  const span = { first: first >> 5, stop: wordsFor(stop) };
  return { ...span, words: Math.max(0, span.stop - span.first) };
}

/** Writes the member's sessions that pass into `own`, a word for each of the span. */
export type Judge = (member: number, own: Int32Array) => void;

/** Of the sessions first .. stop - 1. */
export function makeJudge(premises: Premises, first: number, stop: number): Judge {
  const { calendar } = premises;
  const span = spanOf(first, stop);
  const keepPassing = makeNarrowing(premises, span);
  return (member, own) => {
    const start = member * calendar.words + span.first;
    own.set(calendar.present.subarray(start, start + span.words));
    if (span.words > 0) own[0] &= ~firstBits(first & 31);
    if ((stop & 31) !== 0) own[span.words - 1] &= firstBits(stop & 31);
    keepPassing(member, own);
  };
}

/** Keeps, of the member's sessions in `own`, a word for each of the span, those that pass. */
export function makeNarrowing(premises: Premises, span: WordSpan & { readonly words: number }): Judge {
  const conditions = makeConditions(premises, span);
  const scratch = { verdict: new Int32Array(span.words), undecided: new Int32Array(span.words) };
  return (member, own) => narrow(conditions, member, own, scratch);
}

/** Keeps, of the member's bits, those that every condition and one of the others lets pass. */
function narrow(
  { every, some }: Conditions,
  member: number,
  bits: Int32Array,
  scratch: { readonly verdict: Int32Array; readonly undecided: Int32Array },
): void {
  const { verdict, undecided } = scratch;
  for (const condition of every) {
    condition(member, bits, bits);
    if (!isAnySet(bits)) return;
  }
  if (some.length === 0) return;
  undecided.set(bits);
  bits.fill(0);
  for (const condition of some) {
    condition(member, undecided, verdict);
    let left = 0;
    for (let at = 0; at < bits.length; at++) {
      bits[at] |= verdict[at];
      undecided[at] &= ~verdict[at];
      left |= undecided[at];
    }
    if (left === 0) return;
  }
}

function isAnySet(bits: Int32Array): boolean {
  for (let at = 0; at < bits.length; at++) if (bits[at] !== 0) return true;
  return false;
}

/** Words of members, session after session. */
interface SessionBits extends Pick<Candidates, "memberWords" | "bits"> {
  /** Turns round the words of sessions of 32 members, or of the last ones: one member after the other. */
  readonly place: (passing: Int32Array, group: number) => void;
}

function makeSessionBits(members: number, spanWords: number): SessionBits {
  const memberWords = wordsFor(members);
  const bits = new Int32Array(spanWords * WORD * memberWords);
  const square = new Int32Array(WORD);
  return {
    memberWords,
    bits,
    place: (passing, group) => {
      const count = Math.min(WORD, members - group * WORD);
      for (let word = 0; word < spanWords; word++) {
        let any = 0;
        for (let k = 0; k < count; k++) {
          square[k] = passing[k * spanWords + word];
          any |= square[k];
        }
        if (any === 0) continue;
        square.fill(0, count);
        transpose(square);
        const start = word * WORD * memberWords + group;
        for (let k = 0; k < WORD; k++) bits[start + k * memberWords] = square[k];
      }
    },
  };
}

/** The words of sessions of all members, one after the other, turned round. */
export function bySession(
  passing: Int32Array,
  members: number,
  spanWords: number,
): Pick<Candidates, "memberWords" | "bits"> {
  const { memberWords, bits, place } = makeSessionBits(members, spanWords);
  for (let group = 0; group < memberWords; group++) place(passing.subarray(group * WORD * spanWords), group);
  return { memberWords, bits };
}

/** How many pass on the session. @param without - bits of members that don't count */
export function countOn(candidates: Candidates, session: number, without: Int32Array | null = null): number {
  const { memberWords, bits, firstSession } = candidates;
  const start = (session - firstSession) * memberWords;
  let count = 0;
  for (let group = 0; group < memberWords; group++) {
    count += countBits(bits[start + group] & ~(without?.[group] ?? 0));
  }
  return count;
}
