/**
 * How many market caps of each size there are on each day: what says, without all of them in memory, between which
 * two sizes the edge of a day's top lies. Sizes are steps of a 16th of a power of two, 5 percent.
 */
import type { Sessions } from "./calendar.ts";
import { placesFor } from "./cap-rank.ts";
import { upperHalves } from "./zones.ts";

/** From 1 to 2^64; the first and the last size are those of all beyond. */
const SIZES = 1024;
/** Bits of a double's upper half below the sixteenths; the step that 1 is at. */
const STEP_BITS = 16;
const FIRST_STEP = 0x3ff0;

export interface CapCensus {
  /** Counts the caps of bars from .. to - 1; NaN, 0 or less is unknown. */
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

/** @param firstDay - EpochDay, of `days` days */
export function makeCapCensus(firstDay: number, days: number): CapCensus {
  const slotOf = new Int32Array(days);
  let slots = 1; // slot 0: a day not met yet
  let counts = new Int32Array(64 * SIZES);
  let isAnyKnown = false;

  function slotOn(at: number): number {
    if (slotOf[at] > 0) return slotOf[at];
    slotOf[at] = slots++;
    if (slots * SIZES > counts.length) {
      const larger = new Int32Array(counts.length * 2);
      larger.set(counts);
      counts = larger;
    }
    return slotOf[at];
  }

  return {
    count({ day, marketCap }, from, to) {
      const upper = upperHalves(marketCap);
      for (let row = from; row < to; row++) {
        if (!(marketCap[row] > 0)) continue;
        const slot = slotOn(day[row] - firstDay);
        counts[slot * SIZES + sizeOf(upper[2 * row + 1])]++;
        isAnyKnown = true;
      }
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
        if (slot > 0) findBand(counts.subarray(slot * SIZES, (slot + 1) * SIZES), percent, session, bands);
      }
      return bands;
    },
  };
}

function sizeOf(upperHalf: number): number {
  return Math.min(SIZES - 1, Math.max(0, (upperHalf >> STEP_BITS) - FIRST_STEP));
}

function findBand(counts: Int32Array, percent: number, session: number, bands: CapBands): void {
  const count = counts.reduce((sum, each) => sum + each, 0);
  let left = placesFor(percent, count);
  if (left === 0) return;
  let size = SIZES - 1;
  for (; left > counts[size]; size--) left -= counts[size];
  bands.low[session] = size === 0 ? 0 : leastOf(size);
  if (size < SIZES - 1) bands.high[session] = leastOf(size + 1);
  bands.within[session] = counts[size];
  bands.places[session] = left;
}

const double = new Float64Array(1);
const halves = upperHalves(double);

function leastOf(size: number): number {
  halves[1] = (size + FIRST_STEP) << STEP_BITS;
  return double[0];
}
