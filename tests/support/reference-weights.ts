/** The reference's weights and payments: sections 3 and 4 of the contract of the account, in the order of their numbers. */
import { formatIsoDay } from "#workers/model/day.ts";
import { compareSymbols } from "#workers/model/market.ts";
import {
  broughtAt,
  bySymbol,
  canBuyOne,
  freePlaces,
  heldFor,
  nothingOf,
  valueOf,
} from "./reference-books.ts";
import type { Books, Holding } from "./reference-books.ts";
import { candidatesOn } from "./reference-decide.ts";
import type { Candidate } from "./reference-decide.ts";
import { dropOrphans } from "./reference-fills.ts";
import { barOn, itemAt, knownBar, sum } from "./reference-series.ts";

/** A share of the account that is off by no more, in points, is where it should be. */
const CLOSE_BY = 1e-7;
/** The fraction of what is held from which a part is all. */
const ALL = 1 - 1e-9;

interface Wanted {
  readonly symbol: string;
  readonly weight: number;
}

/** One close: the account's value less what is owed, and what came in on it less what owed grew by. */
export interface Close {
  readonly t: number;
  readonly E: number;
  readonly moneyIn: number;
}

interface Given {
  sells: number;
  buys: number;
  /** Value of the sells, money of the buys. */
  moved: number;
}

function keptOf({ holdings }: Books): Holding[] {
  return bySymbol(holdings.filter((each) => each.sellReason === null));
}

/** On the last bar up to the day. */
function weightOf(
  { run }: Books,
  { series, symbol }: Pick<Candidate, "series" | "symbol">,
  day: number,
): number | null {
  return run.lines.weight(symbol, knownBar(series, day).day);
}

/** In percent of the account, by symbol. @param leftAlone - percent that others have */
function targetsOf({ run }: Books, list: readonly Wanted[], leftAlone: number): Map<string, number> {
  const rest = Math.max(0, 100 - leftAlone);
  const wanted = bySymbol(list);
  const parts = sum(wanted.map((each) => each.weight));
  const isPercents = run.strategy.simulation.weightsAre === "percents";
  const plain = wanted.map(({ weight }) => (isPercents ? weight : (weight / parts) * rest));
  const total = sum(plain);
  const scale = total > rest ? rest / total : 1;
  return new Map(wanted.map(({ symbol }, at) => [symbol, itemAt(plain, at) * scale]));
}

/** What each kept one should have without new ones. @param worthless - what becomes of a weight of 0 or less */
function planOf(books: Books, { t, E }: Close, worthless: "left alone" | "nothing"): Map<string, number> {
  const day = itemAt(books.run.calendar, t);
  const wanted: Wanted[] = [];
  const own = new Map<string, number>();
  for (const holding of keptOf(books)) {
    const weight = weightOf(books, holding, day);
    if (weight !== null && weight > 0) wanted.push({ symbol: holding.symbol, weight });
    else if (weight !== null && worthless === "nothing") own.set(holding.symbol, 0);
    else own.set(holding.symbol, (valueOf(holding, day) / E) * 100);
  }
  return new Map([...own, ...targetsOf(books, wanted, sum([...own.values()]))]);
}

function orderSale(holding: Holding, quantity: number, reason: "rebalance" | "payment"): void {
  if (quantity >= holding.quantity * ALL) {
    holding.sellReason = reason;
    holding.part = null;
  } else if (quantity > 0) holding.part = { reason, quantity };
}

/** Step 5 of weights. */
export function decideWeights(books: Books, close: Close): void {
  const { run, rebalances } = books;
  const { t, E, moneyIn } = close;
  const day = itemAt(run.calendar, t);
  dropOrphans(books);
  if (!(E > nothingOf(books))) {
    books.buys = [];
    return;
  }
  const given: Given = { sells: 0, buys: 0, moved: 0 };
  const isRebalance = books.rebalanced.has(day);
  const isSetBack =
    isRebalance || books.scheduled.has(day) ? setBack(books, close, { isRebalance, given }) : false;
  if (isSetBack) books.uninvested = 0;
  else if (moneyIn > nothingOf(books) && books.uninvested > nothingOf(books)) placeMoney(books, close, given);
  if (given.sells + given.buys === 0 || day === run.period.at(-1)) return;
  const { sells, buys, moved } = given;
  rebalances.push({ date: formatIsoDay(day), sells, buys, turnover: (moved / E) * 100 });
}

