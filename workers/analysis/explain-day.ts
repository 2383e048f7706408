/**
 * Runs a plan up to a day, watches what it decides about one instrument, and tells what it decided on. The day's
 * decisions are the run's own: cutting the period after them changes none (what is later can't be known).
 */
import { bandAround } from "#workers/engine/decide-weights.ts";
import { weightsOf } from "#workers/engine/weights.ts";
import { NO_BAR, lastRowOn, rowOn } from "#workers/sessions/calendar.ts";
import { fixedRulesOn } from "#workers/engine/conditions.ts";
import type { Plan } from "#workers/engine/run-plan.ts";
import { groundOfSession } from "./session-ground.ts";
import type { GroundFor } from "./session-ground.ts";
import { simulate } from "#workers/engine/simulate.ts";
import { makeSizing } from "#workers/engine/sizing.ts";
import { formatIsoDay, parseIsoDay } from "#workers/model/day.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Problem, Result } from "#workers/model/problem.ts";
import type { ConditionVerdict, CoolDown, RulePart, WeightsOfDay, Why } from "#workers/model/why.ts";
import type { FixedRule } from "#workers/rules/fixed-fields.ts";
import { parseLine } from "#workers/rules/grammar.ts";
import { printLine } from "#workers/rules/print.ts";
import { explainRules } from "./explain-rules.ts";
import type { RuleExplainer } from "./explain-rules.ts";
import { heldOnDay } from "./held-on-day.ts";
import type { InstrumentDay } from "./held-on-day.ts";
import { watchOver } from "./watch-day.ts";
import type { Watch } from "./watch-day.ts";

/** How far the run goes on after the day, in sessions: a position without bars is sold within so many. */
const SESSIONS_AFTER = 21;

/**
 * @param typed - symbol or name of the instrument
 * @param date - ISO; a day without a session stands for the last one before it
 */
export function explainDay(plan: Plan, typed: string, date: string): Result<Why> {
  const { market, sessionDay, firstSession, lastSession, strategy } = plan;
  const found = findInstrument(plan, typed);
  if (!found.ok) return found;
  const instrument = found.value;
  const wanted = parseIsoDay(date) ?? -Infinity;
  const session = sessionDay.findLastIndex((each, at) => each <= wanted && at <= lastSession);
  if (session < firstSession) return err(beforeFirst(formatIsoDay(sessionDay[firstSession])));
  const { symbol, name } = market.instruments[instrument];
  const member = plan.universe.indexOf(instrument);
  const watch = watchOver(plan, { member, session });
  const shortened = { ...plan, lastSession: Math.min(lastSession, session + SESSIONS_AFTER) };
  const simulation = simulate(shortened, { ...watch.hooks, logsAllOn: (at) => at === session });
  const row = rowOn(plan.calendar, member, session);
  const day = { member, session, row: row === NO_BAR ? null : row };
  const groundFor = groundOfSession(plan, session);
  const rules = day.row === null ? NO_RULES : rulesOfDay(plan, { ...day, row }, groundFor);
  const { schedule = "daily", maxPositions } = strategy.simulation;
  const at = session - firstSession;
  const equity = simulation.equity[at];
  const owed = simulation.moves?.owed[at] ?? 0;
  const openPositions = simulation.openPositions[at];
  return ok({
    instrument: symbol,
    label: name === "" ? symbol : name,
    currency: plan.currency,
    date: formatIsoDay(sessionDay[session]),
    close: day.row === null ? null : plan.priceOf.close(row, member),
    isLastSession: session === lastSession,
    schedule,
    isScheduled: plan.asked === null || plan.asked.sessions.includes(session),
    match: strategy.scanner.match,
    ...rules,
    coolDown: coolDownOf(plan, session, watch),
    weights: weightsOfDay(plan, day, { watch, worth: equity - owed, groundFor }),
    position: heldOnDay(plan, day, watch, groundFor),
    soldByOrder: watch.soldByOrder,
    account: {
      equity,
      cash: simulation.cash[at],
      owed,
      slotValue:
        plan.rebalanced === null
          ? slotValueOf(plan, day, equity - owed, rules.riskDistance)
          : watch.orderedMoney,
      openPositions,
      maxPositions,
      freeSlots: maxPositions - openPositions + watch.pendingSells(),
      candidates: watch.candidates,
    },
    decided: watch.decided,
    next: watch.next,
  });
}

type RulesOfDay = Pick<
  Why,
  "scanner" | "scannerRules" | "passesScanner" | "buy" | "buyRules" | "passesBuy" | "sortBy" | "riskDistance"
