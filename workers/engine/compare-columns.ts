/** Two columns compared bar by bar, forgiving rounding (rules.md section 3). */
import type { Verdicts } from "#workers/rules/function-entry.ts";
import type { Sign } from "#workers/rules/syntax.ts";
import { WORD, wordsFor } from "./bits.ts";
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
export function compareColumns(sign: Sign, sides: Sides, bars: number, out: Verdicts): void {
  const { left, right, floor } = sides;
  const floors = sides.floors ?? left; // of no account where there is one floor for all
  const words = wordsFor(bars);
  const share = sides.floors === null ? 0 : 1;
  for (let word = 0; word < words; word++) {
    const first = word * WORD;
    const stop = Math.min(bars, first + WORD);
    let above = 0;
    let below = 0;
    let near = 0;
    for (let bar = first; bar < stop; bar++) {
      const a = left[bar];
      const b = right[bar];
      above |= Number(a > b) << bar; // a shift takes the lowest five bits of the bar's number
      below |= Number(a < b) << bar;
      const reach = Math.abs(a) + Math.abs(b) + share * floors[bar] + floor;
      near |= Number(Math.abs(a - b) <= NEAR * reach);
    }
    if (near === 0) setWord(sign, { atLeast: above, atMost: below }, word, out);
    else setWord(sign, compareWord(sides, first, stop), word, out);
  }
}

/** Bits of a word's bars: where both sides are known, one of the two holds. */
interface Compared {
  readonly atLeast: number;
  readonly atMost: number;
}

function compareWord({ left, right, floors, floor }: Sides, first: number, stop: number): Compared {
  let atLeast = 0;
  let atMost = 0;
  for (let bar = first; bar < stop; bar++) {
    const [a, b] = [left[bar], right[bar]];
    const tolerance = TOLERANCE * Math.max(Math.abs(a), Math.abs(b), floors === null ? floor : floors[bar]);
    atLeast |= Number(a >= b - tolerance) << (bar - first);
    atMost |= Number(a <= b + tolerance) << (bar - first);
  }
  return { atLeast, atMost };
}

function setWord(sign: Sign, { atLeast, atMost }: Compared, word: number, { yes, no }: Verdicts): void {
  const found = answers(sign, atLeast, atMost);
  yes[word] = found;
  no[word] = (atLeast | atMost) & ~found;
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
