/** Listens to a run's decisions up to a day and after it: what the account decided at that day's close, and all about one instrument. */
import { isOutside } from "#workers/engine/decide-weights.ts";
import { NONE } from "#workers/engine/ledger.ts";
import type { OrderList } from "#workers/engine/order-list.ts";
import type { Plan } from "#workers/engine/run-plan.ts";
import type { PlannedShares, SimulationHooks } from "#workers/engine/simulation-hooks.ts";
import type { Decision } from "#workers/model/decision.ts";
import type { ExitReason } from "#workers/model/report.ts";
import { heldAfter } from "./track-holding.ts";
import type { TrackedHolding } from "./track-holding.ts";

/** What weights say at the close of the day. */
export interface PlannedDay {
  /** Percent of the account; null for an instrument that is left alone. */
  readonly target: number | null;
  /** Whether one of those held is so far from its target that all are set back. */
  readonly isAnyOutside: boolean;
}

export interface Watch {
  /** What the run is given. */
  readonly hooks: Required<Pick<SimulationHooks, "log" | "onPlanned" | "onOrders">>;
  /** At the close of the day: sells that make places for its buys, and who met the rules. */
  readonly pendingSells: () => number;
  candidates: number;
  /** About the instrument, on the day (exits and candidacy) and after it. */
  readonly decided: Decision[];
  readonly next: Decision[];
  /** The open position in the instrument, null without one. */
  holding: TrackedHolding | null;
  /** EpochDay on which the last position in it was ended, null without one. */
  soldOn: number | null;
  /** A sell of all of it was decided before the day and is not filled. */
  isSellPending: boolean;
  /** On the day it was sold although nobody had decided that. */
  soldByOrder: boolean;
  /** null on days at which no weight is looked at. */
  planned: PlannedDay | null;
  /** Money that is ordered to be put into the instrument, in currency; null without such an order. */
  orderedMoney: number | null;
}

/** Reasons of a sale that an order in the market makes, or that nobody decides. */
const UNDECIDED: ReadonlySet<ExitReason> = new Set(["no-data"]);
const RESTING: ReadonlySet<ExitReason> = new Set(["no-data", "stop-loss", "trailing-stop", "take-profit"]);

interface WatchedDay {
  /** Numbers of the universe and of the calendar. */
  readonly member: number;
  readonly session: number;
}

/** Keeps of the instrument what matters, and of the account's sells how many wait; never the whole log. */
export function watchOver(plan: Plan, { member, session }: WatchedDay): Watch {
  const { symbol } = plan.market.instruments[plan.universe[member]];
  const day = plan.sessionDay[session];
  const isBehindMark = fillsBehindMark(plan);
  const pending = pendingSales(day);
  const watch: Watch = {
    hooks: {
      log: {
        push(decision) {
          const isLater = decision.day > day || (decision.day === day && isBehindMark(decision));
          if (!isLater && decision.type === "candidate" && decision.day === day) watch.candidates++;
          if (!isLater) pending.note(decision);
          if (decision.instrument !== symbol) return;
          if (isLater) watch.next.push(decision);
          else follow(watch, decision, day);
        },
      },
      onPlanned(at, planned) {
        if (at === session) watch.planned = plannedFor(plan, member, planned);
      },
      onOrders(at, orders) {
        if (at === day) watch.orderedMoney = moneyFor(member, orders);
      },
    },
    pendingSells: pending.count,
    candidates: 0,
    decided: [],
    next: [],
    holding: null,
    soldOn: null,
    isSellPending: false,
    soldByOrder: false,
    planned: null,
    orderedMoney: null,
  };
  return watch;
}

/** With fills at the close of the signal what was decided is filled on the same day, behind the close that is explained. */
function fillsBehindMark({ strategy }: Plan): (decision: Decision) => boolean {
  if (strategy.simulation.fillAt !== "same-close") return () => false;
  const before = strategy.sell.stopOrders === "resting" ? RESTING : UNDECIDED;
  return (decision) => {
    if (decision.type === "sell") return !before.has(decision.reason);
    return decision.type === "buy" || decision.type === "lapse";
  };
}

/**
 * Sells of whole positions that wait when a close looks for buys. Those for payments are decided anew behind that, and those
 * that set a position back only once it is known who is new.
 */
function pendingSales(day: number): { note: (decision: Decision) => void; count: () => number } {
  const pending = new Set<string>();
  return {
    note(decision) {
      if (decision.type === "sell") pending.delete(decision.instrument);
      if (decision.type !== "exit") return;
      const isTooLate = decision.reason === "rebalance" && decision.day === day;
      if (decision.reason !== "no-data" && decision.reason !== "payment" && !isTooLate)
        pending.add(decision.instrument);
    },
    count: () => pending.size,
  };
}

function follow(watch: Watch, decision: Decision, day: number): void {
  if (decision.day === day) watch.decided.push(decision);
  if (decision.type === "buy") watch.holding = heldAfter(watch.holding, decision);
  if (decision.type === "sell") {
    const wasDecided = watch.isSellPending || watch.decided.some(({ type }) => type === "exit");
    const isPart = decision.reason === "rebalance" || decision.reason === "payment";
    watch.soldByOrder = decision.day === day && !wasDecided && !isPart;
    watch.holding = heldAfter(watch.holding, decision);
    if (watch.holding === null) watch.soldOn = decision.day;
    watch.isSellPending = false;
  }
  if (decision.type === "exit" && decision.day < day)
    watch.isSellPending = decision.reason !== "payment" || watch.isSellPending; // a payment's is decided anew each day
}

/** @param planned - of the session */
function plannedFor(plan: Plan, member: number, planned: PlannedShares): PlannedDay {
  const { ledger, members, count, target, worth, isOfAll } = planned;
  const targeted = new Set(members.subarray(0, count));
  const open = Array.from(ledger.open.subarray(0, ledger.openCount));
  const isAnyOutside = open.some((position) => {
    const held = ledger.member[position];
    if (ledger.pending[position] !== NONE || !targeted.has(held)) return false;
    const share = ((ledger.quantity[position] * ledger.close[position]) / worth) * 100;
    return isOutside(plan, share, target[held]);
  });
  return { target: targeted.has(member) ? target[member] : null, isAnyOutside: isOfAll && isAnyOutside };
}

function moneyFor(member: number, orders: OrderList): number | null {
  const at = orders.member.subarray(0, orders.count).indexOf(member);
  return at < 0 ? null : orders.slotValue[at];
}
