/**
 * Whether each entry's account follows from the one before it and from its own fills: the fills are put into a fresh account's
 * books, one entry after another. Needs no prices.
 */
import { NO_BAR } from "#workers/sessions/calendar.ts";
import { RULE, enter, leave, makeLedger } from "#workers/engine/ledger.ts";
import type { Ledger } from "#workers/engine/ledger.ts";
import type {
  Deployment,
  DeploymentEntry,
  DeploymentFill,
  DeploymentPosition,
} from "#workers/model/deployment.ts";
import { parseStrategy } from "#workers/model/strategy.ts";
import { atEntry } from "#workers/model/verify-chain.ts";
import type { FileFault } from "#workers/model/verify-chain.ts";

/** What another program's arithmetic may differ by, relative. */
const TOLERANCE = 1e-9;

/** Sessions are places of entries, members places of symbols in ascending order. */
interface Books {
  readonly ledger: Ledger;
  readonly symbols: readonly string[];
  readonly memberOf: ReadonlyMap<string, number>;
}

/** The first entry that does not follow. */
export function findBookFault(deployment: Deployment): FileFault | null {
  const { ledger: entries, startMargin } = deployment;
  const books = openBooks(deployment);
  const strategy = parseStrategy(deployment.strategy);
  const most = strategy.ok ? strategy.value.simulation.maxPositions : Infinity;
  let held: readonly DeploymentPosition[] = [];
  for (const [number, entry] of entries.entries()) {
    const text =
      accountFault(books, entries, number, startMargin) ??
      closeFault(entry, held) ??
      orderFault(entry.decisions, entry.positions, most);
    if (text !== null) return atEntry(deployment, number, text);
    held = entry.positions;
  }
  return null;
}

function openBooks({ ledger: entries, startMargin }: Deployment): Books {
  const traded = entries.flatMap(({ fills }) => fills.map(({ instrument }) => instrument));
  const symbols = [...new Set(traded)].toSorted();
  const memberOf = new Map(symbols.map((symbol, member) => [symbol, member]));
  return { ledger: makeLedger(startMargin, symbols.length, symbols.length), symbols, memberOf };
}

/** The books go on from what the entry says, so that another program's rounding does not add up. */
function accountFault(
  books: Books,
  entries: readonly DeploymentEntry[],
  number: number,
  startMargin: number,
): string | null {
  const { ledger } = books;
  const { fills, positions, cash, equity } = entries[number];
  const turnover = fills.reduce((sum, { quantity, price }) => sum + quantity * price, 0);
  const scale = Math.max(startMargin, Math.abs(ledger.cash), Math.abs(equity), turnover);
  const isNear = (a: number, b: number) => Math.abs(a - b) <= TOLERANCE * scale;
  if (!fills.every((fill) => applyFill(books, fill, number)))
    return "it sells what is not held, or buys what is";
  if (!isNear(cash, ledger.cash)) return "its cash does not follow from its fills";
  const value = positions.reduce((sum, { quantity, close }) => sum + quantity * close, cash);
  if (!isNear(equity, value)) return "its equity is not cash and the positions' value";
  if (!areHeld(books, positions, entries)) return "its positions do not follow from its fills";
  ledger.cash = cash;
  for (const [at, { entryPrice, quantity }] of positions.entries()) {
    ledger.entryPrice[ledger.open[at]] = entryPrice;
    ledger.quantity[ledger.open[at]] = quantity;
  }
  return null;
}

/** @returns false for a sale of what is not held in that quantity, and for a purchase of what is held */
function applyFill(
  { ledger, memberOf }: Books,
  { instrument, side, quantity, price, commission }: DeploymentFill,
  session: number,
): boolean {
  const member = memberOf.get(instrument) ?? NaN;
  const at = ledger.open.subarray(0, ledger.openCount).findIndex((each) => ledger.member[each] === member);
  if (side === "buy") {
    if (at >= 0) return false;
    const cost = quantity * price + commission;
    enter(ledger, { member, row: NO_BAR, session, close: price, price, quantity, cost });
    return true;
  }
  if (at < 0 || !isClose(ledger.quantity[ledger.open[at]], quantity)) return false;
  leave(ledger, at, { session, price, reason: RULE, proceeds: quantity * price - commission });
  return true;
}

/** Whether the entry has the positions of the books, by symbol. */
function areHeld(
  { ledger, symbols }: Books,
  positions: readonly DeploymentPosition[],
  entries: readonly DeploymentEntry[],
): boolean {
  if (positions.length !== ledger.openCount) return false;
  return positions.every(({ instrument, entryDate, entryPrice, quantity }, at) => {
    const own = ledger.open[at];
    return (
      symbols[ledger.member[own]] === instrument &&
      entries[ledger.entrySession[own]].session === entryDate &&
      isClose(ledger.entryPrice[own], entryPrice) &&
      isClose(ledger.quantity[own], quantity)
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

/** @param most - positions that the strategy may hold */
function orderFault(
  { sells, buys }: DeploymentEntry["decisions"],
  positions: readonly DeploymentPosition[],
  most: number,
): string | null {
  if (positions.length > most || buys.length > most)
    return `it has more than the ${most} positions that the strategy may hold`;
  const held = new Map(positions.map(({ instrument, quantity }) => [instrument, quantity]));
  const isOrder = sells.every(({ instrument, quantity }, place) => {
    const isInOrder = place === 0 || (sells[place - 1]?.instrument ?? "") < instrument;
    return isInOrder && isClose(held.get(instrument) ?? NaN, quantity);
  });
  if (!isOrder) return "it decides to sell what is not held";
  const bought = new Set(buys.map(({ instrument }) => instrument));
  const isBuying = bought.size === buys.length && buys.every(({ instrument }) => !held.has(instrument));
  return isBuying ? null : "it decides to buy what is held, or twice";
}

function isClose(a: number, b: number): boolean {
  return Math.abs(a - b) <= TOLERANCE * Math.max(Math.abs(a), Math.abs(b));
}