>;

/** Without a bar nothing is asked. */
const NO_RULES: RulesOfDay = {
  scanner: [],
  scannerRules: [],
  passesScanner: false,
  buy: [],
  buyRules: [],
  passesBuy: false,
  sortBy: null,
  riskDistance: null,
};

function rulesOfDay(
  plan: Plan,
  day: InstrumentDay & { readonly row: number },
  groundFor: GroundFor,
): RulesOfDay {
  const { strategy, rules, calendar, priceOf } = plan;
  const { member, session, row } = day;
  const bar = row - calendar.fromRow[member];
  const nothingHeld = { entryPrice: NaN, peak: NaN, held: NaN };
  const asked = { member, bar, session, close: priceOf.close(row, member), ...nothingHeld };
  const explainer = explainRules(groundFor, asked, false);
  const fixed = fixedRulesOn(plan);
  const scanner = fixed.scanner.map((rule) => fixedVerdict(plan, day, rule, explainer));
  const buy = fixed.buy.map((rule) => fixedVerdict(plan, day, rule, explainer));
  const scannerRules = rules.scanner.map(explainer.placed);
  const buyRules = rules.buy.map(explainer.placed);
  const passes = [...scanner.map(({ holds }) => holds), ...verdictsOf(scannerRules)];
  const isAny = strategy.scanner.match === "any" && passes.length > 0;
  return {
    scanner,
    scannerRules,
    passesScanner: isAny ? passes.includes(true) : !passes.includes(false),
    buy,
    buyRules,
    passesBuy: buy.every(({ holds }) => holds) && !verdictsOf(buyRules).includes(false),
    sortBy: explainer.line(sortingLine(plan)),
    riskDistance: rules.riskDistance && explainer.line(rules.riskDistance.text),
  };
}

/** What a fixed condition compares with what, and the verdict. */
function fixedVerdict(
  plan: Plan,
  day: InstrumentDay,
  { field, text, rule }: FixedRule,
  explainer: RuleExplainer,
): ConditionVerdict {
  const [value, threshold] =
    field === "marketCapRank" ? capRank(plan, day) : sidesOf(text).map(explainer.number);
  const tree = explainer.line(text, rule);
  return { name: field, value, threshold, holds: explainer.state(rule) === "true", tree };
}

/** The lines on both sides of a comparison. */
function sidesOf(text: string): readonly string[] {
  const tree = parseLine(text);
  if (tree.type !== "compare") throw new RangeError(`fixed verdicts: ${text} compares nothing`);
  return [printLine(tree.left), printLine(tree.right)];
}

/** The place by market cap, and the last place that is still in the top; the place is null without a market cap. */
function capRank(plan: Plan, { member: own, session }: InstrumentDay): readonly (number | null)[] {
  const { calendar, priceOf, strategy } = plan;
  const capOn = (member: number): number => {
    const row = rowOn(calendar, member, session);
    return row === NO_BAR ? NaN : priceOf.marketCap(row, member);
  };
  const ownCap = capOn(own);
  let [count, before] = [0, 0];
  for (let member = 0; member < calendar.members; member++) {
    const cap = capOn(member);
    if (!(cap > 0)) continue;
    count++;
    if (cap > ownCap || (cap === ownCap && member < own)) before++;
  }
  const percent = strategy.scanner.marketCapRank ?? 0;
  return [ownCap > 0 ? before + 1 : null, Math.ceil((percent * count) / 100 - 1e-12)];
}

/** Whether each of the rules that are in use holds. */
function verdictsOf(rules: readonly RulePart[]): readonly boolean[] {
  return rules.flatMap(({ worth }) => (worth.type === "rule" ? [worth.state === "true"] : []));
}

/** The order priority as an expression. */
function sortingLine({ strategy, rules }: Plan): string {
  switch (strategy.simulation.sortingType) {
    case "300-days-top-gainer-first":
      return "growth(300)";
    case "market-cap-desc":
      return "marketCap";
    case "volume-desc":
      return "volume";
    case "expression":
      return rules.sortBy?.text ?? "";
  }
}

