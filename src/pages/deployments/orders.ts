/** The orders of a deployment's next session, and what stands at a broker meanwhile: lines, and files for brokers. */
import { toCsv } from "#src/format/csv.ts";
import { formatMoney, formatPrice, formatQuantity } from "#src/format/money.ts";
import { formatDay } from "#src/format/day.ts";
import { isPart, reasonAtStop } from "#workers/model/deployment.ts";
import type { DeploymentEntry, DeploymentPosition, SaleReason } from "#workers/model/deployment.ts";
import type { Strategy } from "#workers/model/strategy.ts";

export interface OrderLine {
  /** "buy AB": tells it from the others of its session. */
  readonly key: string;
  readonly side: "buy" | "sell";
  readonly instrument: string;
  /** Shares; of a buy an estimate, for the price that is paid is not known. */
  readonly quantity: number;
  /** What is held of it, where less than all is sold; null otherwise. */
  readonly of: number | null;
  /** Estimated money: what a sale brings at the last close, what a buy may cost. */
  readonly money: number;
  readonly why: string;
}

export const REASON_WORDS: Readonly<Record<SaleReason, string>> = {
  "no-data": "No more prices",
  "stop-loss": "Stop loss",
  "trailing-stop": "Trailing stop",
  "take-profit": "Take profit",
  "max-holding": "Maximum hold",
  rule: "Sell rule",
  weight: "No longer wanted",
  rebalance: "Set back to plan",
  payment: "Sold to pay you out",
  stopped: "Stopped by you",
};

/**
 * Sells first, as they are filled.
 *
 * @param isStopped - a person's stop: buys lapse and everything is sold
 * @param waits - see waitingOrders()
 */
export function orderLines(
  { decisions, positions }: DeploymentEntry,
  isStopped: boolean,
  waits: ReadonlyMap<string, string> = new Map(),
): OrderLine[] {
  const held = new Map(positions.map((position) => [position.instrument, position]));
  const decided = new Map(decisions.sells.map((sell) => [sell.instrument, sell]));
  const sold = isStopped
    ? positions.map((position) => ({
        instrument: position.instrument,
        quantity: position.quantity,
        reason: reasonAtStop(position, decided.get(position.instrument)),
      }))
    : decisions.sells;
  const sells = sold.map((sell): OrderLine => {
    const { instrument, quantity, reason } = sell;
    const position = held.get(instrument);
    const key = `sell ${instrument}`;
    return {
      key,
      side: "sell",
      instrument,
      quantity,
      of: position && isPart(sell, position.quantity) ? position.quantity : null,
      money: quantity * (position?.close ?? 0),
      why: withWait(REASON_WORDS[reason], waits.get(key)),
    };
  });
  const buys = (isStopped ? [] : decisions.buys).map(
    ({ instrument, quantity, slotValue, moneyIn }): OrderLine => {
      const key = `buy ${instrument}`;
      const why = moneyIn ? MONEY_IN : held.has(instrument) ? REASON_WORDS.rebalance : NEW;
      return {
        key,
        side: "buy",
        instrument,
        quantity,
        of: null,
        money: slotValue,
        why: withWait(why, waits.get(key)),
      };
    },
  );
  return [...sells, ...buys];
}

const NEW = "Passed the scanner and the buy rules";
const MONEY_IN = "Money that came in";

function withWait(why: string, since: string | undefined): string {
  return since === undefined ? why : `${why}; waits since ${formatDay(since)} for a price`;
}

/**
 * Orders of the last entry that were decided before its session and had no price on it, by key, with the session (ISO) at whose
 * close they were decided.
 *
 * @param ledger - oldest first
 */
export function waitingOrders(ledger: readonly DeploymentEntry[]): Map<string, string> {
  const waiting = new Map<string, string>();
  let open = [...ordersIn(ledger.at(-1)).keys()];
  for (let at = ledger.length - 1; at > 0 && open.length > 0; at--) {
    const [entry, before] = [ledger[at], ledger[at - 1]];
    const [own, earlier] = [ordersIn(entry), ordersIn(before)];
    const filled = new Set(entry?.fills.map(({ side, instrument }) => `${side} ${instrument}`));
    open = open.filter((key) => !filled.has(key) && own.get(key) === earlier.get(key));
    for (const key of open) if (before) waiting.set(key, before.session);
  }
  return waiting;
}

