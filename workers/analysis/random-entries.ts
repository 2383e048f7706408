/**
 * Runs that buy by chance: as many positions as the strategy's own run, decided on the same days, of whatever could be
 * bought there; sells, sizes, costs and places are the strategy's. What a run gains over these it owes to its choice of
 * instruments, or to luck.
 */
import type { Candidates } from "#workers/engine/candidate-bits.ts";
import { findPassing } from "#workers/engine/candidates.ts";
import type { FindOrders } from "#workers/engine/order-list.ts";
import { canBuyOne } from "#workers/engine/orders.ts";
import type { Plan } from "#workers/engine/run-plan.ts";
import { sizingOf } from "#workers/engine/decide.ts";
import { simulateOn } from "#workers/engine/simulate.ts";
import type { Simulation } from "#workers/engine/simulate.ts";
import { openRandom } from "#workers/model/random.ts";
import type { Random } from "#workers/model/random.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { WORD, countBits, lowestBit } from "#workers/sessions/bits.ts";
import { rowOn } from "#workers/sessions/calendar.ts";
import type { DecidedRun } from "./entry-decisions.ts";

/** The same draws for every strategy, so that two of them are held against the same luck. */
const SEED = "random entries";

/** @param own - the strategy's own run */
export function makeDraws(plan: Plan, own: DecidedRun): (draw: number) => Simulation {
  const tradable = findTradable(plan);
  const entries = entriesDecided(plan, own);
  return (draw) => {
    const random = openRandom(`${SEED} ${draw}`);
    return simulateOn(plan, {
      candidates: tradable,
      findOrders: buyAtRandom(plan, tradable, entries, random),
    });
  };
}

/**
 * Who has a bar on a session, and passes what the scanner asks of everyone about price and trading volume: with "any" of
 * its conditions it asks nothing of everyone.
 */
function findTradable(plan: Plan): Candidates {
  const { scanner, buy } = plan.strategy;
  const asksAll = scanner.match === "all";
  const strategy: Strategy = {
    ...plan.strategy,
    scanner: {
      ...scanner,
      priceGrowth: null,
      marketCapRank: null,
      minPrice: asksAll ? scanner.minPrice : null,
      avgDailyValue: asksAll ? scanner.avgDailyValue : null,
    },
    buy: { ...buy, lastPriceVsClose: false, lastPriceVsMA: false },
  };
  const rules = { ...plan.rules, scanner: [], buy: [] };
  return findPassing({ ...plan, strategy, rules }, plan.firstSession, plan.lastSession + 1);
}

/** By session of the calendar: positions that its close decided to open, and that were opened. */
function entriesDecided({ sessionDay }: Plan, { decidedOn }: DecidedRun): Int32Array {
  const decided = new Int32Array(sessionDay.length);
  for (const session of decidedOn) decided[session]++;
  return decided;
}

/** Buys that find no free place wait for the next close with one. */
function buyAtRandom(plan: Plan, tradable: Candidates, entries: Int32Array, random: Random): FindOrders {
  const { calendar, priceOf } = plan;
  const { memberWords, stride, bits, firstSession } = tradable;
  const sizing = sizingOf(plan);
  const open = new Int32Array(memberWords);
  let due = 0;
  return (list, { session, slots, equity, without }, passed) => {
    passed.unaffordable = 0;
    passed.noSlot = 0;
    list.count = 0;
    due += entries[session];
    const wanted = Math.min(due, slots);
    if (wanted === 0) return;
    let left = 0;
    for (let group = 0; group < memberWords; group++) {
      open[group] = bits[session - firstSession + group * stride] & ~without[group];
      left += countBits(open[group]);
    }
    while (list.count < wanted && left > 0) {
      const member = takeNth(open, Math.floor(random() * left--));
      const row = rowOn(calendar, member, session);
      const close = priceOf.close(row, member);
      const slotValue = sizing.slotValue(equity, close, member, row - calendar.fromRow[member]);
      if (!canBuyOne(plan, slotValue, close)) continue;
      list.row[list.count] = row;
      list.member[list.count] = member;
      list.key[list.count++] = 0;
    }
    due -= list.count;
  };
}

/** Takes the n-th of the bits that are set, counted from 0, away and gives its number; there are more than n. */
function takeNth(open: Int32Array, n: number): number {
  let [group, rest] = [0, n];
  for (let here = countBits(open[0]); rest >= here; here = countBits(open[group])) {
    rest -= here;
    group++;
  }
  let word = open[group];
  for (; rest > 0; rest--) word &= word - 1;
  open[group] &= ~(word & -word);
  return group * WORD + lowestBit(word);
}
