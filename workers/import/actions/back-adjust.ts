/**
 * Adjusted closes of one instrument out of its bars and its corporate actions. Every close before an ex-date is multiplied
 * by the action's factor: one share for each share after it of a split or bonus, 1 - dividend / close of the day before for a
 * dividend. So closes grow as the holding of somebody who kept the new shares and bought more for each dividend. Whether
 * prices have an action in them already is judged by how they move at its ex-date.
 */
import { firstFrom } from "../rows/pick-bars.ts";
import type { DayActions } from "./day-actions.ts";

/** Bars by day, ascending. */
export interface BarSeries {
  readonly day: Int32Array;
  readonly open: Float64Array;
  readonly close: Float64Array;
}

/**
 * applied: in the adjusted closes. in-prices: the prices do not move with it, so they were adjusted for it before.
 * outside: no bar before it, or none after. unclear: prices move in a way that neither explains. too-large: a dividend
 * of the whole price and more. repeated: a dividend that another one a session or two before has paid already. not-shown: a
 * dividend of which prices don't say whether they have it in them, and mostly they do.
 */
export type Verdict =
  | "applied"
  | "in-prices"
  | "outside"
  | "unclear"
  | "too-large"
  | "repeated"
  | "not-shown";

export interface JudgedAction {
  readonly action: DayActions;
  readonly kind: "split" | "dividend";
  readonly verdict: Verdict;
  /** Close of the bar before over the open of the first bar on or after the ex-date; NaN outside. */
  readonly jump: number;
  /** The bar from which on prices are at the new level; -1 where it is not applied. */
  readonly bar: number;
  /** What closes before that bar are multiplied by. */
  readonly multiplier: number;
}

export interface BackAdjusted {
  readonly adjClose: Float64Array;
  readonly judged: readonly JudgedAction[];
  /** Ex-dates of the dividends that are applied. */
  readonly exDates: ExDates;
}

/** What dividends should have taken off the prices, and what nights took off: sums of logarithms. */
export interface ExDates {
  readonly paid: number;
  readonly fallen: number;
  /** Variance of as many nights without one. */
  readonly variance: number;
}

/** Where prices mostly have dividends in them, these count only where prices fall by them: shown. */
export type DividendTrust = "given" | "shown";

/** A split is told from a night without one where it moves the price by so much: prices move, too. */
const CLEAR = Math.log(1.3);
/** So far from the split, or from no move at all, a night may be. */
const NIGHT = Math.log(1.25);
/** Ex-dates are a session or two off in some files. */
const NEAR_BARS = 3;
const NEAR = Math.log(1.12);
/** A dividend of so much of the price shows in the price. */
const LARGE_DIVIDEND = 0.2;
/** So far apart two shares of prices may be that are one dividend's, of closes of two days. */
const SAME_DIVIDEND = 0.05;
/** Fewer dividends say nothing of whether prices have them in them. */
const LEAST_DIVIDENDS = 8;
/** Dividends together have to stand out from as many nights by so many deviations: half of it is sure enough. */
const SURE = 6;
/** Enough where the nights are asked whether prices fall at all: the middle lies two deviations from either answer. */
const SHOWN = 4;

/** @param actions - by day, no day twice */
export function backAdjust(
  bars: BarSeries,
  actions: readonly DayActions[],
  trust: DividendTrust = "given",
): BackAdjusted {
  const splits = judgeSplits(
    bars,
    actions.filter(({ factor }) => factor !== 1),
  );
  const given = judgeDividends(bars, actions, splits);
  const dividends = trust === "given" ? given : onlyShown(bars, given);
  const judged = [...splits, ...dividends];
  return { adjClose: multiplied(bars.close, judged), judged, exDates: exDatesOf(bars, dividends) };
}

function multiplied(close: Float64Array, judged: readonly JudgedAction[]): Float64Array {
  const applied = judged.filter(({ verdict }) => verdict === "applied").toSorted((a, b) => b.bar - a.bar);
  const adjClose = close.slice();
  let product = 1;
  let next = 0;
  for (let bar = close.length - 1; bar >= 0; bar--) {
    for (; (applied[next]?.bar ?? -1) > bar; next++) product *= applied[next]?.multiplier ?? 1;
    adjClose[bar] = (close[bar] ?? NaN) * product;
  }
  return adjClose;
}

