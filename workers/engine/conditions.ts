/**
 * Scanner and buy rules over one member's sessions, 32 a word. Where a word's zone decides (every bar passes, or
 * none), no bar is looked at; only words that other conditions left undecided are looked at at all.
 */
import { WORD } from "./bits.ts";
import type { CapRank } from "./cap-rank.ts";
import { leastFor } from "./forgive.ts";
import { judgeWord } from "./member-bits.ts";
import type { JudgeRun, MemberBits } from "./member-bits.ts";
import type { Plan } from "./plan.ts";
import type { Zones } from "./zones.ts";

/** Words first..stop-1 of every member. */
export interface WordSpan {
  readonly first: number;
  readonly stop: number;
}

/**
 * Of the member's bits in `need`, by word, gives those that pass in `verdict`, which may be the same; both hold only the
 * span's words.
 *
 * @returns true, and leaves `verdict` as it is, where it says at once that all of them pass
 */
export type Condition = (member: number, need: Int32Array, verdict: Int32Array) => boolean;

export interface Conditions {
  /** The bars that the buy rules let pass; null where there are none, or others come before them. */
  readonly base: MemberBits | null;
  /** All of these must hold as well. */
  readonly every: readonly Condition[];
  /** And one of these, unless there is none. */
  readonly some: readonly Condition[];
}

/** What the conditions look at. */
export type Premises = Pick<Plan, "strategy" | "calendar" | "facts">;

/** The enabled ones, cheap ones first; the rank, the dearest when it is asked for first, late where others can decide. */
export function makeConditions(plan: Premises, span: WordSpan): Conditions {
  const { scanner, buy } = plan.strategy;
  const { facts } = plan;
  const closeDays = buy.lastPriceVsClose ? buy.closeDays : 0;
  const meanDays = buy.lastPriceVsMA ? buy.movingAverageDays : 0;
  const hasRules = closeDays > 0 || meanDays > 0;
  const rules = hasRules ? facts.buyRules({ closeDays, meanDays }) : null;
  const price = scanner.minPrice === null ? [] : [minPrice(plan, span, scanner.minPrice)];
  const capRank =
    scanner.marketCapRank === null || facts.capRank === null ? null : facts.capRank(scanner.marketCapRank);
  const rank = capRank === null ? [] : [fromRank(span, capRank)];
  const growth = scanner.priceGrowth === null ? [] : [priceGrowth(plan, span, scanner.priceGrowth)];
  const value = scanner.avgDailyValue === null ? [] : [dailyValue(plan, span, scanner.avgDailyValue)];
  if (scanner.match === "any") {
    return { base: rules, every: [], some: [...price, ...growth, ...value, ...rank] };
  }
  const asked = rules === null ? [] : [fromBits(plan, span, rules)];
  const floor = capRank === null ? [] : [fromFloors(capRank)];
  return { base: null, every: [...floor, ...price, ...rank, ...asked, ...growth, ...value], some: [] };
}

export function fromBits(
  { calendar }: Pick<Premises, "calendar">,
  { first, stop }: WordSpan,
  { bits, ready }: MemberBits,
): Condition {
  return (member, need, verdict) => {
    ready(member);
    const start = member * calendar.words;
    for (let word = first; word < stop; word++) {
      verdict[word - first] = need[word - first] & bits[start + word];
    }
    return false;
  };
}

/** Leaves out who is never in the top: most members, with hardly a look at them. */
function fromFloors({ mayBeIn }: CapRank): Condition {
  return (member, _, verdict) => {
    if (mayBeIn(member)) return true;
    verdict.fill(0);
    return false;
  };
}

function fromRank({ first, stop }: WordSpan, { inTop }: CapRank): Condition {
  return (member, need, verdict) => {
    for (let word = first; word < stop; word++) {
      const asked = need[word - first];
      verdict[word - first] = asked === 0 ? 0 : asked & inTop(member, word);
    }
    return false;
  };
}

/** Values from `sure` on pass, those below `lost` don't. */
interface Threshold {
  readonly sure: number;
  readonly lost: number;
}

/** What is held against a threshold: its bounds, and what judges the words that they leave open, bar by bar. */
interface Bounded extends Threshold {
  readonly zones: Pick<Zones, "wordsOf" | "lowest">;
  readonly judge: JudgeRun;
}

function fromZones(
  { calendar }: Premises,
  { first, stop }: WordSpan,
  { zones, sure, lost, judge }: Bounded,
): Condition {
  return (member, need, verdict) => {
    if (zones.lowest(member) >= sure) return true;
    const { least, most } = zones.wordsOf(member);
    for (let word = first; word < stop; word++) {
      const asked = need[word - first];
      let passing = 0;
      if (asked !== 0 && !(most[word] < lost)) {
        const areAllSure = least[word] >= sure;
        passing = areAllSure ? asked : asked & judgeWord(calendar, member, word, judge);
      }
      verdict[word - first] = passing;
    }
    return false;
  };
}

