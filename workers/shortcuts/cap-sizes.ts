/**
 * Sizes of market caps: steps of a 16th of a power of two, 5 percent, from 1 to 2^64; the first and the last size are
 * those of all beyond. Steps are told by the upper bits of a double, or of a single: no rounding comes in. Gains, for
 * both ranks: caps are counted by size, and not sorted.
 */
import type { RowsOfMember } from "#workers/engine/bar-prices.ts";
import type { Calendar } from "#workers/sessions/calendar.ts";
import { upperHalves } from "#workers/model/price-zones.ts";
import type { BarZones } from "./zones.ts";

/** The market caps of a universe. */
export interface Caps {
  readonly calendar: Calendar;
  /** NaN, 0 or less is unknown. */
  readonly capsOf: RowsOfMember;
  readonly zones: BarZones;
}

export const SIZES = 1024;
/** A step's bits in the upper half of a double, and in a single; and the step that 1 is at. */
const HALF_BITS = 16;
const SINGLE_BITS = 19;
const FIRST_STEP_OF_HALF = 0x3ff0;
const FIRST_STEP_OF_SINGLE = 0x7f0;

/** @param single - the bits of a single above 0 */
export function sizeOfSingle(single: number): number {
  return Math.min(SIZES - 1, Math.max(0, (single >> SINGLE_BITS) - FIRST_STEP_OF_SINGLE));
}

/** @param upperHalf - of a double above 0 */
export function sizeOf(upperHalf: number): number {
  return Math.min(SIZES - 1, Math.max(0, (upperHalf >> HALF_BITS) - FIRST_STEP_OF_HALF));
}

/** How many times a size may be halved and its half again. */
export const MOST_HALVINGS = 6;

/** How many sizes of that fineness (a size halved so often) a double is above the least of `size`; below 0 for a lower one. */
export function finelyAbove(upperHalf: number, size: number, halvings: number): number {
  return (upperHalf >> (HALF_BITS - halvings)) - ((size + FIRST_STEP_OF_HALF) << halvings);
}

const double = new Float64Array(1);
const halves = upperHalves(double);

/** The least double that is so many of those finer sizes above the least of `size`. */
export function leastAbove(size: number, finerSizes: number, halvings: number): number {
  halves[1] = (((size + FIRST_STEP_OF_HALF) << halvings) + finerSizes) << (HALF_BITS - halvings);
  return double[0];
}

/** Singles as whole numbers, in their order from 0 up. */
export function bitsOfSingles({ buffer, byteOffset, length }: Float32Array): Int32Array {
  return new Int32Array(buffer, byteOffset, length);
}
