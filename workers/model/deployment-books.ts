/** Whether each entry's account follows from the one before it and from its own fills. Needs no prices. */
import type { Deployment, DeploymentEntry, DeploymentFill, DeploymentPosition } from "./deployment.ts";
import { parseStrategy } from "./strategy.ts";

/** What another program's arithmetic may differ by, relative. */
const TOLERANCE = 1e-9;

/** What is wrong, and of which place of the file; of an entry with its session. */
export interface FileFault {
  readonly text: string;
  readonly place: string;
}

/** @param number - the entry's place in the ledger */
export function atEntry({ ledger }: Deployment, number: number, text: string): FileFault {
  const place = `ledger[${number}]`;
  return { text: `${place} (session ${ledger[number]?.session ?? ""}): ${text}`, place };
}

/** The first entry that does not follow. */
export function findBookFault(deployment: Deployment): FileFault | null {
  let cash = deployment.startMargin;
  let held: readonly DeploymentPosition[] = [];
  const strategy = parseStrategy(deployment.strategy);
  const most = strategy.ok ? strategy.value.simulation.maxPositions : Infinity;
  for (const [number, entry] of deployment.ledger.entries()) {
    const text =
      faultOf(entry, cash, held, deployment.startMargin) ??
      closeFault(entry, held) ??
      orderFault(entry.decisions, entry.positions, most);
    if (text !== null) return atEntry(deployment, number, text);
    cash = entry.cash;
    held = entry.positions;
  }
  return null;
}

function faultOf(
  { fills, positions, cash, equity, session }: DeploymentEntry,
  before: number,
  held: readonly DeploymentPosition[],
  startMargin: number,
): string | null {
  const turnover = fills.reduce((sum, { quantity, price }) => sum + quantity * price, 0);
  const scale = Math.max(startMargin, Math.abs(before), Math.abs(equity), turnover);
  const isNear = (a: number, b: number) => Math.abs(a - b) <= TOLERANCE * scale;
  if (!isNear(cash, fills.reduce(takenInto, before))) return "its cash does not follow from its fills";
  const value = positions.reduce((sum, { quantity, close }) => sum + quantity * close, cash);
  if (!isNear(equity, value)) return "its equity is not cash and the positions' value";
  const left = carry(held, fills, session);
  if (left === null) return "it sells what is not held, or buys what is";
  const isSame =
    left.size === positions.length &&
    positions.every((position, place) => {
      const own = left.get(position.instrument);
      const isInOrder = place === 0 || (positions[place - 1]?.instrument ?? "") < position.instrument;
      return own !== undefined && isInOrder && samePosition(own, position);
    });
  return isSame ? null : "its positions do not follow from its fills";
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

function takenInto(cash: number, { side, quantity, price, commission }: DeploymentFill): number {
  return side === "buy" ? cash - quantity * price - commission : cash + quantity * price - commission;
}

type Held = Pick<DeploymentPosition, "entryDate" | "entryPrice" | "quantity">;

/** What is held behind the fills; null where they can't be. */
function carry(
  held: readonly DeploymentPosition[],
  fills: readonly DeploymentFill[],
  session: string,
): Map<string, Held> | null {
  const left = new Map<string, Held>(held.map((position) => [position.instrument, position]));
  for (const { instrument, side, quantity, price } of fills) {
    const own = left.get(instrument);
    if (side === "sell") {
      if (own === undefined || !isClose(own.quantity, quantity)) return null;
      left.delete(instrument);
    } else {
      if (own !== undefined) return null;
      left.set(instrument, { entryDate: session, entryPrice: price, quantity });
    }
  }
  return left;
}

function samePosition(a: Held, b: Held): boolean {
  return (
    a.entryDate === b.entryDate && isClose(a.entryPrice, b.entryPrice) && isClose(a.quantity, b.quantity)
  );
}

function isClose(a: number, b: number): boolean {
  return Math.abs(a - b) <= TOLERANCE * Math.max(Math.abs(a), Math.abs(b));
}
