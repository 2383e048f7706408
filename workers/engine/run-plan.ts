/** What a run goes by: what was settled before it begins, and who answers its questions. */
import type { Instrument, Market } from "#workers/model/market.ts";
import type { Frequency, Warning } from "#workers/model/report.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import type { StrategyRules } from "#workers/rules/strategy-rules.ts";
import type { BarPrices, Prices } from "./bar-prices.ts";
import type { Calendar } from "#workers/sessions/calendar.ts";
import type { Candidates, FoundCandidates } from "./candidate-bits.ts";
import type { PriceFacts } from "./facts.ts";
import type { DueFlows } from "./flows.ts";
import type { FindOrders } from "./order-list.ts";
import type { Pieces } from "#workers/model/pieces.ts";
import type { RuleGround, RuleMarket } from "./rule-ground.ts";
import type { SplitInPrices } from "#workers/sessions/splits-in-prices.ts";
import type { AskedSessions } from "#workers/sessions/schedule.ts";

/** One side's costs as factors of the price. */
export interface Costs {
  readonly buySlippage: number;
  readonly sellSlippage: number;
  /** Fraction of the filled value, each side. */
  readonly commission: number;
}

/** An instrument number of the market, or the whole universe: bought once and held, or set back each month. */
export type BenchmarkChoice =
  | { readonly type: "series"; readonly instrument: number }
  | { readonly type: "equal-weight" }
  | { readonly type: "average-share" };

/** How long equal money in every share is left alone: for ever, or to the first session of the next month. */
export type Weighing = "held" | "monthly";

/** What is settled before the bars' places are known. */
export interface RunTerms {
  readonly strategy: Strategy;
  readonly rules: StrategyRules;
  readonly market: { readonly instruments: readonly Instrument[] };
  /** The market's instrument numbers, in symbol order. */
  readonly universe: Int32Array;
  readonly currency: string;
  /** What a bar of the universe is. */
  readonly frequency: Frequency;
  /** How many sessions figures and rules count as a year. */
  readonly sessionsOfYear: number;
  /** A position without a bar for so many sessions running is presumed delisted. */
  readonly delistedAfter: number;
  /** EpochDay of each session of the calendar. */
  readonly sessionDay: Int32Array;
  /** First and last session of the period, inclusive. */
  readonly firstSession: number;
  readonly lastSession: number;
  /** Those of them on which the strategy looks for what to buy, and at its own sell rules; null where it does on all. */
  readonly asked: AskedSessions | null;
  /** By session of the calendar: 1 where what is held is set back to its weights; null with slots. */
  readonly rebalanced: Uint8Array | null;
  /** Money in and out, as it is due in the period. */
  readonly flows: DueFlows;
  /** By session of the period: the fraction that idle cash gains since the session before; null where it earns nothing. */
  readonly interest: Float64Array | null;
  readonly costs: Costs;
  /** Sums of money up to this are nothing. */
  readonly negligible: number;
  readonly benchmark: BenchmarkChoice;
  readonly warnings: readonly Warning[];
}

/** What the day loop and the figures need, wherever the prices lie. */
export interface RunPlan extends RunTerms {
  readonly calendar: Calendar;
  /** The universe's bars in the period. */
  readonly bars: number;
  readonly priceOf: BarPrices;
  /** Of the universe's prices as traded, over the whole calendar; looked for when they are first asked for. */
  readonly splits: () => readonly SplitInPrices[];
  /** What rules and expressions are worked out on; made when it is first asked for. */
  readonly ground: () => RuleGround;
  /** The same, good on every session; `ground` may be good on those alone on which it is asked. */
  readonly wholeGround: () => RuleGround;
}

/** The plan of a run on a market in memory. */
export interface Plan extends RunPlan {
  readonly market: Market;
  readonly facts: PriceFacts;
  readonly prices: Prices;
  readonly shortcuts: readonly Shortcut[];
}

/** What conditions look at. */
export type Premises = Pick<
  Plan,
  "strategy" | "rules" | "ground" | "calendar" | "facts" | "universe" | "market"
>;

/** @param passing - the words of the period's sessions on which it is a candidate, good until the next; null where there is none */
export type Alongside = (member: number, passing: Int32Array | null) => void;

/**
 * Answers some of a run's questions faster than the engine does itself, and with the same answer to the bit: it has no
 * meaning of its own. Each question may be left out, or answered with null: then the next shortcut of the plan is asked, and
 * at last the engine works it out.
 */
export interface Shortcut {
  readonly name: string;
  /** Who passes scanner and buy rules when. @param find - looks for them */
  readonly candidates?: (plan: Plan, find: () => Pieces<FoundCandidates>) => Pieces<FoundCandidates>;
  /** Is shown each member in turn as candidates are looked for, while its prices are in the processor's cache. */
  readonly alongside?: (plan: Plan) => Alongside | null;
  /** Who is ordered. @param ever - bits of the members that are a candidate on some session */
  readonly findOrders?: (plan: Plan, candidates: Candidates, ever: Int32Array) => FindOrders | null;
  readonly priceOf?: (facts: PriceFacts) => BarPrices | null;
  /** What rules are worked out on, as makeRuleGround; what they say on other sessions than those asked about doesn't matter. */
  readonly ruleGround?: (facts: PriceFacts, of: RuleMarket, asked: AskedSessions | null) => RuleGround | null;
  /** The mean growth that figures ask for, which may be of more sessions. */
  readonly meanGrowth?: (plan: Plan, weighing: Weighing) => Float64Array | null;
}

/** The first answer that a shortcut has; null where none has one. */
export function firstAnswer<T>(
  shortcuts: readonly Shortcut[],
  ask: (shortcut: Shortcut) => T | null | undefined,
): T | null {
  for (const shortcut of shortcuts) {
    const answer = ask(shortcut);
    if (answer !== null && answer !== undefined) return answer;
  }
  return null;
}
