/** The strategy's plan of money in and out as dates and amounts: section 4 of the account's contract. */
import { addMonths, parseIsoDay } from "#workers/model/day.ts";
import type { EpochDay } from "#workers/model/day.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Problem, Result } from "#workers/model/problem.ts";
import type { Warning } from "#workers/model/report.ts";
import { FLOW_STEPS } from "#workers/model/flow.ts";
import type { Flow } from "#workers/model/flow.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import type { RunSessions } from "#workers/sessions/schedule.ts";
import { closeAboveZero } from "./series.ts";
import type { SeriesOf } from "./series.ts";

/** By session ascending, one row a flow that is due; both amounts of a row are 0 but one. */
export interface DueFlows {
  /** Numbers of the calendar. */
  readonly session: Int32Array;
  /** The flow in currency: what comes in, below 0 what goes out. */
  readonly amount: Float64Array;
  /** The flow in percent of the account's worth on the session, -100 to below 0. */
  readonly percent: Float64Array;
}

interface Due {
  readonly session: number;
  readonly amount: number;
  readonly percent: number;
}

/** @param begins - from when dates of flows that name none are counted */
export function flowsOf(
  { simulation }: Strategy,
  begins: EpochDay,
  period: RunSessions,
  seriesOf: SeriesOf,
): Result<{ readonly due: DueFlows; readonly warnings: readonly Warning[] }> {
  const all: Due[] = [];
  const warnings: Warning[] = [];
  for (const [number, flow] of (simulation.flows ?? []).entries()) {
    const due = dueOf(flow, begins, period, seriesOf);
    if (due === null) return err(seriesMissing(number, flow));
    all.push(...due);
    if (due.length === 0) warnings.push(neverDue(number, flow));
  }
  all.sort((a, b) => a.session - b.session);
  return ok({
    due: {
      session: Int32Array.from(all, ({ session }) => session),
      amount: Float64Array.from(all, ({ amount }) => amount),
      percent: Float64Array.from(all, ({ percent }) => percent),
    },
    warnings,
  });
}

/** null where the series that it grows by has no close to begin with. */
function dueOf(flow: Flow, begins: EpochDay, period: RunSessions, seriesOf: SeriesOf): readonly Due[] | null {
  const { sessionDay, firstSession, lastSession } = period;
  const openedOn = period.openedOn ?? sessionDay[firstSession];
  const growth = growthBy(flow.growBy ?? null, openedOn, seriesOf);
  if (growth === null) return null;
  const from = flow.from === undefined ? begins : dayOf(flow.from);
  const until = Math.min(flow.to == null ? Infinity : dayOf(flow.to), sessionDay[lastSession]);
  const { days, months, ofYear } = FLOW_STEPS[flow.every];
  const due: Due[] = [];
  let session = firstSession;
  let counted = 0;
  const most = flow.every === "once" ? 1 : Infinity;
  for (let step = 0; step < most; step++) {
    const date = months > 0 ? addMonths(from, step * months) : from + step * days;
    if (date > until) break;
    if (date <= openedOn) continue;
    const years = ofYear === Infinity ? 0 : Math.floor(counted++ / ofYear);
    if (date <= (sessionDay[firstSession - 1] ?? -Infinity)) continue; // due before a run that goes on
    while (sessionDay[session] < date) session++;
    const grown = (1 + (flow.growPercent ?? 0) / 100) ** years * growth(date);
    due.push({ session, amount: (flow.amount ?? 0) * grown, percent: flow.percent ?? 0 });
  }
  return due;
}

/** How much the series has grown from the run's first session to a date, as a factor; null without a close above 0 to begin with. */
function growthBy(
  symbol: string | null,
  openedOn: number,
  seriesOf: SeriesOf,
): ((date: number) => number) | null {
  if (symbol === null) return () => 1;
  const series = seriesOf(symbol);
  const base = series === null ? NaN : closeAboveZero(series, openedOn);
  if (series === null || Number.isNaN(base)) return null;
  return (date) => closeAboveZero(series, date) / base;
}

function seriesMissing(number: number, { growBy }: Flow): Problem {
  return {
    code: "flow-series-missing",
    message: `strategy: simulation.flows[${number}].growBy is "${growBy}", which has no close above 0 in the data on or before the run's first session. Name another series, or begin later.`,
    place: `simulation.flows[${number}].growBy`,
  };
}

function neverDue(number: number, flow: Flow): Warning {
  const sum = flow.percent === undefined ? `${flow.amount}` : `${flow.percent} %`;
  const message = `Flow ${number + 1} (${sum}, ${flow.every}) has no date in the run: it moves no money.`;
  return { code: "flow-never-due", message };
}

/** A date that the strategy's reader let through. */
function dayOf(iso: string): EpochDay {
  const day = parseIsoDay(iso);
  if (day === null) throw new RangeError(`flows: ${iso} is no date; parse the strategy first`);
  return day;
}
