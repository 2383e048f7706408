import { describe, expect, it } from "vitest";
import { buildMarket } from "#tests/support/market-builder.ts";
import type { BarSpec } from "#tests/support/market-builder.ts";
import { findInstrument } from "#workers/analysis/explain-day.ts";

const bars: readonly BarSpec[] = [[0, 100, 100]];
const market = buildMarket([
  { symbol: "BRK.b", name: "Berkshire", bars },
  { symbol: "INFY", name: "Infosys", bars },
  { symbol: "INFYA", name: "Another", bars },
  { symbol: "NIFTY", name: "Nifty index", type: "INDEX", bars },
  { symbol: "TCS", name: "Tata, not infy", bars },
]);
const universe = Int32Array.of(0, 1, 2, 4);

function find(typed: string): string {
  const found = findInstrument({ market, universe }, typed);
  return found.ok ? (market.instruments[found.value]?.symbol ?? "") : found.problem.message;
}

describe("an instrument is found", () => {
  it.each([
    { typed: "INFY", by: "its symbol", found: "INFY" },
    { typed: "infy", by: "its symbol in other letters", found: "INFY" },
    { typed: "brk.B", by: "a symbol that has both", found: "BRK.b" },
    { typed: "infosys", by: "its name", found: "INFY" },
  ])("by $by: $typed", ({ typed, found }) => {
    expect(find(typed)).toBe(found);
  });
});

describe("what finds none", () => {
  it("names those that have the text in them, first those that begin with it", () => {
    expect(find("inf")).toBe(
      "inf is not an instrument of this run. Near are INFY (Infosys), INFYA (Another), TCS (Tata, not infy).",
    );
  });

  it("leaves out instruments that the run does not trade", () => {
    expect(find("NIFTY")).toBe(
      "NIFTY is not an instrument of this run. Choose one of its exchange and type.",
    );
  });
});
