import { describe, expect, it } from "vitest";
import { FACT_NAMES } from "#datasets/generator/reports.ts";
import { formatIsoDay, fromEpochDay, parseIsoDay, toEpochDay } from "#workers/model/day.ts";
import {
  EXCHANGE_IDS,
  readExchange,
  readFactNames,
  readFacts,
  type FactsRow,
  type Series,
} from "./demo-market.ts";
import { correlation } from "./statistics.ts";

const rows = readFacts();
const rowsBySymbol = new Map<string, FactsRow[]>();
for (const row of rows) rowsBySymbol.set(row.symbol, [...(rowsBySymbol.get(row.symbol) ?? []), row]);
const companies = EXCHANGE_IDS.map(readExchange).flatMap(({ companies: listed, dates }) =>
  listed.map((series) => ({
    series,
    dates: series.session.map((session) => dates[session] ?? ""),
    rows: rowsBySymbol.get(series.symbol) ?? [],
  })),
);

const fact = ({ facts }: FactsRow, name: string): number => facts.get(name) ?? Number.NaN;
const isReport = ({ facts }: FactsRow): boolean => facts.has("pe");
/** A correction is about the same quarter as the report before it: sales and debt are the same. */
const isCorrection = (row: FactsRow, before: FactsRow | undefined): boolean =>
  before !== undefined && ["revenue", "debt"].every((name) => fact(row, name) === fact(before, name));

/** Days from the last quarter's end before a day to the day. */
function daysSinceQuarter(date: string): number {
  const day = parseIsoDay(date) ?? 0;
  const { year, month } = fromEpochDay(day);
  return day - toEpochDay(year, month - ((month - 1) % 3), 1) + 1;
}

/** Row of a company's first bar after a date. */
const rowAfter = (dates: readonly string[], date: string): number => dates.findIndex((bar) => bar > date);

/** The last close before a date, and the shares of that bar. */
function lastBefore(series: Series, dates: readonly string[], date: string) {
  const row = dates.findLastIndex((bar) => bar < date);
  return { close: series.close[row] ?? 0, shares: series.sharesOutstanding[row] ?? 0 };
}

const correlationOf = (pairs: readonly (readonly [number, number])[]): number =>
  correlation(
    Float64Array.from(pairs, ([left]) => left),
    Float64Array.from(pairs, ([, right]) => right),
    100,
  );

/** The middle value; of two in the middle the upper. NaN for none. */
const median = (values: readonly number[]): number =>
  values.toSorted((left, right) => left - right)[values.length >> 1] ?? Number.NaN;

const reports = companies.flatMap((company) => {
  const ofCompany = company.rows.filter(isReport);
  return ofCompany.map((row, place) => ({
    company,
    row,
    isCorrection: isCorrection(row, ofCompany[place - 1]),
  }));
});
const firsts = reports.filter((report) => !report.isCorrection);
const corrections = reports.filter((report) => report.isCorrection);

describe("facts.csv", () => {
  it("has a column for each fact of the generator", () => {
    expect(readFactNames()).toEqual([...FACT_NAMES]);
  });

  it("stands by symbol, then date, none twice", () => {
    const keys = rows.map(({ symbol, date }) => `${symbol} ${date}`);
    expect(keys.findIndex((key, place) => place > 0 && key <= (keys[place - 1] ?? ""))).toBe(-1);
  });

  it("has every fact in a report, and those a share alone in the row of a split", () => {
    const shapes = new Set(rows.map(({ facts }) => [...facts.keys()].join(" ")));
    expect([...shapes].toSorted()).toEqual(
      [FACT_NAMES.join(" "), "eps bookValue dividends shares"].toSorted(),
    );
  });

  it("has numbers that can be read", () => {
    expect(rows.filter(({ facts }) => ![...facts.values()].every(Number.isFinite))).toEqual([]);
  });

  it("covers every company, from its first half-year to its last, and no index", () => {
    expect(new Set(rows.map(({ symbol }) => symbol))).toEqual(
      new Set(companies.map(({ series }) => series.symbol)),
    );
    const wide = companies.filter(({ rows: known, dates }) => {
      const spans = [dates[0], ...known.map(({ date }) => date), dates.at(-1)].map(
        (date) => parseIsoDay(date ?? "") ?? 0,
      );
      return spans.some((day, place) => place > 0 && day - (spans[place - 1] ?? day) > 184);
    });
    expect(wide.map(({ series }) => series.symbol)).toEqual([]);
  });
});

