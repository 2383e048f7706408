/**
 * Bounds of what a part's candidates are ordered and sized by, word by word. Gains, for runs in parts: the day loop reads few of
 * their bars again.
 */
import { pricesInMemory } from "#workers/engine/bar-prices.ts";
import { countBits, firstBits, lowestBit } from "#workers/sessions/bits.ts";
import type { Calendar } from "#workers/sessions/calendar.ts";
import { spanOf } from "#workers/engine/candidates.ts";
import type { PriceFacts } from "#workers/engine/facts.ts";
import { makePriorityKey } from "#workers/engine/priority.ts";
import type { RuleGround } from "#workers/engine/rule-ground.ts";
import type { RunTerms } from "#workers/engine/run-plan.ts";
import { fastFactsOf } from "#workers/shortcuts/fast-facts.ts";
import { boundOfKey } from "#workers/shortcuts/key-bounds.ts";
import type { DistanceBounds } from "#workers/shortcuts/sized-orders.ts";

/** The members of a part, whose keys are bounded. */
export interface BoundedPart {
  readonly terms: RunTerms;
  readonly calendar: Calendar;
  readonly facts: PriceFacts;
  readonly ground: () => RuleGround;
  readonly firstMember: number;
  /** How many members all parts have together. */
  readonly members: number;
}

/** So many of the members that come first in a word have exact bounds; a run that holds more reads a few in vain. */
const EXACT = 64;

/** The highest keys of each word so far. */
export interface BestKeys {
  /** A key that many members have got above: another that can't is none of the first. */
  readonly least: (word: number) => number;
  readonly add: (word: number, key: number) => void;
}

export function makeBestKeys(words: number): BestKeys {
  const keys = new Float64Array(words * EXACT).fill(-Infinity);
  return {
    least: (word) => keys[(word + 1) * EXACT - 1],
    add(word, key) {
      const start = word * EXACT;
      let at = start + EXACT - 1;
      if (!(key > keys[at])) return;
      for (; at > start && key > keys[at - 1]; at--) keys[at] = keys[at - 1];
      keys[at] = key;
    },
  };
}

/** Bounds of the order priority's keys, as in KeyBounds: exact for those that may come first. */
export interface BoundedKeys {
  readonly most: Float32Array;
  readonly bestKeys: BestKeys;
}

/** Writes the bounds of one of the part's members, whose candidates are the bits set, a word for each of the period's. */
export type Bounder = (place: number, passing: Int32Array) => void;

/** The lowest single that is a number. */
const LOWEST = -3.402_823_466_385_288_6e38;

export function makeKeyBounder(part: BoundedPart, { most, bestKeys }: BoundedKeys): Bounder {
  const { terms, calendar, facts, ground, firstMember, members } = part;
  const { strategy, rules } = terms;
  const priceOf = pricesInMemory(facts.prices);
  const keyOf = makePriorityKey({ strategy, rules, ground, calendar, priceOf });
  const { sortingType } = strategy.simulation;
  const bounds =
    sortingType === "300-days-top-gainer-first" ? fastFactsOf(facts).topGainerBounds(null).most : null;
  const boundOf = sortingType === "expression" ? boundOfSingle : boundOfKey;
  const rows = new Int32Array(32);

  return eachWord(terms, (place, word, passing) => {
    let bound = bounds?.[word * calendar.members + place] ?? Infinity;
    if (bound > bestKeys.least(word)) {
      bound = -Infinity;
      const count = writeRows(calendar, { place, word, passing }, rows);
      for (let at = 0; at < count; at++) {
        const key = keyOf(rows[at], place);
        if (key > bound) bound = key;
      }
      bestKeys.add(word, bound);
    }
    most[word * members + firstMember + place] = boundOf(bound);
  });
}

/** The bound of a key that is a single, or of one below all of them. */
function boundOfSingle(key: number): number {
  return key > -Infinity ? Math.max(key, LOWEST) : key;
}

export function makeDistanceBounder(part: BoundedPart, { least, most }: DistanceBounds): Bounder {
  const { terms, calendar, ground, firstMember, members } = part;
  const { riskDistance } = terms.rules;
  if (riskDistance === null) throw new RangeError("bounds of a distance that the strategy does not have");
  const distanceOf = ground().columnOf(riskDistance.expression);
  const rows = new Int32Array(32);
  return eachWord(terms, (place, word, passing) => {
    const distances = distanceOf(place);
    let [low, high] = [Infinity, -Infinity];
    const count = writeRows(calendar, { place, word, passing }, rows);
    for (let at = 0; at < count; at++) {
      const distance = distances[rows[at] - calendar.fromRow[place]];
      if (distance < low) low = distance;
      if (distance > high) high = distance;
    }
    const own = word * members + firstMember + place;
    least[own] = low;
    most[own] = high;
  });
}

/** @param bound - called with each word of the period in which there is a candidate */
function eachWord(
  { firstSession, lastSession }: RunTerms,
  bound: (place: number, word: number, passing: number) => void,
): Bounder {
  const span = spanOf(firstSession, lastSession + 1);
  return (place, passing) => {
    for (let word = span.first; word < span.stop; word++) {
      const own = passing[word - span.first];
      if (own !== 0) bound(place, word, own);
    }
  };
}

/** Writes the rows of the member's bars whose bits are set. @returns how many they are */
function writeRows(
  { words, fromRow, present, barsBefore }: Calendar,
  { place, word, passing }: { readonly place: number; readonly word: number; readonly passing: number },
  rows: Int32Array,
): number {
  const at = place * words + word;
  const first = fromRow[place] + barsBefore[at];
  let count = 0;
  for (let rest = passing; rest !== 0; rest &= rest - 1) {
    rows[count++] = first + countBits(present[at] & firstBits(lowestBit(rest)));
  }
  return count;
}
