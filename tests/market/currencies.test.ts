import { expect, it } from "vitest";
import { columnFileOf } from "#tests/support/memory-file.ts";
import type { Market } from "#workers/model/market.ts";

/** Instruments of one bar each. @param rows - exchange, currency and type */
function marketOf(rows: readonly (readonly [string, string, string])[]): Market {
  const one = new Float64Array(rows.length).fill(1);
  return {
    instruments: rows.map(([exchange, currency, instrumentType], at) => ({
      symbol: `S${at}`,
      name: "",
      exchange,
      instrumentType,
      currency,
      marketCapLooksAhead: false,
    })),
    barOffset: Int32Array.from({ length: rows.length + 1 }, (_, at) => at),
    day: new Int32Array(rows.length).fill(18_000),
    open: one,
    high: one,
    low: one,
    close: one,
    volume: one,
    adjClose: one,
    marketCap: one,
  };
}

const moneyOf = async (rows: Parameters<typeof marketOf>[0]) =>
  (await columnFileOf(marketOf(rows))).facts.currencies;

it("a dataset's facts say which money each exchange's shares are in, where it is one", async () => {
  const others = [
    ["LSE", "USD", "INDEX"], // nobody buys it
    ["NSE", "", "EQUITY"],
    ["XETRA", "EUR", "EQUITY"],
  ] as const;
  expect(await moneyOf([["LSE", "GBX", "EQUITY"], ...others])).toEqual({ LSE: "GBX", XETRA: "EUR" });
  expect(await moneyOf([["LSE", "GBX", "EQUITY"], ["LSE", "GBP", "EQUITY"], ...others])).toEqual({
    XETRA: "EUR",
  });
});