/** The first bar on or after a day, with one before it; -1 for none. */
function barOf({ day }: BarSeries, exDay: number): number {
  const at = firstFrom(day, exDay, 0);
  return at === 0 || at === day.length ? -1 : at;
}

function jumpAt({ open, close }: BarSeries, bar: number): number {
  return (close[bar - 1] ?? NaN) / (open[bar] ?? NaN);
}

function judgeSplits(bars: BarSeries, actions: readonly DayActions[]): JudgedAction[] {
  const atDate = actions.map((action) => judgeSplit(bars, action));
  // A night is one split's: two vendors may give one split two ex-dates.
  const taken = new Set(atDate.flatMap((one) => (one?.verdict === "applied" ? [one.bar] : [])));
  const clear = atDate.map((one) => (one && isElsewhere(one) ? lookNear(bars, one, taken) : one));
  const count = (verdict: Verdict): number => clear.filter((one) => one?.verdict === verdict).length;
  const lean = count("applied") - count("in-prices");
  return clear.map((known, at) => {
    const action = actions[at];
    if (!action) throw new RangeError("a verdict without an action");
    return known ?? judgeSmall(bars, action, lean);
  });
}

function splitJudged(
  bars: BarSeries,
  action: DayActions,
  verdict: Verdict,
  bar = barOf(bars, action.exDay),
): JudgedAction {
  return {
    action,
    kind: "split",
    verdict,
    jump: bar < 0 ? NaN : jumpAt(bars, bar),
    bar: verdict === "applied" ? bar : -1,
    multiplier: 1 / action.factor,
  };
}

/** null for one that is too small to be seen by itself. */
function judgeSplit(bars: BarSeries, action: DayActions): JudgedAction | null {
  const bar = barOf(bars, action.exDay);
  if (bar < 0) return splitJudged(bars, action, "outside");
  const wanted = Math.log(action.factor);
  if (Math.abs(wanted) < CLEAR) return null;
  const jump = Math.log(jumpAt(bars, bar));
  const [fromSplit, fromNone] = [Math.abs(jump - wanted), Math.abs(jump)];
  if (fromSplit < fromNone && fromSplit < NIGHT) return splitJudged(bars, action, "applied");
  return splitJudged(bars, action, fromNone < NIGHT ? "in-prices" : "unclear");
}

function isElsewhere({ verdict }: JudgedAction): boolean {
  return verdict === "in-prices" || verdict === "unclear";
}

/** The night of a split a session or two from its ex-date, where no other split has it. */
function lookNear(bars: BarSeries, judged: JudgedAction, taken: Set<number>): JudgedAction {
  const { action } = judged;
  const bar = barOf(bars, action.exDay);
  for (let off = 1; off <= NEAR_BARS; off++) {
    for (const near of [bar + off, bar - off]) {
      if (near < 1 || near >= bars.day.length || taken.has(near)) continue;
      if (!(Math.abs(Math.log(jumpAt(bars, near)) - Math.log(action.factor)) < NEAR)) continue;
      taken.add(near);
      return splitJudged(bars, action, "applied", near);
    }
  }
  return judged;
}

/** Judges a small action as most of the instrument's clear ones; else by its own night. */
function judgeSmall(bars: BarSeries, action: DayActions, lean: number): JudgedAction {
  const jump = Math.log(jumpAt(bars, barOf(bars, action.exDay)));
  const isNearer = Math.abs(jump - Math.log(action.factor)) < Math.abs(jump);
  const isRaw = lean === 0 ? isNearer : lean > 0;
  return splitJudged(bars, action, isRaw ? "applied" : "in-prices");
}

function judgeDividends(
  bars: BarSeries,
  actions: readonly DayActions[],
  splits: readonly JudgedAction[],
): JudgedAction[] {
  const found = actions
    .filter(({ paid, paidAdjusted }) => paid > 0 || paidAdjusted > 0)
    .map((action) => judgeDividend(bars, action, amountAtLevel(action, splits)));
  const judged = found.map((one, at) => (isRepeat(one, found[at - 1]) ? notTaken(one, "repeated") : one));
  const taken = judged.filter(({ verdict }) => verdict === "applied").length;
  if (taken < LEAST_DIVIDENDS || !arePaidBack(exDatesOf(bars, judged))) return judged;
  return judged.map((one) => (one.verdict === "applied" ? notTaken(one, "in-prices") : one));
}

