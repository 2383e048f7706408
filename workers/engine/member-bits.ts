/**
 * Verdicts on bars as bits, one member after the other, in the layout of the calendar's words; and what needs
 * nothing but a member's own bars, worked out when the member is first asked for.
 */
import { countBits, spread } from "./bits.ts";
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
    workOut(member);
    isDone[member] = 1;
  };
}

/** The bars that pass. @param judge - sets a member's bits in the calendar's words; all are 0 before */
export function bitsOf(
  { members, present }: Calendar,
  judge: (member: number, bits: Int32Array) => void,
): MemberBits {
  const bits = new Int32Array(present.length);
  return { bits, ready: oncePerMember(members, (member) => judge(member, bits)) };
}

const run: BarRun = { member: 0, from: 0, row: 0, count: 0 };

/** The verdict on a member's bars of one word, on the bits of their sessions. */
export function judgeWord(calendar: Calendar, member: number, word: number, judge: JudgeRun): number {
  const at = member * calendar.words + word;
  const present = calendar.present[at];
  if (present === 0) return 0;
  run.member = member;
  run.from = calendar.fromRow[member];
  run.row = run.from + calendar.barsBefore[at];
  run.count = countBits(present);
  return spread(judge(run), present);
}
