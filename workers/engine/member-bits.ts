/**
 * Verdicts on bars as bits, one member after the other, in the layout of the calendar's words; and what needs
 * nothing but a member's own bars, worked out when the member is first asked for.
 */
import { WORD, countBits, spread, wordsFor } from "./bits.ts";
import type { Calendar } from "./calendar.ts";

/** Bars of one member, running: rows row..row+count-1 (count 1..32) of an instrument whose first row is `from`. */
export interface BarRun {
  member: number;
  from: number;
  row: number;
  count: number;
}

/** Bit k is set where the run's k-th bar passes; bits from `count` on are 0. */
export type JudgeRun = (run: BarRun) => number;

/** Bits that are there for a member once `ready` was called with it. */
export interface MemberBits {
  readonly bits: Int32Array;
  readonly ready: (member: number) => void;
}

/** Calls `workOut` the first time that a member is asked for. */
export function oncePerMember(members: number, workOut: (member: number) => void): (member: number) => void {
  const isDone = new Uint8Array(members);
  return (member) => {
    if (isDone[member] === 1) return;
    isDone[member] = 1;
    workOut(member);
  };
}

/** Writes the verdicts on a member's bars, one a bit: 32 bars a word, as many words as they take. */
export type JudgeBars = (member: number, verdicts: Int32Array) => void;

/**
 * The bars that pass.
 *
 * @param warmUp - so many of a member's first bars don't pass; the first verdict is on the bar behind them
 */
export function bitsOf(calendar: Calendar, warmUp: number, judge: JudgeBars): MemberBits {
  const { members, words, present, firstRow, fromRow, longest } = calendar;
  const bits = new Int32Array(present.length);
  const verdicts = new Int32Array(wordsFor(longest) + 1);
  const ready = oncePerMember(members, (member) => {
    judge(member, verdicts);
    const judgedFrom = fromRow[member] + warmUp;
    for (let at = member * words; at < (member + 1) * words; at++) {
      bits[at] = spread(bitsFrom(verdicts, firstRow[at] - judgedFrom), present[at]);
    }
  });
  return { bits, ready };
}

/** 32 bits from the one at `start`; those before the first are 0. */
function bitsFrom(words: Int32Array, start: number): number {
  if (start < 0) return start <= -WORD ? 0 : words[0] << -start;
  const word = start >> 5;
  const shift = start & 31;
  return shift === 0 ? words[word] : (words[word] >>> shift) | (words[word + 1] << (WORD - shift));
}

const run: BarRun = { member: 0, from: 0, row: 0, count: 0 };

/** The verdict on a member's bars of one word, on the bits of their sessions. */
export function judgeWord(calendar: Calendar, member: number, word: number, judge: JudgeRun): number {
  const at = member * calendar.words + word;
  const present = calendar.present[at];
  if (present === 0) return 0;
  run.member = member;
  run.from = calendar.fromRow[member];
  run.row = calendar.firstRow[at];
  run.count = countBits(present);
  return spread(judge(run), present);
}
