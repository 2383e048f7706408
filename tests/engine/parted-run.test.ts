import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { backtest } from "#workers/backtest.ts";
import { runParts } from "#workers/engine/parted-run.ts";
import { applySplits } from "#workers/market/apply-splits.ts";
import { openColumnFile } from "#workers/market/column-reader.ts";
import { openParts } from "#workers/market/parted-file.ts";
import { readStoredMarket } from "#workers/market/stored-market.ts";
import type { Decision } from "#workers/model/decision.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import type { AppliedSplit } from "#workers/model/instruments.ts";
import type { PartedMarket } from "#workers/model/market.ts";
import { ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import type { Report } from "#workers/model/report.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { buildMarket } from "../support/market-builder.ts";
import { columnFileOf, memoryReader } from "../support/memory-file.ts";
import { longRuns, smallRuns } from "../support/random-market.ts";
import type { RandomRun } from "../support/random-market.ts";
import { busyRun, crowdedRun } from "./sample-runs.ts";

/** Two stretches of each figure are kept at most. */
const NO_ROOM = { figureBytes: 0, mostInBands: Infinity };

interface Stored {
  readonly bytes: Uint8Array;
  readonly splits: readonly AppliedSplit[];
}

interface Outcome {
  readonly report: Report;
  readonly decisions: readonly Decision[];
  readonly damaged: readonly string[];
}

async function inMemory(strategy: Strategy, { bytes, splits }: Stored): Promise<Result<Outcome>> {
  const stored = await readStoredMarket(memoryReader(bytes), { highAndLow: false, mostBytes: Infinity });
  if (!stored.ok) return stored;
  const { market, damaged } = stored.value;
  applySplits(market, splits);
  const report = backtest(strategy, market);
  const decisions: Decision[] = [];
  backtest(strategy, market, { log: decisions });
  return report.ok ? ok({ report: report.value, decisions, damaged }) : report;
}

function partsOf({ bytes, splits }: Stored): PartedMarket {
  const file = openColumnFile(memoryReader(bytes));
  if (!file) throw new Error("no column file");
  return openParts(file, splits);
}

function inParts(strategy: Strategy, stored: Stored): Result<Outcome> {
  const market = partsOf(stored);
  const report = runParts(strategy, market, {}, NO_ROOM);
  const decisions: Decision[] = [];
  runParts(strategy, market, { log: decisions }, NO_ROOM);
  return report.ok ? ok({ report: report.value, decisions, damaged: market.damaged() }) : report;
}

async function expectEqual({ strategy, series }: RandomRun, blockRows: number): Promise<void> {
  const { bytes } = await columnFileOf(buildMarket(series), blockRows);
  const stored = { bytes, splits: [] };
  expect(inParts(strategy, stored)).toEqual(await inMemory(strategy, stored));
}

const blockRows = fc.constantFrom(1, 40, 150, 1000);

describe("a run on a market that is read in parts is that on the same market in memory, to the bit", () => {
  it("on small markets with every kind of trouble", async () => {
    await fc.assert(fc.asyncProperty(smallRuns(), blockRows, expectEqual), { numRuns: 300 });
  });

  it("on markets longer than the 300 days of the top-gainer order", async () => {
    await fc.assert(fc.asyncProperty(longRuns(), blockRows, expectEqual), {
      numRuns: 40,
      endOnFailure: true,
    });
  });

  it("in a crowd whose market caps drift and tie around the edge of the rank", async () => {
    const law = fc.asyncProperty(fc.nat().map(crowdedRun), blockRows, expectEqual);
    await fc.assert(law, { numRuns: 8, endOnFailure: true });
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
    const refused = runParts(strategy, partsOf({ bytes, splits: [] }), {}, { ...NO_ROOM, mostInBands: 0 });
    expect(refused).toMatchObject({
      ok: false,
      problem: { code: "memory-short", place: "scanner.marketCapRank" },
    });
  });

  it("with splits that a person accepted", async () => {
    const law = fc.asyncProperty(smallRuns(), blockRows, fc.nat(), async (run, rows, drawn) => {
      const market = buildMarket(run.series);
      const { bytes } = await columnFileOf(market, rows);
      const splits = market.instruments.flatMap(({ symbol }, at): AppliedSplit[] => {
        const day = market.day[(market.barOffset[at] ?? 0) + (drawn % 50)] ?? 0;
        return (drawn + at) % 2 === 0 ? [{ symbol, date: formatIsoDay(day), factor: 2 + at }] : [];
      });
      const stored = { bytes, splits };
      expect(inParts(run.strategy, stored)).toEqual(await inMemory(run.strategy, stored));
    });
    await fc.assert(law, { numRuns: 60, endOnFailure: true });
  });

  it("with a damaged place in the file, whose instrument both leave out and name", async () => {
    const law = fc.asyncProperty(smallRuns(), blockRows, fc.nat(), async (run, rows, drawn) => {
      const { bytes } = await columnFileOf(buildMarket(run.series), rows);
      const place = drawn % bytes.length;
      bytes[place] = (bytes[place] ?? 0) ^ 4;
      const stored = { bytes, splits: [] };
      const expected = await inMemory(run.strategy, stored);
      if (!expected.ok && expected.problem.code === "storage-failed") return; // nothing left
      expect(inParts(run.strategy, stored)).toEqual(expected);
    });
    await fc.assert(law, { numRuns: 150, endOnFailure: true });
  });
});
