import { describe, expect, it } from "vitest";
import { chooseBenchmark } from "#workers/engine/benchmark.ts";
import { parseIsoDay } from "#workers/model/day.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";
import { adjustedReturns, readExchange, readInstruments, type Series } from "./demo-market.ts";
import { correlation, mean } from "./statistics.ts";

const { dates, companies, funds, otherIndices } = readExchange("NSE");
const america = readExchange("NYSE");
const YEARS = 25.2;

function fundOf(symbol: string): Series {
  const found = funds.find((fund) => fund.symbol === symbol);
  if (!found) throw new Error(`the demo market has no fund ${symbol}`);
  return found;
}

const returnsOf = (symbol: string): Float64Array => adjustedReturns(fundOf(symbol), dates.length);
const yearlyPercent = (values: readonly number[]): number =>
  100 * (((values.at(-1) ?? 0) / (values[0] ?? 1)) ** (1 / YEARS) - 1);
const volatilityPercent = (symbol: string): number => {
  const returns = [...returnsOf(symbol)].filter((value) => !Number.isNaN(value));
  return 100 * Math.sqrt(mean(returns.map((value) => value ** 2)) * 252);
};

/** What the companies' market value grew by on each session, dividends put back, worked out from the rows of the file. */
function marketGrowth(): number[] {
  const [before, after] = [dates.map(() => 0), dates.map(() => 0)];
  for (const { session, close, adjClose, sharesOutstanding } of companies) {
    session.forEach((at, row) => {
      if (row === 0) return;
      const value = (close[row - 1] ?? 0) * (sharesOutstanding[row - 1] ?? 0);
      for (let halted = (session[row - 1] ?? at) + 1; halted < at; halted++) {
        before[halted] = (before[halted] ?? 0) + value;
        after[halted] = (after[halted] ?? 0) + value;
      }
      before[at] = (before[at] ?? 0) + value;
      after[at] = (after[at] ?? 0) + (value * (adjClose[row] ?? 0)) / (adjClose[row - 1] ?? 1);
    });
  }
  return before.map((value, at) => (after[at] ?? 0) / value);
}

describe("the funds", () => {
  it("are six, say that they are invented, and have a price on every session", () => {
    const lines = readInstruments().filter(({ instrumentType }) => instrumentType === "FUND");
    expect(lines.map(({ symbol }) => symbol)).toEqual([
      "TIDEBONDS",
      "TIDEGOLD",
      "TIDELIQUID",
      "TIDEPROPERTY",
      "TIDESHARES",
      "TIDEWORLD",
    ]);
    expect(lines.filter(({ name }) => !name.endsWith("fund (invented)"))).toEqual([]);
    for (const { session } of funds) expect(session).toEqual([...dates.keys()]);
  });

  it("have each a history of its own", () => {
    const symbols = funds.map(({ symbol }) => symbol);
    const alike = symbols.flatMap((left, row) =>
      symbols.slice(0, row).flatMap((right) => {
        const pair = correlation(returnsOf(left), returnsOf(right), 5000);
        return Math.abs(pair) > 0.1 ? [{ pair: `${left} ${right}`, isClose: pair > 0.9 }] : [];
      }),
    );
    expect(alike).toEqual([{ pair: "TIDESHARES TIDEPROPERTY", isClose: false }]); // property follows the market in part
  });

  it.each([
    { symbol: "TIDESHARES", growth: [9, 13], swings: [18, 28] },
    { symbol: "TIDEWORLD", growth: [8, 13], swings: [14, 24] },
    { symbol: "TIDEPROPERTY", growth: [5, 10], swings: [10, 20] },
    { symbol: "TIDEGOLD", growth: [5, 10], swings: [11, 20] },
    { symbol: "TIDEBONDS", growth: [5.5, 8.5], swings: [3, 8] },
    { symbol: "TIDELIQUID", growth: [5.5, 7.5], swings: [0, 1] },
  ])("grow and swing as what they hold does: $symbol", ({ symbol, growth, swings }) => {
    const yearly = yearlyPercent(fundOf(symbol).close);
    expect([yearly > (growth[0] ?? 0), yearly < (growth[1] ?? 0)]).toEqual([true, true]);
    const volatility = volatilityPercent(symbol);
    expect([volatility > (swings[0] ?? 0), volatility < (swings[1] ?? 0)]).toEqual([true, true]);
  });

  it("TIDESHARES is the companies of the exchange with their dividends", () => {
    const { close } = fundOf("TIDESHARES");
    const off = marketGrowth().map((growth, at) =>
      at === 0 ? 0 : Math.abs((close[at] ?? 0) / (close[at - 1] ?? 1) / growth - 1),
    );
    expect(Math.max(...off)).toBeLessThan(0.0005); // adjusted closes have two or four decimals, the fund two
  });

  it("TIDEWORLD moves as the shares of the other country did the day before", () => {
    const abroad = new Map(america.dates.map((date, row) => [date, row]));
    const index = america.index.close.map((close, row) =>
      Math.log(close / (america.index.close[row - 1] ?? close)),
    );
    const [own, theirs]: [number[], number[]] = [[], []];
    [...returnsOf("TIDEWORLD")].forEach((value, at) => {
      const row = abroad.get(dates[at - 1] ?? "");
      if (row === undefined || Number.isNaN(value)) return;
      own.push(value);
      theirs.push(index[row] ?? Number.NaN);
    });
    expect(correlation(Float64Array.from(own), Float64Array.from(theirs), 5000)).toBeGreaterThan(0.7);
  });

  it("TIDELIQUID never falls, and earns the days without a session too", () => {
    const { close } = fundOf("TIDELIQUID");
    expect(close.filter((price, row) => price < (close[row - 1] ?? 0))).toEqual([]);
    const overDays = (days: number): number =>
      mean(
        close.flatMap((price, row) => {
          const passed = (parseIsoDay(dates[row] ?? "") ?? 0) - (parseIsoDay(dates[row - 1] ?? "") ?? 0);
          return passed === days ? [price / (close[row - 1] ?? 1) - 1] : [];
        }),
      );
    expect(overDays(3) / overDays(1)).toBeCloseTo(3, 0);
  });
});

describe("consumer prices", () => {
  it("are known once a month, on its first session", () => {
    expect(otherIndices.map(({ symbol }) => symbol)).toEqual(["TIDEPRICES"]);
    const firsts = [...dates.keys()].filter((at) => dates[at]?.slice(0, 7) !== dates[at - 1]?.slice(0, 7));
    expect(otherIndices[0]?.session).toEqual(firsts);
  });

  it("rise by 5 to 8 percent a year, not in every month", () => {
    const close = otherIndices[0]?.close ?? [];
    const yearly = yearlyPercent(close);
    expect([yearly > 5, yearly < 8]).toEqual([true, true]);
    expect(close.filter((level, row) => level < (close[row - 1] ?? 0)).length).toBeGreaterThan(5);
  });

  it("are an index, and never what a strategy of the exchange is compared with by itself", () => {
    const instruments = readInstruments().map((line) => Object.assign(line, { marketCapLooksAhead: false }));
    const chosen = chooseBenchmark(defaultStrategy, instruments, () => true);
    if (!chosen.ok || chosen.value.type !== "series") throw new Error("NSE has no index");
    expect(instruments[chosen.value.instrument]?.symbol).toBe("TIDAL120");
    expect(instruments.find(({ symbol }) => symbol === "TIDEPRICES")?.instrumentType).toBe("INDEX");
  });
});