/** Judges each word that is asked about bar by bar. */
function lookAtAll({ calendar }: Premises, { first, stop }: WordSpan, judge: JudgeRun): Condition {
  return (member, need, verdict) => {
    for (let word = first; word < stop; word++) {
      const asked = need[word - first];
      verdict[word - first] = asked === 0 ? 0 : asked & judgeWord(calendar, member, word, judge);
    }
    return false;
  };
}

function minPrice(plan: Premises, span: WordSpan, price: number): Condition {
  const { fileCloses, fileCloseZones } = plan.facts;
  const least = leastFor(price);
  const close = new Float64Array(WORD);
  const judge: JudgeRun = ({ member, row, count }) => {
    fileCloses.copy(member, { from: row, to: row + count }, close);
    let bits = 0;
    for (let k = 0; k < count; k++) bits |= Number(close[k] >= least) << k;
    return bits;
  };
  return fromZones(plan, span, { zones: fileCloseZones, sure: least, lost: least, judge });
}

function priceGrowth(plan: Premises, span: WordSpan, percent: number): Condition {
  const { closes } = plan.facts;
  const days = plan.strategy.scanner.priceGrowthDays;
  const factor = 1 + percent / 100;
  const close = new Float64Array(WORD);
  const before = new Float64Array(WORD);
  const judge: JudgeRun = ({ member, from, row, count }) => {
    const first = Math.max(0, from + days - row);
    if (first >= count) return 0;
    const stop = row + count;
    closes.copy(member, { from: row + first, to: stop }, close);
    closes.copy(member, { from: row + first - days, to: stop - days }, before);
    let bits = 0;
    for (let k = first; k < count; k++) {
      bits |= Number(close[k - first] >= leastFor(before[k - first] * factor)) << k;
    }
    return bits;
  };
  const { wordsOf } = plan.facts.gains(days);
  return fromZones(plan, span, {
    zones: { wordsOf, lowest: () => -Infinity },
    ...thresholdFor(factor),
    judge,
  });
}

/** Two ways to work out the same value, from the same figures, differ by less than this, relatively. */
const ROUNDING = 1e-11;

/** For bounds that are worked out another way than the value: what is further off than rounding goes. */
function thresholdFor(value: number): Threshold {
  const least = leastFor(value);
  const slack = ROUNDING * Math.abs(least);
  return { sure: least + slack, lost: least - slack };
}

function dailyValue(plan: Premises, span: WordSpan, value: number): Condition {
  const { zones, windows, meansAt } = plan.facts.dailyValues(plan.strategy.scanner.avgDailyValueDays);
  const least = leastFor(value);
  const threshold = thresholdFor(value);
  const mean = new Float64Array(WORD);
  const judge: JudgeRun = ({ member, row, count }) => {
    meansAt(member, row, count, mean);
    let bits = 0;
    for (let k = 0; k < count; k++) bits |= Number(mean[k] >= least) << k;
    return bits;
  };
  const byMeans = fromZones(plan, span, { zones, ...threshold, judge });
  if (windows === null) return byMeans;
  const byBars = lookAtAll(plan, span, judge);
  return fromBounds(span, windows, threshold, (member, need, verdict) => {
    const open = countNonZero(need) * FEW_WORDS < plan.calendar.words ? byBars : byMeans;
    return open(member, need, verdict);
  });
}

/** Bounds of a member's means take as long as the means of one word in so many. */
const FEW_WORDS = 4;

function countNonZero(words: Int32Array): number {
  let count = 0;
  for (let at = 0; at < words.length; at++) count += Number(words[at] !== 0);
  return count;
}

/** @param open - judges what the bounds leave open */
function fromBounds(
  { first, stop }: WordSpan,
  { wordsOf }: Pick<Zones, "wordsOf">,
  { sure, lost }: Threshold,
  open: Condition,
): Condition {
  const passing = new Int32Array(Math.max(0, stop - first));
  const asked = new Int32Array(passing.length);
  return (member, need, verdict) => {
    const { least, most } = wordsOf(member);
    let isOpen = 0;
    for (let at = 0; at < asked.length; at++) {
      asked[at] = 0;
      passing[at] = 0;
      if (need[at] === 0) continue;
      if (most[first + at] < lost) continue;
      if (least[first + at] >= sure) passing[at] = need[at];
      else asked[at] = need[at];
      isOpen |= asked[at];
    }
    if (isOpen !== 0) open(member, asked, asked);
    for (let at = 0; at < asked.length; at++) verdict[at] = passing[at] | asked[at];
    return false;
  };
}