/** What each order is of, by key: an order that waits stays the same. */
function ordersIn(entry: DeploymentEntry | undefined): Map<string, string> {
  const { sells = [], buys = [] } = entry?.decisions ?? {};
  return new Map([
    ...sells.map(
      ({ instrument, reason, quantity }) => [`sell ${instrument}`, `${reason} ${quantity}`] as const,
    ),
    ...buys.map(
      ({ instrument, slotValue, moneyIn }) => [`buy ${instrument}`, `${slotValue} ${moneyIn}`] as const,
    ),
  ]);
}

/** Those that can be placed: of a share too dear for its part of the account none is bought. */
export function placeable(lines: readonly OrderLine[]): OrderLine[] {
  return lines.filter(({ quantity }) => quantity > 0);
}

export function ordersText(
  lines: readonly OrderLine[],
  resting: readonly RestingLine[],
  currency: string,
): string {
  const tonight = lines.map(({ side, instrument, quantity, of, money, why }) => {
    const about = side === "buy" ? "about " : "";
    const part = of === null ? "" : ` of ${formatQuantity(of, currency)}`;
    return `${side === "buy" ? "Buy" : "Sell"} ${about}${formatQuantity(quantity, currency)}${part} ${instrument} (${formatMoney(money, currency, 0)}): ${why}`;
  });
  const left = resting.map(
    ({ kind, instrument, quantity, level, money }) =>
      `Leave resting: sell ${formatQuantity(quantity, currency)} ${instrument} at a ${kind} of ${formatPrice(level, currency)} (${formatMoney(money, currency, 0)})`,
  );
  return [...tonight, ...left].join("\n");
}

/** `level` is empty of an order for the next session's open or close. */
export function ordersCsv(lines: readonly OrderLine[], resting: readonly RestingLine[]): string {
  const header = ["order", "instrument", "quantity", "level", "estimated_money", "why"];
  return toCsv(header, [
    ...lines.map(({ side, instrument, quantity, money, why }) => [
      side,
      instrument,
      quantity,
      "",
      money,
      why,
    ]),
    ...resting.map(({ kind, instrument, quantity, level, money }) => [
      `sell at a ${kind}`,
      instrument,
      quantity,
      level,
      money,
      "Rests until it is reached",
    ]),
  ]);
}

/**
 * A basket of Interactive Brokers' Trader Workstation: market orders for the next open, or market-on-close orders where the
 * strategy fills at the close. Source: ibkrguides.com/traderworkstation/manually-create-a-basket-file.htm and
 * basket-fields.htm (header row, fields and order types; no blank beside a comma).
 */
export function interactiveBrokersBasket(
  lines: readonly OrderLine[],
  currency: string,
  fillAt: Strategy["simulation"]["fillAt"],
): string {
  const isAtClose = fillAt === "next-close";
  const header = [
    "Action",
    "Quantity",
    "Symbol",
    "SecType",
    "Exchange",
    "Currency",
    "TimeInForce",
    "OrderType",
  ];
  return toCsv(
    header,
    placeable(lines).map(({ side, instrument, quantity }) => [
      side.toUpperCase(),
      quantity,
      instrument,
      "STK",
      "SMART",
      currency,
      isAtClose ? "DAY" : "OPG",
      isAtClose ? "MOC" : "MKT",
    ]),
  );
}

/** How much of each buy there is money for, 0..1, once tonight's sales have brought theirs and what is owed is paid. */
export function affordedPart(lines: readonly OrderLine[], { cash, owed = 0 }: DeploymentEntry): number {
  const sumOf = (side: OrderLine["side"]) =>
    lines.reduce((sum, line) => sum + (line.side === side ? line.money : 0), 0);
  const [wanted, there] = [sumOf("buy"), Math.max(0, cash + sumOf("sell") - owed)];
  return wanted > there * (1 + 1e-9) ? there / wanted : 1;
}

/** Decimals of a percent in the file: a ten-thousandth of a percent of an account is less than a share. */
const REBALANCE_DECIMALS = 4;

/**
 * Target percents for the Rebalance Portfolio window of Interactive Brokers' Trader Workstation: of each instrument with an
 * order, what it is to be of the net liquidation value once tonight's orders are filled at the last closes; what is sold whole
 * is 0. So they fit an account of any size. What has no order is left out, and left alone.
 *
 * Source: www.ibkrguides.com/traderworkstation/rebalance-portfolio (a line a position, the last column the percent of net
 * liquidation); the ten columns are those that the window itself exports. It writes US shares as SMART/AMEX.
 */
