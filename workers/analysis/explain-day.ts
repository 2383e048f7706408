/**
 * Runs a plan up to a day, watches what it decides about one instrument, and tells what it decided on. The day's
 * decisions are the run's own: cutting the period after them changes none (what is later can't be known).
 */
import { simulate } from "#workers/engine/simulate.ts";
import { atLeast, atMost } from "#workers/engine/forgive.ts";
import type { Plan } from "#workers/engine/plan.ts";
import { formatIsoDay, parseIsoDay } from "#workers/model/day.ts";
import type { Decision } from "#workers/model/decision.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Problem, Result } from "#workers/model/problem.ts";
import type { HeldPosition, SellVerdict, Why } from "#workers/model/why.ts";
import { buyVerdicts, rowOn, scannerVerdicts } from "./conditions-of-day.ts";
import { findInstrument } from "./find-instrument.ts";

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
  const day = parseIsoDay(date) ?? -Infinity;
  const session = sessionDay.findLastIndex((each, at) => each <= day && at <= lastSession);
  if (session < firstSession) return err(beforeFirst(formatIsoDay(sessionDay[firstSession])));
  const { symbol, name } = market.instruments[instrument];
  const watch = watchOver(symbol, sessionDay[session], plan);
  const shortened = { ...plan, lastSession: Math.min(lastSession, session + SESSIONS_AFTER) };
  const simulation = simulate(shortened, { log: watch, logsAllOn: (at) => at === session });
  const row = rowOn(plan, instrument, session);
  const bar = row === null ? null : { instrument, row, session };
  const scanner = bar ? scannerVerdicts(plan, bar) : [];
  const buy = bar ? buyVerdicts(plan, bar) : [];
  const { match } = strategy.scanner;
  const { maxPositions } = strategy.simulation;
  const equity = simulation.equity[session - firstSession];
  const { state } = watch;
  return ok({
    instrument: symbol,
    label: name === "" ? symbol : name,
    currency: plan.currency,
    date: formatIsoDay(sessionDay[session]),
    close: row === null ? null : plan.prices.close[row],
    isLastSession: session === lastSession,
    match,
    scanner,
    passesScanner:
      bar !== null &&
      (scanner.length === 0 ||
        (match === "any" ? scanner.some(({ holds }) => holds) : scanner.every(({ holds }) => holds))),
    buy,
    passesBuy: bar !== null && buy.every(({ holds }) => holds),
    position: heldPosition(plan, { instrument, session, row }, watch),
    account: {
      equity,
      cash: state.cash,
      slotValue: equity / maxPositions,
      openPositions: state.open,
      maxPositions,
      freeSlots: maxPositions - state.open + state.pendingSells,
      candidates: state.candidates,
    },
    decided: watch.decided,
    next: watch.next,
  });
}

/** What is known of the account at the close of the watched day. */
interface AccountState {
  cash: number;
  open: number;
  pendingSells: number;
  candidates: number;
}

type Fill = Extract<Decision, { readonly price: number }>;

interface Watch {
  push(decision: Decision): void;
  readonly state: AccountState;
  /** About the instrument, on the day (exits and candidacy) and after it. */
  readonly decided: Decision[];
  readonly next: Decision[];
  /** The instrument's last buy up to the day, null once it is sold. */
  bought: Fill | null;
  /** A sell of it was decided before the day and is not filled. */
  isSellPending: boolean;
}

/** Keeps the account's books by the fills, and of the instrument what matters; never the whole log. */
function watchOver(symbol: string, day: number, plan: Plan): Watch {
  const { commission } = plan.costs;
  const pending = new Set<string>();
  const state: AccountState = {
    cash: plan.strategy.simulation.startMargin,
    open: 0,
    pendingSells: 0,
    candidates: 0,
  };
  const keepBooks = (decision: Decision) => {
    if (decision.type === "candidate") {
      if (decision.day === day) state.candidates++;
    } else if (decision.type === "buy") {
      state.cash -= decision.price * decision.quantity * (1 + commission);
      state.open++;
    } else if (decision.type === "sell") {
      state.cash += decision.price * decision.quantity * (1 - commission);
      state.open--;
      pending.delete(decision.instrument);
    } else if (decision.type === "exit" && decision.reason !== "no-data") pending.add(decision.instrument);
    state.pendingSells = pending.size;
  };
  const watch: Watch = {
    state,
    decided: [],
    next: [],
    bought: null,
    isSellPending: false,
    push(decision) {
      if (decision.day <= day) keepBooks(decision);
      if (decision.instrument !== symbol) return;
      if (decision.day > day) watch.next.push(decision);
      else follow(watch, decision, day);
    },
  };
  return watch;
}

function follow(watch: Watch, decision: Decision, day: number): void {
  if (decision.day === day) watch.decided.push(decision);
  if (decision.type === "buy") watch.bought = decision;
  if (decision.type === "sell") {
    watch.bought = null;
    watch.isSellPending = false;
  }
  if (decision.type === "exit" && decision.day < day) watch.isSellPending = true;
}

interface Place {
  readonly instrument: number;
  readonly session: number;
  /** The instrument's bar on the session, or null. */
  readonly row: number | null;
}

function heldPosition(
  plan: Plan,
  { instrument, session, row }: Place,
  { bought, isSellPending }: Watch,
): HeldPosition | null {
  if (bought === null) return null;
  const { sessionDay, prices, market, strategy } = plan;
  const entrySession = sessionDay.indexOf(bought.day);
  let peak = bought.price;
  for (let at = market.barOffset[instrument]; at < market.barOffset[instrument + 1]; at++) {
    if (market.day[at] >= bought.day && market.day[at] <= sessionDay[session])
      peak = Math.max(peak, prices.close[at]);
  }
  const held = session + 1 - entrySession;
  return {
    entryDate: formatIsoDay(bought.day),
    entryPrice: bought.price,
    quantity: bought.quantity,
    peak,
    held,
    minHoldingDays: strategy.sell.minHoldingDays,
    isSellPending,
    rules:
      row === null ? [] : sellVerdicts(plan, { close: prices.close[row], entry: bought.price, peak, held }),
  };
}

interface Held {
  readonly close: number;
  readonly entry: number;
  readonly peak: number;
  readonly held: number;
}

function sellVerdicts({ strategy }: Plan, { close, entry, peak, held }: Held): SellVerdict[] {
  const { stopLoss, trailingStopLoss, takeProfit, maxHoldingDays } = strategy.sell;
  const verdicts: SellVerdict[] = [];
  const below = (reason: SellVerdict["reason"], threshold: number) =>
    verdicts.push({ reason, value: close, threshold, holds: atMost(close, threshold) });
  if (stopLoss !== null) below("stop-loss", entry * (1 - stopLoss / 100));
  if (trailingStopLoss !== null) below("trailing-stop", peak * (1 - trailingStopLoss / 100));
  if (takeProfit !== null) {
    const threshold = entry * (1 + takeProfit / 100);
    verdicts.push({ reason: "take-profit", value: close, threshold, holds: atLeast(close, threshold) });
  }
  if (maxHoldingDays !== null) {
    verdicts.push({
      reason: "max-holding",
      value: held,
      threshold: maxHoldingDays,
      holds: held >= maxHoldingDays,
    });
  }
  return verdicts;
}

function beforeFirst(first: string): Problem {
  return {
    code: "period-empty",
    message: `That day is before the run's first session, ${first}. Choose a later one.`,
    place: "date",
  };
}
