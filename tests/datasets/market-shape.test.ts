import { describe, expect, it } from "vitest";
import { SECTORS } from "#datasets/generator/countries.ts";
import {
  adjustedReturns,
  EXCHANGE_IDS,
  readExchange,
  readInstruments,
  type ExchangeData,
} from "./demo-market.ts";
import { autocorrelation, correlation, excessKurtosis, mean } from "./statistics.ts";

/** Pairs with fewer sessions in common are not compared. */
const LEAST_COMMON_SESSIONS = 750;
const YEARS = 25.2;

const nameBySymbol = new Map(readInstruments().map(({ symbol, name }) => [symbol, name]));
const exchanges = EXCHANGE_IDS.map(readExchange);

/** Mean correlation of pairs of an exchange's companies: within a sector, and across sectors. */
function pairCorrelations({ companies, dates }: ExchangeData): { within: number; across: number } {
  const sectors = companies.map(({ symbol }) =>
    SECTORS.findIndex((sector) => nameBySymbol.get(symbol)?.includes(sector)),
  );
  const sample = companies.slice(0, 40).map((series) => adjustedReturns(series, dates.length));
  const [within, across]: [number[], number[]] = [[], []];
  sample.forEach((left, row) => {
    sample.slice(0, row).forEach((right, other) => {
      const pair = correlation(left, right, LEAST_COMMON_SESSIONS);
      if (Number.isNaN(pair)) return;
      (sectors[row] === sectors[other] ? within : across).push(pair);
    });
  });
  return { within: mean(within), across: mean(across) };
}

/** Gain of the index in each calendar year as a fraction, by year; the first from its first close. */
function yearlyGains({ dates, index }: ExchangeData): Map<string, number> {
  const lastCloses = new Map(dates.map((date, row) => [date.slice(0, 4), index.close[row] ?? 0]));
  let before = index.close[0] ?? 0;
  return new Map(
    [...lastCloses].map(([year, close]) => {
      const gain = close / before - 1;
      before = close;
      return [year, gain];
    }),
  );
}

describe.each(exchanges)("companies of $id", (exchange) => {
  const tradedReturns = exchange.companies.map((series) =>
    [...adjustedReturns(series, exchange.dates.length)].filter((value) => !Number.isNaN(value)),
  );

  it("share a common factor, and a sector's companies more than that", () => {
    const { within, across } = pairCorrelations(exchange);
    expect(across).toBeGreaterThan(0.15);
    expect(across).toBeLessThan(0.4);
    expect(within).toBeGreaterThan(across + 0.05);
    expect(within).toBeLessThan(0.6);
  });

  it("have fat-tailed returns", () => {
    const kurtoses = tradedReturns.map(excessKurtosis);
    expect(mean(kurtoses)).toBeGreaterThan(2.5);
    expect(mean(kurtoses)).toBeLessThan(15);
  });

  it("have calm and wild spells, but returns that do not foretell the next day's", () => {
    const sizes = tradedReturns.map((returns) => autocorrelation(returns.map(Math.abs), 5));
    const signs = tradedReturns.map((returns) => autocorrelation(returns, 1));
    expect(mean(sizes)).toBeGreaterThan(0.06);
    expect(Math.abs(mean(signs))).toBeLessThan(0.04);
  });

  it("have the volatility of shares, 20 to 50 percent a year", () => {
    const volatilities = tradedReturns.map((returns) =>
      Math.sqrt(mean(returns.map((value) => value ** 2)) * 252),
    );
    expect(mean(volatilities)).toBeGreaterThan(0.2);
    expect(mean(volatilities)).toBeLessThan(0.5);
  });

  it("go on rising for a while after 300 days of rising", () => {
    const spreads: number[] = [];
    for (let session = 300; session + 60 < exchange.dates.length; session += 60) {
      const outcomes = exchange.companies
        .map(({ session: sessions, adjClose }) => {
          const row = sessions.indexOf(session);
          const past = (adjClose[row] ?? 0) / (adjClose[row - 300] ?? Number.NaN);
          return { past, next: (adjClose[row + 60] ?? Number.NaN) / (adjClose[row] ?? 0) };
        })
        .filter(({ past, next }) => !Number.isNaN(past) && !Number.isNaN(next))
        .toSorted((left, right) => right.past - left.past);
      const fifth = Math.floor(outcomes.length / 5);
      if (fifth === 0) continue;
      const gains = outcomes.map(({ next }) => next);
      spreads.push(mean(gains.slice(0, fifth)) - mean(gains.slice(-fifth)));
    }
    expect(mean(spreads)).toBeGreaterThan(0.008);
    expect(mean(spreads)).toBeLessThan(0.06);
  });

  it("return 6 to 13 percent a year to who bought all founders on the first day and held them", () => {
    const growths = exchange.companies
      .filter(({ session }) => session[0] === 0)
      .map(({ adjClose }) => (adjClose.at(-1) ?? 0) / (adjClose[0] ?? 1));
    const cagr = mean(growths) ** (1 / YEARS) - 1;
    expect(cagr).toBeGreaterThan(0.06);
    expect(cagr).toBeLessThan(0.13);
  });
});

