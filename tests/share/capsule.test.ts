import "#tests/storage/empty-database.ts";
import { describe, expect, it } from "vitest";
import { fakeClient } from "#tests/support/fake-client.ts";
import { portfolioReport, sampleReport } from "#tests/storage/sample-report.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { rerunCapsule } from "#src/run/rerun-capsule.ts";
import { differences, isIdentical, readCapsule, toCapsule } from "#src/share/capsule.ts";
import { ENGINE_VERSION } from "#workers/model/engine-version.ts";
import { ok } from "#workers/model/problem.ts";
import type { Report } from "#workers/model/report.ts";
import { everythingStrategy, portfolioStrategy } from "#tests/support/strategy-of.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";

const run = {
  strategy: defaultStrategy,
  datasetTitle: "Demo",
  datasetFingerprint: "abc",
  engineVersion: ENGINE_VERSION,
};

/** What a device that gets this report makes of the capsule. */
async function rerunWith(report: Report) {
  const capsule = valueOf(await readCapsule(JSON.stringify(await toCapsule(run, sampleReport))));
  const { signal } = new AbortController();
  const rerun = { capsule, datasetId: "demo", onProgress: () => {}, signal };
  const { ours } = valueOf(await rerunCapsule(rerun, fakeClient({ run: async () => ok(report) })));
  return { capsule, ours };
}

function withCagr(cagr: number): Report {
  return { ...sampleReport, performance: { ...sampleReport.performance, cagr } };
}

