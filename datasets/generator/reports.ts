/**
 * What becomes known of a company's books, and when: reports some weeks after each quarter, corrections of some of
 * them, and the figures a share anew before a split.
 *
 * In: a company with its bars. Out: facts by the day on which they became known. Figures of a period are those of the
 * last four quarters, so that a year's seasons are in each; money is in currency.
 */
import type { Bars } from "./bars.ts";
import { keepBooks, type Quarter } from "./books.ts";
import type { Company } from "./companies.ts";
import { exp } from "./exponential.ts";
import { fromEpochDay, toEpochDay } from "#workers/model/day.ts";
import { openRandom } from "#workers/model/random.ts";
import { between, wholeBetween } from "./random.ts";
import { sumUp, type YearlyBooks } from "./yearly-books.ts";

/** The names of the facts, in the order of the file's columns. */
export const FACT_NAMES = [
  "eps",
  "revenue",
  "bookValue",
  "dividends",
  "debt",
  "shares",
  "netIncome",
  "freeCashFlow",
  "eps.yoy",
  "revenue.yoy",
  "pe",
  "pb",
  "earningsYield",
  "currentRatio",
  "roic",
  "fScore",
] as const;

export type FactName = (typeof FACT_NAMES)[number];

/** What became known on a day; facts that are not named stay as they were. */
export interface Report {
  readonly day: number;
  readonly facts: Readonly<Partial<Record<FactName, number>>>;
}

export interface Listing {
  readonly company: Company;
  readonly bars: Bars;
  /** EpochDay of each bar. */
  readonly days: readonly number[];
}

/** Days from a quarter's end to its report; a report that falls on a weekend is brought forward to the Friday. */
const EARLIEST_REPORT = 22;
const LATEST_REPORT = 60;
/** Days from a report to its correction: all before the next report. */
const EARLIEST_CORRECTION = 8;
const LATEST_CORRECTION = 42;

/** A year of quarters, and the year before it. */
const QUARTERS_NEEDED = 8;
const DAYS_A_YEAR = 365;

/** What a company's market cap grew by in a quarter before anybody knew it, as a logarithm: least and most. */
const EARLY_GROWTH: readonly [number, number] = [0, 0.05];

/** Dividends are paid in whole hundredths of the currency. */
const HUNDREDTHS = 100;

/** All reports that a bar after them can see, by day; no two on a day. None for a listing without bars. */
export function publishReports(listing: Listing): Report[] {
  const { company, bars, days } = listing;
  const [firstDay, lastDay] = [days[0], days.at(-1)];
  if (firstDay === undefined || lastDay === undefined) return [];
  const random = openRandom(`reports ${company.symbol}`);
  const ends = listQuarterEnds(firstDay, lastDay);
  const caps = capsAt(listing, ends, between(random, ...EARLY_GROWTH));
  const quarters = keepBooks(company, caps);
  const dividends = listDividends(bars);
  const reports: Report[] = [];
  for (let last = QUARTERS_NEEDED - 1; last < ends.length; last++) {
    const end = ends[last] ?? 0;
    const day = beforeWeekend(end + wholeBetween(random, EARLIEST_REPORT, LATEST_REPORT));
    const correction = beforeWeekend(day + wholeBetween(random, EARLIEST_CORRECTION, LATEST_CORRECTION));
    const yearly = sumUp(quarters.slice(last + 1 - QUARTERS_NEEDED, last + 1));
    // what was paid out up to the quarter's end, by whole bars
    const paid = sumOf(dividends, rowAfter(days, end - DAYS_A_YEAR), rowAfter(days, end));
    if (day <= firstDay || day >= lastDay) continue;
    reports.push({ day, facts: toFacts(listing, day, { ...yearly.first, dividends: paid }) });
    if (!isRestated(quarters[last]) || correction >= lastDay) continue;
    const corrected = { ...yearly.corrected, dividends: paid };
    reports.push({ day: correction, facts: toFacts(listing, correction, corrected) });
  }
  return withSplits(reports, listing);
}

function isRestated(quarter: Quarter | undefined): boolean {
  return quarter !== undefined && quarter.netIncome !== quarter.firstNetIncome;
}

