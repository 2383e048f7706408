/** For each session of the period, the members of the universe that pass scanner and buy rules. */
import { turnRound } from "./bar-kernels.ts";
import { WORD, countBits, firstBits, wordsFor } from "./bits.ts";
import { fromBits, makeConditions } from "./conditions.ts";
import type { Conditions, Premises, WordSpan } from "./conditions.ts";
import { inOneGo } from "./pieces.ts";
import type { Pieces } from "./pieces.ts";
import type { Plan } from "./plan.ts";

/** Members 32 g .. 32 g + 31 are the bits of a word on each session from firstSession on: the s-th of them has g x stride + s. */
export interface Candidates {
  readonly firstSession: number;
  /** Words that hold a bit for each member. */
  readonly memberWords: number;
  readonly stride: number;
  readonly bits: Int32Array;
}

export interface FoundCandidates extends Candidates {
  /** Bits of the members that are a candidate on some session. */
  readonly ever: Int32Array;
}

/**
 * Of the sessions firstSession .. lastSession - 1: on the last one of the period nothing is bought.
 *
 * @param alongside - called with each member in turn, while its prices are in the processor's cache
 */
export function findCandidates(plan: Plan, alongside: (member: number) => void): Pieces<FoundCandidates> {
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
): Pieces<FoundCandidates> {
  const { members } = plan.calendar;
  const span = spanOf(first, stop);
  const bits = makeSessionBits(members, span.words);
  const group = new Int32Array(WORD * span.words);
  const own = Array.from({ length: WORD }, (_, k) => group.subarray(k * span.words, (k + 1) * span.words));
  const ever = new Int32Array(wordsFor(members));
  const judge = makeJudge(plan, first, stop);
  for (let member = 0; member < members; member++) {
    judge(member, own[member & 31]);
    if (isAnySet(own[member & 31])) ever[member >> 5] |= 1 << (member & 31);
    alongside(member);
    if ((member & 31) === WORD - 1 || member === members - 1) bits.place(group, member >> 5);
    yield;
  }
  return { ...bits.found, firstSession: span.first * WORD, ever };
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
  const conditions = makeConditions(premises, span);
  const base = conditions.base ?? { bits: calendar.present, ready: () => {} };
  const scratch = makeScratch(span.words);
  return (member, own) => {
    const start = member * calendar.words + span.first;
    base.ready(member);
    own.set(base.bits.subarray(start, start + span.words));
    if (span.words > 0) own[0] &= ~firstBits(first & 31);
    if ((stop & 31) !== 0) own[span.words - 1] &= firstBits(stop & 31);
    narrow(conditions, member, own, scratch);
  };
}

/** Keeps, of the member's sessions in `own`, a word for each of the span, those that pass. */
export function makeNarrowing(premises: Premises, span: WordSpan & { readonly words: number }): Judge {
  const { base, every, some } = makeConditions(premises, span);
  const all = base === null ? every : [fromBits(premises, span, base), ...every];
  const scratch = makeScratch(span.words);
  return (member, own) => narrow({ every: all, some }, member, own, scratch);
}

/** A word for each of a span: what a condition says, and what none has let pass yet. */
interface Scratch {
  readonly verdict: Int32Array;
  readonly undecided: Int32Array;
}

function makeScratch(words: number): Scratch {
  return { verdict: new Int32Array(words), undecided: new Int32Array(words) };
}

/** Keeps, of the member's bits, those that every condition and one of the others lets pass. */
function narrow(
  { every, some }: Pick<Conditions, "every" | "some">,
  member: number,
  bits: Int32Array,
  scratch: Scratch,
): void {
  const { verdict, undecided } = scratch;
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

interface SessionBits {
  readonly found: Omit<Candidates, "firstSession">;
  /** Turns round the words of sessions of 32 members, or of the last ones: one member after the other. */
  readonly place: (passing: Int32Array, group: number) => void;
}

const NO_BITS = new Int32Array(0);
/** Of candidates that nobody looks at any more: memory that was touched before is far cheaper than new one. */
let spare: Candidates["bits"] = NO_BITS;

/** The next ones may take the place of these. */
export function giveBack({ bits }: Candidates): void {
  spare = bits;
}

/** A session's words of several groups lie at different places of the processor's cache. */
const APART = 16;

function makeSessionBits(members: number, spanWords: number): SessionBits {
  const memberWords = wordsFor(members);
  const stride = spanWords * WORD + APART;
  const length = memberWords * stride;
  const bits = spare.length === length ? spare : new Int32Array(length);
  if (bits === spare) spare = NO_BITS;
  return {
    found: { memberWords, stride, bits },
    place: (passing, group) => {
      const count = Math.min(WORD, members - group * WORD);
      turnRound(passing.subarray(0, count * spanWords), spanWords, bits, group * stride);
    },
  };
}

/** The words of sessions of all members, one after the other, turned round. */
export function bySession(
  passing: Int32Array,
  members: number,
  spanWords: number,
): Omit<Candidates, "firstSession"> {
  const { found, place } = makeSessionBits(members, spanWords);
  for (let group = 0; group < found.memberWords; group++) {
    place(passing.subarray(group * WORD * spanWords), group);
  }
  return found;
}

/** How many pass on the session. @param without - bits of members that don't count */
export function countOn(candidates: Candidates, session: number, without: Int32Array | null = null): number {
  const { memberWords, stride, bits, firstSession } = candidates;
  let count = 0;
  for (let group = 0, at = session - firstSession; group < memberWords; group++, at += stride) {
    count += countBits(bits[at] & ~(without?.[group] ?? 0));
  }
  return count;
}
