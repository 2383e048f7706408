/** Listens to a run's decisions up to a day and after it: the account at that day's close, and all about one instrument. */
import type { Plan } from "#workers/engine/run-plan.ts";
import type { Decision } from "#workers/model/decision.ts";

/** What is known of the account at the close of the watched day. */
export interface AccountState {
  cash: number;
  open: number;
  pendingSells: number;
  candidates: number;
}

export type Fill = Extract<Decision, { readonly price: number }>;

export interface Watch {
  push(decision: Decision): void;
  readonly state: AccountState;
  /** About the instrument, on the day (exits and candidacy) and after it. */
  readonly decided: Decision[];
  readonly next: Decision[];
  /** The instrument's last buy up to the day, null once it is sold. */
  bought: Fill | null;
  /** EpochDay of its last sale up to the day, null without one. */
  soldOn: number | null;
  /** A sell of it was decided before the day and is not filled. */
  isSellPending: boolean;
  /** On the day it was sold although nobody had decided that. */
  soldByOrder: boolean;
}

/** Keeps the account's books by the fills, and of the instrument what matters; never the whole log. @param day - EpochDay */
export function watchOver(symbol: string, day: number, plan: Plan): Watch {
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
    soldOn: null,
    isSellPending: false,
    soldByOrder: false,
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
    const wasDecided = watch.isSellPending || watch.decided.some(({ type }) => type === "exit");
    watch.soldByOrder = decision.day === day && !wasDecided;
    watch.bought = null;
    watch.soldOn = decision.day;
    watch.isSellPending = false;
  }
  if (decision.type === "exit" && decision.day < day) watch.isSellPending = true;
}