/** Numbers 1 to 5. @returns whether a kept one got an order */
function setBack(
  books: Books,
  { t, E }: Close,
  { isRebalance, given }: { isRebalance: boolean; given: Given },
): boolean {
  const { run } = books;
  const { maxPositions, weightsAre, rebalanceBand, weights = [] } = run.strategy.simulation;
  const day = itemAt(run.calendar, t);
  const shareOf = (holding: Holding): number => (valueOf(holding, day) / E) * 100;
  books.buys = isRebalance ? [] : books.buys.filter((each) => each.kind !== "new");
  let leftAlone = 0;
  const targeted: (Wanted & { readonly holding: Holding })[] = [];
  for (const holding of keptOf(books)) {
    if (isRebalance && holding.part?.reason === "rebalance") holding.part = null;
    const weight = isRebalance ? weightOf(books, holding, day) : null;
    if (weight !== null && weight > 0) targeted.push({ holding, symbol: holding.symbol, weight });
    else if (weight !== null && heldFor(books, holding, t) >= run.strategy.sell.minHoldingDays) {
      holding.sellReason = "weight";
      holding.part = null;
      given.sells += 1;
      given.moved += valueOf(holding, day);
    } else leftAlone += shareOf(holding);
  }
  const fresh = books.scheduled.has(day) ? newOnes(books, { t, E }) : [];
  const targets = targetsOf(books, [...targeted, ...fresh], leftAlone);
  const targetOf = ({ symbol }: Wanted): number => targets.get(symbol) ?? Number.NaN;
  const points = rebalanceBand === undefined ? 0 : (rebalanceBand.points ?? Infinity);
  const percent = rebalanceBand === undefined ? 0 : (rebalanceBand.percent ?? Infinity);
  const isOutside = targeted.some((each) => {
    const allowed = Math.min(points, (percent / 100) * targetOf(each));
    return Math.abs(shareOf(each.holding) - targetOf(each)) > allowed + CLOSE_BY;
  });
  const before = given.sells + given.buys;
  for (const each of isOutside ? targeted : [])
    adjust(books, each.holding, { day, E, off: shareOf(each.holding) - targetOf(each), given });
  const isOrdered = given.sells + given.buys > before;
  const most = isRebalance || weightsAre === "percents" ? Infinity : 100 / maxPositions;
  for (const each of fresh) {
    const { series, symbol } = each;
    const isNamed = weights.some((own) => own.symbol === symbol);
    const target = isNamed ? targetOf(each) : Math.min(most, targetOf(each));
    const money = (target / 100) * E;
    if (target <= CLOSE_BY || money <= nothingOf(books)) continue;
    placeBuy(books, { series, symbol, money, kind: "new" }, given);
  }
  return isOrdered;
}

function placeBuy(books: Books, asked: Books["buys"][number], given: Given): void {
  books.buys.push(asked);
  given.buys += 1;
  given.moved += asked.money;
}

/** The order of a kept one that is off by so many points of the account. */
function adjust(
  books: Books,
  holding: Holding,
  { day, E, off, given }: { day: number; E: number; off: number; given: Given },
): void {
  if (Math.abs(off) <= CLOSE_BY) return;
  const { series, symbol } = holding;
  const { close } = knownBar(series, day);
  if (off < 0) {
    const money = (-off / 100) * E;
    if (money > nothingOf(books) && canBuyOne(books, money, close))
      placeBuy(books, { series, symbol, money, kind: "more" }, given);
    return;
  }
  const exact = ((off / 100) * E) / close;
  const { fractionalShares } = books.run.strategy.simulation;
  const quantity = fractionalShares ? exact : Math.floor(exact + 1e-9);
  if (quantity <= 0) return;
  orderSale(holding, quantity, "rebalance");
  given.sells += 1;
  given.moved += Math.min(quantity, holding.quantity) * close;
}

/** Number 3: candidates with a weight, as many as there are places. */
function newOnes(books: Books, { t, E }: Omit<Close, "moneyIn">): (Candidate & Wanted)[] {
  const { run, passedOver } = books;
  const { maxPositions, weightsAre, weights = [] } = run.strategy.simulation;
  const isPercents = weightsAre === "percents";
  const fresh: (Candidate & Wanted)[] = [];
  const places = freePlaces(books);
  for (const candidate of candidatesOn(books, t)) {
    const weight = weightOf(books, candidate, itemAt(run.calendar, t));
    if (weight === null || weight <= 0) continue;
    const money = isPercents ? (weight / 100) * E : E / maxPositions;
    const isSpared = !isPercents && weights.some((own) => own.symbol === candidate.symbol);
    if (!isSpared && !canBuyOne(books, money, candidate.close)) passedOver.unaffordable += 1;
    else if (fresh.length < places) fresh.push({ ...candidate, weight });
    else passedOver.noSlot += 1;
  }
  return fresh;
}

