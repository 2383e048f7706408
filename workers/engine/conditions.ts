/**
 * Scanner and buy rules over one member's sessions, 32 a word. Where a word's zone decides (every bar passes, or
 * none), no bar is looked at; only words that other conditions left undecided are looked at at all.
 */
import type { Calendar } from "./calendar.ts";
import { leastFor } from "./forgive.ts";
import { judgeWord } from "./member-bits.ts";
import type { JudgeRun, MemberBits } from "./member-bits.ts";
import type { Plan } from "./plan.ts";
import { rangeBefore } from "./zones.ts";
import type { Range, Zones } from "./zones.ts";

/** Words first..stop-1 of every member. */
export interface WordSpan {
  readonly first: number;
  readonly stop: number;
}

/** Of the member's bits in `need`, by word, gives those that pass in `verdict`; both hold only the span's words. */
export type Condition = (member: number, need: Int32Array, verdict: Int32Array) => void;

export interface Conditions {
  /** All of these must hold. */
  readonly every: readonly Condition[];
  /** And one of these, unless there is none. */
  readonly some: readonly Condition[];
}

/** What the conditions look at. */
export type Premises = Pick<Plan, "strategy" | "calendar" | "facts" | "prices">;

/** The enabled ones, cheap ones first; the rank, the dearest when it is asked for first, late where others can decide. */
export function makeConditions(plan: Premises, span: WordSpan): Conditions {
  const { scanner, buy } = plan.strategy;
  const { facts } = plan;
  const rules: Condition[] = [];
  if (buy.lastPriceVsClose) rules.push(fromBits(plan, span, facts.notBelowEarlierClose(buy.closeDays)));
  if (buy.lastPriceVsMA) rules.push(fromBits(plan, span, facts.notBelowMean(buy.movingAverageDays)));
  const price = scanner.minPrice === null ? [] : [minPrice(plan, span, scanner.minPrice)];
  const rank =
    scanner.marketCapRank === null || facts.capRank === null
      ? []
      : [fromBits(plan, span, facts.capRank(scanner.marketCapRank))];
  const growth = scanner.priceGrowth === null ? [] : [priceGrowth(plan, span, scanner.priceGrowth)];
  const value = scanner.avgDailyValue === null ? [] : [dailyValue(plan, span, scanner.avgDailyValue)];
  return scanner.match === "all"
    ? { every: [...price, ...rank, ...rules, ...growth, ...value], some: [] }
    : { every: rules, some: [...price, ...growth, ...value, ...rank] };
}

function fromBits({ calendar }: Premises, { first, stop }: WordSpan, { bits, ready }: MemberBits): Condition {
  return (member, need, verdict) => {
    ready(member);
    const start = member * calendar.words;
    for (let word = first; word < stop; word++)
      verdict[word - first] = need[word - first] & bits[start + word];
  };
}

/** What a zone says of the word's bars. */
type Verdict = "all" | "none" | "look";

function fromZones(
  calendar: Calendar,
  { first, stop }: WordSpan,
  zoneSays: (member: number, word: number) => Verdict,
  judge: JudgeRun,
): Condition {
  return (member, need, verdict) => {
    for (let word = first; word < stop; word++) {
      const asked = need[word - first];
      verdict[word - first] = 0;
      if (asked === 0) continue;
      const says = zoneSays(member, word);
      if (says === "all") verdict[word - first] = asked;
      else if (says === "look") verdict[word - first] = asked & judgeWord(calendar, member, word, judge);
    }
  };
}

function minPrice({ calendar, facts, prices }: Premises, span: WordSpan, price: number): Condition {
  const { fileClose } = prices;
  const zones = facts.fileCloseZones;
  const least = leastFor(price);
  return fromZones(
    calendar,
    span,
    (member, word) => {
      zones.ready(member);
      return thresholdSays(zones, member * calendar.words + word, least, least);
    },
    ({ row, count }) => {
      let bits = 0;
      for (let k = 0; k < count; k++) bits |= Number(fileClose[row + k] >= least) << k;
      return bits;
    },
  );
}

/** Values from `sure` on pass, those below `lost` don't. */
function thresholdSays(zones: Zones, at: number, sure: number, lost: number): Verdict {
  return zones.least[at] >= sure ? "all" : zones.most[at] < lost ? "none" : "look";
}

function priceGrowth(
  { calendar, facts, prices, strategy }: Premises,
  span: WordSpan,
  percent: number,
): Condition {
  const { close } = prices;
  const { closeZones } = facts;
  const days = strategy.scanner.priceGrowthDays;
  const factor = 1 + percent / 100;
  const before = rangeBefore(calendar, facts.closeBarZones, days);
  const { words, firstRow, fromRow } = calendar;

  function zoneSays(member: number, word: number): Verdict {
    if (!(factor > 0)) return "look";
    closeZones.ready(member);
    const range: Range = before(member, word);
    const at = member * words + word;
    if (range.least > range.most) return "none";
    if (closeZones.most[at] < leastFor(range.least * factor)) return "none";
    const isWarm = firstRow[at] - days >= fromRow[member];
    return isWarm && closeZones.least[at] >= leastFor(range.most * factor) ? "all" : "look";
  }

  return fromZones(calendar, span, zoneSays, ({ from, row, count }) => {
    let bits = 0;
    for (let k = Math.max(0, from + days - row); k < count; k++) {
      bits |= Number(close[row + k] >= leastFor(close[row + k - days] * factor)) << k;
    }
    return bits;
  });
}

/** Two ways to sum the same values differ by less than this, relatively. */
const SUMS_DIFFER = 1e-11;

function dailyValue({ calendar, facts, strategy }: Premises, span: WordSpan, value: number): Condition {
  const { zones, barZones, meansAt } = facts.dailyValues(strategy.scanner.avgDailyValueDays);
  const least = leastFor(value);
  const slack = SUMS_DIFFER * Math.abs(least);
  const mean = new Float64Array(32);
  return fromZones(
    calendar,
    span,
    (member, word) => {
      const at = member * calendar.words + word;
      if (barZones !== null) {
        barZones.ready(member);
        const says = thresholdSays(barZones, at, least + slack, least - slack);
        if (says !== "look") return says;
      }
      zones.ready(member);
      return thresholdSays(zones, at, least + slack, least - slack);
    },
    ({ member, row, count }) => {
      meansAt(member, row, count, mean);
      let bits = 0;
      for (let k = 0; k < count; k++) bits |= Number(mean[k] >= least) << k;
      return bits;
    },
  );
}
