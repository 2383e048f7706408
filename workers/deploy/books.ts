/**
 * Whether each entry's account follows from the one before it and from its own fills: the fills are put into a fresh account's
 * books, one entry after another, and money comes and goes in them by the strategy's plan. Needs no prices.
 */
import { NO_BAR } from "#workers/sessions/calendar.ts";
import { RULE, addTo, enter, leave, makeLedger, reduce } from "#workers/engine/ledger.ts";
import type { Ledger } from "#workers/engine/ledger.ts";
import type {
  Deployment,
  DeploymentEntry,
  DeploymentFill,
  DeploymentPosition,
  DecidedBuy,
  DecidedSell,
  SaleReason,
} from "#workers/model/deployment.ts";
import { isPart } from "#workers/model/deployment.ts";
import { parseStrategy } from "#workers/model/strategy.ts";
import { atEntry } from "#workers/model/verify-chain.ts";
import type { FileFault } from "#workers/model/verify-chain.ts";
import {
  beginSession,
  endSession,
  makeMoneyBooks,
  moneyFault,
  partFills,
  payFirst,
  placed,
} from "./money-books.ts";
import type { IsNear, MoneyBooks } from "./money-books.ts";

/** Why less than all of a position may be sold. */
const PARTS: ReadonlySet<SaleReason> = new Set(["rebalance", "payment"]);

/** What another program's arithmetic may differ by, relative. */
const TOLERANCE = 1e-9;

/** Sessions are places of entries, members places of symbols in ascending order. */
interface Books {
  readonly ledger: Ledger;
  readonly money: MoneyBooks;
  readonly symbols: readonly string[];
  readonly memberOf: ReadonlyMap<string, number>;
  /** Whether more may be bought of what is held. */
  readonly isByWeights: boolean;
}

/** The first entry that does not follow. */
export function findBookFault(deployment: Deployment): FileFault | null {
  const { ledger: entries } = deployment;
  if (entries.length === 0) return null;
  const strategy = parseStrategy(deployment.strategy);
  if (!strategy.ok) return { text: strategy.problem.message, place: "strategy" };
  const { maxPositions, positionSizing } = strategy.value.simulation;
  const isByWeights = positionSizing === "weights";
  const books = openBooks(deployment, makeMoneyBooks(deployment, strategy.value), isByWeights);
  let before: DeploymentEntry | undefined;
  for (const [number, entry] of entries.entries()) {
    const isNear = nearnessOf(books, entry);
    const isSame = (a: number, b: number, price: number) => isClose(a, b) || isNear(a * price, b * price);
    const text =
      accountFault(books, { entries, number, before, isNear, isSame }) ??
      closeFault(entry, before?.positions ?? []) ??
      orderFault(entry, { most: maxPositions, isByWeights, isSame });
    if (text !== null) return atEntry(deployment, number, text);
    before = entry;
  }
  return null;
}

function openBooks(
  { ledger: entries, startMargin }: Deployment,
  money: MoneyBooks,
  isByWeights: boolean,
): Books {
  const traded = entries.flatMap(({ fills }) => fills.map(({ instrument }) => instrument));
  const symbols = [...new Set(traded)].toSorted();
  const memberOf = new Map(symbols.map((symbol, member) => [symbol, member]));
  const ledger = makeLedger(startMargin, symbols.length, symbols.length);
  return { ledger, money, symbols, memberOf, isByWeights };
}

/** Whether two sums of an entry are the same. */
function nearnessOf(
  { ledger, money: { plan } }: Books,
  { fills, equity, in: came = 0, out = 0 }: DeploymentEntry,
): IsNear {
  const turnover = fills.reduce((sum, { quantity, price }) => sum + quantity * price, came + out);
  const { startMargin } = plan.strategy.simulation;
  const scale = Math.max(startMargin, Math.abs(ledger.cash), Math.abs(equity), turnover);
  return (a, b) => Math.abs(a - b) <= TOLERANCE * scale;
}

/** An entry that is put into the books. */
interface Posting {
  readonly entries: readonly DeploymentEntry[];
  readonly number: number;
  readonly before: DeploymentEntry | undefined;
  readonly isNear: IsNear;
  /** Whether two quantities at a price are the same. */
  readonly isSame: (a: number, b: number, price: number) => boolean;
}

/** The books go on from what the entry says, so that another program's rounding does not add up. */
function accountFault(books: Books, posting: Posting): string | null {
  const { ledger, money } = books;
  const { entries, number, before, isNear } = posting;
  const entry = entries[number];
  const { positions, cash, equity } = entry;
  beginSession(money, ledger, before);
  const [sells, buys, stops] = partFills(money, entry.fills);
  if (!sells.every((fill) => applyFill(books, fill, posting))) return NOT_HELD;
  payFirst(money, ledger, number);
  if (!buys.every((fill) => applyFill(books, fill, posting))) return NOT_HELD;
  money.money.cashBehindBuys = ledger.cash;
  if (!stops.every((fill) => applyFill(books, fill, posting))) return NOT_HELD;
  const value = positions.reduce((sum, { quantity, close }) => sum + quantity * close, 0);
  endSession(money, ledger, number, { entry, value });
  if (!isNear(cash, ledger.cash)) return "its cash does not follow from its fills";
  if (!isNear(equity, cash + value)) return "its equity is not cash and the positions' value";
  if (!areHeld(books, posting)) return "its positions do not follow from its fills";
  ledger.cash = cash;
  for (const [at, { entryPrice, quantity }] of positions.entries()) {
    ledger.entryPrice[ledger.open[at]] = entryPrice;
    ledger.quantity[ledger.open[at]] = quantity;
  }
  return moneyFault(money, entry, before, { session: number, isNear });
}

