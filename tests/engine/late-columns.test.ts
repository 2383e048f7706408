/** What a run on a market from the store leaves in its stored code. */
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { backtest } from "#workers/run/backtest.ts";
import { readStoredMarket } from "#workers/market/stored-market.ts";
import type { Decision } from "#workers/model/decision.ts";
import { withFacts, withInstruments, withLateColumns } from "#workers/model/late-column.ts";
import type { LateColumn } from "#workers/model/late-column.ts";
import type { RunOptions } from "#workers/run/plan-run.ts";
import { INDEX_TYPE } from "#workers/model/market.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";
import type { Market } from "#workers/model/market.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { syntheticMarket } from "../bench/synthetic-market.ts";
import { buildMarket } from "../support/market-builder.ts";
import { withZones } from "../support/market-zones.ts";
import { columnFileOf, memoryReader } from "../support/memory-file.ts";
import { longRuns, smallRuns } from "../support/random-market.ts";
import { engines } from "./engine-run.ts";
import { tries } from "#tests/support/tries.ts";

const whole = (): never => {
  throw new Error("looked at as a whole");
};

/** The first instrument as the dataset's index. */
function withIndex(market: Market): Market {
  const instruments = market.instruments.map((each, at) =>
    at === 0 ? { ...each, instrumentType: INDEX_TYPE } : each,
  );
  return { ...market, instruments };
}

it.each([
  { title: "an equal-weight benchmark", make: (market: Market) => market, days: 0 },
  { title: "an index", make: withIndex, days: 1 },
])("looks at no column as a whole: $title", ({ make, days }) => {
  const market = withZones(make(syntheticMarket({ instruments: 60, sessions: 1200 })));
  let figures = 0;
  const late = (column: Float64Array): LateColumn => ({
    rows(_, from, to) {
      figures += to - from;
      return column.slice(from, to);
    },
    beside(_, row) {
      figures++;
      return column[row] ?? Number.NaN;
    },
    copy: (_, { from, to }, into, at) => into.set(column.subarray(from, to), at),
    whole,
  });
  const { open, high, low, close, volume, adjClose, marketCap, day, ...rest } = market;
  const { barOffset } = market;
  if (!marketCap) throw new Error("no market caps");
  const asked = new Set<number>();
  const columns = {
    day: {
      of(instrument: number) {
        asked.add(instrument);
        return day.subarray(barOffset[instrument], barOffset[instrument + 1]);
      },
      whole,
    },
    open: late(open),
    high: late(high),
    low: late(low),
    close: { ...late(close), rows: (_: number, from: number, to: number) => close.slice(from, to) },
    volume: late(volume),
    adjClose: adjClose && late(adjClose),
    marketCap: late(marketCap),
  };
  const report = backtest(defaultStrategy, withLateColumns(rest, columns));
  expect(report).toEqual(backtest(defaultStrategy, market));
  expect(report.ok && report.value.positions.length).toBeGreaterThan(10);
  expect(figures / market.day.length).toBeLessThan(1); // of three columns: closes are gone along
  expect(asked.size).toBe(days);
});

function outcomeOf(strategy: Strategy, market: Market, options: RunOptions) {
  const decisions: Decision[] = [];
  const report = backtest(strategy, market, { ...options, log: decisions });
  return { report, decisions, again: backtest(strategy, market, options) };
}

const readings = [true, false].flatMap((staysOpen) => engines.map(({ options }) => ({ staysOpen, options })));

it.each([
  { title: "small ones", runs: smallRuns(), numRuns: tries(150) },
  { title: "longer than the look-back of the top-gainer order", runs: longRuns(), numRuns: tries(25) },
])("is the same from the store as from plain columns, to the bit: $title", async ({ runs, numRuns }) => {
  const law = fc.asyncProperty(runs, async ({ strategy, series }) => {
    const market = buildMarket(series);
    const { bytes } = await columnFileOf(market);
    const expected = outcomeOf(strategy, market, {});
    for (const { staysOpen, options } of readings) {
      const reading = { highAndLow: false, mostBytes: Infinity, staysOpen };
      // oxlint-disable-next-line no-await-in-loop -- four
      const stored = await readStoredMarket(memoryReader(bytes), reading);
      if (!stored.ok) throw new Error(stored.problem.message);
      expect(outcomeOf(strategy, stored.value.market, options)).toEqual(expected);
    }
  });
  await fc.assert(law, { numRuns });
});

it("are not looked at where a market gets other facts or other descriptions of its instruments", () => {
  const { close, day, instruments, barOffset } = syntheticMarket({
    instruments: 2,
    sessions: 10,
  });
  const column: LateColumn = { rows: () => close, beside: () => 0, copy: () => {}, whole };
  const late = withLateColumns(
    { instruments, barOffset, facts: [] },
    {
      open: column,
      high: column,
      low: column,
      close: column,
      volume: column,
      adjClose: null,
      marketCap: null,
      day: { of: () => day, whole },
    },
  );
  const [first] = instruments;
  if (!first) throw new Error("no instrument");
  const named = withInstruments(late, [{ ...first, name: "Alpha" }, ...instruments.slice(1)]);
  expect(named.instruments.map(({ name }) => name)[0]).toBe("Alpha");
  expect(named.facts).toEqual([]);
  expect(withFacts(named, undefined).instruments).toBe(named.instruments);
  expect(() => named.close).toThrow("looked at as a whole");
});