/** Dividends stay where the nights of all of them together say that prices fall by them. */
function onlyShown(bars: BarSeries, judged: readonly JudgedAction[]): JudgedAction[] {
  const { paid, fallen, variance } = exDatesOf(bars, judged);
  const deviation = Math.sqrt(variance);
  if (paid > SHOWN * deviation && fallen > paid / 2) return [...judged];
  const verdict = arePaidBack({ paid, fallen, variance }) ? "in-prices" : "not-shown";
  return judged.map((one) => (one.verdict === "applied" ? notTaken(one, verdict) : one));
}

function notTaken(judged: JudgedAction, verdict: Verdict): JudgedAction {
  return { ...judged, verdict, bar: -1 };
}

/** Two vendors may give one dividend two ex-dates. */
function isRepeat(one: JudgedAction, before: JudgedAction | undefined): boolean {
  if (one.verdict !== "applied" || before?.verdict !== "applied") return false;
  const alike = (1 - one.multiplier) / (1 - before.multiplier);
  return one.bar - before.bar <= NEAR_BARS && Math.abs(alike - 1) < SAME_DIVIDEND;
}

/** In the money of the close before: splits that are in those prices are in the amount, and no others. */
function amountAtLevel({ exDay, paid, paidAdjusted }: DayActions, splits: readonly JudgedAction[]): number {
  const product = (isIn: boolean): number =>
    splits
      .filter(({ action, verdict }) => action.exDay >= exDay && (verdict === "in-prices") === isIn)
      .reduce((all, { action }) => all * action.factor, 1);
  return paid > 0 ? paid / product(true) : paidAdjusted * product(false);
}

function judgeDividend(bars: BarSeries, action: DayActions, amount: number): JudgedAction {
  const bar = barOf(bars, action.exDay);
  const multiplier = 1 - amount / (bars.close[bar - 1] ?? NaN);
  const about = { action, kind: "dividend", multiplier } as const;
  if (bar < 0) return { ...about, verdict: "outside", jump: NaN, bar: -1 };
  const jump = jumpAt(bars, bar);
  if (!(multiplier > 0)) return { ...about, verdict: "too-large", jump, bar: -1 };
  const night = Math.log(jump / (action.factor > 1 ? nearestLevel(jump, action.factor) : 1));
  const isMissing =
    multiplier < 1 - LARGE_DIVIDEND && Math.abs(night) < Math.abs(night + Math.log(multiplier));
  return isMissing
    ? { ...about, verdict: "unclear", jump, bar: -1 }
    : { ...about, verdict: "applied", jump, bar };
}

/** A split of the same day is taken off the jump, where it is in it. */
function nearestLevel(jump: number, factor: number): number {
  return Math.abs(Math.log(jump / factor)) < Math.abs(Math.log(jump)) ? factor : 1;
}

/** True where opens on ex-dates do not fall by the dividends: the prices were adjusted for them before. */
export function arePaidBack({ paid, fallen, variance }: ExDates): boolean {
  return paid > SURE * Math.sqrt(variance) && fallen < paid / 2;
}

/** A night with a split as well says nothing. */
function exDatesOf(bars: BarSeries, judged: readonly JudgedAction[]): ExDates {
  const applied = judged.filter(({ verdict, action }) => verdict === "applied" && action.factor === 1);
  if (applied.length === 0) return { paid: 0, fallen: 0, variance: 0 };
  return {
    paid: applied.reduce((sum, { multiplier }) => sum - Math.log(multiplier), 0),
    fallen: applied.reduce((sum, { jump }) => sum + Math.log(jump), 0),
    variance: applied.length * nightDeviation(bars) ** 2,
  };
}

/** Of moves from close to open, those of splits and the like apart. */
function nightDeviation(bars: BarSeries): number {
  let [count, sum, squares] = [0, 0, 0];
  for (let bar = 1; bar < bars.day.length; bar++) {
    const night = Math.log(jumpAt(bars, bar));
    if (!(Math.abs(night) < NIGHT)) continue;
    count++;
    sum += night;
    squares += night * night;
  }
  const mean = sum / count;
  return count < 2 ? Infinity : Math.sqrt(Math.max(0, squares / count - mean * mean));
}