describe("a report", () => {
  it("comes 20 to 60 days after the end of a quarter, on a weekday", () => {
    const delays = firsts.map(({ row }) => daysSinceQuarter(row.date));
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(20);
    expect(Math.max(...delays)).toBeLessThanOrEqual(60);
    const weekdays = new Set(reports.map(({ row }) => ((parseIsoDay(row.date) ?? 0) + 4) % 7)); // 0 is Sunday
    expect(weekdays).toEqual(new Set([1, 2, 3, 4, 5]));
  });

  it("comes once a quarter", () => {
    const quarters = firsts.map(({ row }) => {
      const end = (parseIsoDay(row.date) ?? 0) - daysSinceQuarter(row.date);
      return `${row.symbol} ${formatIsoDay(end)}`;
    });
    expect(new Set(quarters).size).toBe(quarters.length);
  });

  it("is sometimes corrected: later, before the next report, with another profit", () => {
    expect(corrections.length / firsts.length).toBeGreaterThan(0.03);
    expect(corrections.length / firsts.length).toBeLessThan(0.07);
    const odd = corrections.filter(({ row, company }) => {
      const before = company.rows.filter(isReport).findLast(({ date }) => date < row.date);
      if (!before) return true;
      const wait = (parseIsoDay(row.date) ?? 0) - (parseIsoDay(before.date) ?? 0);
      const isSame = fact(row, "netIncome") === fact(before, "netIncome");
      return wait < 5 || wait > 45 || (isSame && fact(row, "pe") === fact(before, "pe"));
    });
    expect(odd.map(({ row }) => `${row.symbol} ${row.date}`)).toEqual([]);
  });

  it("says the shares of the next bar", () => {
    const wrong = rows.filter((row) => {
      const company = companies.find(({ series }) => series.symbol === row.symbol);
      const next = company?.series.sharesOutstanding[rowAfter(company.dates, row.date)];
      return fact(row, "shares") !== next;
    });
    expect(wrong).toEqual([]);
  });

  it("has ratios that follow from its figures and the last close before it", () => {
    // each figure has four digits, so that a product of two is within 1e-3
    const ratios = reports.flatMap(({ row, company: { series, dates } }) => {
      const { close, shares } = lastBefore(series, dates, row.date);
      const split = fact(row, "shares") / shares;
      return [
        (fact(row, "pe") * fact(row, "eps") * split) / close,
        (fact(row, "pb") * fact(row, "bookValue") * split) / close,
        (fact(row, "pe") * fact(row, "earningsYield")) / 100,
        (fact(row, "eps") * fact(row, "shares")) / fact(row, "netIncome"),
      ];
    });
    expect(Math.min(...ratios)).toBeGreaterThan(0.998);
    expect(Math.max(...ratios)).toBeLessThan(1.002);
  });

  it("compares with the report of a year before", () => {
    const changes = firsts.flatMap(({ row, company }) => {
      const end = (parseIsoDay(row.date) ?? 0) - daysSinceQuarter(row.date);
      const before = company.rows.findLast(({ date, facts }) => {
        if (!facts.has("revenue")) return false;
        const days = end - ((parseIsoDay(date) ?? 0) - daysSinceQuarter(date));
        return days >= 364 && days <= 367;
      });
      if (!before) return [];
      const growth = (fact(row, "revenue") / fact(before, "revenue") - 1) * 100;
      return [Math.abs(growth - fact(row, "revenue.yoy"))];
    });
    expect(changes.length).toBeGreaterThan(10_000);
    expect(Math.max(...changes)).toBeLessThan(0.3);
  });

  it("pays dividends where the adjusted close says that some were paid", () => {
    const payers = companies.filter(({ rows: known }) => known.some((row) => fact(row, "dividends") > 0));
    // of a company that splits the adjusted close differs without a dividend
    const unsplit = ({ series }: (typeof companies)[number]): boolean =>
      new Set(series.sharesOutstanding).size === 1;
    const adjusted = companies.filter(({ series }) => series.adjClose[0] !== series.close[0]);
    expect(payers.length / companies.length).toBeGreaterThan(0.15);
    expect(payers.filter(unsplit)).toEqual(adjusted.filter(unsplit));
  });
});

