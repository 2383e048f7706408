import { describe, expect, it } from "vitest";
import { EXCHANGE_IDS, readExchange, type Series } from "./demo-market.ts";

const exchanges = EXCHANGE_IDS.map(readExchange);
const listings = exchanges.flatMap(({ companies, dates }) =>
  companies.map((series) => ({ series, lastSession: dates.length - 1 })),
);

/** Sessions without a bar between two bars of a series. */
function gapsOf({ session }: Series): number[] {
  return session.slice(1).map((at, row) => at - (session[row] ?? at) - 1);
}

/** Rows on which the number of shares changes. */
function splitRowsOf({ sharesOutstanding }: Series): number[] {
  return [...sharesOutstanding.keys()].filter(
    (row) => row > 0 && sharesOutstanding[row] !== sharesOutstanding[row - 1],
  );
}

describe("listings", () => {
  it("come at all times: some companies are there from the start, more list later, in every five years", () => {
    const years = listings.map(({ series }) => (series.session[0] ?? 0) / 253);
    const founders = years.filter((year) => year === 0).length;
    expect(founders / listings.length).toBeGreaterThan(0.25);
    expect(founders / listings.length).toBeLessThan(0.5);
    for (const from of [0, 5, 10, 15]) {
      const listed = years.filter((year) => year > from && year <= from + 5).length;
      expect(listed / listings.length).toBeGreaterThan(0.05);
    }
  });

  it("end on the way for a fifth of the companies", () => {
    const gone = listings.filter(({ series, lastSession }) => series.session.at(-1) !== lastSession);
    expect(gone.length / listings.length).toBeGreaterThan(0.15);
    expect(gone.length / listings.length).toBeLessThan(0.25);
  });

  it("end in a decline as well as in a takeover at a price", () => {
    const lastYears = listings
      .filter(({ series, lastSession }) => series.session.at(-1) !== lastSession)
      .map(({ series: { adjClose } }) => (adjClose.at(-1) ?? 0) / (adjClose.at(-250) ?? 0));
    expect(lastYears.filter((growth) => growth < 0.6).length).toBeGreaterThan(8);
    expect(lastYears.filter((growth) => growth > 1.05).length).toBeGreaterThan(8);
  });

  it("are halted now and then, for 1 to 15 sessions or so", () => {
    const gaps = listings.flatMap(({ series }) => gapsOf(series)).filter((gap) => gap > 0);
    const halted = listings.filter(({ series }) => gapsOf(series).some((gap) => gap > 0));
    expect(halted.length / listings.length).toBeGreaterThan(0.2);
    expect(halted.length / listings.length).toBeLessThan(0.7);
    expect(Math.min(...gaps)).toBe(1);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(2 * 15); // two halts may meet
  });
});

describe("prices", () => {
  it("run from a few rupees or dollars to almost a hundred thousand", () => {
    const lows = listings.map(({ series }) => Math.min(...series.low));
    const highs = listings.map(({ series }) => Math.max(...series.high));
    expect(Math.min(...lows)).toBeGreaterThan(2);
    expect(Math.min(...lows)).toBeLessThan(10);
    expect(Math.max(...highs)).toBeGreaterThan(50_000);
    expect(Math.max(...highs)).toBeLessThan(110_000);
  });

  it("leave most shares of NSE under 5,000 a piece, and some above it, in every year", () => {
    const [nse] = exchanges;
    const dearPerSession = (nse?.dates ?? []).map(() => ({ dear: 0, all: 0 }));
    for (const { session, close } of nse?.companies ?? []) {
      session.forEach((at, row) => {
        const count = dearPerSession[at];
        if (!count) return;
        count.all += 1;
        count.dear += (close[row] ?? 0) > 5000 ? 1 : 0;
      });
    }
    for (let at = 0; at < dearPerSession.length; at += 250) {
      const { dear, all } = dearPerSession[at] ?? { dear: 0, all: 0 };
      expect(dear).toBeGreaterThan(0);
      expect(dear / all).toBeLessThan(0.25);
    }
  });
});

describe("splits", () => {
  const splits = listings.flatMap(({ series }) => splitRowsOf(series).map((row) => ({ series, row })));

  it("happen on every exchange", () => {
    expect(exchanges.map(({ companies }) => companies.flatMap(splitRowsOf).length > 3)).toEqual(
      exchanges.map(() => true),
    );
  });

  it("lower the price as traded by the ratio by which they multiply the shares", () => {
    for (const { series, row } of splits) {
      const ratio = (series.sharesOutstanding[row] ?? 0) / (series.sharesOutstanding[row - 1] ?? 1);
      const asTraded = (series.close[row] ?? 0) / (series.close[row - 1] ?? 1);
      expect([2, 5]).toContain(ratio);
      expect(asTraded * ratio).toBeGreaterThan(0.8);
      expect(asTraded * ratio).toBeLessThan(1.25);
    }
  });

  it("are no crash in the adjusted close", () => {
    for (const { series, row } of splits) {
      const adjusted = (series.adjClose[row] ?? 0) / (series.adjClose[row - 1] ?? 1);
      expect(adjusted).toBeGreaterThan(0.8);
      expect(adjusted).toBeLessThan(1.25);
    }
  });
});

describe("the adjusted close", () => {
  it("is the close on every company's last row", () => {
    expect(listings.filter(({ series }) => series.adjClose.at(-1) !== series.close.at(-1))).toEqual([]);
  });

  it("is never above the close, which earlier splits and dividends can only lower", () => {
    const above = listings.flatMap(({ series }) =>
      series.adjClose.filter((adjusted, row) => adjusted > (series.close[row] ?? 0)),
    );
    expect(above).toEqual([]);
  });

  it("gains on the close by each dividend, a few percent at most, on about a quarter of the companies", () => {
    const payers = listings.filter(({ series }) => {
      const steps = series.close.map((close, row) => (series.adjClose[row] ?? 0) / close);
      const splitRows = new Set(splitRowsOf(series));
      return steps.some((step, row) => {
        const gain = step / (steps[row - 1] ?? step) - 1;
        return !splitRows.has(row) && gain > 0.005 && gain < 0.05;
      });
    });
    expect(payers.length / listings.length).toBeGreaterThan(0.15);
    expect(payers.length / listings.length).toBeLessThan(0.4);
  });
});
