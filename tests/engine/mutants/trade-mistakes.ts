/** Mistakes in what is bought and sold, when, and at what cost. */
import type { RunPlan } from "#workers/engine/run-plan.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { mistake } from "./mistake.ts";
import type { Mutant } from "./mistake.ts";

function withSell(plan: RunPlan, change: (sell: Strategy["sell"]) => Partial<Strategy["sell"]>): RunPlan {
  const { strategy } = plan;
  return { ...plan, strategy: { ...strategy, sell: { ...strategy.sell, ...change(strategy.sell) } } };
}

export const sales: readonly Mutant[] = [
  mistake("the hold is a session too long", "engine/exits.ts", ({ makeExitDecision }) => ({
    makeExitDecision: (plan, ledger, scheduled) =>
      makeExitDecision(
        withSell(plan, ({ minHoldingDays }) => ({ minHoldingDays: minHoldingDays + 1 })),
        ledger,
        scheduled,
      ),
  })),
  mistake("the longest hold is a session too long", "engine/exits.ts", ({ makeExitDecision }) => ({
    makeExitDecision: (plan, ledger, scheduled) =>
      makeExitDecision(
        withSell(plan, ({ maxHoldingDays }) => ({ maxHoldingDays: maxHoldingDays && maxHoldingDays + 1 })),
        ledger,
        scheduled,
      ),
  })),
  mistake("the stops ignore the hold", "engine/exits.ts", ({ makeExitDecision }) => ({
    makeExitDecision: (plan, ledger, scheduled) =>
      makeExitDecision(
        withSell(plan, () => ({ minHoldingDays: 0 })),
        ledger,
        scheduled,
      ),
  })),
  mistake("the trailing stop comes before the stop loss", "engine/exits.ts", (own) => ({
    makeExitDecision(plan, ledger, scheduled) {
      const decide = own.makeExitDecision(plan, ledger, scheduled);
      const withoutStop = withSell(plan, () => ({ stopLoss: null }));
      const decideTrailing = own.makeExitDecision(withoutStop, ledger, scheduled);
      const [stopLoss, trailingStop] = [2, 3];
      return (position, session) => {
        const reason = decide(position, session);
        const isBoth = reason === stopLoss && decideTrailing(position, session) === trailingStop;
        return isBoth ? trailingStop : reason;
      };
    },
  })),
  mistake("the trailing stop trails the entry price", "engine/exits.ts", ({ makeExitDecision }) => ({
    makeExitDecision(plan, ledger, scheduled) {
      const decide = makeExitDecision(plan, ledger, scheduled);
      return (position, session) => {
        ledger.peak[position] = ledger.entryPrice[position] ?? NaN;
        return decide(position, session);
      };
    },
  })),
  mistake("the peak is the highest high", "engine/exits.ts", ({ makeExitDecision }) => ({
    makeExitDecision(plan, ledger, scheduled) {
      const decide = makeExitDecision(plan, ledger, scheduled);
      const high =
        "high" in plan.market && plan.market.high instanceof Float64Array ? plan.market.high : null;
      return (position, session) => {
        const highest = high?.[ledger.row[position] ?? 0] ?? 0;
        ledger.peak[position] = Math.max(ledger.peak[position] ?? 0, highest);
        return decide(position, session);
      };
    },
  })),
  mistake("the peak does not rise during the hold", "engine/exits.ts", ({ makeExitDecision }) => ({
    makeExitDecision(plan, ledger, scheduled) {
      const decide = makeExitDecision(plan, ledger, scheduled);
      return (position, session) => {
        const held = session + 1 - (ledger.entrySession[position] ?? 0);
        if (held < plan.strategy.sell.minHoldingDays) {
          ledger.peak[position] = ledger.entryPrice[position] ?? NaN;
        }
        return decide(position, session);
      };
    },
  })),
  mistake("the entry price is no peak", "engine/ledger.ts", ({ enter }) => ({
    enter(ledger, entry) {
      enter(ledger, entry);
      ledger.peak[ledger.count - 1] = 0;
    },
  })),
  mistake("peaks are lost when the ledger grows", "engine/ledger.ts", ({ enter }) => ({
    enter(ledger, entry) {
      const room = ledger.peak.length;
      enter(ledger, entry);
      if (ledger.peak.length > room) ledger.peak.fill(0);
    },
  })),
  mistake("a delisting is presumed after 21 sessions", "model/bar-length.ts", () => ({
    DELISTED_AFTER: { daily: 21, weekly: 8, monthly: 3 },
  })),
  mistake("a delisting is presumed after 19 sessions", "model/bar-length.ts", () => ({
    DELISTED_AFTER: { daily: 19, weekly: 8, monthly: 3 },
  })),
  mistake("a missing bar is the one before", "sessions/calendar.ts", ({ rowOn }) => ({
    rowOn(calendar, member, session) {
      for (let at = session; at >= 0; at--) {
        const row = rowOn(calendar, member, at);
        if (row >= 0) return row;
      }
      return -1;
    },
  })),
];

