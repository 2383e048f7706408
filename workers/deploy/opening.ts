/** The account as the ledger leaves it, in the numbers of today's dataset. */
import { EXIT_REASONS, NONE, STOPPED } from "#workers/engine/ledger.ts";
import { ENTRY, MONEY_IN, SET_BACK } from "#workers/engine/order-list.ts";
import type { Plan } from "#workers/engine/run-plan.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import { isPart, moneyOf, reasonAtStop } from "#workers/model/deployment.ts";
import type {
  DecidedSell,
  Deployment,
  DeploymentPosition,
  EntryContent,
  SaleReason,
} from "#workers/model/deployment.ts";
import type { OpenPosition, Opening } from "./take-up.ts";

/**
 * What there is before the steps, and what a person has ordered meanwhile: startMargin is the account's cash where there is no
 * entry, stop the time of a person's stop, null where the account goes on.
 */
export interface Before extends Pick<Deployment, "format" | "startMargin" | "stop"> {
  readonly entries: readonly EntryContent[];
}

/**
 * Sessions are counted in entries: the last entry's is the one before the plan's first, whatever the dataset has gained
 * between earlier ones.
 */
export interface SessionDates {
  readonly isoOf: (session: number) => string;
  /** @throws RangeError where no entry has the date: verify the chain first */
  readonly sessionOf: (iso: string) => number;
}

export function makeSessionDates(
  { firstSession, sessionDay }: Plan,
  entries: readonly EntryContent[],
): SessionDates {
  const firstEntry = firstSession - entries.length;
  const known = new Map<string, number>();
  let unread = entries.length;
  return {
    isoOf: (session) =>
      session < firstSession ? entries[session - firstEntry].session : formatIsoDay(sessionDay[session]),
    sessionOf: (iso) => {
      // the dates that are asked for are mostly late ones
      while (unread > 0 && !known.has(iso)) {
        unread--;
        known.set(entries[unread].session, firstEntry + unread);
      }
      const session = known.get(iso);
      if (session === undefined) throw new RangeError(`deploy: no entry of ${iso}`);
      return session;
    },
  };
}

/** Every instrument of the last entries is in the plan's universe: whoever asks has looked. */
export function openingOf(plan: Plan, { entries, startMargin, stop }: Before): Opening {
  const buysNothing = stop !== null;
  const last = entries.at(-1);
  if (last === undefined) return { ...NOTHING_YET, cash: startMargin, buysNothing };
  const memberOf = membersBySymbol(plan);
  const { sessionOf } = makeSessionDates(plan, entries);
  const sells = new Map(last.decisions.sells.map((sell) => [sell.instrument, sell]));
  const positions = last.positions.map((position): OpenPosition => ({
    member: memberOf(position.instrument),
    barSession: sessionOf(position.closeDate),
    close: position.close,
    entrySession: sessionOf(position.entryDate),
    entryPrice: position.entryPrice,
    quantity: position.quantity,
    peak: position.peak,
    ...waitingSell(position, sells.get(position.instrument), buysNothing),
  }));
  const held = new Set(last.positions.map(({ instrument }) => instrument));
  const buys = buysNothing ? [] : last.decisions.buys;
  const orders = buys.map(({ instrument, slotValue, moneyIn }) => ({
    member: memberOf(instrument),
    slotValue,
    purpose: moneyIn ? MONEY_IN : held.has(instrument) ? SET_BACK : ENTRY,
  }));
  const { owed, uninvested } = moneyOf(last);
  const sales = salesOf(plan, entries, memberOf);
  return { cash: last.cash, owed, uninvested, positions, orders, sales, buysNothing };
}

const NOTHING_YET = { owed: 0, uninvested: 0, positions: [], orders: [], sales: [] };

function waitingSell(
  position: DeploymentPosition,
  sell: DecidedSell | undefined,
  isStopped: boolean,
): Pick<OpenPosition, "reason" | "part"> {
  if (isStopped) return { reason: reasonByte(reasonAtStop(position, sell)), part: 0 };
  if (sell === undefined) return { reason: NONE, part: 0 };
  return { reason: reasonByte(sell.reason), part: isPart(sell, position.quantity) ? sell.quantity : 0 };
}

function salesOf(
  { strategy, firstSession }: Plan,
  entries: readonly EntryContent[],
  memberOf: (symbol: string) => number,
): Opening["sales"] {
  const days = strategy.sell.coolDownDays ?? 0;
  const oldest = Math.max(0, entries.length - days);
  return entries.slice(oldest).flatMap(({ fills }, place) => {
    const session = firstSession - entries.length + oldest + place;
    return fills.flatMap(({ side, instrument }) =>
      side === "sell" ? [{ member: memberOf(instrument), session }] : [],
    );
  });
}

/** Members are in the order of their symbols. @throws RangeError for a symbol that is not in the universe */
export function membersBySymbol({
  market,
  universe,
}: Pick<Plan, "market" | "universe">): (symbol: string) => number {
  return (symbol) => {
    let low = 0;
    let high = universe.length - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const found = market.instruments[universe[middle]].symbol;
      if (found === symbol) return middle;
      if (found < symbol) low = middle + 1;
      else high = middle - 1;
    }
    throw new RangeError(`deploy: ${symbol} is not in the universe`);
  };
}

function reasonByte(reason: SaleReason): number {
  return reason === "stopped" ? STOPPED : EXIT_REASONS.indexOf(reason);
}