describe.each(exchanges)("the index of $id", (exchange) => {
  const gains = [...yearlyGains(exchange).values()];

  it("has a year of ruin, several bad ones and several booms", () => {
    expect(Math.min(...gains)).toBeLessThan(-0.3);
    expect(gains.filter((gain) => gain < -0.05).length).toBeGreaterThanOrEqual(4);
    expect(gains.filter((gain) => gain > 0.25).length).toBeGreaterThanOrEqual(4);
  });

  it("crashes in 2020 by a quarter at least, and is back within a year and a half", () => {
    const closes = exchange.dates.flatMap((date, row) =>
      date >= "2020-01-01" && date < "2021-07-01" ? [exchange.index.close[row] ?? 0] : [],
    );
    const trough = closes.indexOf(Math.min(...closes));
    const peakBefore = Math.max(...closes.slice(0, trough));
    expect((closes[trough] ?? 0) / peakBefore).toBeLessThan(0.75);
    expect(Math.max(...closes.slice(trough))).toBeGreaterThan(peakBefore);
  });

  it("gains 4 to 13 percent a year over the whole time", () => {
    const growth = (exchange.index.close.at(-1) ?? 0) / (exchange.index.close[0] ?? 1);
    const cagr = growth ** (1 / YEARS) - 1;
    expect(cagr).toBeGreaterThan(0.04);
    expect(cagr).toBeLessThan(0.13);
  });

  it("moves as the summed market cap of its members does", () => {
    const [before, after] = memberCaps(exchange);
    const ratios = exchange.index.close.slice(1).map((close, row) => {
      const expected = (after[row + 1] ?? 0) / (before[row + 1] ?? 1);
      return close / (exchange.index.close[row] ?? 1) / expected;
    });
    // both closes are rounded to a step of up to 0.2 % of the index
    expect(Math.max(...ratios)).toBeLessThan(1.002);
    expect(Math.min(...ratios)).toBeGreaterThan(0.998);
  });
});

/** Summed caps at the close before and at the close of each session, of companies with bars on both, by session. */
function memberCaps({ dates, companies }: ExchangeData): [Float64Array, Float64Array] {
  const [before, after] = [new Float64Array(dates.length), new Float64Array(dates.length)];
  for (const { session, close, sharesOutstanding } of companies) {
    session.forEach((at, row) => {
      const last = (close[row - 1] ?? 0) * (sharesOutstanding[row - 1] ?? 0);
      if (row === 0) return;
      for (let halted = (session[row - 1] ?? at) + 1; halted < at; halted++) {
        before[halted] = (before[halted] ?? 0) + last;
        after[halted] = (after[halted] ?? 0) + last;
      }
      before[at] = (before[at] ?? 0) + last;
      after[at] = (after[at] ?? 0) + (close[row] ?? 0) * (sharesOutstanding[row] ?? 0);
    });
  }
  return [before, after];
}
