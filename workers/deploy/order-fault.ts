/** What an entry can't have decided, whatever its prices were. */
import { isPart } from "#workers/model/deployment.ts";
import type { DecidedBuy, DecidedSell, DeploymentEntry, SaleReason } from "#workers/model/deployment.ts";

/** Why less than all of a position may be sold. */
const PARTS: ReadonlySet<SaleReason> = new Set(["rebalance", "payment"]);

interface Limits {
  /** Positions that the strategy may hold. */
  readonly most: number;
  /** More may be bought of what is held. */
  readonly isByWeights: boolean;
  /** Whether two quantities are the same but for another program's rounding. */
  readonly isSame: (a: number, b: number, price: number) => boolean;
}

export function orderFault(
  { decisions: { sells, buys }, positions }: Pick<DeploymentEntry, "decisions" | "positions">,
  { most, isByWeights, isSame }: Limits,
): string | null {
  const held = new Map(positions.map((position) => [position.instrument, position]));
  const isNew = ({ instrument }: DecidedBuy) => !held.has(instrument);
  if (positions.length > most || buys.filter(isNew).length > most)
    return `it has more than the ${most} positions that the strategy may hold`;
  const areHeld = sells.every((sell) => {
    const position = held.get(sell.instrument);
    if (position === undefined) return false;
    const isAll = isSame(position.quantity, sell.quantity, position.close);
    return isAll || (isPart(sell, position.quantity) && PARTS.has(sell.reason));
  });
  if (!areHeld || !isInOrder(sells)) return "it decides to sell what is not held";
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
export function isPartReason(reason: SaleReason | null): boolean {
  return reason !== null && PARTS.has(reason);
}