describe("a run capsule", () => {
  it("finds the same result identical, whatever the data is called", async () => {
    const { capsule, ours } = await rerunWith(sampleReport);
    expect(isIdentical(capsule, ours)).toBe(true);
    expect(differences(capsule, ours).map(({ what }) => what)).toEqual(["Data"]);
  });

  it("names what differs, down to the last digit", async () => {
    const end = 121.00000000000001;
    const { capsule, ours } = await rerunWith({
      ...sampleReport,
      performance: { ...sampleReport.performance, endValue: end },
      equity: { ...sampleReport.equity, value: Float64Array.of(100, 95, end) },
    });
    expect(isIdentical(capsule, ours)).toBe(false);
    expect(differences(capsule, ours)).toEqual([
      { what: "Data", theirs: "abc", ours: ours.datasetFingerprint },
      { what: "endValue", theirs: 121, ours: end },
      { what: "Every day's equity", theirs: capsule.checksums.equity, ours: ours.checksums.equity },
    ]);
  });

  it("finds no difference where another engine rounds a power its own way", async () => {
    const cagr = 21.000000000000004; // the double after the next one to 21
    const capsule = await toCapsule(run, withCagr(21));
    expect(differences(capsule, await toCapsule(run, withCagr(cagr)))).toEqual([]);
    expect(differences(capsule, await toCapsule(run, withCagr(21.0000000001)))).toMatchObject([
      { what: "cagr" },
    ]);
  });

  it("has the average share, which older capsules lack and need not have", async () => {
    const withAverage: Report = {
      ...sampleReport,
      performance: { ...sampleReport.performance, exposure: 60 },
      universePerformance: { endValue: 115, cagr: 15, maxDrawdown: -1, sharpeRatio: null },
      equity: { ...sampleReport.equity, universe: Float64Array.of(100, 103, 115) },
    };
    // a capsule of an earlier version, checked here
    const older = await rerunWith(withAverage);
    expect(older.capsule).not.toHaveProperty("universePerformance");
    expect(isIdentical(older.capsule, older.ours)).toBe(true);
    expect(differences(older.capsule, older.ours).map(({ what }) => what)).toEqual(["Data"]);
    // one with it, checked where it comes out the same, and where it doesn't
    const own = valueOf(await readCapsule(JSON.stringify(await toCapsule(run, withAverage))));
    expect(own.universePerformance).toEqual(withAverage.universePerformance);
    expect(differences(own, own)).toEqual([]);
    const other = await toCapsule(run, {
      ...withAverage,
      universePerformance: { endValue: 116, cagr: 15, maxDrawdown: -1, sharpeRatio: null },
      equity: { ...withAverage.equity, universe: Float64Array.of(100, 103, 116) },
    });
    expect(isIdentical(own, other)).toBe(false);
    expect(differences(own, other).map(({ what, theirs, ours }) => [what, theirs, ours])).toEqual([
      ["endValue of the average share", 115, 116],
      ["Every day's average share", own.checksums.universe, other.checksums.universe],
    ]);
    const without = await toCapsule(run, sampleReport);
    expect(isIdentical(own, without)).toBe(false);
  });

  it("has what money came and went, what it made in yardsticks, and every rebalance", async () => {
    const own = valueOf(await readCapsule(JSON.stringify(await toCapsule(run, portfolioReport))));
    expect(own.money).toEqual({
      deposited: 50,
      withdrawn: 20,
      owed: 3,
      missed: 4,
      ranOut: "2020-01-03",
      interest: 1.5,
      moneyWeighted: 12.5,
      benchmarkMoneyWeighted: null,
      universeMoneyWeighted: 0,
      benchmarkMissed: 0,
    });
    expect(differences(own, own)).toEqual([]);
    const { money, equity, rebalances: [rebalance] = [] } = portfolioReport;
    if (!money || !rebalance) throw new Error("the sample has both");
    const differing = async (changes: Partial<Report>) => {
      const other = await toCapsule(run, { ...portfolioReport, ...changes });
      return { isSame: isIdentical(own, other), what: differences(own, other).map(({ what }) => what) };
    };
    expect(await differing({ money: { ...money, missed: 5 } })).toEqual({ isSame: true, what: ["missed"] });
    expect(await differing({ money: { ...money, moneyWeighted: 12.5 + 1e-13 } })).toEqual({
      isSame: true,
      what: [],
    });
    const universeValues = Float64Array.of(100, 150, 131);
    expect(await differing({ money: { ...money, universeValues } })).toEqual({
      isSame: false,
      what: ["Every day's money in the benchmark and the average share"],
    });
    const growth = Float64Array.of(100, 110, 133);
    expect(await differing({ equity: { ...equity, growth } })).toEqual({
      isSame: false,
      what: ["Every day's equity"],
    });
    expect(await differing({ rebalances: [{ ...rebalance, turnover: 12 }] })).toEqual({
      isSame: false,
      what: ["Every rebalance"],
    });
  });

  it.each([everythingStrategy, portfolioStrategy])("carries a $format as it is", async (strategy) => {
    const capsule = await toCapsule({ ...run, strategy }, sampleReport);
    expect(valueOf(await readCapsule(JSON.stringify(capsule))).strategy).toEqual(strategy);
  });

  it("is refused with everything that is wrong with its strategy's lines", async () => {
    const buy = { ...defaultStrategy.buy, rules: ["sam(20) > 1", "close > 5", { off: "rsi(0) < 5" }] };
    const capsule = await toCapsule(
      { ...run, strategy: { ...defaultStrategy, format: "strategy/2", buy } as const },
      sampleReport,
    );
    const read = await readCapsule(JSON.stringify(capsule));
    expect(!read.ok && read.problem).toMatchObject({
      code: "rules-invalid",
      place: "buy.rules[0]",
      message: expect.stringMatching(/^This capsule's strategy can't be run\. .+did you mean sma\?/),
      details: [
        expect.stringMatching(/^buy\.rules\[0\], column 1: sam .+sma/),
        expect.stringMatching(/^buy\.rules\[2\]\.off, column 5: n must be/),
      ],
    });
  });

  it.each([
    { title: "not JSON", text: "tide" },
    { title: "another format", text: '{"format":"result/1"}' },
    { title: "of a newer app", text: '{"format":"capsule/1","strategy":{"format":"strategy/4"}}' },
  ])("in a file that is $title is refused with the reason", async ({ text }) => {
    expect(await readCapsule(text)).toMatchObject({
      ok: false,
      problem: { message: expect.stringContaining("This file is not a run capsule") },
    });
  });
});
