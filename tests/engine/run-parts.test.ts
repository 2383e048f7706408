import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { watchHoldings } from "#workers/analysis/holdings.ts";
import type { RunPlan } from "#workers/engine/run-plan.ts";
import type { Simulation } from "#workers/engine/simulate.ts";
import { backtest } from "#workers/run/backtest.ts";
import { holdings } from "#workers/run/retrace.ts";
import { PARTED_LIMITS } from "#workers/out-of-core/bytes.ts";
import type { PartedLimits } from "#workers/out-of-core/bytes.ts";
import { lookedAtByRules } from "#workers/out-of-core/needs.ts";
import { runParts } from "#workers/out-of-core/run-parts.ts";
import type { PartedOptions } from "#workers/out-of-core/run-parts.ts";
import { applySplits, withLeftOut } from "#workers/market/apply-splits.ts";
import { openColumnFile } from "#workers/market/column-reader.ts";
import { LOOKED_AT_BY_RUNS, openParts } from "#workers/market/parted-file.ts";
import { readStoredMarket } from "#workers/market/stored-market.ts";
import type { Decision } from "#workers/model/decision.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import type { AppliedSplit } from "#workers/model/instruments.ts";
import type { Market, PartedMarket, PriceColumn } from "#workers/model/market.ts";
import type { Holdings } from "#workers/model/holdings.ts";
import { ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import type { Report } from "#workers/model/report.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { readStrategyRules } from "#workers/rules/strategy-rules.ts";
import { buildMarket } from "../support/market-builder.ts";
import { columnFileOf, createMemoryFile, memoryReader } from "../support/memory-file.ts";
import { movedMany, movedOnes, movedRuns } from "../support/other-calendars.ts";
import { longRuns, smallRuns } from "../support/random-market.ts";
import type { RandomRun } from "../support/random-market.ts";
import { itemAt } from "../support/reference-series.ts";
import { strategyOf } from "../support/strategy-of.ts";
import { accountRuns } from "./random-account-runs.ts";
import { ruleRuns } from "./random-rule-runs.ts";
import { busyRun, crowdedRun } from "./sample-runs.ts";
import { tries, whenFull } from "#tests/support/tries.ts";

/** Two stretches of each figure are kept at most, a column of one instrument, and ranks are in a file, 32 sessions a block. */
const NO_ROOM: PartedLimits = {
  figureBytes: 0,
  mostInBands: Infinity,
  columnBytes: 0,
  rankBytes: 0,
  blockBytes: 0,
};

interface Stored {
  readonly bytes: Uint8Array;
  readonly splits: readonly AppliedSplit[];
}

interface Outcome {
  readonly report: Report;
  readonly decisions: readonly Decision[];
  readonly damaged: readonly string[];
}

/** What rules have a run look at beside the columns of every run. */
function alsoLookedAt(strategy: Strategy): readonly PriceColumn[] {
  const rules = readStrategyRules(strategy);
  return rules.ok ? lookedAtByRules(strategy, rules.value) : [];
}

interface WholeMarket {
  readonly market: Market;
  readonly damaged: readonly string[];
}

async function wholeMarket(strategy: Strategy, { bytes, splits }: Stored): Promise<Result<WholeMarket>> {
  const highAndLow = alsoLookedAt(strategy).length > 0;
  const stored = await readStoredMarket(memoryReader(bytes), { highAndLow, mostBytes: Infinity });
  if (!stored.ok) return stored;
  const { market, damaged } = stored.value;
  applySplits(market, splits);
  return ok({ market: { ...market, instruments: withLeftOut(market.instruments, splits) }, damaged });
}

/** By the plain engine: what has no shortcut in common with the parts. */
async function inMemory(strategy: Strategy, { bytes, splits }: Stored): Promise<Result<Outcome>> {
  const whole = await wholeMarket(strategy, { bytes, splits });
  if (!whole.ok) return whole;
  const { market, damaged } = whole.value;
  const report = backtest(strategy, market, { shortcuts: [] });
  const decisions: Decision[] = [];
  backtest(strategy, market, { shortcuts: [], log: decisions });
  return report.ok ? ok({ report: report.value, decisions, damaged }) : report;
}

function partsOf({ bytes, splits }: Stored, also: readonly PriceColumn[] = []): PartedMarket {
  const file = openColumnFile(memoryReader(bytes));
  if (!file) throw new Error("no column file");
  return openParts(file, splits, [...LOOKED_AT_BY_RUNS, ...also]);
}

function inParts(strategy: Strategy, stored: Stored, limits = NO_ROOM): Result<Outcome> {
  const market = partsOf(stored, alsoLookedAt(strategy));
  const options = (): PartedOptions => ({ limits, scratch: createMemoryFile() });
  const report = runParts(strategy, market, {}, options());
  const decisions: Decision[] = [];
  runParts(strategy, market, { log: decisions }, options());
  return report.ok ? ok({ report: report.value, decisions, damaged: market.damaged() }) : report;
}

interface Case {
  readonly strategy: Strategy;
  readonly stored: Stored;
  readonly limits?: PartedLimits;
}

interface Both {
  readonly parted: Result<Outcome> | null;
  /** null where all is damaged: there is nothing to compare. */
  readonly whole: Result<Outcome> | null;
}

async function bothWays({ strategy, stored, limits = NO_ROOM }: Case): Promise<Both> {
  const whole = await inMemory(strategy, stored);
  if (!whole.ok && whole.problem.code === "storage-failed") return { parted: null, whole: null };
  return { parted: inParts(strategy, stored, limits), whole };
}

async function bothWaysOf({ strategy, series }: RandomRun, rows: number): Promise<Both> {
  const { bytes } = await columnFileOf(buildMarket(series), rows);
  return bothWays({ strategy, stored: { bytes, splits: [] } });
}

const blockRows = fc.constantFrom(1, 40, 150, 1000);

describe("a run on a market that is read in parts is that on the same market in memory, to the bit", () => {
  it("on small markets with every kind of trouble", async () => {
    const law = fc.asyncProperty(smallRuns(), blockRows, async (run, rows) => {
      const { parted, whole } = await bothWaysOf(run, rows);
      expect(parted).toEqual(whole);
    });
    await fc.assert(law, { numRuns: tries(300) });
  });

  it("on bars of working days, weeks and months", async () => {
    const law = fc.asyncProperty(movedRuns(), blockRows, async (run, rows) => {
      const { parted, whole } = await bothWaysOf(run, rows);
      expect(parted).toEqual(whole);
    });
    await fc.assert(law, { numRuns: tries(150) });
  });

  it("on markets longer than the 300 days of the top-gainer order", async () => {
    const law = fc.asyncProperty(longRuns(), blockRows, async (run, rows) => {
      const { parted, whole } = await bothWaysOf(run, rows);
      expect(parted).toEqual(whole);
    });
    await fc.assert(law, {
      numRuns: tries(40),
      endOnFailure: true,
    });
  });

  it("in a crowd whose market caps drift and tie around the edge of the rank", async () => {
    const law = fc.asyncProperty(fc.nat().map(crowdedRun), blockRows, async (run, rows) => {
      const { parted, whole } = await bothWaysOf(run, rows);
      expect(parted).toEqual(whole);
    });
    await fc.assert(law, { numRuns: tries(8), endOnFailure: true });
  });

  it("by weights, with money in and out", async () => {
    const law = fc.asyncProperty(
      fc.oneof(accountRuns(), movedOnes(accountRuns())),
      blockRows,
      async ({ strategy, market }, rows) => {
        const { bytes } = await columnFileOf(market, rows);
        const { parted, whole } = await bothWays({ strategy, stored: { bytes, splits: [] } });
        expect(parted).toEqual(whole);
      },
    );
    await fc.assert(law, { numRuns: tries(150) });
  });

  it("for who follows what was held", async () => {
    const law = fc.asyncProperty(accountRuns(), blockRows, async ({ strategy, market }, rows) => {
      const { bytes } = await columnFileOf(market, rows);
      const found: Holdings[] = [];
      const parts = partsOf({ bytes, splits: [] }, alsoLookedAt(strategy));
      const watch = (plan: RunPlan) => {
        const watcher = watchHoldings(plan);
        return { hooks: watcher.hooks, found: (run: Simulation) => void found.push(watcher.found(run)) };
      };
      runParts(strategy, parts, { watch }, { limits: NO_ROOM, scratch: createMemoryFile() });
      const whole = await wholeMarket(strategy, { bytes, splits: [] });
      const held = whole.ok ? holdings(strategy, whole.value.market) : whole;
      expect(found).toEqual(held.ok ? [held.value] : []);
    });
    await fc.assert(law, { numRuns: tries(60) });
  });

  it("over more than a thousand positions", async () => {
    const { series, strategy } = busyRun();
    const { bytes } = await columnFileOf(buildMarket(series), 600);
    const stored = { bytes, splits: [] };
    const parted = inParts(strategy, stored);
    expect(parted.ok && parted.value.report.positions.length).toBeGreaterThan(1024);
    expect(parted).toEqual(await inMemory(strategy, stored));
  });

  it("unless more market caps lie near the edge of the rank than the memory holds, which it says", async () => {
    const { series, strategy } = crowdedRun(1);
    const { bytes } = await columnFileOf(buildMarket(series));
    const refused = runParts(
      strategy,
      partsOf({ bytes, splits: [] }),
      {},
      { limits: { ...NO_ROOM, mostInBands: 0 } },
    );
    expect(refused).toMatchObject({
      ok: false,
      problem: { code: "memory-short", place: "scanner.marketCapRank" },
    });
  });

  it("with splits that a person accepted, and instruments left out for one", async () => {
    const law = fc.asyncProperty(smallRuns(), blockRows, fc.nat(), async (run, rows, drawn) => {
      const market = buildMarket(run.series);
      const { bytes } = await columnFileOf(market, rows);
      const { parted, whole } = await bothWays({
        strategy: run.strategy,
        stored: { bytes, splits: splitsIn(market, drawn) },
      });
      expect(parted).toEqual(whole);
    });
    await fc.assert(law, { numRuns: tries(60), endOnFailure: true });
  });

  it("with a damaged place in the file, whose instrument both leave out and name", async () => {
    const law = fc.asyncProperty(smallRuns(), blockRows, fc.nat(), async (run, rows, drawn) => {
      const { bytes } = await columnFileOf(buildMarket(run.series), rows);
      const place = drawn % bytes.length;
      bytes[place] = (bytes[place] ?? 0) ^ 4;
      const { parted, whole } = await bothWays({ strategy: run.strategy, stored: { bytes, splits: [] } });
      expect(parted).toEqual(whole);
    });
    await fc.assert(law, { numRuns: tries(150), endOnFailure: true });
  });
});

describe("a run with rules on a market that is read in parts is that on the same market in memory, to the bit", () => {
  /** How much the memory holds: nothing, a piece of a rank or a column now and then, or all. */
  const rooms = fc.constantFrom<PartedLimits>(
    NO_ROOM,
    { ...NO_ROOM, columnBytes: 2000, rankBytes: 1500, blockBytes: 2000 },
    PARTED_LIMITS,
  );

  it("whatever they ask, of one instrument, of the market around it, of a position", async () => {
    let trades = 0;
    const law = fc.asyncProperty(
      fc.oneof(ruleRuns(), movedMany(ruleRuns())),
      blockRows,
      rooms,
      async ({ market, strategies }, rows, limits) => {
        const { bytes } = await columnFileOf(market, rows);
        for (const strategy of strategies) {
          // oxlint-disable-next-line no-await-in-loop -- one after the other
          const { parted, whole } = await bothWays({ strategy, stored: { bytes, splits: [] }, limits });
          expect(parted).toEqual(whole);
          trades += whole?.ok === true ? whole.value.report.performance.trades : 0;
        }
      },
    );
    await fc.assert(law, { numRuns: tries(150), endOnFailure: true });
    expect(trades).toBeGreaterThanOrEqual(whenFull(500));
  });

  it("beside a market cap rank whose edge is found while they are judged", async () => {
    const law = fc.asyncProperty(ruleRuns(), blockRows, async ({ market, strategies }, rows) => {
      const { bytes } = await columnFileOf(market, rows);
      const { scanner, ...sections } = itemAt(strategies, 0);
      const strategy = { ...sections, scanner: { ...scanner, marketCapRank: 50 } };
      const { parted, whole } = await bothWays({ strategy, stored: { bytes, splits: [] } });
      expect(parted).toEqual(whole);
    });
    await fc.assert(law, { numRuns: tries(100), endOnFailure: true });
  });

  it("where many a position sized by risk could not buy one share", async () => {
    const sizes = fc.record({
      startMargin: fc.constantFrom(150, 400, 1000, 30_000),
      positionPercent: fc.constantFrom(30, 100),
      riskPercent: fc.constantFrom(0.5, 2, 10),
      riskDistance: fc.constantFrom("close / 10", "highest(high, 5) - lowest(low, 5)", "10"),
    });
    let unaffordable = 0;
    const law = fc.asyncProperty(ruleRuns(), sizes, blockRows, async ({ market, strategies }, own, rows) => {
      const { bytes } = await columnFileOf(market, rows);
      const { buy, simulation, ...sections } = itemAt(strategies, 0);
      const strategy: Strategy = {
        ...sections,
        buy: { ...buy, rules: ["close > 0"] },
        simulation: { ...simulation, ...own, positionSizing: "risk", fractionalShares: false },
      };
      const { parted, whole } = await bothWays({ strategy, stored: { bytes, splits: [] } });
      expect(parted).toEqual(whole);
      unaffordable += whole?.ok === true ? whole.value.report.passedOver.unaffordable : 0;
    });
    await fc.assert(law, { numRuns: tries(150), endOnFailure: true });
    expect(unaffordable).toBeGreaterThanOrEqual(whenFull(200));
  });

  it("where candidates are sorted by a nothing below 0", async () => {
    const law = fc.asyncProperty(ruleRuns(), blockRows, async ({ market, strategies }, rows) => {
      const { bytes } = await columnFileOf(market, rows);
      const { buy, simulation, ...sections } = itemAt(strategies, 0);
      const strategy: Strategy = {
        ...sections,
        buy: { ...buy, rules: ["close > 0"] },
        simulation: { ...simulation, sortingType: "expression", sortBy: "-0" },
      };
      const { parted, whole } = await bothWays({ strategy, stored: { bytes, splits: [] } });
      expect(parted).toEqual(whole);
    });
    await fc.assert(law, { numRuns: tries(20), endOnFailure: true });
  });

  it("with splits that a person accepted", async () => {
    const law = fc.asyncProperty(ruleRuns(), blockRows, fc.nat(), async (run, rows, drawn) => {
      const { bytes } = await columnFileOf(run.market, rows);
      const { parted, whole } = await bothWays({
        strategy: itemAt(run.strategies, 0),
        stored: { bytes, splits: splitsIn(run.market, drawn) },
      });
      expect(parted).toEqual(whole);
    });
    await fc.assert(law, { numRuns: tries(60), endOnFailure: true });
  });

  it("with a damaged place in the file, whose instrument or fact both leave out and name", async () => {
    const law = fc.asyncProperty(
      ruleRuns(),
      blockRows,
      fc.nat(),
      async ({ market, strategies }, rows, drawn) => {
        const { bytes } = await columnFileOf(market, rows);
        const place = drawn % bytes.length;
        bytes[place] = (bytes[place] ?? 0) ^ 4;
        const { parted, whole } = await bothWays({
          strategy: itemAt(strategies, 0),
          stored: { bytes, splits: [] },
        });
        expect(parted).toEqual(whole);
      },
    );
    await fc.assert(law, { numRuns: tries(150), endOnFailure: true });
  });

  it("unless ranks take more than the memory holds and there is no file for them, which it says at the rank", async () => {
    const { bytes } = await columnFileOf(buildMarket(busyRun().series));
    const strategy = strategyOf({ buy: { rules: ["close > 0", "close > 0 and rank(close) < 50"] } });
    const refused = runParts(strategy, partsOf({ bytes, splits: [] }), {}, { limits: NO_ROOM });
    expect(refused).toMatchObject({ ok: false, problem: { code: "memory-short", place: "buy.rules[1]" } });
  });
});

function splitsIn({ instruments, barOffset, day }: Market, drawn: number): AppliedSplit[] {
  return instruments.flatMap(({ symbol }, at) => {
    const date = day[(barOffset[at] ?? 0) + (drawn % 50)] ?? 0;
    if ((drawn + at) % 2 !== 0) return [];
    const split = { symbol, date: formatIsoDay(date), factor: 2 + at };
    return [(drawn + at) % 8 === 0 ? { ...split, leavesOut: true as const } : split];
  });
}
