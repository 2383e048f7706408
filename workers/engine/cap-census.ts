/**
 * How many market caps of each size there are on each day: what says, without all of them in memory, between which
 * two sizes the edge of a day's top lies. Sizes are steps of a 16th of a power of two, 5 percent.
 */
import { upperHalves } from "#workers/model/price-zones.ts";
import type { Sessions } from "./calendar.ts";
import { placesFor } from "./cap-rank.ts";

/** From 1 to 2^64; the first and the last size are those of all beyond. */
const SIZES = 1024;
/** Bits of a double's upper half below the sixteenths; the step that 1 is at. */
const STEP_BITS = 16;
const FIRST_STEP = 0x3ff0;

export interface CapCensus {
  /** Counts the caps of an instrument's bars from .. to - 1; NaN, 0 or less is unknown. */
  readonly count: (bars: CapBars, from: number, to: number) => void;
  /** False while no cap is known. */
  readonly isAnyKnown: () => boolean;
  readonly bandsOf: (sessions: Sessions, percent: number) => CapBands;
}

export interface CapBars {
  /** EpochDays, none before the census' first. */
  readonly day: Int32Array;
  readonly marketCap: Float64Array;
}

/** By session: where the edge of the top lies. NaN where there is no cap. */
export interface CapBands {
  /** Caps from here on are in the top. */
  readonly high: Float64Array;
  /** Caps below are not; those between are the band. */
  readonly low: Float64Array;
  /** Caps in the band. */
  readonly within: Int32Array;
  /** How many of the band's are in the top. */
  readonly places: Int32Array;
}

/** What the counts of so many days take. */
export function bytesOfCensus(days: number): number {
  return days * SIZES * Int32Array.BYTES_PER_ELEMENT;
}

/** @param firstDay - EpochDay, of `days` days; on about `room` of them there are bars */
export function makeCapCensus(firstDay: number, days: number, room: number): CapCensus {
  const slotOf = new Int32Array(days);
  let slots = 1; // slot 0: a day not met yet
  let table = makeTable(room + 1);
  let isAnyKnown = false;

  return {
    count({ day, marketCap }, from, to) {
      for (let row = from; row < to; row++) {
        if (slotOf[day[row] - firstDay] === 0) slotOf[day[row] - firstDay] = slots++;
      }
      if (slots > table.width) table = widen(table, 2 * slots);
      const { counts, width } = table;
      const upper = upperHalves(marketCap);
      let known = 0;
      for (let row = from; row < to; row++) {
        if (!(marketCap[row] > 0)) continue;
        counts[sizeOf(upper[2 * row + 1]) * width + slotOf[day[row] - firstDay]]++;
        known++;
      }
      isAnyKnown ||= known > 0;
    },
    isAnyKnown: () => isAnyKnown,
    bandsOf({ sessionDay }, percent) {
      const bands: CapBands = {
        high: new Float64Array(sessionDay.length).fill(NaN),
        low: new Float64Array(sessionDay.length).fill(NaN),
        within: new Int32Array(sessionDay.length),
        places: new Int32Array(sessionDay.length),
      };
      for (let session = 0; session < sessionDay.length; session++) {
        const slot = slotOf[sessionDay[session] - firstDay];
        if (slot > 0) findBand(table, slot, percent, { session, bands });
      }
      return bands;
    },
  };
}

/** Counts by size and day: a cap moves little from one day to the next, and so do the places that are counted up. */
interface Table {
  readonly width: number;
  /** That of a slot of the size n is counts[n x width + slot]. */
  readonly counts: Int32Array;
}

function makeTable(width: number): Table {
  return { width, counts: new Int32Array(SIZES * width) };
}

function widen({ width, counts }: Table, to: number): Table {
  const wide = makeTable(to);
  for (let size = 0; size < SIZES; size++) {
    wide.counts.set(counts.subarray(size * width, (size + 1) * width), size * to);
  }
  return wide;
}

function sizeOf(upperHalf: number): number {
  return Math.min(SIZES - 1, Math.max(0, (upperHalf >> STEP_BITS) - FIRST_STEP));
}

function findBand(
  { counts, width }: Table,
  slot: number,
  percent: number,
  { session, bands }: { readonly session: number; readonly bands: CapBands },
): void {
  let count = 0;
  for (let at = slot; at < counts.length; at += width) count += counts[at];
  let left = placesFor(percent, count);
  if (left === 0) return;
  let size = SIZES - 1;
  for (; left > counts[size * width + slot]; size--) left -= counts[size * width + slot];
  bands.low[session] = size === 0 ? 0 : leastOf(size);
  if (size < SIZES - 1) bands.high[session] = leastOf(size + 1);
  bands.within[session] = counts[size * width + slot];
  bands.places[session] = left;
}

const double = new Float64Array(1);
const halves = upperHalves(double);

function leastOf(size: number): number {
  halves[1] = (size + FIRST_STEP) << STEP_BITS;
  return double[0];
}
