/** What idle cash earns from one session to the next: section 5 of the account's contract. */
import { formatIsoDay } from "#workers/model/day.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Problem, Result } from "#workers/model/problem.ts";
import type { Warning } from "#workers/model/report.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import type { RunSessions } from "#workers/sessions/schedule.ts";
import { barOn } from "./series.ts";
import type { Series, SeriesOf } from "./series.ts";

const DAYS_PER_YEAR = 365;
/** A series that ends so many days before the run does is told. */
const STALE_AFTER_DAYS = 31;

export interface CashRates {
  /** By session of the period: the fraction that cash gains since the session before, at least -1; 0 on a run's very first. */
  readonly rates: Float64Array;
  readonly warnings: readonly Warning[];
}

/** null where cash earns nothing. */
export function cashRatesOf(
  { simulation }: Strategy,
  period: RunSessions,
  seriesOf: SeriesOf,
): Result<CashRates | null> {
  const { cash = null } = simulation;
  if (cash === null) return ok(null);
  const { percent } = cash;
  if (percent !== undefined) return ok({ rates: ratesBy(period, () => percent), warnings: [] });
  const symbol = cash.price ?? cash.yield ?? "";
  const series = seriesOf(symbol);
  const { sessionDay, firstSession, lastSession, openedOn = sessionDay[firstSession] } = period;
  if (series === null || barOn(series, openedOn) < 0) return err(seriesMissing(symbol));
  const { close, day } = series;
  const rates =
    cash.yield === undefined
      ? ratesOfPrice(period, series)
      : ratesBy(period, (before) => close[barOn(series, before)]);
  const isStale = sessionDay[lastSession] - day[day.length - 1] > STALE_AFTER_DAYS;
  return ok({ rates, warnings: isStale ? [seriesEnded(symbol, day[day.length - 1])] : [] });
}

/** @param percentOn - a year, as known on a day */
function ratesBy(
  { sessionDay, firstSession, lastSession, openedOn }: RunSessions,
  percentOn: (before: number) => number,
): Float64Array {
  const rates = new Float64Array(lastSession - firstSession + 1);
  for (let session = firstSession; session <= lastSession; session++) {
    if (sessionDay[session] === (openedOn ?? sessionDay[firstSession])) continue;
    const before = sessionDay[session - 1];
    const days = sessionDay[session] - before;
    rates[session - firstSession] = Math.max(-1, ((percentOn(before) / 100) * days) / DAYS_PER_YEAR);
  }
  return rates;
}

function ratesOfPrice(
  { sessionDay, firstSession, lastSession, openedOn }: RunSessions,
  series: Series,
): Float64Array {
  const rates = new Float64Array(lastSession - firstSession + 1);
  const close = series.onBasis();
  for (let session = firstSession; session <= lastSession; session++) {
    if (sessionDay[session] === (openedOn ?? sessionDay[firstSession])) continue;
    const now = close[barOn(series, sessionDay[session])];
    const before = close[barOn(series, sessionDay[session - 1])];
    rates[session - firstSession] = now > 0 && before > 0 ? Math.max(-1, now / before - 1) : 0;
  }
  return rates;
}

function seriesMissing(symbol: string): Problem {
  return {
    code: "cash-series-missing",
    message: `strategy: simulation.cash names "${symbol}", which has no bar in the data on or before the run's first session. Name another series, or begin later.`,
    place: "simulation.cash",
  };
}

function seriesEnded(symbol: string, last: number): Warning {
  const message = `The last bar of ${symbol}, by which idle cash earns, is of ${formatIsoDay(last)}: from then on its last value stands.`;
  return { code: "cash-series-ended", message };
}
