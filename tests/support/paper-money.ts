/** Money in and out of a portfolio on a sheet of paper: dates, the rate that it earned, and starts that lasted. */
import { column, holdOnPaper, isFirstOf, lastKnown } from "./paper-portfolio.ts";
import type { PaperPrices } from "./paper-portfolio.ts";

interface PaperFlow {
  readonly amount: number;
  /** From one payment to the next. */
  readonly months: number;
  /** A fraction, once in each year. */
  readonly growth: number;
}

/** The first payment is a period behind the first of January on which the runs of these tests begin. */
export function flowsOnPaper(
  days: readonly string[],
  { amount, months, growth }: PaperFlow,
): (session: number) => number {
  const sums = new Float64Array(days.length);
  const first = Number((days[0] ?? "").slice(0, 4));
  for (let payment = 0; ; payment++) {
    const month = months * (payment + 1);
    const date = `${first + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, "0")}-01`;
    const session = days.findIndex((day) => day >= date);
    if (session === -1) break;
    sums[session] = (sums[session] ?? 0) + amount * (1 + growth) ** Math.floor((payment * months) / 12);
  }
  return (session) => sums[session] ?? 0;
}

/** Percent a year that all payments must have earned, each from its day, to come to `worth`: found by halving. */
export function rateOfMoney(
  days: readonly string[],
  start: number,
  flow: (session: number) => number,
  worth: number,
): number {
  const at = (session: number) => Date.parse(days[session] ?? "") / 864e5;
  const last = days.length - 1;
  const grown = (rate: number) =>
    days.reduce((sum, _day, session) => {
      const paid = flow(session) + (session === 0 ? start : 0);
      return paid === 0 ? sum : sum + paid * (1 + rate) ** ((at(last) - at(session)) / 365);
    }, 0);
  let [low, high] = [-0.9, 1];
  for (let halving = 0; halving < 60; halving++) {
    const middle = (low + high) / 2;
    if (grown(middle) < worth) low = middle;
    else high = middle;
  }
  return low * 100;
}

interface LastingPlan {
  readonly years: number;
  readonly costs: number;
  readonly start: number;
  /** Once in each year, the first a year after the start. */
  readonly taken: number;
  /** What is taken grows as this series. */
  readonly growBy: string;
}

/** 60 in shares and 40 in bonds, set back each year, begun on the first of each month that leaves the years. */
export function lastedOnPaper(
  prices: PaperPrices,
  { years, costs, start, taken, growBy }: LastingPlan,
): { readonly starts: number; readonly lasted: number; readonly medianLeft: number } {
  const { days } = prices;
  const last = days.at(-1) ?? "";
  const series = column(prices.close, growBy);
  const plan = new Map([
    ["TIDESHARES", 0.6],
    ["TIDEBONDS", 0.4],
  ]);
  const left: number[] = [];
  let lasted = 0;
  for (let month = 0; ; month++) {
    const begins = dateAfter(days[0] ?? "", month);
    const ends = dateAfter(begins, years * 12);
    if (dayBefore(ends) > last) break;
    const from = days.findIndex((day) => day >= begins);
    const after = days.findIndex((day) => day >= ends);
    const to = after === -1 ? days.length - 1 : after - 1;
    const sums = new Map<number, number>();
    for (let year = 1; year < years; year++) {
      const date = dateAfter(begins, year * 12);
      const session = days.findIndex((day) => day >= date);
      sums.set(session, (-taken * lastBefore(series, days, date)) / lastKnown(series, from));
    }
    const { values, ranOut } = holdOnPaper(prices, {
      start,
      costs,
      from,
      to,
      flow: (session) => sums.get(session) ?? 0,
      targets: plan,
      decide: (session) => (session === from || isFirstOf(days, session, 4) ? plan : null),
    });
    if (ranOut === null) lasted += 1;
    left.push(ranOut === null ? (values.at(-1) ?? 0) : 0);
  }
  const sorted = left.toSorted((a, b) => a - b);
  return { starts: left.length, lasted, medianLeft: sorted[Math.floor((left.length - 1) / 2)] ?? 0 };
}

/** The last close on or before a date. */
function lastBefore(series: Float64Array, days: readonly string[], date: string): number {
  const after = days.findIndex((day) => day > date);
  return lastKnown(series, (after === -1 ? days.length : after) - 1);
}

/** The first of a month, so many months after that of a date. */
function dateAfter(date: string, months: number): string {
  const count = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1 + months;
  return `${Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, "0")}-01`;
}

function dayBefore(date: string): string {
  return new Date(Date.parse(date) - 864e5).toISOString().slice(0, 10);
}
