/** Positions that today's data puts on another price basis than the ledger has them on. */
import type { DeploymentEntry } from "#workers/model/deployment.ts";
import type { DeployWarning } from "#workers/model/deployment-report.ts";
import { rowsOf } from "#workers/model/late-column.ts";
import { NO_BAR, rowOn } from "#workers/sessions/calendar.ts";
import { dayOf, sessionFrom } from "./ground.ts";
import type { DeployGround } from "./ground.ts";
import { membersBySymbol } from "./opening.ts";

/** A dividend, or a price that was mended, moves an adjusted close by less. */
const LEAST_CHANGE = 0.1;

/**
 * Where the close at which a position was marked last is quite another in the data of today. The ledger keeps its quantities, so
 * that the next entry would show a gain or a loss that nobody had.
 *
 * @param session - the first that is about to be recorded
 */
export function rebasedOnes(
  last: DeploymentEntry | undefined,
  ground: DeployGround,
  session: string,
): DeployWarning[] {
  if (!last) return [];
  const closeOn = makeCloseOn(ground);
  return last.positions.flatMap(({ instrument, close, closeDate }): DeployWarning[] => {
    const today = closeOn(instrument, closeDate);
    if (today === null || Math.abs(today / close - 1) < LEAST_CHANGE) return [];
    const what = today < close ? "a loss" : "a gain";
    const message = `${instrument}: ${close} was recorded for its close of ${closeDate}, and the dataset has ${today} now, as after a split. The ledger keeps the quantity that is held: recorded on these prices, the account shows ${what} that was none. Put the old prices back if they were right, or duplicate the deployment with another start`;
    return [{ code: "rebased", session, instruments: [instrument], message }];
  });
}

/** Today's close of a day on the strategy's price basis; null without a bar. No other row of a column is looked at. */
function makeCloseOn(ground: DeployGround): (instrument: string, date: string) => number | null {
  const { strategy, universe, calendar } = ground;
  const { market } = ground.market.facts;
  const memberOf = membersBySymbol({ market, universe });
  const closes = rowsOf(market, "close");
  const adjusted = strategy.simulation.priceBasis === "adjusted" ? rowsOf(market, "adjClose") : null;
  return (instrument, date) => {
    const member = memberOf(instrument);
    const session = sessionFrom(calendar, dayOf(date));
    if (calendar.sessionDay[session] !== dayOf(date)) return null;
    const row = rowOn(calendar, member, session);
    if (row === NO_BAR) return null;
    const rows = [universe[member], row, row + 1] as const;
    const [adjClose = NaN] = adjusted?.(...rows) ?? [];
    if (adjClose > 0) return adjClose;
    const [close = NaN] = closes(...rows);
    return close;
  };
}