/** The last days of the quarters that reports within the listing need, oldest first. */
function listQuarterEnds(firstDay: number, lastDay: number): number[] {
  const { year: firstYear } = fromEpochDay(firstDay);
  const { year: lastYear } = fromEpochDay(lastDay);
  const ends: number[] = [];
  // three years: the first report's eight quarters end before the listing
  for (let year = firstYear - 3; year <= lastYear; year++) {
    for (const month of [1, 4, 7, 10]) {
      const end = toEpochDay(year, month, 1) - 1;
      if (end < lastDay) ends.push(end);
    }
  }
  return ends;
}

/** Market cap at the end of days, in currency; before the first bar the first bar's, less `growth` a quarter. */
function capsAt({ bars, days }: Listing, ends: readonly number[], growth: number): number[] {
  const firstKnown = ends.findIndex((end) => end >= (days[0] ?? 0));
  const known = firstKnown < 0 ? ends.length : firstKnown;
  return ends.map((end, place) =>
    place < known ? capOf(bars, 0) * exp(-growth * (known - place)) : capOf(bars, rowAfter(days, end) - 1),
  );
}

/** Market cap on a bar, in currency. */
function capOf({ close, sharesOutstanding }: Bars, row: number): number {
  return ((close[row] ?? 0) / HUNDREDTHS) * (sharesOutstanding[row] ?? 0);
}

/** The row of the first bar after a day; the number of bars where there is none. */
function rowAfter(days: readonly number[], day: number): number {
  let [low, high] = [0, days.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((days[middle] ?? 0) <= day) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** What all shares together were paid on each bar, in currency: what the adjusted close says, but for splits. */
function listDividends({ close, adjustment, sharesOutstanding }: Bars): Float64Array {
  return close.map((_, row) => {
    if (row === 0 || sharesOutstanding[row] !== sharesOutstanding[row - 1]) return 0;
    const part = 1 - (adjustment[row - 1] ?? 1) / (adjustment[row] ?? 1);
    const dividend = Math.round(part * (close[row - 1] ?? 0)) / HUNDREDTHS;
    return dividend * (sharesOutstanding[row] ?? 0);
  });
}

function sumOf(values: Float64Array, from: number, to: number): number {
  return values.subarray(from, to).reduce((sum, value) => sum + value, 0);
}

/** What a year comes to, with what was paid to all shares within it. */
type Year = YearlyBooks & { readonly dividends: number };

/**
 * The facts of a report of `day`, which lies between the first bar and the last. Figures a share stand for a share of
 * the next bar, the first on which they count; prices are those of the last bar before.
 */
function toFacts({ bars, days }: Listing, day: number, year: Year): Report["facts"] {
  const shares = bars.sharesOutstanding[rowAfter(days, day)] ?? 1;
  const cap = capOf(bars, rowAfter(days, day - 1) - 1);
  return {
    eps: year.netIncome / shares,
    revenue: year.revenue,
    bookValue: year.equity / shares,
    dividends: year.dividends / shares,
    debt: year.debt,
    shares,
    netIncome: year.netIncome,
    freeCashFlow: year.freeCashFlow,
    "eps.yoy": year.netIncomeGrowth,
    "revenue.yoy": year.revenueGrowth,
    pe: cap / year.netIncome,
    pb: cap / year.equity,
    earningsYield: (year.netIncome / cap) * 100,
    currentRatio: year.currentRatio,
    roic: year.roic,
    fScore: year.fScore,
  };
}

/**
 * Puts in the figures a share of the last report anew on the session before each split, so that they fit the prices of
 * the next bar. A report of that very session has them already.
 */
function withSplits(reports: readonly Report[], { bars, days }: Listing): Report[] {
  const { sharesOutstanding } = bars;
  const splits = days.flatMap((_, row): Report[] => {
    const shares = sharesOutstanding[row] ?? 1;
    const before = sharesOutstanding[row - 1] ?? shares;
    const day = days[row - 1];
    const last = reports.findLast((report) => day !== undefined && report.day <= day);
    if (shares === before || day === undefined || !last || last.day === day) return [];
    const { eps = 0, bookValue = 0, dividends = 0 } = last.facts;
    const ratio = shares / before;
    return [
      {
        day,
        facts: { eps: eps / ratio, bookValue: bookValue / ratio, dividends: dividends / ratio, shares },
      },
    ];
  });
  return [...reports, ...splits].toSorted((left, right) => left.day - right.day);
}

/** The day itself, or the Friday before a Saturday or Sunday. */
function beforeWeekend(day: number): number {
  const weekday = (day + 4) % 7; // 0 is Sunday: 1970-01-01 was a Thursday
  return weekday === 0 ? day - 2 : weekday === 6 ? day - 1 : day;
}
