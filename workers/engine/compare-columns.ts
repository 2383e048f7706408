/** Two columns compared bar by bar, forgiving rounding (workers/rules/README.md section 3). */
import type { Verdicts } from "#workers/rules/function-entry.ts";
import type { Sign } from "#workers/rules/syntax.ts";
import { WORD, firstBits, lowestBit } from "#workers/sessions/bits.ts";
import { leastFor } from "./forgive.ts";

const TOLERANCE = 1e-9;
/** Twice what is forgiven at most: sides further apart are decided by a plain comparison. */
const NEAR = 2 * TOLERANCE;

export interface Sides {
  readonly left: Float64Array;
  readonly right: Float64Array;
  /** What `right` is on all bars; null where that differs. */
  readonly rightValue: number | null;
  /** What rounding is forgiven against at least, by bar; null where it is `floor` on all of them. */
  readonly floors: Float64Array | null;
  readonly floor: number;
}

/** Sets bits in words that are empty; a bar on which a side is NaN gets none. */
export function compareColumns(sign: Sign, sides: Sides, bars: number, out: Verdicts): void {
  const { left, right, floors, floor } = sides;
  const { yes, no } = out;
  markApart(sides, bars, out);
  for (let word = 0; word * WORD < bars; word++) {
    let [atLeast, atMost] = [yes[word], no[word]];
    let near = firstBits(Math.min(WORD, bars - word * WORD)) & ~(atLeast | atMost);
    for (; near !== 0; near &= near - 1) {
      const bar = word * WORD + lowestBit(near);
      const [a, b] = [left[bar], right[bar]];
      const own = floors === null ? floor : floors[bar];
      const tolerance = TOLERANCE * Math.max(Math.abs(a), Math.abs(b), own);
      atLeast |= Number(a >= b - tolerance) << bar; // a shift takes the lowest five bits of the bar's number
      atMost |= Number(a <= b + tolerance) << bar;
    }
    const found = answers(sign, atLeast, atMost);
    yes[word] = found;
    no[word] = (atLeast | atMost) & ~found;
  }
}

/** Sets `yes` where the left side is more than what is forgiven above the right, and `no` where it is as far below. */
function markApart(sides: Sides, bars: number, { yes, no }: Verdicts): void {
  const { left, right, rightValue, floor } = sides;
  const isOfNumber = rightValue !== null && sides.floors === null;
  const floors = sides.floors ?? left; // of no account where there is one floor for all
  const share = sides.floors === null ? 0 : 1;
  const reachOfNumber = NEAR * (2 * Math.abs(rightValue ?? 0) + floor); // a left side twice as large is apart in any case
  const most = (rightValue ?? 0) + reachOfNumber;
  const least = (rightValue ?? 0) - reachOfNumber;
  for (let word = 0; word * WORD < bars; word++) {
    const first = word * WORD;
    const stop = Math.min(bars, first + WORD);
    let above = 0;
    let below = 0;
    if (isOfNumber) {
      for (let bar = first; bar < stop; bar++) {
        const a = left[bar];
        above |= Number(a > most) << bar; // a shift takes the lowest five bits of the bar's number
        below |= Number(a < least) << bar;
      }
    } else {
      for (let bar = first; bar < stop; bar++) {
        const a = left[bar];
        const b = right[bar];
        const reach = NEAR * (Math.abs(a) + Math.abs(b) + share * floors[bar] + floor);
        above |= Number(a - b > reach) << bar;
        below |= Number(a - b < -reach) << bar;
      }
    }
    yes[word] = above;
    no[word] = below;
  }
}

/** As `>=`, forgiving rounding of the right side alone: the comparison of strategy/1's fixed conditions. */
export function holdAtLeast(
  left: Float64Array,
  right: Float64Array,
  bars: number,
  { yes, no }: Verdicts,
): void {
  for (let bar = 0; bar < bars; bar++) {
    const least = leastFor(right[bar]);
    yes[bar >> 5] |= Number(left[bar] >= least) << bar;
    no[bar >> 5] |= Number(left[bar] < least) << bar;
  }
}

/** @param atLeast - bits where a >= b; where both sides are known, that or atMost holds */
function answers(sign: Sign, atLeast: number, atMost: number): number {
  switch (sign) {
    case ">=":
      return atLeast;
    case "<=":
      return atMost;
    case ">":
      return atLeast & ~atMost;
    case "<":
      return atMost & ~atLeast;
    case "=":
      return atLeast & atMost;
    case "!=":
      return atLeast ^ atMost;
  }
}

/** The same of two numbers. @returns null where one is unknown */
export function compareNumbers(sign: Sign, a: number, b: number, floor: number): boolean | null {
  const tolerance = TOLERANCE * Math.max(Math.abs(a), Math.abs(b), floor);
  const [atLeast, atMost] = [Number(a >= b - tolerance), Number(a <= b + tolerance)];
  return (atLeast | atMost) === 0 ? null : answers(sign, atLeast, atMost) === 1;
}
