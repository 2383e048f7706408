/** Sells for what is owed and not there in cash: section 4 of the account's contract. */
import { wholeShares } from "#workers/model/forgive.ts";
import { orderPart } from "./account.ts";
import type { Account } from "./account.ts";
import { NONE, PAYMENT } from "./ledger.ts";
import { logSale } from "./decision-log.ts";
import { isOrdered } from "./order-list.ts";
import type { DecisionLog } from "./simulation-hooks.ts";

/** The fraction of a position from which a sale of it was meant, before whole shares are made of it. */
const LEAST_PART = 1e-9;

/** A position that may be sold from, and how much of it is. */
interface Source {
  readonly position: number;
  readonly held: number;
  readonly close: number;
  /** What one share brings at this close, costs taken; in currency. */
  readonly brings: number;
  /** Shares. */
  sells: number;
}

/**
 * Behind step 5. Sells what is above plan, each in the same part; where that does not do, the same part of all that is left.
 *
 * @param abovePlan - shares that an open position has above its target, by its place in the open list; 0 with slots
 */
export function coverOwed(
  account: Account,
  session: number,
  abovePlan: (at: number) => number,
  log: DecisionLog | null,
): void {
  const { ledger, money, plan } = account;
  const { negligible, costs } = plan;
  const sources: Source[] = [];
  const above: number[] = [];
  let need = money.owed - ledger.cash;
  for (let at = 0; at < ledger.openCount; at++) {
    const position = ledger.open[at];
    if (ledger.barSession[position] !== session) continue;
    const close = ledger.close[position];
    const brings = close * costs.sellSlippage * (1 - costs.commission);
    const ordered = ledger.pending[position] === NONE ? ledger.part[position] : ledger.quantity[position];
    need -= ordered * brings;
    if (ordered > 0 || isOrdered(account.orders, ledger.member[position])) continue;
    sources.push({ position, held: ledger.quantity[position], close, brings, sells: 0 });
    above.push(abovePlan(at));
  }
  if (!(need > negligible)) return;
  const ofAbove = sources.reduce((sum, { brings }, at) => sum + above[at] * brings, 0);
  const isEnough = ofAbove >= need - negligible;
  const ofRest = sources.reduce((sum, { held, brings }, at) => sum + (held - above[at]) * brings, 0);
  const share = isEnough ? need / ofAbove : Math.min(1, (need - ofAbove) / ofRest);
  for (const [at, source] of sources.entries()) {
    source.sells = isEnough ? share * above[at] : above[at] + share * (source.held - above[at]);
    source.sells = Math.min(source.sells, source.held);
  }
  if (!plan.strategy.simulation.fractionalShares) sellWhole(sources, need - negligible);
  for (const { position, sells } of sources) {
    if (sells <= 0) continue;
    orderPart(account, position, sells, PAYMENT);
    if (log !== null) logSale({ log, account, session }, position, null);
  }
}

/** Whole shares: floored, then one more of each that was to be sold from, the largest first, until enough is brought. */
function sellWhole(sources: readonly Source[], need: number): void {
  const meant = sources.filter(({ sells, held }) => sells >= LEAST_PART * held);
  for (const source of sources) source.sells = wholeShares(source.sells);
  let brought = sources.reduce((sum, { sells, brings }) => sum + sells * brings, 0);
  const largestFirst = meant.toSorted(
    (a, b) => b.held * b.close - a.held * a.close || a.position - b.position,
  );
  for (const source of largestFirst) {
    if (brought >= need) return;
    const more = Math.min(1, source.held - source.sells);
    source.sells += more;
    brought += more * source.brings;
  }
}
