/** What a deployment's steps are worked out on: its strategy on a dataset as it is today. */
import type { BarLength } from "#workers/model/bar-length.ts";
import type { MarketFacts } from "#workers/engine/facts.ts";
import { planOn } from "#workers/engine/plan.ts";
import type { Plan, Shortcut } from "#workers/engine/run-plan.ts";
import { formatIsoDay, parseIsoDay } from "#workers/model/day.ts";
import type { EpochDay } from "#workers/model/day.ts";
import type { Deployment } from "#workers/model/deployment.ts";
import { barsOf } from "#workers/model/deployment-format.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Problem, Result } from "#workers/model/problem.ts";
import { rowsOf } from "#workers/model/late-column.ts";
import type { Market } from "#workers/model/market.ts";
import type { SuspectedSplit } from "#workers/model/quality.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { universeEmpty } from "#workers/model/universe.ts";
import { rowsBefore, sessionOf } from "#workers/sessions/calendar.ts";
import type { Calendar } from "#workers/sessions/calendar.ts";
import { readDeployedStrategy } from "./deployed-strategy.ts";

/** A market with all its columns in memory, and who answers a run's questions on it. */
export interface DeployMarket {
  readonly facts: MarketFacts;
  /** For a plan of so many sessions. None gives the same in more time. */
  readonly shortcutsFor: (sessions: number) => readonly Shortcut[];
  /** Nights of an instrument's bars that look like splits; bars oldest first. */
  readonly splitsOf: (
    series: NightSeries,
  ) => readonly Pick<SuspectedSplit, "date" | "fraction" | "isConfirmed">[];
}

export interface NightSeries {
  readonly day: Int32Array;
  readonly open: Float64Array;
  readonly close: Float64Array;
  readonly adjClose: Float64Array | null;
}

/** Sessions of the calendar, inclusive, on which the universe has or has not had a market cap: the steps of one plan. */
export interface Span {
  readonly from: number;
  readonly to: number;
  readonly isCapKnown: boolean;
}

export interface DeployGround {
  /** Its startMargin is the deployment's; its dates don't count. */
  readonly strategy: Strategy;
  readonly begins: EpochDay;
  /** What a bar is, as the deployment has it. */
  readonly bars: BarLength;
  readonly market: DeployMarket;
  /** The market's instrument numbers, by symbol. */
  readonly universe: Int32Array;
  readonly calendar: Calendar;
  /** Of the first session on which a bar of the universe has a market cap; the number of sessions where none has. */
  readonly capsFrom: number;
}

export function groundOf(deployment: Deployment, market: DeployMarket): Result<DeployGround> {
  const parsed = readDeployedStrategy(deployment);
  if (!parsed.ok) return parsed;
  const { startMargin } = deployment;
  const strategy = { ...parsed.value, simulation: { ...parsed.value.simulation, startMargin } };
  const { universe, calendar } = market.facts.ofUniverse(strategy.scanner);
  if (universe.length === 0) return err(universeEmpty(strategy, market.facts.market.instruments));
  if (calendar.sessionDay.length === 0) return err(withoutBars);
  const capsFrom =
    strategy.scanner.marketCapRank === null ? 0 : firstCapSession(market.facts.market, universe, calendar);
  const [begins, bars] = [dayOf(deployment.begins), barsOf(deployment)];
  return ok({ strategy, begins, bars, market, universe, calendar, capsFrom });
}

/** Bars that are looked at together for their market caps. */
const BARS_AT_ONCE = 256;

/**
 * The first session on which a bar of these instruments has a market cap; the number of sessions where none has.
 *
 * @param calendar - of the instruments
 */
function firstCapSession(market: Market, universe: Int32Array, calendar: Calendar): number {
  const capsOf = rowsOf(market, "marketCap");
  let first = calendar.sessionDay.length;
  if (capsOf === null) return first;
  for (let member = 0; member < universe.length; member++) {
    const start = calendar.fromRow[member];
    const stop = start + rowsBefore(calendar, member, first); // later ones change nothing
    for (let row = start; row < stop; row += BARS_AT_ONCE) {
      const found = capsOf(universe[member], row, Math.min(stop, row + BARS_AT_ONCE)).findIndex(
        (cap) => cap > 0,
      );
      if (found < 0) continue;
      first = sessionOf(calendar, member, row + found - start);
      break;
    }
  }
  return first;
}

const withoutBars: Problem = {
  code: "data-missing",
  message: "no instrument that the strategy may trade has a bar in the data. Add their prices.",
  place: "dataset",
};

/** The first session on or after the day; the number of sessions where there is none. */
export function sessionFrom({ sessionDay }: Calendar, day: number): number {
  let low = 0;
  let high = sessionDay.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sessionDay[middle] < day) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The sessions from .. to in spans: on the first of them nobody has a market cap yet. */
export function spansOf({ capsFrom }: DeployGround, from: number, to: number): Span[] {
  const before = { from, to: Math.min(to, capsFrom - 1), isCapKnown: false };
  const after = { from: Math.max(from, capsFrom), to, isCapKnown: true };
  return [before, after].filter((span) => span.from <= span.to);
}

/**
 * Of the sessions of a span. Refused where a run on the dataset as it is would be.
 *
 * @param openedOn - the account's first session
 */
export function planSpan(
  ground: DeployGround,
  { from, to, isCapKnown }: Span,
  openedOn: EpochDay,
): Result<Plan> {
  const { strategy, begins, bars, market, calendar } = ground;
  const startDate = formatIsoDay(calendar.sessionDay[from]);
  const endDate = formatIsoDay(calendar.sessionDay[to]);
  const simulation = { ...strategy.simulation, startDate, endDate };
  const own: Strategy = { ...strategy, simulation };
  const caps = isCapKnown && market.facts.ofUniverse(strategy.scanner).isCapKnown;
  const goingOn = { openedOn, begins, isCapKnown: caps };
  return planOn(own, market.facts, market.shortcutsFor(to - from + 1), { goingOn, bars });
}

/** A date that the schema of deployments let through. */
export function dayOf(iso: string): EpochDay {
  const day = parseIsoDay(iso);
  if (day === null) throw new RangeError(`deploy: ${iso} is no date; read the deployment first`);
  return day;
}
