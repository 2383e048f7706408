/** Strategies with numbers from own code through the app: every call of the worker that runs one, in real rooms. */
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { commands } from "vitest/browser";
import { requestToRun } from "#src/run/ask.ts";
import { allowCode } from "#src/storage/code-consent.ts";
import { createClient } from "#tests/support/create-client.ts";
import { importFiles } from "#tests/support/import-files.ts";
import { strategyOf } from "#tests/support/strategy-of.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { formatIsoDay, toEpochDay } from "#workers/model/day.ts";
import { PYTHON_CACHE } from "#workers/model/offline.ts";
import type { Progress, RunRequest } from "#workers/model/protocol.ts";
import { toResultFile } from "#workers/model/report.ts";
import type { Report } from "#workers/model/report.ts";
import type { RunSketch } from "#workers/model/run-sketch.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { loadPack } from "#workers/python/load-pack.ts";

const DAYS = 120;
const FIRST_DAY = toEpochDay(2020, 1, 1);
/** What an endless text has until it is ended: a cancel does not wait for that. */
const TOO_LONG_MS = 2000;

/** Three instruments whose closes go in waves about 100, each in its own; highs lie a tenth above. */
const PRICES = [
  "symbol,date,open,high,low,close,volume",
  ...["AAA", "BBB", "CCC"].flatMap((symbol, place) =>
    Array.from({ length: DAYS }, (_, day) => {
      const close = (100 + 10 * Math.sin(day / (4 + place))).toFixed(2);
      const high = (1.1 * Number(close)).toFixed(2);
      return `${symbol},${formatIsoDay(FIRST_DAY + day)},${close},${high},${close},${close},1000`;
    }),
  ),
].join("\n");

/** The mean of ten closes, as sma(10) is. */
const MEAN = `function compute({ close, length }) {
  const out = new Float64Array(length).fill(NaN)
  for (let bar = 9; bar < length; bar++) {
    let sum = 0
    for (let back = 0; back < 10; back++) sum += close[bar - back]
    out[bar] = sum / 10
  }
  return out
}`;

/** Nothing but these rules decides what is bought; sold it is after some days. */
function buying(source: string | null, ...rules: string[]): Strategy {
  return strategyOf({
    scanner: { match: "all", priceGrowth: null, minPrice: null, marketCapRank: null, avgDailyValue: null },
    buy: { lastPriceVsClose: false, lastPriceVsMA: false, rules },
    sell: { trailingStopLoss: null, minHoldingDays: 0, maxHoldingDays: 4 },
    simulation: { startDate: "2020-01-01", endDate: "2020-12-31" },
    ...(source === null
      ? { format: "strategy/2" }
      : { format: "strategy/2", computed: [{ name: "own", language: "javascript", source }] }),
  });
}

/** What came out, without what is said of the code. */
function resultOf(report: Report) {
  const { metadata: _apart, warnings: _words, ...result } = toResultFile(report);
  return result;
}

/** Files of Python that are on this device. */
async function filesKept(): Promise<number> {
  const cache = await caches.open(PYTHON_CACHE);
  return (await cache.keys()).length;
}

