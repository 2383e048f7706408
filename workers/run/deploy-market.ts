/** A market as deployments go on with it: who answers a step's questions, and who knows a split when he sees one. */
import type { DeployMarket } from "#workers/deploy/ground.ts";
import { judgeSeries } from "#workers/market/find-quality.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import type { Market } from "#workers/model/market.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { knownFacts } from "./plan-run.ts";
import type { RunOptions } from "./plan-run.ts";
import { allShortcuts } from "#workers/shortcuts/all-shortcuts.ts";
import { bestOrders } from "#workers/shortcuts/best-orders.ts";
import { growthAlongside } from "#workers/shortcuts/growth-alongside.ts";

/** An account is not measured against its benchmark here. */
const USEFUL = allShortcuts.filter((shortcut) => shortcut !== growthAlongside);
/** Bounds over all bars pay where many sessions look at them; for fewer, the candidates are looked at. */
const ON_FEW_SESSIONS = USEFUL.filter((shortcut) => shortcut !== bestOrders);
const FEW_SESSIONS = 64;

/** @param market - with all its columns */
export function deployMarket(market: Market, { shortcuts }: RunOptions = {}): DeployMarket {
  return {
    facts: knownFacts(market),
    shortcutsFor: (sessions) => shortcuts ?? (sessions <= FEW_SESSIONS ? ON_FEW_SESSIONS : USEFUL),
    splitsOf: (series) => judgeSeries(series, Infinity).splits,
  };
}

/** With the dates of the account's sessions, since its own don't count; of the last one before there is any. */
export function withPeriod(strategy: Strategy, market: Market, begins: string): Strategy {
  const { sessionDay } = knownFacts(market).ofUniverse(strategy.scanner).calendar;
  const days = Array.from(sessionDay, formatIsoDay);
  const last = days.at(-1);
  if (last === undefined) return strategy;
  const startDate = days.find((day) => day > begins) ?? last;
  return { ...strategy, simulation: { ...strategy.simulation, startDate, endDate: last } };
}
