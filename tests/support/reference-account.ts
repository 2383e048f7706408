/**
 * The reference's day loop, for slots and weights alike, done plainly and slowly from the contracts alone: section 3 of
 * workers/engine/README.md with what sections 7, 8, 9 and 13 of workers/rules/README.md and the contract of the account add, step
 * by step, in the order of their numbers. Everything is worked out afresh every session.
 */
import { formatIsoDay } from "#workers/model/day.ts";
import type { Decision } from "#workers/model/decision.ts";
import { compareSymbols } from "#workers/model/market.ts";
import type { NextOrders, PassedOver, Position, RebalanceRow } from "#workers/model/report.ts";
import { bySymbol, costAt, nothingOf, openBooks, worthOf } from "./reference-books.ts";
import type { Books, Run } from "./reference-books.ts";
import { decideExits, decideSlots } from "./reference-decide.ts";
import {
  fillRestingStops,
  fillSells,
  fillSlots,
  fillWeights,
  listPosition,
  miss,
  payOwed,
  presumeDelisted,
} from "./reference-fills.ts";
import { dueOn, interestOf } from "./reference-money.ts";
import { itemAt, knownBar, sum } from "./reference-series.ts";
import { cover, decideWeights } from "./reference-weights.ts";

interface AccountClose {
  readonly equity: number;
  /** What the strategy made of money, whenever it came. */
  readonly growth: number;
  /** What the positions are worth. */
  readonly invested: number;
  readonly open: number;
}

export interface AccountDays {
  readonly positions: readonly Position[];
  readonly closes: readonly AccountClose[];
  readonly passedOver: PassedOver;
  readonly decisions: readonly Decision[];
  readonly rebalances: readonly RebalanceRow[];
  readonly next: NextOrders;
  readonly money: {
    readonly deposited: number;
    readonly withdrawn: number;
    readonly owed: number;
    readonly missed: number;
    readonly ranOut: string | null;
    readonly interest: number;
  };
  /** The highest rate that idle money earned from one session to the next. */
  readonly highestRate: number;
}

export function runAccount(run: Run): AccountDays {
  const { calendar, period } = run;
  const { simulation } = run.strategy;
  const { startMargin, fillAt } = simulation;
  const [isSameClose, isNextClose] = [fillAt === "same-close", fillAt === "next-close"];
  const isByWeights = simulation.positionSizing === "weights";
  const books = openBooks(run);
  const nothing = nothingOf(books);
  const rateOf = interestOf(simulation.cash, run.all);
  const dueToday = dueOn(simulation, run.all, period);
  const lastDay = itemAt(period, period.length - 1);
  const closes: AccountClose[] = [];
  let [deposited, interest, growth, divisor, highestRate] = [0, 0, startMargin, startMargin, 0];
  let next: NextOrders = { date: formatIsoDay(lastDay), sells: [], buys: [] };

  /** Step 2. @returns what was paid */
  function fillOrders(t: number, day: number): number {
    fillSells(books, day);
    const paid = payOwed(books, day);
    if (isByWeights) fillWeights(books, t, day);
    else fillSlots(books, t, day);
    return paid;
  }

  for (const [at, day] of period.entries()) {
    const t = calendar.indexOf(day);
    const rate = at === 0 ? 0 : rateOf(itemAt(period, at - 1), day);
    highestRate = Math.max(highestRate, rate);
    const cashBefore = books.cash;
    presumeDelisted(books, t, day);
    if (isNextClose) fillRestingStops(books, t, day);
    let paid = isSameClose ? 0 : fillOrders(t, day);
    const earning = isSameClose ? cashBefore : Math.min(cashBefore, books.cash);
    if (!isNextClose) fillRestingStops(books, t, day);
    books.cash += rate * Math.max(0, earning);
    interest += rate * Math.max(0, earning);

    const { amounts, percents } = dueToday(day);
    const worthBefore = Math.max(0, books.cash + worthOf(books, day) - books.owed);
    const cameIn = sum(amounts.filter((amount) => amount > 0));
    books.cash += cameIn;
    deposited += cameIn;
    const out =
      sum(percents.map((percent) => (-percent / 100) * worthBefore)) -
      sum(amounts.filter((amount) => amount < 0));
    const owedMore = Math.min(out, Math.max(0, books.cash + worthOf(books, day) - books.owed));
    miss(books, out - owedMore, day);
    books.owed += owedMore;
    paid += payOwed(books, day);
    const moneyIn = cameIn - owedMore;
    const free = Math.max(0, books.cash - books.owed);
    books.uninvested = Math.min(Math.max(0, books.uninvested + moneyIn), free);

    const invested = worthOf(books, day);
    const equity = books.cash + invested;
    growth *= divisor > nothing ? (equity - cameIn + paid) / divisor : 1;
    if (simulation.flows !== undefined && growth <= nothing) growth = 0;
    closes.push({ equity, growth, invested, open: books.holdings.length });

    decideExits(books, t, day);
    const E = equity - books.owed;
    const [counted, decided] = [{ ...books.passedOver }, books.decisions.length];
    if (isByWeights) decideWeights(books, { t, E, moneyIn });
    else decideSlots(books, t, E);
    cover(books, { t, E, moneyIn });
    divisor = equity;
    if (day === lastDay) {
      next = nextOrders(books, day);
      Object.assign(books.passedOver, counted);
      books.decisions.length = decided;
    } else if (isSameClose) divisor -= fillOrders(t, day);
  }
  for (const holding of books.holdings)
    listPosition(books, holding, { day: knownBar(holding.series, lastDay).day, reason: "open" });
  const { owed, missed, ranOut, withdrawn, positions, passedOver, decisions, rebalances } = books;
  const ranOutOn = ranOut === null ? null : formatIsoDay(ranOut);
  return {
    positions: positions.toSorted(
      (a, b) => compareSymbols(a.entryDate, b.entryDate) || compareSymbols(a.instrument, b.instrument),
    ),
    closes,
    passedOver,
    decisions,
    rebalances,
    next,
    money: { deposited, withdrawn, owed, missed, ranOut: ranOutOn, interest },
    highestRate,
  };
}

function nextOrders(books: Books, day: number): NextOrders {
  const { strategy } = books.run;
  const { fractionalShares, positionSizing } = strategy.simulation;
  const sells = bySymbol(books.holdings).flatMap(({ symbol: instrument, sellReason, part, quantity }) => {
    if (sellReason === "open" || sellReason === "no-data") return [];
    if (sellReason !== null) return [{ instrument, reason: sellReason, quantity }];
    return part === null ? [] : [{ instrument, ...part }];
  });
  const others = books.buys.filter((order) => order.kind !== "new");
  const ordered =
    positionSizing === "weights"
      ? [...books.buys.filter((order) => order.kind === "new"), ...bySymbol(others)]
      : books.buys;
  return {
    date: formatIsoDay(day),
    sells,
    buys: ordered.map(({ series, symbol: instrument, money, kind }) => {
      const shares = money / costAt(books, knownBar(series, day).close);
      const quantity = fractionalShares ? shares : Math.floor(shares + 1e-9);
      const buy = { instrument, slotValue: money, quantity };
      return kind === "in" ? Object.assign(buy, { moneyIn: true as const }) : buy;
    }),
    ...(books.owed > 0 && { owed: books.owed }),
  };
}