export const buys: readonly Mutant[] = [
  mistake("one slot stays empty", "engine/orders.ts", ({ makeFindOrders }) => ({
    makeFindOrders(...ground) {
      const find = makeFindOrders(...ground);
      return (list, search, passed) =>
        find(list, { ...search, slots: Math.max(0, search.slots - 1) }, passed);
    },
  })),
  mistake("a slot has the value of one of a position more", "engine/sizing.ts", ({ makeSizing }) => ({
    makeSizing(terms, distanceOf) {
      const sizing = makeSizing(terms, distanceOf);
      const { maxPositions } = terms.strategy.simulation;
      const share = maxPositions / (maxPositions + 1);
      return { ...sizing, slotValue: (...candidate) => sizing.slotValue(...candidate) * share };
    },
  })),
  mistake("quantities do not forgive rounding", "model/forgive.ts", () => ({ wholeShares: Math.floor })),
  mistake("no overdraft is forgiven", "model/forgive.ts", () => ({ negligibleMoney: () => 0 })),
  mistake("a tenth of the margin is nothing", "model/forgive.ts", () => ({
    negligibleMoney: (startMargin) => startMargin / 10,
  })),
  mistake("unaffordable shares are not counted", "shortcuts/count-unaffordable.ts", () => ({
    countUnaffordable: () => 0,
  })),
  mistake(
    "unaffordable shares that are held count as passed over",
    "shortcuts/count-unaffordable.ts",
    (own) => ({
      countUnaffordable: (count, session, without) =>
        own.countUnaffordable(count, session, without.slice().fill(0)),
    }),
  ),
  mistake("an unaffordable share takes a place", "shortcuts/unaffordable.ts", () => ({
    isUnaffordable: () => false,
  })),
  mistake(
    "unaffordable shares are judged without costs",
    "shortcuts/unaffordable.ts",
    ({ makeUnaffordableWatch }) => ({
      makeUnaffordableWatch: (plan, zones) =>
        makeUnaffordableWatch({ ...plan, costs: { ...plan.costs, buySlippage: 1, commission: 0 } }, zones),
    }),
  ),
  mistake("who was affordable at first still is", "shortcuts/unaffordable.ts", ({ doubtfulIn }) => {
    const firstOf = new WeakMap<object, ReturnType<typeof doubtfulIn>>();
    return {
      doubtfulIn(watch, word) {
        const { sure, open, group, groups } = doubtfulIn(watch, word);
        const first = firstOf.get(watch) ?? {
          sure: sure.slice(),
          open: open.slice(),
          group: group.slice(),
          groups,
          listing: 1,
        };
        firstOf.set(watch, first);
        return first;
      },
    };
  }),
  mistake("an instrument is bought twice", "engine/cool-down.ts", ({ makeCoolDown }) => ({
    makeCoolDown(days, ledger) {
      const coolDown = makeCoolDown(days, ledger);
      return { ...coolDown, without: coolDown.without.slice().fill(0) };
    },
  })),
  mistake("candidates are sorted from the least", "engine/priority.ts", ({ makePriorityKey }) => ({
    makePriorityKey(ground) {
      const keyOf = makePriorityKey(ground);
      return (row, member) => -keyOf(row, member);
    },
  })),
  mistake("the gain is that of 299 days", "engine/priority.ts", ({ makePriorityKey }) => ({
    makePriorityKey(ground) {
      const { strategy, priceOf, calendar } = ground;
      if (strategy.simulation.sortingType !== "300-days-top-gainer-first") return makePriorityKey(ground);
      return (row, member) =>
        row - 299 >= (calendar.fromRow[member] ?? 0)
          ? priceOf.close(row, member) / priceOf.close(row - 299, member)
          : -Infinity;
    },
  })),
  mistake("unknown keys come first", "engine/priority.ts", ({ makePriorityKey }) => ({
    makePriorityKey(ground) {
      const keyOf = makePriorityKey(ground);
      return (row, member) => {
        const key = keyOf(row, member);
        return key === -Infinity ? Infinity : key;
      };
    },
  })),
  mistake("equal candidates come from the last", "engine/priority.ts", ({ makePriorityKey }) => ({
    makePriorityKey(ground) {
      const keyOf = makePriorityKey(ground);
      return (row, member) => keyOf(row, member) * (1 + member * 1e-12);
    },
  })),
  mistake("of the most promising only the first is taken", "shortcuts/shortlist.ts", ({ shortlist }) => ({
    shortlist: (list, field, look) => shortlist(list, field, { ...look, wanted: 1 }),
  })),
  mistake("a full list takes nobody in", "engine/order-list.ts", ({ offer }) => ({
    offer(list, limit, row, member) {
      if (list.count < limit) offer(list, limit, row, member);
    },
  })),
];

export const money: readonly Mutant[] = [
  ...(["buySlippage", "sellSlippage"] as const).map((side) =>
    mistake(`slippage helps: ${side}`, "engine/plan.ts", ({ planOn }) => ({
      planOn(strategy, facts, shortcuts) {
        const plan = planOn(strategy, facts, shortcuts);
        if (!plan.ok) return plan;
        const { costs } = plan.value;
        return { ok: true, value: { ...plan.value, costs: { ...costs, [side]: 2 - costs[side] } } };
      },
    })),
  ),
  mistake("commission is paid twice", "engine/plan.ts", ({ planOn }) => ({
    planOn(strategy, facts, shortcuts) {
      const plan = planOn(strategy, facts, shortcuts);
      if (!plan.ok) return plan;
      const { costs } = plan.value;
      return { ok: true, value: { ...plan.value, costs: { ...costs, commission: 2 * costs.commission } } };
    },
  })),
  mistake("opens are not adjusted", "engine/price-basis.ts", ({ adjustedPrices }) => ({
    adjustedPrices(market, universe) {
      const found = adjustedPrices(market, universe);
      return found && { ...found, open: market.open };
    },
  })),
];
