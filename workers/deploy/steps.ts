/**
 * The steps of an account: the simulation's own day loop, gone on with from what the ledger says, and what each session
 * comes to.
 */
import { wholeShares } from "#workers/model/forgive.ts";
import { EXIT_REASONS, NONE, STOPPED } from "#workers/engine/ledger.ts";
import { inOneGo } from "#workers/model/pieces.ts";
import type { Plan } from "#workers/engine/run-plan.ts";
import type { AccountAtClose, Fill } from "#workers/engine/simulation-hooks.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import type {
  DecidedBuy,
  DecidedSell,
  DeploymentFill,
  EntryContent,
  SaleReason,
} from "#workers/model/deployment.ts";
import { makeDataHash } from "./data-hash.ts";
import { makeSessionDates, openingOf } from "./opening.ts";
import type { Before, SessionDates } from "./opening.ts";
import { resumeInPieces } from "./resume.ts";

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
      ...describeAccount(plan, account, dates),
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
  { ledger, equity, orders }: AccountAtClose,
  dates: SessionDates,
): Pick<EntryContent, "decisions" | "cash" | "equity" | "positions"> {
  const { priceOf, costs, strategy } = plan;
  const open = Array.from(ledger.open.subarray(0, ledger.openCount));
  const sells = open
    .filter((position) => ledger.pending[position] !== NONE)
    .map((position): DecidedSell => ({
      instrument: symbolOf(plan, ledger.member[position]),
      reason: saleReason(ledger.pending[position]),
      quantity: ledger.quantity[position],
    }));
  const buys = Array.from({ length: orders.count }, (_, at): DecidedBuy => {
    const slotValue = orders.slotValue[at];
    const close = priceOf.close(orders.row[at], orders.member[at]);
    const quantity = slotValue / (close * costs.buySlippage * (1 + costs.commission));
    return {
      instrument: symbolOf(plan, orders.member[at]),
      slotValue,
      quantity: strategy.simulation.fractionalShares ? quantity : wholeShares(quantity),
    };
  });
  const positions = open.map((position) => ({
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

function symbolOf({ market, universe }: Plan, member: number): string {
  return market.instruments[universe[member]].symbol;
}

function saleReason(byte: number): SaleReason {
  const reason = byte === STOPPED ? "stopped" : EXIT_REASONS[byte];
  if (reason === undefined || reason === "open")
    throw new RangeError(`deploy: ${byte} is no reason of a sale`);
  return reason;
}
