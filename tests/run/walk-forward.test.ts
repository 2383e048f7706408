import { describe, expect, it } from "vitest";
import { fakeClient } from "#tests/support/fake-client.ts";
import type { GridSearch } from "#src/run/grid-search.ts";
import { createVariantPool } from "#src/run/variant-pool.ts";
import { walkForward } from "#src/run/walk-forward.ts";
import { judgeWalk } from "#src/pages/optimise/walk-words.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { VariantFigures } from "#workers/model/protocol.ts";
import type { Performance } from "#workers/model/report.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { gridVariants } from "#workers/model/variant-grid.ts";
import type { GridAxes } from "#workers/model/variant-grid.ts";
import { walkWindows } from "#workers/model/walk-windows.ts";

const axes: GridAxes = [{ field: "sell.trailingStopLoss", from: 10, to: 30, step: 10 }];
const variants = gridVariants(defaultStrategy, axes);
const search: GridSearch = {
  id: "grid",
  question: {
    strategyId: "mine",
    strategy: defaultStrategy,
    datasetFingerprint: "abc",
    engineVersion: "1",
    axes,
  },
  source: { type: "stored", datasetId: "here" },
  variants: variants.ok ? variants.value : [],
  found: [null, null, null],
};

function performance(cagr: number | null): Performance {
  return {
    startValue: 1,
    endValue: 1,
    totalGrowth: 0,
    totalGrowthPercent: 0,
    cagr,
    maxDrawdown: 0,
    sharpeRatio: null,
    sortinoRatio: null,
    calmarRatio: null,
    volatility: null,
    winRate: null,
    trades: 0,
  };
}

/** Before 2002 the stop of 20 is the best, after it that of 30; nothing is known of the stop of 10. */
function cagrOf({ sell, simulation }: Strategy): number | null {
  if (sell.trailingStopLoss === 10) return null;
  const isEarly = simulation.startDate < "2002";
  return (sell.trailingStopLoss === 20) === isEarly ? 15 : 5;
}

function poolWith(cagr: (strategy: Strategy) => number | null) {
  const chained: Strategy[][] = [];
  const pool = createVariantPool({
    workers: 2,
    now: () => 0,
    makeClient: () =>
      fakeClient({
        runVariants: async ({ strategies }) =>
          ok(
            strategies.map((strategy) => {
              const figures: VariantFigures = {
                performance: performance(cagr(strategy)),
                passedOver: { unaffordable: 0, noSlot: 0, noCash: 0, noBar: 0 },
              };
              return ok(figures);
            }),
          ),
        async chainRuns({ strategies }) {
          chained.push([...strategies]);
          if (strategies.length === 0) return err({ code: "period-empty", message: "Nothing to run." });
          return ok({
            performances: strategies.map(() => performance(6)),
            day: new Int32Array(0),
            value: new Float64Array(0),
            startValue: 1,
            endValue: 1,
            cagr: chained.length === 1 ? 6 : 4,
            maxDrawdown: 0,
            sharpeRatio: null,
          });
        },
      }),
  });
  return { pool, chained };
}

const windows = walkWindows({ from: "2000-01-01", to: "2005-12-31" }, { choose: 2, trade: 2 });
const signal = new AbortController().signal;
const scoreOf = ({ cagr }: Performance) => cagr;

describe("a walk-forward", () => {
  it("trades in each window what was the best in the years before, beside the strategy as saved", async () => {
    const { pool, chained } = poolWith(cagrOf);
    const told: number[] = [];
    const onDone = (done: number) => told.push(done);
    const walked = await walkForward({ search, windows, scoreOf }, { pool, onDone, signal });
    if (!walked.ok) throw new Error(walked.problem.message);
    expect(walked.value.windows.map(({ cell, inSample }) => [cell, inSample.cagr])).toEqual([
      [1, 15],
      [2, 15],
    ]);
    const facts = chained.map((strategies) =>
      strategies.map(({ sell, simulation }) => [
        sell.trailingStopLoss,
        simulation.startDate,
        simulation.endDate,
      ]),
    );
    expect(facts).toEqual([
      [
        [20, "2002-01-01", "2003-12-31"],
        [30, "2004-01-01", "2005-12-31"],
      ],
      [
        [10, "2002-01-01", "2003-12-31"],
        [10, "2004-01-01", "2005-12-31"],
      ],
    ]);
    expect(told.at(-1)).toBe(6);
    expect(judgeWalk(walked.value)).toEqual([
      "In 2 windows the best variants had a CAGR of +15.0% on average in the years that they were chosen on. In the years after, traded one after the other, they made +6.0% a year.",
      "40% of the growth that the past promised was kept. The deepest fall was 0.0%, in the past 0.0% at worst; the Sharpe ratio –, in the past – on average.",
      "The strategy as saved made +4.0% a year in the same windows, with a deepest fall of 0.0% and a Sharpe ratio of –. Re-optimised each time it made 2.0 points a year more, with 0.0% and –: that paid.",
    ]);
  });

  it("is refused where no variant has what is chosen by", async () => {
    const { pool } = poolWith(() => null);
    const walked = await walkForward({ search, windows, scoreOf }, { pool, onDone: () => {}, signal });
    expect(!walked.ok && walked.problem.code).toBe("period-empty");
  });
});