describe("a split", () => {
  it("divides the figures a share on the session before it, so that they fit the next close", () => {
    const splits = companies.flatMap(({ series, dates, rows: known }) =>
      dates.flatMap((date, at) => {
        const ratio = (series.sharesOutstanding[at] ?? 0) / (series.sharesOutstanding[at - 1] ?? Number.NaN);
        if (!(ratio > 1)) return [];
        const [before, after] = [
          known.findLast((row) => row.date < (dates[at - 1] ?? "")),
          known.findLast((row) => row.date < date),
        ];
        return before && after && !isReport(after) ? [fact(before, "eps") / fact(after, "eps") / ratio] : [];
      }),
    );
    expect(splits.length).toBeGreaterThan(50);
    expect(Math.min(...splits)).toBeGreaterThan(0.998);
    expect(Math.max(...splits)).toBeLessThan(1.002);
  });
});

describe("the facts of the market", () => {
  it("find companies that are cheap at all times, and some that are dear", () => {
    const halves = companies.map(({ rows: known }) => {
      const ratios = known.filter(isReport).map((row) => fact(row, "pe"));
      const middle = Math.floor(ratios.length / 2);
      return [median(ratios.slice(0, middle)), median(ratios.slice(middle))] as const;
    });
    expect(correlationOf(halves)).toBeGreaterThan(0.5);
  });

  it("let profits grow as the price does, over the whole listing", () => {
    const growths = companies.flatMap(({ rows: known, series, dates }) => {
      const ends = known.filter(isReport).filter((row) => fact(row, "netIncome") > 0);
      const [first, last] = [ends[0], ends.at(-1)];
      if (!first || !last) return [];
      const cap = (row: FactsRow): number => {
        const { close, shares } = lastBefore(series, dates, row.date);
        return Math.log(close * shares);
      };
      const profit = Math.log(fact(last, "netIncome") / fact(first, "netIncome"));
      return [[profit, cap(last) - cap(first)] as const];
    });
    expect(correlationOf(growths)).toBeGreaterThan(0.7);
  });

  it("leave some for each way of choosing companies by them", () => {
    const part = (holds: (row: FactsRow) => boolean): number =>
      reports.filter(({ row }) => holds(row)).length / reports.length;
    const parts = [
      part(
        (row) =>
          fact(row, "pe") > 0 &&
          fact(row, "pe") < 15 &&
          fact(row, "pb") < 1.5 &&
          fact(row, "currentRatio") > 2,
      ),
      part((row) => fact(row, "eps.yoy") > 25 && fact(row, "revenue.yoy") > 20),
      part((row) => fact(row, "fScore") >= 8),
      part((row) => fact(row, "eps") < 0),
    ];
    expect(Math.min(...parts)).toBeGreaterThan(0.002);
    expect(Math.max(...parts)).toBeLessThan(0.25);
    expect(new Set(reports.map(({ row }) => fact(row, "fScore")))).toEqual(
      new Set([1, 2, 3, 4, 5, 6, 7, 8, 9]),
    );
  });
});
