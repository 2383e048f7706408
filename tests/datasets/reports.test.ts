import { describe, expect, it } from "vitest";
import { tradeCompany, type Bars } from "#datasets/generator/bars.ts";
import { keepBooks } from "#datasets/generator/books.ts";
import { dealNames, foundCompanies, type Company } from "#datasets/generator/companies.ts";
import { INDIA } from "#datasets/generator/countries.ts";
import { EXCHANGES } from "#datasets/generator/exchanges.ts";
import { drawFactors } from "#datasets/generator/factors.ts";
import { publishReports, type Listing, type Report } from "#datasets/generator/reports.ts";
import { listSessions } from "#datasets/generator/sessions.ts";
import { parseIsoDay, toEpochDay } from "#workers/model/day.ts";

const day = (iso: string): number => parseIsoDay(iso) ?? 0;

/** Some companies of the first exchange, over its first six years. */
function listCompanies(): Listing[] {
  const [exchange] = EXCHANGES;
  if (!exchange) throw new Error("there is no exchange");
  const dates = listSessions(toEpochDay(2000, 1, 3), toEpochDay(2005, 12, 30), INDIA.holidays);
  const factors = drawFactors(INDIA, dates);
  const [names = []] = dealNames(INDIA, [12]);
  return foundCompanies(exchange, names, dates.length).map((company) => {
    const bars = tradeCompany(company, { country: INDIA, dates, factors });
    return { company, bars, days: Array.from(bars.session, (session) => day(dates[session] ?? "")) };
  });
}

const listings = listCompanies();
const [someone] = listings.map(({ company }) => company);

/** Two years of bars on weekdays: 100 a share, but 20 from the day of a split in five on. */
function splitListing(company: Company, splitDay: number): Listing {
  const days: number[] = [];
  for (let at = day("2020-01-01"); at <= day("2021-12-31"); at++) {
    if (((at + 4) % 7) % 6 !== 0) days.push(at); // 0 is Sunday, 6 Saturday
  }
  const prices = Float64Array.from(days, (at) => (at < splitDay ? 10_000 : 2000));
  const bars: Bars = {
    session: Int32Array.from(days, (_, row) => row),
    open: prices,
    high: prices,
    low: prices,
    close: prices,
    volume: new Float64Array(days.length),
    sharesOutstanding: Float64Array.from(days, (at) => (at < splitDay ? 1e6 : 5e6)),
    adjustment: Float64Array.from(days, (at) => (at < splitDay ? 0.2 : 1)),
  };
  return { company, bars, days };
}

function cut({ company, bars, days }: Listing, rows: number): Listing {
  const columns = Object.entries(bars).map(([name, column]) => [name, column.slice(0, rows)]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same columns, shorter
  return { company, bars: Object.fromEntries(columns) as Bars, days: days.slice(0, rows) };
}

/** True for all but the rows of splits. */
const isFull = ({ facts }: Report): boolean => facts.pe !== undefined;

describe("reports", () => {
  it("are the same every time, and none of a listing without bars", () => {
    const [listing] = listings;
    if (!listing) throw new Error("there is no company");
    expect(publishReports(listing).length).toBeGreaterThan(10);
    expect(publishReports(listing)).toEqual(publishReports(listing));
    expect(publishReports(cut(listing, 0))).toEqual([]);
  });

  it.each([300, 700, 1100])("know nothing of what comes after %i bars", (rows) => {
    for (const listing of listings) {
      const short = cut(listing, rows);
      const lastDay = short.days.at(-1) ?? 0;
      const before = publishReports(listing).filter((report) => report.day < lastDay);
      expect(publishReports(short)).toEqual(before);
    }
  });

  it("come before the last bar and after the first, no two on a day", () => {
    for (const listing of listings) {
      const days = publishReports(listing).map((report) => report.day);
      expect(days.every((at) => at > (listing.days[0] ?? 0) && at < (listing.days.at(-1) ?? 0))).toBe(true);
      expect(days).toEqual([...new Set(days)].toSorted((left, right) => left - right));
    }
  });
});

describe("a split in five", () => {
  it("leaves a fifth of each figure a share, known on the session before; 100 a share are 20 then", () => {
    if (!someone) throw new Error("there is no company");
    const reports = publishReports(splitListing(someone, day("2021-01-04")));
    const at = reports.findIndex((report) => !isFull(report));
    const [before, split] = [reports[at - 1], reports[at]];
    expect(split?.day).toBe(day("2021-01-01"));
    expect(split?.facts).toEqual({
      eps: (before?.facts.eps ?? 0) / 5,
      bookValue: (before?.facts.bookValue ?? 0) / 5,
      dividends: 0,
      shares: 5e6,
    });
    expect(reports.filter((report) => !isFull(report))).toHaveLength(1);
  });

  it("changes neither profit nor price over earnings", () => {
    if (!someone) throw new Error("there is no company");
    const figures = (splitDay: string): unknown =>
      publishReports(splitListing(someone, day(splitDay)))
        .filter(isFull)
        .map((report) => [report.day, report.facts.netIncome, report.facts.pe]);
    // a split after the last bar never happens
    expect(figures("2021-01-04")).toEqual(figures("2022-01-03"));
  });

  it("stands in a report of the very session before it, which needs no row beside it", () => {
    if (!someone) throw new Error("there is no company");
    const without = publishReports(splitListing(someone, day("2022-01-03")));
    const reportDay = without.find((report) => report.day > day("2020-06-01"))?.day ?? 0;
    const weekday = (reportDay + 4) % 7;
    const nextSession = reportDay + (weekday === 5 ? 3 : 1);
    const reports = publishReports(splitListing(someone, nextSession));
    expect(reports.map((report) => report.day)).toEqual(without.map((report) => report.day));
    expect(reports.find((report) => report.day === reportDay)?.facts.shares).toBe(5e6);
  });
});

describe("the books", () => {
  it("follow the market cap: ten times the caps are ten times the money, with the same ratios", () => {
    if (!someone) throw new Error("there is no company");
    const caps = Array.from({ length: 20 }, (_, quarter) => 1e9 * (1 + quarter / 10));
    const small = keepBooks(someone, caps);
    const large = keepBooks(
      someone,
      caps.map((cap) => cap * 10),
    );
    large.forEach((quarter, place) => {
      const other = small[place];
      expect(quarter.revenue / (other?.revenue ?? 0)).toBeCloseTo(10, 9);
      expect(quarter.netIncome / (other?.netIncome ?? 0)).toBeCloseTo(10, 9);
      expect(quarter.debt / (other?.debt ?? 0)).toBeCloseTo(10, 9);
      expect(quarter.currentRatio).toBe(other?.currentRatio);
    });
  });
});
