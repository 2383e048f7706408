/** The reference's periods, flows and interest: sections 1, 4 and 5 of the contract of the account. */
import { parseIsoDay } from "#workers/model/day.ts";
import type { Flow } from "#workers/model/flow.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { itemAt, lastBar } from "./reference-series.ts";
import type { Series } from "./reference-series.ts";

type Kind = NonNullable<Strategy["simulation"]["schedule"] | Strategy["simulation"]["rebalance"]>;

const MS_PER_DAY = 86_400_000;

/** The year, the quarter, the month, or the Monday of the ISO week. */
function spanOf(kind: Exclude<Kind, "daily" | "never">, day: number): string {
  const date = new Date(day * MS_PER_DAY);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  if (kind === "yearly") return `${year}`;
  if (kind === "quarterly") return `${year} ${Math.floor(month / 3)}`;
  return kind === "monthly" ? `${year} ${month}` : `${day - ((date.getUTCDay() + 6) % 7)}`;
}

/** The days of the calendar that are scheduled. @param nth - which session of its period, from 1 */
export function daysOn(
  kind: Kind,
  { calendar, firstDay, nth }: { calendar: readonly number[]; firstDay: number; nth: number },
): ReadonlySet<number> {
  if (kind === "never") return new Set();
  if (kind === "daily") return new Set(calendar);
  const periods: number[][] = [];
  let span: string | null = null;
  for (const each of calendar) {
    const own = spanOf(kind, each);
    if (own !== span) periods.push([]);
    span = own;
    periods.at(-1)?.push(each);
  }
  const chosen = periods.flatMap((sessions, at) => sessions[nth - 1] ?? periods[at + 1]?.[0] ?? []);
  return new Set([firstDay, ...chosen]);
}

/** The rate of idle money between two sessions; 0 without one. */
export function interestOf(
  cash: Strategy["simulation"]["cash"],
  all: readonly Series[],
): (before: number, day: number) => number {
  if (cash === undefined) return () => 0;
  const series = all.find(({ instrument }) => instrument.symbol === (cash.price ?? cash.yield));
  return (before, day) => {
    const days = day - before;
    if (cash.percent !== undefined) return ((cash.percent / 100) * days) / 365;
    if (series === undefined) return Number.NaN;
    const from = lastBar(series, before);
    if (from === null) return Number.NaN;
    if (cash.yield !== undefined) return Math.max(-1, ((from.fileClose / 100) * days) / 365);
    const to = lastBar(series, day);
    if (to === null || !(from.close > 0) || !(to.close > 0)) return 0;
    return to.close / from.close - 1;
  };
}

interface Due {
  readonly amounts: readonly number[];
  readonly percents: readonly number[];
}

const STEPS = {
  once: { months: 0, days: 0, ofYear: 0 },
  weekly: { months: 0, days: 7, ofYear: 52 },
  monthly: { months: 1, days: 0, ofYear: 12 },
  quarterly: { months: 3, days: 0, ofYear: 4 },
  yearly: { months: 12, days: 0, ofYear: 1 },
} as const;

/** What is due on each session of a run. */
export function dueOn(
  { flows = [], startDate }: Strategy["simulation"],
  all: readonly Series[],
  period: readonly number[],
): (day: number) => Due {
  const firstDay = itemAt(period, 0);
  const lastDay = itemAt(period, period.length - 1);
  const due = new Map<number, { amounts: number[]; percents: number[] }>();
  for (const flow of flows) {
    for (const [k, date] of datesOf(flow, startDate, { firstDay, lastDay }).entries()) {
      const session = period.find((day) => day >= date);
      if (session === undefined) continue;
      const on = due.get(session) ?? { amounts: [], percents: [] };
      due.set(session, on);
      if (flow.percent !== undefined) on.percents.push(flow.percent);
      else on.amounts.push(amountOf(flow, k, { all, date, firstDay }));
    }
  }
  return (day) => due.get(day) ?? { amounts: [], percents: [] };
}

/** Those that count, oldest first, up to the last session. */
function datesOf(
  flow: Flow,
  startDate: string,
  { firstDay, lastDay }: { firstDay: number; lastDay: number },
): number[] {
  const first = parseIsoDay(flow.from ?? startDate) ?? Number.NaN;
  const end = flow.to === undefined ? Infinity : (parseIsoDay(flow.to) ?? Number.NaN);
  const { months, days } = STEPS[flow.every];
  const dates: number[] = [];
  for (let k = 0; ; k++) {
    const date = days > 0 ? first + days * k : monthsLater(first, months * k);
    if (date > end || date > lastDay) break;
    if (date > firstDay) dates.push(date);
    if (flow.every === "once") break;
  }
  return dates;
}

function monthsLater(day: number, months: number): number {
  const date = new Date(day * MS_PER_DAY);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(last, date.getUTCDate())) / MS_PER_DAY;
}

function amountOf(
  flow: Exclude<Flow, { readonly percent: number }>,
  k: number,
  { all, date, firstDay }: { all: readonly Series[]; date: number; firstDay: number },
): number {
  const { ofYear } = STEPS[flow.every];
  const years = ofYear === 0 ? 0 : Math.floor(k / ofYear);
  const grown = flow.amount * (1 + (flow.growPercent ?? 0) / 100) ** years;
  if (flow.growBy === undefined) return grown;
  const series = all.find(({ instrument }) => instrument.symbol === flow.growBy);
  const lastKnown = (by: number): number =>
    series?.bars.findLast((bar) => bar.day <= by && bar.fileClose > 0)?.fileClose ?? Number.NaN;
  return (grown * lastKnown(date)) / lastKnown(firstDay);
}
