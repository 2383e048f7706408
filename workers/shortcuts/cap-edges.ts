/**
 * Where the edge of each session's top lies, within a fraction of a percent: the caps between the sizes that the census
 * gives, a few in a hundred, are counted by finer sizes. Gains, for runs in parts: only caps that lie so near to the
 * edge are kept and compared.
 */
import { upperHalves } from "#workers/model/price-zones.ts";
import { FULL, WORD, countBits, lowestBit } from "#workers/sessions/bits.ts";
import type { Calendar } from "#workers/sessions/calendar.ts";
import { limitsByWord } from "./cap-band.ts";
import type { BandCaps, BandLimits, CapBands } from "./cap-band.ts";
import type { RoughEdges } from "./cap-census.ts";
import { MOST_HALVINGS, SIZES, finelyAbove, leastAbove } from "./cap-sizes.ts";

/** Finer sizes of a session at most. */
const MOST_FINER = SIZES;

export interface CapEdges {
  readonly count: (calendar: Calendar, caps: BandCaps) => void;
  readonly bands: () => CapBands;
}

export function makeCapEdges(rough: RoughEdges, words: number): CapEdges {
  const { places } = rough;
  const sessions = places.length;
  const { low, high } = roughLimits(rough);
  const limits = limitsByWord({ low, high }, words);
  /** How often each session's sizes are halved, and where its counts start. */
  const halvings = new Uint8Array(sessions);
  const start = new Int32Array(sessions + 1);
  for (let session = 0; session < sessions; session++) {
    const sizes = places[session] === 0 ? 0 : rough.high[session] - rough.low[session];
    while (halvings[session] < MOST_HALVINGS && sizes << (halvings[session] + 1) <= MOST_FINER) {
      halvings[session]++;
    }
    start[session + 1] = start[session] + (sizes << halvings[session]);
  }
  const counts = new Int32Array(start[sessions]);
  const above = new Int32Array(sessions);
  /** Members above the band on all sessions of a word. */
  const aboveWord = new Int32Array(words);

  function countBars(caps: Float64Array, present: number, word: number): void {
    const upper = upperHalves(caps);
    let bar = 0;
    for (let rest = present; rest !== 0; rest &= rest - 1, bar++) {
      const session = word * WORD + lowestBit(rest);
      const cap = caps[bar];
      if (!(cap > 0 && cap >= low[session])) continue;
      if (cap >= high[session]) above[session]++;
      else {
        const finer = finelyAbove(upper[2 * bar + 1], rough.low[session], halvings[session]);
        const last = start[session + 1] - start[session] - 1;
        counts[start[session] + Math.min(last, Math.max(0, finer))]++;
      }
    }
  }

  return {
    count({ members, words: own, present, fromRow, barsBefore }, { capsOf, zones }) {
      for (let member = 0, at = 0; member < members; member++) {
        const bounds = zones?.wordsOf(member);
        for (let word = 0; word < own; word++, at++) {
          if (present[at] === 0) continue;
          const isKnown = bounds !== undefined && bounds.least[word] > 0;
          if (isKnown && bounds.most[word] < limits.low[word]) continue;
          if (!isKnown || !(bounds.least[word] >= limits.high[word])) {
            const row = fromRow[member] + barsBefore[at];
            countBars(capsOf(member, row, row + countBits(present[at])), present[at], word);
          } else if (present[at] === FULL) aboveWord[word]++;
          else {
            for (let rest = present[at]; rest !== 0; rest &= rest - 1) above[word * WORD + lowestBit(rest)]++;
          }
        }
      }
    },
    bands() {
      const bands: CapBands = {
        low,
        high,
        within: new Int32Array(sessions),
        places: new Int32Array(sessions),
      };
      for (let session = 0; session < sessions; session++) {
        if (places[session] === 0) continue;
        const [from, end] = [start[session], start[session + 1]];
        let left = places[session] - above[session] - aboveWord[session >> 5];
        let at = end - 1;
        for (; left > counts[at] && at > from; at--) left -= counts[at];
        bands.within[session] = counts[at];
        bands.places[session] = left;
        const edge = (place: number) => leastAbove(rough.low[session], place - from, halvings[session]);
        if (at > from) low[session] = edge(at);
        if (at + 1 < end) high[session] = edge(at + 1);
      }
      return bands;
    },
  };
}

/** The sizes' limits; NaN where there is no cap, or none is beyond. */
function roughLimits({ places, low, high }: RoughEdges): BandLimits {
  const limits = { low: new Float64Array(places.length), high: new Float64Array(places.length).fill(NaN) };
  for (let session = 0; session < places.length; session++) {
    if (places[session] === 0) limits.low[session] = NaN;
    else if (low[session] > 0) limits.low[session] = leastAbove(low[session], 0, 0);
    if (places[session] > 0 && high[session] < SIZES) limits.high[session] = leastAbove(high[session], 0, 0);
  }
  return limits;
}