/** Number 6: money that came in goes to who lacks most. */
function placeMoney(books: Books, close: Close, given: Given): void {
  const { E, t } = close;
  const day = itemAt(books.run.calendar, t);
  const targets = planOf(books, close, "left alone");
  const waits = ({ symbol, part }: Holding): boolean =>
    part !== null || books.buys.some((each) => each.symbol === symbol);
  let left = Math.min(books.uninvested, books.cash - books.owed) - sum(books.buys.map((each) => each.money));
  const lacking = keptOf(books)
    .filter((holding) => !waits(holding))
    .map((holding) => ({
      series: holding.series,
      symbol: holding.symbol,
      lack: ((targets.get(holding.symbol) ?? Number.NaN) / 100) * E - valueOf(holding, day),
    }))
    .filter(({ lack }) => (lack / E) * 100 > CLOSE_BY)
    .toSorted((a, b) => Math.fround(b.lack) - Math.fround(a.lack) || compareSymbols(a.symbol, b.symbol));
  for (const { series, symbol, lack } of lacking) {
    const money = Math.min(lack, left);
    if (money <= nothingOf(books)) return;
    if (!canBuyOne(books, money, knownBar(series, day).close)) continue;
    left -= money;
    placeBuy(books, { series, symbol, money, kind: "in" }, given);
  }
}

interface Asked {
  readonly holding: Holding;
  readonly symbol: string;
  readonly close: number;
  readonly quantity: number;
  /** Shares above its target. */
  readonly above: number;
}

/** What is still owed is covered by parts of what is held: those above their targets first. */
export function cover(books: Books, close: Close): void {
  const { cash, owed, holdings, buys, run } = books;
  const { E, t } = close;
  const day = itemAt(run.calendar, t);
  const isByWeights = run.strategy.simulation.positionSizing === "weights";
  const nothing = nothingOf(books);
  const coming = holdings.map(({ series, sellReason, part, quantity }) => {
    const bar = barOn(series, day);
    if (bar === null) return 0;
    return (sellReason === null ? (part?.quantity ?? 0) : quantity) * broughtAt(books, bar.close);
  });
  const need = owed - cash - sum(coming);
  if (!(need > nothing)) return;
  const targets = isByWeights && E > nothing ? planOf(books, close, "nothing") : null;
  const asked = bySymbol(holdings).flatMap((holding): Asked[] => {
    const { symbol, quantity, sellReason, part } = holding;
    const bar = barOn(holding.series, day);
    if (bar === null || sellReason !== null || part !== null) return [];
    if (buys.some((each) => each.symbol === symbol)) return [];
    const one = { holding, symbol, close: bar.close, quantity };
    if (!isByWeights) return [{ ...one, above: 0 }];
    if (targets === null) return [{ ...one, above: quantity }];
    const off = (valueOf(holding, day) / E) * 100 - (targets.get(symbol) ?? Number.NaN);
    return [{ ...one, above: off > CLOSE_BY ? Math.min(quantity, ((off / 100) * E) / bar.close) : 0 }];
  });
  const bring = (shares: (one: Asked) => number): number =>
    sum(asked.map((one) => shares(one) * broughtAt(books, one.close)));
  const [byAbove, byRest] = [bring((one) => one.above), bring((one) => one.quantity - one.above)];
  const rest = byRest > 0 ? Math.min(1, (need - byAbove) / byRest) : 0;
  const saleOf = ({ above, quantity }: Asked): number =>
    byAbove >= need - nothing ? (need / byAbove) * above : above + rest * (quantity - above);
  const sales = asked.map((one): Sale => [one, saleOf(one)]);
  const placed = run.strategy.simulation.fractionalShares ? sales : inWholeShares(books, sales, need);
  for (const [{ holding }, shares] of placed) orderSale(holding, shares, "payment");
}

/** Shares to be sold of a holding. */
type Sale = readonly [Asked, number];

/** Floored, then one share more of each, the largest first, until the need is covered. */
function inWholeShares(books: Books, sales: readonly Sale[], need: number): Sale[] {
  const floorOf = ([{ quantity }, shares]: Sale): number =>
    shares >= quantity * ALL ? quantity : Math.floor(shares + 1e-9);
  const brought = sum(sales.map((sale) => floorOf(sale) * broughtAt(books, sale[0].close)));
  let short = need - nothingOf(books) - brought;
  const byValue = sales.toSorted(
    ([a], [b]) => b.quantity * b.close - a.quantity * a.close || compareSymbols(a.symbol, b.symbol),
  );
  return byValue.map((sale): Sale => {
    const [one, shares] = sale;
    const floored = floorOf(sale);
    if (short <= 0 || shares < 1e-9 * one.quantity) return [one, floored];
    const more = Math.min(1, one.quantity - floored);
    short -= more * broughtAt(books, one.close);
    return [one, floored + more];
  });
}
