/** What a run on a market from the store leaves in its stored code. */
import { expect, it } from "vitest";
import { backtest } from "#workers/backtest.ts";
import { withLateColumns } from "#workers/model/late-column.ts";
import type { LateColumn } from "#workers/model/late-column.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";
import { syntheticMarket } from "../bench/synthetic-market.ts";
import { withZones } from "../support/market-zones.ts";

const whole = (): never => {
  throw new Error("looked at as a whole");
};

it("looks at no day and at no column of opens, volumes or market caps as a whole", () => {
  const market = withZones(syntheticMarket({ instruments: 60, sessions: 1200 }));
  let figures = 0;
  const late = (column: Float64Array): LateColumn => ({
    rows(_, from, to) {
      figures += to - from;
      return column.slice(from, to);
    },
    whole,
  });
  const { open, volume, marketCap, day: _, ...rest } = market;
  if (!marketCap) throw new Error("no market caps");
  const columns = { day: whole, open: late(open), volume: late(volume), marketCap: late(marketCap) };
  const report = backtest(defaultStrategy, withLateColumns(rest, columns));
  expect(report).toEqual(backtest(defaultStrategy, market));
  expect(report.ok && report.value.positions.length).toBeGreaterThan(10);
  expect(figures / market.day.length).toBeLessThan(1); // of three columns
});
