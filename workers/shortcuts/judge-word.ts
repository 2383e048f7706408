/**
 * Verdicts on the bars of one word, in one look at each: the words that bounds leave open are judged by it.
 * For zone-conditions.ts: what the bounds leave open takes one call a word.
 */
import { countBits, spread } from "#workers/sessions/bits.ts";
import type { Calendar } from "#workers/sessions/calendar.ts";

/** Bars of one member, running: rows row..row+count-1 (count 1..32) of an instrument whose first row is `from`. */
export interface BarRun {
  member: number;
  from: number;
  row: number;
  count: number;
}

/** Bit k is set where the run's k-th bar passes; bits from `count` on are 0. */
export type JudgeRun = (run: BarRun) => number;

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
