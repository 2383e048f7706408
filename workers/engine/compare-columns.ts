/** Two columns compared bar by bar, forgiving rounding (workers/rules/README.md section 3). */
import type { Verdicts } from "#workers/rules/function-entry.ts";
import type { Sign } from "#workers/rules/syntax.ts";
import { WORD, wordsFor } from "#workers/sessions/bits.ts";
import { leastFor } from "./forgive.ts";

const TOLERANCE = 1e-9;

export interface Sides {
  readonly left: Float64Array;
  readonly right: Float64Array;
  /** What rounding is forgiven against at least, by bar; null where it is `floor` on all of them. */
  readonly floors: Float64Array | null;
  readonly floor: number;
}

/** Twice what is forgiven at most: sides further apart are decided by a plain comparison. */
const NEAR = 2 * TOLERANCE;

/** Sets bits in words that are empty; a bar on which a side is NaN gets none. */
export function compareColumns(sign: Sign, sides: Sides, bars: number, { yes, no }: Verdicts): void {
  const { left, right, floor } = sides;
  const floors = sides.floors ?? left; // of no account where there is one floor for all
  const share = sides.floors === null ? 0 : 1;
  const words = wordsFor(bars);
  const areOftenEqual = sign === "=" || sign === "!=";
  for (let word = 0; word < words; word++) {
    const first = word * WORD;
    const stop = Math.min(bars, first + WORD);
    let atLeast = 0;
    let atMost = 0;
    let near = Number(areOftenEqual);
    if (near === 0) {
      for (let bar = first; bar < stop; bar++) {
        const a = left[bar];
        const b = right[bar];
        atLeast |= Number(a > b) << bar; // a shift takes the lowest five bits of the bar's number
        atMost |= Number(a < b) << bar;
        const reach = Math.abs(a) + Math.abs(b) + share * floors[bar] + floor;
        near |= Number(Math.abs(a - b) <= NEAR * reach);
      }
    }
    if (near !== 0) {
      atLeast = 0;
      atMost = 0;
      for (let bar = first; bar < stop; bar++) {
        const a = left[bar];
        const b = right[bar];
        const tolerance = TOLERANCE * Math.max(Math.abs(a), Math.abs(b), share * floors[bar], floor);
        atLeast |= Number(a >= b - tolerance) << bar;
        atMost |= Number(a <= b + tolerance) << bar;
      }
    }
    const found = answers(sign, atLeast, atMost);
    yes[word] = found;
    no[word] = (atLeast | atMost) & ~found;
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
