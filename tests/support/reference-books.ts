/** The reference's books: what a run has, holds, owes and has ordered, and the small sums that all its steps share. */
import { compareSymbols } from "#workers/model/market.ts";
import type { Decision } from "#workers/model/decision.ts";
import type { ExitReason, PassedOver, Position, RebalanceRow } from "#workers/model/report.ts";
import { daysOn } from "./reference-money.ts";
import type { ReferenceRules } from "./reference-rules.ts";
import { itemAt, knownBar, sum } from "./reference-series.ts";
import type { Bar, Rules, Series } from "./reference-series.ts";

export interface Run extends Rules {
  readonly lines: ReferenceRules;
  /** Every series of the dataset. */
  readonly all: readonly Series[];
  /** Days of the universe, and those of them that are simulated. */
  readonly calendar: readonly number[];
  readonly period: readonly number[];
  readonly delistedAfter: number;
}

export interface Holding {
  readonly series: Series;
  readonly symbol: string;
  readonly entrySession: number;
  readonly firstPrice: number;
  /** Average cost a share, as rules and stops see it. */
  average: number;
  quantity: number;
  /** Set once it is to be sold whole. */
  sellReason: ExitReason | null;
  part: { readonly reason: "rebalance" | "payment"; readonly quantity: number } | null;
  /** Of all buys and all sells so far: shares, their fills, and what was paid and brought after costs. */
  bought: number;
  boughtFor: number;
  paid: number;
  sold: number;
  soldFor: number;
  brought: number;
}

export interface Order {
  readonly series: Series;
  readonly symbol: string;
  readonly money: number;
  /** For a new position, for more of one, or for more of one with money that came in. */
  readonly kind: "new" | "more" | "in";
}

export interface Books {
  readonly run: Run;
  /** Days on which buys and sell rules are looked at, and those on which weights are set back. */
  readonly scheduled: ReadonlySet<number>;
  readonly rebalanced: ReadonlySet<number>;
  cash: number;
  owed: number;
  missed: number;
  /** Day of the first money that was missed. */
  ranOut: number | null;
  withdrawn: number;
  uninvested: number;
  holdings: Holding[];
  buys: Order[];
  /** The session of each symbol's last sale. */
  readonly lastSold: Map<string, number>;
  readonly positions: Position[];
  readonly passedOver: { -readonly [Reason in keyof PassedOver]: number };
  readonly rebalances: RebalanceRow[];
  readonly decisions: Decision[];
}

export function openBooks(run: Run): Books {
  const { schedule = "daily", rebalance = "never", scheduleDay = 1 } = run.strategy.simulation;
  const days = { calendar: run.calendar, firstDay: itemAt(run.period, 0), nth: scheduleDay };
  return {
    run,
    scheduled: daysOn(schedule, days),
    rebalanced: daysOn(rebalance, days),
    cash: run.strategy.simulation.startMargin,
    owed: 0,
    missed: 0,
    ranOut: null,
    withdrawn: 0,
    uninvested: 0,
    holdings: [],
    buys: [],
    lastSold: new Map(),
    positions: [],
    passedOver: { unaffordable: 0, noSlot: 0, noCash: 0, noBar: 0 },
    rebalances: [],
    decisions: [],
  };
}

export function bySymbol<T extends { readonly symbol: string }>(list: readonly T[]): T[] {
  return list.toSorted((a, b) => compareSymbols(a.symbol, b.symbol));
}

/** Money up to this is none. */
export function nothingOf({ run }: Books): number {
  return 1e-9 * run.strategy.simulation.startMargin;
}

export function valueOf({ series, quantity }: Holding, day: number): number {
  return quantity * knownBar(series, day).close;
}

export function worthOf({ holdings }: Books, day: number): number {
  return sum(holdings.map((each) => valueOf(each, day)));
}

/** What a share costs whoever buys at a price, and brings whoever sells. */
export function costAt({ run }: Books, price: number): number {
  const { slippagePercent, commissionPercent } = run.strategy.simulation;
  return price * (1 + slippagePercent / 100) * (1 + commissionPercent / 100);
}

export function broughtAt({ run }: Books, price: number): number {
  const { slippagePercent, commissionPercent } = run.strategy.simulation;
  return price * (1 - slippagePercent / 100) * (1 - commissionPercent / 100);
}

/** Whether the money buys a share at a close; any money does where parts of shares are held. */
export function canBuyOne(books: Books, money: number, close: number): boolean {
  const { fractionalShares } = books.run.strategy.simulation;
  return fractionalShares || Math.floor(money / costAt(books, close) + 1e-9) >= 1;
}

/** How long a holding will have been held if the order of this close is filled. */
export function heldFor({ run }: Books, { entrySession }: Holding, t: number): number {
  return t + (run.strategy.simulation.fillAt === "same-close" ? 0 : 1) - entrySession;
}

/** The highest of the first fill's price and the closes from the entry to before that day. */
export function peakBefore({ run }: Books, holding: Holding, day: number): number {
  const entry = itemAt(run.calendar, holding.entrySession);
  const lived = holding.series.bars.filter((each) => each.day >= entry && each.day < day);
  return Math.max(holding.firstPrice, ...lived.map((each) => each.close));
}

/** At which of a bar's prices orders are filled. */
export function fillPrice({ run }: Books, bar: Bar): number {
  return run.strategy.simulation.fillAt === "next-open" ? bar.open : bar.close;
}

/** Places that are free, or will be once what waits is sold. */
export function freePlaces({ run, holdings }: Books): number {
  const waiting = holdings.filter((each) => each.sellReason !== null).length;
  return run.strategy.simulation.maxPositions - holdings.length + waiting;
}
