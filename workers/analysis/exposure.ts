/** How much of the account was in positions, and how much of it was turned over. */
import type { Exposure, YearlyTurnover } from "#workers/model/analysis.ts";
import { formatIsoDay, yearOf } from "#workers/model/day.ts";
import type { Position, Report } from "#workers/model/report.ts";

const DAYS_PER_YEAR = 365.25;

/**
 * Turnover is the smaller of purchases and sales over the mean equity, as funds report it (U.S. SEC, Form N-1A, item
 * 13, instruction 4(d)); fills of every holding time count here.
 */
export function measureExposure(report: Report, commissionPercent: number): Exposure {
  const { equity, positions } = report;
  const sessions = equity.day.length;
  const invested = investedAtCloses(report, commissionPercent);
  const years = yearlyTurnover(report, invested);
  const span = (equity.day[sessions - 1] - equity.day[0]) / DAYS_PER_YEAR;
  const traded = Math.min(sumOf(years, "bought"), sumOf(years, "sold"));
  return {
    invested,
    meanInvested: mean(invested),
    inMarket: (equity.positions.reduce((in_, open) => in_ + (open > 0 ? 1 : 0), 0) / sessions) * 100,
    meanPositions: mean(equity.positions),
    years,
    turnover: positions.length === 0 || span <= 0 ? null : turnoverOf(traded, mean(equity.value)) / span,
  };
}

/** Percent; nothing turns nothing over. */
function turnoverOf(traded: number, meanEquity: number): number {
  return meanEquity === 0 ? 0 : (traded / meanEquity) * 100;
}

/** The mean of what was in positions at the closes, in percent of the account. */
export function meanInvested(report: Report, commissionPercent: number): number {
  return mean(investedAtCloses(report, commissionPercent));
}

/** What tells where the money of a run was. */
export type AccountOfRun = Pick<Report, "equity" | "positions" | "performance" | "account">;

/** In percent of the account, by session: what is not cash at a close is invested. */
export function investedAtCloses(report: AccountOfRun, commissionPercent: number): Float64Array {
  const { equity, account } = report;
  const cash = account?.cash ?? cashFromFills(report, commissionPercent / 100);
  return cash.map((idle, row) =>
    equity.positions[row] === 0 || equity.value[row] === 0 ? 0 : (1 - idle / equity.value[row]) * 100,
  );
}

/** The start value less what was paid for positions, plus what they brought. */
function cashFromFills(report: AccountOfRun, commission: number): Float64Array {
  let cash = report.performance.startValue;
  return cashFlows(report, commission).map((flow) => (cash += flow));
}

/** What each session's fills add to the cash. */
function cashFlows({ equity, positions }: AccountOfRun, commission: number): Float64Array {
  const flows = new Float64Array(equity.day.length);
  const rowOf = new Map(Array.from(equity.day, (day, row) => [formatIsoDay(day), row]));
  for (const position of positions) {
    flows[rowAt(rowOf, position.entryDate)] -= boughtFor(position) * (1 + commission);
    if (position.exitReason === "open") continue;
    flows[rowAt(rowOf, position.exitDate)] += soldFor(position) * (1 - commission);
  }
  return flows;
}

function rowAt(rowOf: ReadonlyMap<string, number>, iso: string): number {
  const row = rowOf.get(iso);
  if (row === undefined) throw new RangeError(`exposure: ${iso} is no session of the run`);
  return row;
}

function boughtFor({ quantity, entryPrice }: Position): number {
  return quantity * entryPrice;
}

function soldFor({ quantity, exitPrice }: Position): number {
  return quantity * exitPrice;
}

function yearlyTurnover({ equity, positions, account }: Report, invested: Float64Array): YearlyTurnover[] {
  const years = new Map<
    number,
    { rows: number; equity: number; invested: number; bought: number; sold: number }
  >();
  for (let row = 0; row < equity.day.length; row++) {
    const year = yearOf(equity.day[row]);
    const sums = years.get(year) ?? { rows: 0, equity: 0, invested: 0, bought: 0, sold: 0 };
    sums.rows++;
    sums.equity += equity.value[row];
    sums.invested += invested[row];
    sums.bought += account?.bought[row] ?? 0;
    sums.sold += account?.sold[row] ?? 0;
    years.set(year, sums);
  }
  for (const position of account === undefined ? positions : []) {
    const entered = years.get(Number(position.entryDate.slice(0, 4)));
    if (entered) entered.bought += boughtFor(position);
    const left = years.get(Number(position.exitDate.slice(0, 4)));
    if (left && position.exitReason !== "open") left.sold += soldFor(position);
  }
  return Array.from(years, ([year, sums]) => ({
    year,
    bought: sums.bought,
    sold: sums.sold,
    meanEquity: sums.equity / sums.rows,
    turnover: turnoverOf(Math.min(sums.bought, sums.sold), sums.equity / sums.rows),
    meanInvested: sums.invested / sums.rows,
  }));
}

function sumOf(years: readonly YearlyTurnover[], name: "bought" | "sold"): number {
  return years.reduce((sum, year) => sum + year[name], 0);
}

function mean(values: Float64Array | Int32Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}
