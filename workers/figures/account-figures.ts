/** What a run's account turned over, what that cost, and whether its money lasted. */
import type { RunPlan } from "#workers/engine/run-plan.ts";
import type { Simulation } from "#workers/engine/simulate.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import type { AccountFigures } from "#workers/model/holdings.ts";
import { costsOfTrading } from "./trading-costs.ts";

const DAYS_PER_YEAR = 365.25;

/** null of a strategy/1 or /2, whose account keeps no sums of what it traded. */
export function accountFigures(
  plan: Pick<RunPlan, "sessionDay" | "firstSession" | "lastSession" | "costs">,
  { equity, traded, moves }: Pick<Simulation, "equity" | "traded" | "moves">,
): AccountFigures | null {
  if (traded === null) return null;
  const { sessionDay, firstSession, lastSession, costs } = plan;
  const years = (sessionDay[lastSession] - sessionDay[firstSession]) / DAYS_PER_YEAR;
  const meanEquity = sumOf(equity) / equity.length;
  const aYear = (sum: number) => (years > 0 && meanEquity > 0 ? (sum / meanEquity / years) * 100 : null);
  const [bought, sold] = [sumOf(traded.bought), sumOf(traded.sold)];
  const ranOut = moves === null ? -1 : moves.missed.findIndex((sum) => sum > 0);
  return {
    turnover: aYear(Math.min(bought, sold)),
    costs: aYear(costsOfTrading(costs, bought, sold)),
    ranOut: ranOut < 0 ? null : formatIsoDay(sessionDay[firstSession + ranOut]),
  };
}

function sumOf(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}