describe("a strategy with own code", () => {
  const source = { type: "stored", datasetId: crypto.randomUUID() } as const;
  const client = createClient();
  const request: RunRequest = { strategy: buying(MEAN, "close > own"), source };

  beforeAll(async () => {
    const defaults = { exchange: "NSE", instrumentType: "EQUITY", currency: "" };
    const files = [new File([PRICES], "prices.csv")];
    valueOf(await importFiles(createClient(), { datasetId: source.datasetId, files, defaults }));
  });
  afterAll(async () => {
    client.endIdle();
    await createClient().call("deleteDataset", source.datasetId);
  });

  const run = (strategy: Strategy, onProgress: (progress: Progress) => void = () => {}) =>
    client.call("run", { strategy, source }, { onProgress });

  async function sketchOf(strategy: Strategy): Promise<RunSketch> {
    const sketch = valueOf(await client.rehearse({ strategy, source }));
    if (!sketch) throw new Error("the rehearsal did not come to its end");
    return sketch;
  }

  it("never runs unasked, in no call, and says why", async () => {
    const refusals = [
      await client.call("run", request),
      await client.call("preview", request),
      await client.call("runVariants", { strategies: [request.strategy], source }),
      await client.call("checkLookAhead", request),
    ];
    for (const refused of refusals)
      expect(refused).toMatchObject({
        problem: {
          code: "code-not-allowed",
          place: "computed[0].source",
          message: expect.stringContaining("own (javascript)"),
        },
      });
    expect(document.querySelector("iframe[src='/room']")).toBeNull();
  });

  it("is run once this very text was allowed, and gives what the built-in function gives", async () => {
    valueOf(await allowCode("javascript", MEAN));
    const heard: Progress[] = [];
    const report = valueOf(await run(request.strategy, (progress) => heard.push(progress)));
    const builtIn = valueOf(await run(buying(null, "close > sma(10)")));
    expect(report.positions.length).toBeGreaterThan(10);
    expect(resultOf(report).positions).toEqual(resultOf(builtIn).positions);
    expect(report.warnings.map(({ code }) => code)).toContain("code-checked");
    expect(report.warnings.at(-1)?.message).toMatch(/own \(javascript\), worked out by V8 \(Chrome \d+\)/);
    expect(heard.map(({ field }) => field)).toContainEqual({
      what: "computing",
      name: "own",
      done: 3,
      of: 3,
    });
    expect(await run(buying(`${MEAN}\n`, "close > own"))).toMatchObject({
      problem: { code: "code-not-allowed" },
    });
  });

  it("is run in Python as well, to the same bits, by an engine with a name", async () => {
    const python = `def compute(bars):
    close = bars["close"]
    return [sum(close[bar - back] for back in range(10)) / 10 if bar >= 9 else None for bar in range(len(close))]`;
    valueOf(await allowCode("python", python));
    valueOf(await allowCode("javascript", MEAN));
    // Some weeks: each gain is asked about in an interpreter of its own.
    const { simulation, ...rest } = buying(MEAN, "close > own");
    const script = { ...rest, simulation: { ...simulation, endDate: "2020-02-10" } };
    const inPython = { ...script, computed: [{ name: "own", language: "python" as const, source: python }] };
    expect((await loadPack()).ok).toBe(true);
    const own = createClient(); // its worker would keep a room warm while the other tests look for theirs
    const report = valueOf(await own.call("run", { strategy: inPython, source }));
    own.endIdle();
    expect(report.positions.length).toBeGreaterThan(3);
    expect(resultOf(report).positions).toEqual(resultOf(valueOf(await run(script))).positions);
    expect(report.warnings.at(-1)?.message).toMatch(
      /own \(python\), worked out by Python of Pyodide 314\.0\.\d+\./,
    );
  });

  it("has Python loaded by nothing that would run it, whoever started that", async () => {
    const python = "def compute(bars): return [price / 2 for price in bars['close']]";
    valueOf(await allowCode("python", python));
    const { computed: _, ...rest } = buying(MEAN, "close > own");
    const strategy = { ...rest, computed: [{ name: "own", language: "python" as const, source: python }] };
    const own = createClient();
    await caches.delete(PYTHON_CACHE);
    const unasked = [
      await own.call("run", { strategy, source }),
      await own.call("checkLookAhead", { strategy, source }),
      await own.call("preview", { strategy, source }),
      await own.call("sketchRun", { strategy, source }),
      await own.call("runVariants", { strategies: [strategy], source }),
      await own.call("findDays", { strategy, source, instrument: "AAA" }),
    ];
    for (const refused of unasked)
      expect(refused).toMatchObject({
        problem: {
          code: "code-unavailable",
          place: "computed[0].source",
          message: expect.stringMatching(/own \(python\).*Python \(\d+\.\d MB\) is not on this device yet/),
        },
      });
    expect(await filesKept()).toBe(0);
    expect((await loadPack()).ok).toBe(true);
    valueOf(await own.call("runVariants", { strategies: [strategy], source }));
    valueOf(await own.call("preview", { strategy, source }));
    own.endIdle();
  });

  it("works no number out again for a rule that is edited", async () => {
    valueOf(await run(request.strategy));
    const heard: Progress[] = [];
    const edited = valueOf(await run(buying(MEAN, "close > 1.01 * own"), (one) => heard.push(one)));
    expect(edited.positions.length).toBeGreaterThan(0);
    expect(heard.flatMap(({ field }) => (field?.what === "computing" ? [field] : []))).toEqual([]);
  });

  it("is gone through ahead of a run with its largest gains unchecked, and says so until a run has looked", async () => {
    const ahead = { strategy: buying(MEAN, "close > 1.03 * own"), source };
    expect(await client.rehearse(ahead)).toMatchObject({ value: { isUnchecked: true } });
    expect((await run(ahead.strategy)).ok).toBe(true);
    const known = await sketchOf(ahead.strategy);
    expect(known.trades).toBeGreaterThan(0);
    expect(known.isUnchecked).toBeUndefined();
    const plain = { strategy: buying(null, "close > 1.03 * sma(10)"), source };
    expect((await sketchOf(plain.strategy)).isUnchecked).toBeUndefined();
  });

  it("is run the same in every call", async () => {
    const report = valueOf(await run(request.strategy));
    const [position] = report.positions;
    if (!position) throw new Error("no position");
    expect(valueOf(await client.rehearse(request))).not.toBeNull();
    expect(valueOf(await client.call("preview", request)).together).toBeGreaterThanOrEqual(0);
    const variants = valueOf(
      await client.call("runVariants", {
        strategies: [request.strategy, buying(MEAN, "close > 1.02 * own")],
        source,
      }),
    );
    expect(valueOf(variants[0] ?? missing).performance).toEqual(report.performance);
    expect(valueOf(variants[1] ?? missing).performance).not.toEqual(report.performance);
    const chained = valueOf(await client.call("chainRuns", { strategies: [request.strategy], source }));
    expect(chained.performances).toEqual([report.performance]);
    expect(valueOf(await client.call("runOtherwise", { ...request, how: "late" })).performance).not.toEqual(
      report.performance,
    );
    expect((await client.call("randomEntries", { ...request, first: 0, count: 2 })).ok).toBe(true);
    expect((await client.call("trace", { ...request, positions: report.positions })).ok).toBe(true);
    const { instrument } = position;
    expect((await client.call("follow", { ...request, position })).ok).toBe(true);
    const why = valueOf(await client.call("explain", { ...request, instrument, date: position.entryDate }));
    expect(JSON.stringify(why)).toContain("own");
    expect(valueOf(await client.call("findDays", { ...request, instrument })).days).toBeDefined();
    expect(valueOf(await client.call("checkLookAhead", request))).toMatchObject({
      changed: 0,
      codeInstruments: 3,
    });
  });

  it("is given highs where its source names them", async () => {
    const highs = "const compute = ({ high, close }) => high.map((top, bar) => top / close[bar])";
    valueOf(await allowCode("javascript", highs));
    const own = createClient();
    const report = valueOf(await own.call("run", { strategy: buying(highs, "own > 1.05"), source }));
    own.endIdle();
    expect(report.positions.length).toBeGreaterThan(0);
  });

  it.each([
    [
      "code-failed",
      "function compute(bars) {\n  return nowhere\n}",
      "AAA: ReferenceError: nowhere is not defined",
    ],
    ["code-failed", "function compute() { return [1] }", "numbers"],
    ["code-failed", "function compute(bars) {\n  return (\n}", "line 3, column 1"],
    [
      "code-looks-ahead",
      "const compute = ({ close }) => close.map((_, bar) => close[bar + 1] ?? 0)",
      "later bars",
    ],
    ["code-not-repeatable", "let n = 0; const compute = ({ close }) => (n++, close.map(() => n))", "gave"],
    ["code-too-slow", "function compute() { for (;;); }", "2 seconds"],
    ["rules-unknown-name", "const compute = (bars) => bars.fact('pe')", "pe"],
  ])("is refused with %s at its place: %s", async (code, text, says) => {
    valueOf(await allowCode("javascript", text));
    const refused = await run(buying(text, "own > 0"));
    expect(refused).toMatchObject({ problem: { code, place: "computed[0].source" } });
    expect(refused.ok ? "" : refused.problem.message).toContain(says);
  });

  it("ends with a cancel, not with the time that the text has", async () => {
    const endless = "function compute() { for (;;); }";
    valueOf(await allowCode("javascript", endless));
    const stop = new AbortController();
    let hasBegun = false;
    const running = createClient().call(
      "run",
      { strategy: buying(endless, "own > 0"), source },
      { onProgress: ({ field }) => (hasBegun ||= field !== undefined), signal: stop.signal },
    );
    await vi.waitFor(() => expect(document.querySelector("iframe[src='/room']")).not.toBeNull(), 10_000);
    expect(hasBegun).toBe(true);
    const at = performance.now();
    stop.abort();
    expect(await running).toMatchObject({ problem: { code: "cancelled" } });
    expect(document.querySelector("iframe[src='/room']")).toBeNull();
    expect(performance.now() - at).toBeLessThan(TOO_LONG_MS);
  });
});

const missing = { ok: false, problem: { code: "not-found", message: "no variant" } } as const;

it("has the result of the command line, to the bit, on the demo market", { timeout: 120_000 }, async () => {
  valueOf(await allowCode("javascript", MEAN));
  const strategy = strategyOf({
    format: "strategy/2",
    name: "Own",
    buy: { rules: ["close > own"] },
    simulation: { sortingType: "expression", sortBy: "own / close", maxPositions: 10 },
    computed: [{ name: "own", language: "javascript", source: MEAN }],
  });
  const client = createClient();
  const request = valueOf(await requestToRun({ strategy, datasetId: "demo" }));
  const report = toResultFile(valueOf(await client.call("run", request)));
  client.endIdle();
  const other = Object(await commands.simulateOwnCode(JSON.stringify(strategy)));
  expect(report.positions.length).toBeGreaterThan(0);
  const { warnings: ownWords, ...own } = report;
  const { warnings: otherWords, ...cli } = other;
  expect(JSON.parse(JSON.stringify(own))).toEqual(cli);
  expect(ownWords.map(({ code }) => code)).toEqual(otherWords.map(({ code }: { code: string }) => code));
});
