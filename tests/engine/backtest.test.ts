import { describe, expect, it } from "vitest";
import { backtest } from "#workers/run/backtest.ts";
import type { Decision } from "#workers/model/decision.ts";
import { buildMarket, dayOf } from "../support/market-builder.ts";
import { engines, runEngine } from "./engine-run.ts";
import { busyRun } from "./sample-runs.ts";
import { plainStrategy, prices } from "./tables/worked-case.ts";

const { series, strategy } = busyRun();
const market = buildMarket(series);

describe.each(engines)("backtest $how", ({ engine, options }) => {
  it("is plan, simulation and measurement in one", () => {
    const parts = runEngine(engine, strategy, market);
    expect(backtest(strategy, market, options)).toEqual(parts.ok && { ok: true, value: parts.value.report });
  });

  it("gives the plan's refusal", () => {
    const elsewhere = buildMarket([prices("A", { exchange: "LSE", close: [100] })]);
    const refused = backtest(plainStrategy(), elsewhere, options);
    expect(refused.ok ? "a report" : refused.problem.code).toBe("universe-empty");
  });

  it.each([
    {
      title: "an account",
      case: { A: [1e-308, 1e-308, 1e-308, 1e-308, 1e-308], B: [10, 11, 12, 13, 14] },
      says: /^The account can't be counted on 2020-01-0\d \(A, bought on 2020-01-0\d at 1e-308\): some prices are too small or too large to be true\. /,
    },
    {
      title: "a benchmark",
      case: { A: [10, 10, 10, 10, 10], Z: [1e-308, 1e-308, 100, 100, 100] },
      says: /^The benchmark equal-weight universe can't be counted on 2020-01-03: /,
    },
  ])("refuses $title that no number holds", ({ case: closes, says }) => {
    const tiny = buildMarket(Object.entries(closes).map(([symbol, close]) => prices(symbol, { close })));
    const refused = backtest(plainStrategy({ scanner: { minPrice: null } }), tiny, options);
    expect(refused.ok ? "a report" : refused.problem.code).toBe("dataset-invalid");
    expect(refused.ok ? "" : refused.problem.message).toMatch(says);
  });

  it("fills the log that it is given", () => {
    const log: Decision[] = [];
    backtest(strategy, market, { ...options, log });
    const parts = runEngine(engine, strategy, market);
    expect(log).toEqual(parts.ok && parts.value.decisions);
    expect(log.length).toBeGreaterThan(1000);
  });

  it("tells its progress in order, and at the end that all is done", () => {
    const told: { day: number; sessionsDone: number; sessions: number; positions: number }[] = [];
    const outcome = backtest(strategy, market, {
      ...options,
      onSession: (progress) => told.push({ ...progress }),
    });
    const positions = outcome.ok ? outcome.value.positions.length : Number.NaN;
    const done = told.map((progress) => progress.sessionsDone);
    expect(done.length).toBeGreaterThan(2);
    expect(done).toEqual([...new Set(done)].toSorted((a, b) => a - b));
    expect(told.map(({ day, sessionsDone }) => day - sessionsDone)).toEqual(told.map(() => dayOf(-1)));
    expect(told.at(-1)).toMatchObject({ sessionsDone: 260, sessions: 260, positions });
  });
});