export function interactiveBrokersRebalance(
  lines: readonly OrderLine[],
  entry: DeploymentEntry,
  { currency, exchange }: { readonly currency: string; readonly exchange: string },
): string {
  const part = affordedPart(lines, entry);
  const worth = new Map(
    entry.positions.map(({ instrument, quantity, close }) => [instrument, quantity * close]),
  );
  const ordered = [...new Set(lines.map(({ instrument }) => instrument))];
  const venue = currency === "USD" ? "SMART/AMEX" : exchange === "" ? "SMART" : `SMART/${exchange}`;
  const rows = ordered.map((instrument) => {
    const change = lines
      .filter((line) => line.instrument === instrument)
      .reduce((sum, { side, money }) => sum + (side === "buy" ? money * part : -money), 0);
    const target = entry.equity > 0 ? (((worth.get(instrument) ?? 0) + change) / entry.equity) * 100 : 0;
    const text = Math.max(0, target).toFixed(REBALANCE_DECIMALS);
    return ["DES", instrument, "STK", venue, "", "", "", "", "", text].join(",");
  });
  return rows.map((row) => `${row}\r\n`).join("");
}

/**
 * A basket of Zerodha's Kite. Source: kite.trade/docs/connect/v3/basket/ (fields of a regular market order; `product` CNC is
 * a delivery). Kite trades whole shares.
 */
export function kiteBasket(lines: readonly OrderLine[], exchange: string): string {
  const basket = placeable(lines)
    .filter(({ quantity }) => quantity >= 1)
    .map(({ side, instrument, quantity }) => ({
      variety: "regular",
      tradingsymbol: instrument,
      exchange,
      transaction_type: side.toUpperCase(),
      order_type: "MARKET",
      product: "CNC",
      quantity: Math.floor(quantity),
      readonly: false,
    }));
  return `${JSON.stringify(basket, null, 2)}\n`;
}

/** What lies at a broker until it is reached; null where the strategy has none of its kind. */
export interface RestingStops {
  readonly stop: number | null;
  readonly target: number | null;
}

/** Of stops that lie at a broker; of those looked at by closes, the level that a close is held against. */
export function restingStops({ entryPrice, peak }: DeploymentPosition, { sell }: Strategy): RestingStops {
  const fixed = sell.stopLoss === null ? null : entryPrice * (1 - sell.stopLoss / 100);
  const trailing = sell.trailingStopLoss === null ? null : peak * (1 - sell.trailingStopLoss / 100);
  const stops = [fixed, trailing].filter((level) => level !== null);
  return {
    stop: stops.length === 0 ? null : Math.max(...stops),
    target: sell.takeProfit === null ? null : entryPrice * (1 + sell.takeProfit / 100),
  };
}

/** An order that lies at a broker until it is reached. */
export interface RestingLine {
  readonly key: string;
  readonly kind: "stop" | "target";
  readonly instrument: string;
  readonly quantity: number;
  readonly level: number;
  /** What the quantity is worth at the level. */
  readonly money: number;
}

/**
 * Of what is held, not sold at the next session anyway, and held as long by then as the strategy demands before any exit;
 * none where the strategy looks at closes. What is sold in part at the open lies there with the rest.
 *
 * @param sessions - of the ledger's entries up to this one: holding is counted in them
 */
export function restingLines(
  { decisions, positions }: DeploymentEntry,
  strategy: Strategy,
  { sessions, isStopped }: { readonly sessions: readonly string[]; readonly isStopped: boolean },
): RestingLine[] {
  const { stopOrders, minHoldingDays } = strategy.sell;
  if (isStopped || stopOrders !== "resting") return [];
  const sold = new Map(decisions.sells.map((sell) => [sell.instrument, sell]));
  const isAtOpen = strategy.simulation.fillAt === "next-open";
  return positions
    .flatMap((position) => {
      const sell = sold.get(position.instrument);
      if (sell === undefined) return [position];
      if (!isPart(sell, position.quantity)) return [];
      return [isAtOpen ? { ...position, quantity: position.quantity - sell.quantity } : position];
    })
    .filter(({ entryDate }) => sessions.length - sessions.indexOf(entryDate) >= minHoldingDays)
    .flatMap((position) => {
      const levels = restingStops(position, strategy);
      return (["stop", "target"] as const).flatMap((kind): RestingLine[] => {
        const level = levels[kind];
        const { instrument, quantity } = position;
        if (level === null) return [];
        return [{ key: `${kind} ${instrument}`, kind, instrument, quantity, level, money: quantity * level }];
      });
    });
}

export function stopsText({ stop, target }: RestingStops, currency: string): string {
  const parts = [
    stop === null ? [] : [`stop ${formatPrice(stop, currency)}`],
    target === null ? [] : [`target ${formatPrice(target, currency)}`],
  ].flat();
  return parts.join(", ");
}