/** null where it is sized by a distance that is unknown, or not above 0. */
function slotValueOf(
  plan: Plan,
  { member, row }: InstrumentDay,
  equity: number,
  distance: RulePart | null,
): number | null {
  const { riskDistance } = plan.rules;
  const sizing = makeSizing(plan, riskDistance && plan.ground().columnOf(riskDistance.expression));
  if (sizing.isSameForAll) return sizing.slotValue(equity, 0, member, 0);
  const worth = distance?.worth;
  if (row === null || worth?.type !== "number" || worth.value === null || worth.value <= 0) return null;
  const bar = row - plan.calendar.fromRow[member];
  return sizing.slotValue(equity, plan.priceOf.close(row, member), member, bar);
}

interface DayOfWeights {
  readonly watch: Watch;
  /** The account's value less what is owed, in currency. */
  readonly worth: number;
  readonly groundFor: GroundFor;
}

/** null with slots. */
function weightsOfDay(
  plan: Plan,
  day: InstrumentDay,
  { watch, worth, groundFor }: DayOfWeights,
): WeightsOfDay | null {
  const { rebalanced, strategy, calendar, priceOf } = plan;
  if (rebalanced === null) return null;
  const { member, session } = day;
  const { planned, holding } = watch;
  const lastRow = lastRowOn(calendar, member, session);
  const weight = lastRow === NO_BAR ? NaN : weightsOf(plan)(member, session);
  const worthHeld = holding === null ? 0 : holding.quantity * priceOf.close(lastRow, member);
  const target = planned?.target ?? null;
  return {
    rebalance: strategy.simulation.rebalance ?? "never",
    isSetBack: rebalanced[session] === 1,
    line: weightLine(plan, day, groundFor),
    weight: Number.isNaN(weight) ? null : weight,
    share: worth > 0 ? (worthHeld / worth) * 100 : 0,
    target,
    band: target === null ? null : bandAround(plan, target),
    isAnyOutside: planned?.isAnyOutside ?? false,
  };
}

function weightLine(
  plan: Plan,
  { member, session, row }: InstrumentDay,
  groundFor: GroundFor,
): RulePart | null {
  const { rules, universe, market, calendar, priceOf } = plan;
  const { symbol } = market.instruments[universe[member]];
  const placed = rules.weights.find((each) => each.symbol === symbol) ?? rules.weight;
  if (row === null || placed === null) return null;
  const nothingHeld = { entryPrice: NaN, peak: NaN, held: NaN };
  const bar = row - calendar.fromRow[member];
  const asked = { member, bar, session, close: priceOf.close(row, member), ...nothingHeld };
  return explainRules(groundFor, asked, false).line(placed.text);
}

function coolDownOf({ strategy, sessionDay }: Plan, session: number, { soldOn }: Watch): CoolDown | null {
  const { coolDownDays: days = 0 } = strategy.sell;
  if (soldOn === null) return null;
  const passed = session - sessionDay.indexOf(soldOn);
  return passed < days ? { soldOn: formatIsoDay(soldOn), passed, days } : null;
}

function beforeFirst(first: string): Problem {
  return {
    code: "period-empty",
    message: `That day is before the run's first session, ${first}. Choose a later one.`,
    place: "date",
  };
}

/** So many are named where none is meant for sure. */
const MOST_NEAR = 5;

/**
 * The instrument that a person means by what was typed.
 * One of the run's universe, by its symbol, its symbol in other letters' case, or its whole name. A problem names those
 * whose symbol or name has the text in it, first those that begin with it.
 */
export function findInstrument(
  { market, universe }: Pick<Plan, "market" | "universe">,
  typed: string,
): Result<number> {
  const wanted = typed.toLowerCase();
  const symbolOf = (at: number) => market.instruments[at].symbol;
  const nameOf = (at: number) => market.instruments[at].name;
  const found =
    universe.find((at) => symbolOf(at) === typed) ??
    universe.find((at) => symbolOf(at).toLowerCase() === wanted) ??
    universe.find((at) => nameOf(at).toLowerCase() === wanted);
  if (found !== undefined) return ok(found);
  const textOf = (at: number) => `${symbolOf(at)} ${nameOf(at)}`.toLowerCase();
  const begins = (at: number) => Number(textOf(at).startsWith(wanted));
  const named = [...universe]
    .filter((at) => textOf(at).includes(wanted))
    .toSorted((a, b) => begins(b) - begins(a))
    .slice(0, MOST_NEAR)
    .map((at) => (nameOf(at) === "" ? symbolOf(at) : `${symbolOf(at)} (${nameOf(at)})`));
  const mend = named.length > 0 ? `Near are ${named.join(", ")}.` : "Choose one of its exchange and type.";
  return err({
    code: "not-found",
    message: `${typed} is not an instrument of this run. ${mend}`,
    place: "instrument",
  });
}
