/** Parts of a run by themselves: its last one, three, five and ten years, and what lies between two of its sessions. */
import { isWon, negligibleMoney } from "#workers/model/forgive.ts";
import { deepestFall } from "#workers/figures/drawdown.ts";
import {
  benchmarkPerformanceOf,
  drawdownSpan,
  exposureOf,
  netOf,
  performanceOf,
  yearlyTable,
} from "#workers/figures/measure.ts";
import type { MeasuredSpan, TradeCount } from "#workers/figures/measure.ts";
import { growthFrom, moneyOf, shownFlows } from "#workers/figures/money.ts";
import { yearsBetween } from "#workers/figures/statistics.ts";
import type { YearlyTerms } from "#workers/model/bar-length.ts";
import { TRAILING_YEARS } from "#workers/model/analysis.ts";
import type { PeriodRequest, RunPeriod, TrailingPeriod } from "#workers/model/analysis.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Problem, Result } from "#workers/model/problem.ts";
import type { AccountBySession, MoneyMoves, Performance, Position, Report } from "#workers/model/report.ts";

const DAYS_PER_YEAR = 365.25;

/**
 * Each begins at the close of the first session that lies so many years of 365.25 days before the last one, or fewer.
 *
 * @returns the shortest first, without those at whose beginning the account was empty; [] for a run of a year or less
 */
export function trailingPeriods(report: Report, terms: YearlyTerms): readonly TrailingPeriod[] {
  const { day } = report.equity;
  const toRow = day.length - 1;
  const last = day[toRow];
  return TRAILING_YEARS.filter((years) => last - day[0] > years * DAYS_PER_YEAR).flatMap((years) => {
    const fromRow = day.findIndex((session) => session >= last - years * DAYS_PER_YEAR);
    const part = measurePeriod({ report, fromRow, toRow, ...terms });
    return part.ok ? [Object.assign(part.value, { years })] : [];
  });
}

/**
 * What came and went up to the first close is over, and the account's value there is what the part begins with: so growth,
 * yardsticks and money count from it. Refused where the account was empty then.
 */
export function measurePeriod({
  report,
  fromRow,
  toRow,
  riskFreePercent,
  sessionsOfYear,
}: PeriodRequest): Result<RunPeriod> {
  const { positions } = report;
  const { account, ...curves } = curvesBetween(report, fromRow, toRow);
  const { day, value, growth, benchmark, universe } = curves;
  const [startValue] = value;
  const [first, last] = [day[0], day[day.length - 1]];
  if (!(startValue > 0)) return err(emptyOn(formatIsoDay(first)));
  const span: MeasuredSpan = {
    startValue,
    years: yearsBetween(first, last),
    riskFreePercent,
    sessionsOfYear,
    ...(account?.riskless && { riskless: account.riskless }),
  };
  const fall = deepestFall(growth ?? value);
  const moves = account?.moves ?? null;
  const money =
    moves && universe
      ? moneyOf({
          ...span,
          ...curves,
          moves,
          equity: value,
          universe,
          startMargin: startValue,
          negligible: negligibleMoney(report.performance.startValue),
        })
      : null;
  const ended = countEnded(positions, formatIsoDay(first), formatIsoDay(last));
  const flows = growth && moves ? shownFlows(moves) : null;
  return ok({
    fromRow,
    toRow,
    performance: {
      ...performanceOf(growth ?? value, span, ended),
      ...(growth && moves && inMoney(value, moves)),
      ...(account && { exposure: exposureOf(value, account.cash) }),
    },
    benchmarkPerformance: benchmarkPerformanceOf(benchmark, span),
    ...(universe && { universePerformance: benchmarkPerformanceOf(universe, span) }),
    yearlyPerformance: yearlyTable(startValue, day.subarray(1), {
      equity: value.subarray(1),
      growth: (growth ?? value).subarray(1),
      benchmark: benchmark.subarray(1),
      flows: flows && flows.subarray(1),
    }),
    drawdown: fall && drawdownSpan(fall, day),
    ...(growth && { growth }),
    ...(money && { money }),
    ...(account && { account }),
  });
}

/** What of the figures is no growth: where money came and went, it tells what the account made in money. */
function inMoney(value: Float64Array, moves: MoneyMoves): Pick<Performance, "endValue" | "totalGrowth"> {
  const endValue = value[value.length - 1];
  return { endValue, totalGrowth: endValue - value[0] - netOf(moves) };
}

/** Of the sessions between two closes, those included, from the account's value at the first. */
interface PeriodCurves {
  readonly day: Int32Array;
  readonly value: Float64Array;
  readonly benchmark: Float64Array;
  /** Absent as in the report. */
  readonly universe?: Float64Array;
  readonly growth?: Float64Array;
  readonly account?: AccountBySession;
}

function curvesBetween(
  { equity, account, performance }: PeriodRequest["report"],
  fromRow: number,
  toRow: number,
): PeriodCurves {
  const cut = (curve: Float64Array) => curve.subarray(fromRow, toRow + 1);
  const value = cut(equity.value);
  const [startValue] = value;
  const fromStart = (curve: Float64Array) => cut(curve).map((close) => (close / curve[fromRow]) * startValue);
  const own = account && accountBetween(account, fromRow, toRow);
  const negligible = negligibleMoney(performance.startValue);
  return {
    day: equity.day.subarray(fromRow, toRow + 1),
    value,
    benchmark: fromStart(equity.benchmark),
    ...(equity.universe && { universe: fromStart(equity.universe) }),
    ...(equity.growth &&
      own?.moves && {
        growth: growthFrom({ startMargin: startValue, equity: value, moves: own.moves, negligible }),
      }),
    ...(own && { account: own }),
  };
}

/** What came and went up to the first close, and behind the last one, is not of the part; what was traded on its sessions is. */
function accountBetween(account: AccountBySession, fromRow: number, toRow: number): AccountBySession {
  const { cash, bought, sold, moves, riskless } = account;
  const cut = (curve: Float64Array) => curve.slice(fromRow, toRow + 1);
  const without = (row: number) => (curve: Float64Array) => cut(curve).fill(0, row, row + 1);
  const fromFirst = without(0);
  return {
    cash: cut(cash),
    bought: cut(bought),
    sold: cut(sold),
    moves: moves && {
      in: fromFirst(moves.in),
      paid: fromFirst(moves.paid),
      paidAfter: without(toRow - fromRow)(moves.paidAfter),
      missed: fromFirst(moves.missed),
      interest: fromFirst(moves.interest),
      owed: cut(moves.owed),
    },
    riskless: riskless && fromFirst(riskless),
  };
}

function emptyOn(date: string): Problem {
  return {
    code: "period-empty",
    message: `The account was empty on ${date}: choose a period at whose beginning there was something in it.`,
  };
}

/** Closed trades that ended after the first and by the second of these days. @param after - ISO, as `until` */
function countEnded(positions: readonly Position[], after: string, until: string): TradeCount {
  let trades = 0;
  let wins = 0;
  for (const { exitReason, exitDate, profit, quantity, entryPrice } of positions) {
    if (exitReason === "open" || exitDate <= after || exitDate > until) continue;
    trades++;
    if (isWon(profit, quantity, entryPrice)) wins++;
  }
  return { trades, wins };
}
