/** Two columns compared bar by bar, forgiving rounding (workers/rules/README.md section 3). */
import type { Verdicts } from "#workers/rules/function-entry.ts";
import type { Sign } from "#workers/rules/syntax.ts";
import { WORD, firstBits, lowestBit } from "#workers/sessions/bits.ts";
import { leastFor } from "#workers/model/forgive.ts";

const TOLERANCE = 1e-9;
/** Twice what is forgiven at most: sides further apart are decided by a plain comparison. */
export const NEAR: number = 2 * TOLERANCE;

export interface Sides {
  readonly left: Float64Array;
  readonly right: Float64Array;
  /** What `right` is on all bars; null where that differs. */
  readonly rightValue: number | null;
  /** What rounding is forgiven against at least, by bar; null where it is `floor` on all of them. */
  readonly floors: Float64Array | null;
  readonly floor: number;
}

/**
 * Writes to `yes` the bars on which the left side is more than what is forgiven above the right one, to `no` those on which it
 * is as far below. Bars on which the sides are near to each other may be in neither.
 */
export type MarkApart = (sides: Sides, bars: number, out: Verdicts) => void;

/** Sets `yes` where the left side is at least the right one, `no` where it is at most; neither where one is NaN. */
export function compareColumns(sides: Sides, bars: number, out: Verdicts, mark: MarkApart): void {
  const { left, right, floors, floor } = sides;
  const { yes, no } = out;
  mark(sides, bars, out);
  eachNear(sides, bars, out, (bar, word) => {
    const [a, b] = [left[bar], right[bar]];
    const own = floors === null ? floor : floors[bar];
    const tolerance = TOLERANCE * Math.max(Math.abs(a), Math.abs(b), own);
    yes[word] |= Number(a >= b - tolerance) << bar; // a shift takes the lowest five bits of the bar's number
    no[word] |= Number(a <= b + tolerance) << bar;
  });
}

/** Sets `yes` where the left side is at least the right one, forgiving rounding of that one alone, else `no`: a fixed condition. */
export function holdAtLeast(
  sides: Omit<Sides, "floors" | "floor">,
  bars: number,
  out: Verdicts,
  mark: MarkApart,
): void {
  const { left, right, rightValue } = sides;
  const { yes, no } = out;
  mark({ left, right, rightValue, floors: null, floor: 0 }, bars, out);
  eachNear(sides, bars, out, (bar, word) => {
    const least = leastFor(right[bar]);
    yes[word] |= Number(left[bar] >= least) << bar;
    no[word] |= Number(left[bar] < least) << bar;
  });
}

/** Calls `tell` for each bar on which both sides are known and that has no verdict yet. */
function eachNear(
  { left, right }: Pick<Sides, "left" | "right">,
  bars: number,
  { yes, no }: Verdicts,
  tell: (bar: number, word: number) => void,
): void {
  for (let word = 0; word * WORD < bars; word++) {
    let near = firstBits(Math.min(WORD, bars - word * WORD)) & ~(yes[word] | no[word]);
    for (; near !== 0; near &= near - 1) {
      const bar = word * WORD + lowestBit(near);
      if (left[bar] === left[bar] && right[bar] === right[bar]) tell(bar, word); // few of them
    }
  }
}

/** What a sign says of sides that were compared. Sets bits in words that are empty. */
export function answerSign(
  sign: Sign,
  { yes: atLeast, no: atMost }: Verdicts,
  bars: number,
  out: Verdicts,
): void {
  for (let word = 0; word * WORD < bars; word++) {
    const found = answers(sign, atLeast[word], atMost[word]);
    out.yes[word] = found;
    out.no[word] = (atLeast[word] | atMost[word]) & ~found;
  }
}

/** The left side counts for nothing in what is forgiven: one that is twice as large as the right is apart in any case. */
export const markApart: MarkApart = ({ left, right, rightValue, floors, floor }, bars, out) => {
  const atLeast = NEAR * floor;
  const ofNumber = atLeast + 2 * NEAR * Math.abs(rightValue ?? 0);
  const most = (rightValue ?? 0) + ofNumber;
  const least = (rightValue ?? 0) - ofNumber;
  const isOfSides = floors === null || floors === left || floors === right;
  for (let word = 0; word * WORD < bars; word++) {
    const first = word * WORD;
    const stop = Math.min(bars, first + WORD);
    let above = 0;
    let below = 0;
    if (rightValue !== null && floors === null) {
      for (let bar = first; bar < stop; bar++) {
        const a = left[bar];
        above |= Number(a > most) << bar; // a shift takes the lowest five bits of the bar's number
        below |= Number(a < least) << bar;
      }
    } else if (isOfSides) {
      for (let bar = first; bar < stop; bar++) {
        const b = right[bar];
        const apart = left[bar] - b;
        const reach = 2 * NEAR * Math.abs(b) + atLeast;
        above |= Number(apart > reach) << bar;
        below |= Number(apart < -reach) << bar;
      }
    } else {
      for (let bar = first; bar < stop; bar++) {
        const b = right[bar];
        const apart = left[bar] - b;
        const reach = NEAR * (2 * Math.abs(b) + floors[bar]);
        above |= Number(apart > reach) << bar;
        below |= Number(apart < -reach) << bar;
      }
    }
    out.yes[word] = above;
    out.no[word] = below;
  }
};

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