const NOT_HELD = "it sells what is not held, or buys what is";

/** @returns false for a sale of what is not held in that quantity, and for a purchase of what is held by a strategy that adds to nothing */
function applyFill(
  { ledger, memberOf, money, isByWeights }: Books,
  fill: DeploymentFill,
  { number: session, before, isSame }: Posting,
): boolean {
  const { instrument, side, quantity, price, commission, reason } = fill;
  const member = memberOf.get(instrument) ?? NaN;
  const at = ledger.open.subarray(0, ledger.openCount).findIndex((each) => ledger.member[each] === member);
  const position = ledger.open[at];
  if (side === "buy") {
    const cost = quantity * price + commission;
    if (at >= 0 && !isByWeights) return false;
    if (before?.decisions.buys.some((buy) => buy.instrument === instrument && buy.moneyIn))
      placed(money, fill);
    if (at >= 0) addTo(ledger, position, { price, quantity, cost });
    else enter(ledger, { member, row: NO_BAR, session, close: price, price, quantity, cost });
    return true;
  }
  if (at < 0) return false;
  const held = ledger.quantity[position];
  const isLess = isPartReason(reason) && isPart(fill, held);
  if (!isLess && !isSame(held, quantity, price)) return false;
  const exit = { session, price, reason: RULE, proceeds: quantity * price - commission };
  if (isLess) reduce(ledger, position, quantity, exit);
  else leave(ledger, at, exit);
  return true;
}

/** Whether the entry has the positions of the books, by symbol. */
function areHeld({ ledger, symbols }: Books, { entries, number, isSame }: Posting): boolean {
  const { positions } = entries[number];
  if (positions.length !== ledger.openCount) return false;
  return positions.every(({ instrument, entryDate, entryPrice, quantity, close }, at) => {
    const own = ledger.open[at];
    return (
      symbols[ledger.member[own]] === instrument &&
      entries[ledger.entrySession[own]].session === entryDate &&
      isClose(ledger.entryPrice[own], entryPrice) &&
      isSame(ledger.quantity[own], quantity, close)
    );
  });
}

/** A close is the session's, or still the one before. */
function closeFault(
  { positions, session }: DeploymentEntry,
  held: readonly DeploymentPosition[],
): string | null {
  const before = new Map(held.map((position) => [position.instrument, position]));
  const wrong = positions.find(({ instrument, closeDate, close }) => {
    const own = before.get(instrument);
    return closeDate !== session && (own?.closeDate !== closeDate || own.close !== close);
  });
  return wrong === undefined
    ? null
    : `the close of ${wrong.instrument} is neither the session's nor the one before`;
}

function isClose(a: number, b: number): boolean {
  return Math.abs(a - b) <= TOLERANCE * Math.max(Math.abs(a), Math.abs(b));
}

interface Limits {
  /** Positions that the strategy may hold. */
  readonly most: number;
  /** More may be bought of what is held. */
  readonly isByWeights: boolean;
  /** Whether two quantities are the same but for another program's rounding. */
  readonly isSame: (a: number, b: number, price: number) => boolean;
}

/** What an entry can't have decided, whatever its prices were; null where nothing is wrong. */
function orderFault(
  { decisions: { sells, buys }, positions }: Pick<DeploymentEntry, "decisions" | "positions">,
  { most, isByWeights, isSame }: Limits,
): string | null {
  const held = new Map(positions.map((position) => [position.instrument, position]));
  const isNew = ({ instrument }: DecidedBuy) => !held.has(instrument);
  if (positions.length > most || buys.filter(isNew).length > most)
    return `it has more than the ${most} positions that the strategy may hold`;
  const isAllHeld = sells.every((sell) => {
    const position = held.get(sell.instrument);
    if (position === undefined) return false;
    const isAll = isSame(position.quantity, sell.quantity, position.close);
    return isAll || (isPart(sell, position.quantity) && PARTS.has(sell.reason));
  });
  if (!isAllHeld || !isInOrder(sells)) return "it decides to sell what is not held";
  const bought = new Set(buys.map(({ instrument }) => instrument));
  const more = buys.filter((buy) => !isNew(buy));
  const areNewFirst = buys.slice(0, buys.length - more.length).every(isNew);
  const isBuying =
    bought.size === buys.length &&
    buys.every((buy) => !isNew(buy) || buy.moneyIn !== true) &&
    (more.length === 0 || (isByWeights && areNewFirst && isInOrder(more)));
  return isBuying ? null : "it decides to buy what is held, or twice";
}

/** Whether orders go by symbol, each symbol once. */
function isInOrder(orders: readonly Pick<DecidedSell, "instrument">[]): boolean {
  return orders.every(({ instrument }, place) => place === 0 || orders[place - 1].instrument < instrument);
}

/** Whether a sale of less than all can have this reason. */
function isPartReason(reason: SaleReason | null): boolean {
  return reason !== null && PARTS.has(reason);
}
