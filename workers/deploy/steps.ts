/**
 * The steps of an account: the simulation's own day loop, gone on with from what the ledger says, and what each session
 * comes to.
 */
import type { Decisions } from "#workers/engine/decide.ts";
import { EXIT_REASONS, NONE, STOPPED } from "#workers/engine/ledger.ts";
import { grownBy } from "#workers/engine/money.ts";
import { openBuys, openSells } from "#workers/engine/open-orders.ts";
import type { OpenBuy } from "#workers/engine/open-orders.ts";
import { MONEY_IN } from "#workers/engine/order-list.ts";
import { findGround, passSessions, startRun } from "#workers/engine/simulate.ts";
import type { Simulation } from "#workers/engine/simulate.ts";
import { inOneGo } from "#workers/model/pieces.ts";
import type { Plan } from "#workers/engine/run-plan.ts";
import type { AccountAtClose, Fill, SimulationHooks } from "#workers/engine/simulation-hooks.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import { moneyOf } from "#workers/model/deployment.ts";
import type {
  DecidedBuy,
  DecidedSell,
  DeploymentFill,
  EntryContent,
  EntryMoney,
  SaleReason,
} from "#workers/model/deployment.ts";
import type { Pieces } from "#workers/model/pieces.ts";
import { makeDataHash } from "./data-hash.ts";
import { makeSessionDates, openingOf } from "./opening.ts";
import type { Before, SessionDates } from "./opening.ts";
import { takeUp } from "./take-up.ts";
import type { Opening } from "./take-up.ts";

/** An entry for each session of the plan's period, in their order; behind a stop that is carried out there is none. */
export function takeSteps(plan: Plan, before: Before): EntryContent[] {
  const contents: EntryContent[] = [];
  const dates = makeSessionDates(plan, before.entries);
  const dataHash = makeDataHash(plan);
  let fills: DeploymentFill[] = [];
  const onFill = (fill: Fill) => {
    fills.push(describeFill(plan, fill));
  };
  const onClose = (session: number, account: AccountAtClose) => {
    contents.push({
      session: formatIsoDay(plan.sessionDay[session]),
      stop: before.stop,
      fills,
      ...describeAccount(plan, account, session, dates),
      ...(before.format === "deployment/2" &&
        describeMoney(plan, account, session, contents.at(-1) ?? before.entries.at(-1) ?? null)),
      data: dataHash(session),
    });
    fills = [];
  };
  inOneGo(resumeInPieces(plan, openingOf(plan, before), { onFill, onClose }));
  if (before.stop === null) return contents;
  const last = contents.findIndex(({ positions }) => positions.length === 0);
  return last < 0 ? contents : contents.slice(0, last + 1);
}

function describeFill(plan: Plan, { member, reason, quantity, price, commission }: Fill): DeploymentFill {
  const instrument = symbolOf(plan, member);
  if (reason === NONE) return { instrument, side: "buy", reason: null, quantity, price, commission };
  return { instrument, side: "sell", reason: saleReason(reason), quantity, price, commission };
}

function describeAccount(
  plan: Plan,
  { ledger, equity, orders }: Omit<AccountAtClose, "money">,
  session: number,
  dates: SessionDates,
): Pick<EntryContent, "decisions" | "cash" | "equity" | "positions"> {
  const sells = openSells(ledger).map(({ position, reason, quantity }): DecidedSell => ({
    instrument: symbolOf(plan, ledger.member[position]),
    reason: saleReason(reason),
    quantity,
  }));
  const buys = openBuys(plan, orders, session).map((buy) => describeBuy(plan, buy));
  const positions = Array.from(ledger.open.subarray(0, ledger.openCount), (position) => ({
    instrument: symbolOf(plan, ledger.member[position]),
    entryDate: dates.isoOf(ledger.entrySession[position]),
    entryPrice: ledger.entryPrice[position],
    quantity: ledger.quantity[position],
    peak: ledger.peak[position],
    close: ledger.close[position],
    closeDate: dates.isoOf(ledger.barSession[position]),
  }));
  return { decisions: { sells, buys }, cash: ledger.cash, equity, positions };
}

/** Where the dataset has lost the bars up to the session nothing can be said of how many it will be. */
function describeBuy(plan: Plan, { member, purpose, slotValue, quantity, close }: OpenBuy): DecidedBuy {
  const estimate = close > 0 ? quantity : 0;
  const order = { instrument: symbolOf(plan, member), slotValue, quantity: estimate };
  return purpose === MONEY_IN ? { ...order, moneyIn: true } : order;
}

/** @param last - the entry before; null where there is none */
function describeMoney(
  { strategy, rebalanced, firstSession, negligible }: Plan,
  { money, equity }: AccountAtClose,
  session: number,
  last: EntryContent | null,
): EntryMoney {
  const { owed, moves } = money;
  const at = session - firstSession;
  const { flows = [], startMargin } = strategy.simulation;
  const [came = 0, out = 0, missed = 0, interest = 0] =
    moves === null ? [] : [moves.in[at], moves.paid[at], moves.missed[at], moves.interest[at]];
  const grownBefore = last === null ? startMargin : moneyOf(last).growth;
  const equityBefore = last?.equity ?? startMargin;
  const growth =
    flows.length === 0 ? equity : grownBy(grownBefore, equity - came + out, equityBefore, negligible);
  const uninvested = rebalanced === null ? 0 : money.uninvested;
  // a rate below 0 on no cash earns -0, which a file has no form for
  return { owed, growth, uninvested, missed, in: came, out, interest: interest + 0 };
}

function symbolOf({ market, universe }: Plan, member: number): string {
  return market.instruments[universe[member]].symbol;
}

function saleReason(byte: number): SaleReason {
  const reason = byte === STOPPED ? "stopped" : EXIT_REASONS[byte];
  if (reason === undefined || reason === "open")
    throw new RangeError(`deploy: ${byte} is no reason of a sale`);
  return reason;
}

/**
 * The day loop of a run that goes on: the same loop, from what there was before the first of its sessions.
 * Over the sessions of the plan's period.
 *
 * @param opening - as of the close before them
 */
function* resumeInPieces(plan: Plan, opening: Opening, hooks: SimulationHooks = {}): Pieces<Simulation> {
  const found = yield* findGround(plan);
  const run = startRun(plan, opening.buysNothing ? { ...found, decideOtherwise: buyNothing } : found, hooks);
  takeUp(opening, run);
  return yield* passSessions(run);
}

function buyNothing(own: Decisions): Decisions {
  return { ...own, scheduled: new Uint8Array(own.scheduled.length) };
}
