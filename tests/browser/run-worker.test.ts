import { describe, expect, it, vi } from "vitest";
import { createClient } from "#tests/support/create-client.ts";
import { namesIn, putFile, readFile } from "#tests/support/device-files.ts";
import { importFiles } from "#tests/support/import-files.ts";
import { placeOfSeries } from "#tests/support/memory-file.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { demoFilesOf } from "#src/storage/demo-market.ts";
import { formatIsoDay, toEpochDay } from "#workers/model/day.ts";
import type { Progress, RunRequest } from "#workers/model/protocol.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";
import type { Strategy } from "#workers/model/strategy.ts";

const defaults = { exchange: "NSE", instrumentType: "EQUITY", currency: "" };
const strategy: Strategy = {
  ...defaultStrategy,
  scanner: { ...defaultStrategy.scanner, priceGrowthDays: 5, minPrice: 1, avgDailyValueDays: 5 },
  buy: { ...defaultStrategy.buy, closeDays: 5, movingAverageDays: 5 },
  simulation: { ...defaultStrategy.simulation, startDate: "2020-01-01", endDate: "2020-12-31" },
};

/** A year of daily bars of two instruments that rise in waves; highs lie so much above the closes. */
function pricesFile(highsAbove = 0): File {
  const lines = ["symbol,date,open,high,low,close,volume"];
  for (const [symbol, start] of [
    ["AAA", 100],
    ["BBB", 200],
  ] as const) {
    for (let day = 0; day < 365; day++) {
      const date = formatIsoDay(toEpochDay(2020, 1, 1) + day);
      const close = (start * (1 + day / 365) * (1 + 0.05 * Math.sin(day / 9))).toFixed(2);
      const high = (Number(close) + highsAbove).toFixed(2);
      lines.push(`${symbol},${date},${close},${high},${close},${close},1000000`);
    }
  }
  return new File([lines.join("\n")], "prices.csv");
}

/** Turns a bit round in the opens of the instrument of that number. */
async function damageOpens(datasetId: string, instrument: number): Promise<void> {
  const name = `${datasetId}.columns`;
  const bytes = await readFile(name);
  const place = placeOfSeries(bytes, "open", instrument);
  bytes[place] = (bytes[place] ?? 0) ^ 1;
  await vi.waitFor(() => putFile("datasets", name, bytes), 10_000); // once a worker has read the rest of it
}

describe("the real worker", () => {
  it("imports a file, runs on what it stored, and runs again the same", async () => {
    const client = createClient();
    const datasetId = crypto.randomUUID();
    const imported = await importFiles(client, { datasetId, files: [pricesFile()], defaults });
    expect(valueOf(imported).facts).toMatchObject({ instruments: 2, bars: 730, firstDate: "2020-01-01" });

    const request: RunRequest = { strategy, source: { type: "stored", datasetId } };
    const heard: Progress[] = [];
    const report = valueOf(
      await client.call("run", request, { onProgress: (progress) => heard.push(progress) }),
    );
    expect(report.metadata.bars).toBe(730);
    expect(report.equity.value).toHaveLength(report.metadata.sessions);
    expect(report.equity.value.at(-1)).toBe(report.performance.endValue);
    expect(heard.map(({ stage }) => stage)).toContain("aligning"); // the outcome may overtake the later ones

    expect(valueOf(await client.call("run", request))).toEqual(report);
    const analysis = valueOf(await client.call("analyse", { report, strategy, trials: 1 }));
    expect(analysis.exposure.invested).toHaveLength(report.metadata.sessions);
    expect(analysis.luck).toMatchObject({ paths: 2000, significance: { trials: 1 } });
    expect(await client.call("deleteDataset", datasetId)).toEqual({ ok: true, value: null });
    const afterwards = await createClient().call("run", request);
    expect(afterwards).toMatchObject({ ok: false, problem: { code: "data-missing" } });
  });

  it("looks at highs and lows that a run leaves aside when a finished run is looked at", async () => {
    const client = createClient();
    const datasetId = crypto.randomUUID();
    valueOf(await importFiles(client, { datasetId, files: [pricesFile(1000)], defaults }));
    const request: RunRequest = { strategy, source: { type: "stored", datasetId } };
    const { positions } = valueOf(await client.call("run", request));
    const [position] = positions;
    if (!position) throw new Error("no position");
    const { favourable } = valueOf(await client.call("trace", { ...request, positions }));
    expect(favourable[0]).toBeGreaterThan((1000 / position.entryPrice) * 100);
    const { bars, day } = valueOf(await client.call("follow", { ...request, position }));
    expect(formatIsoDay(day[0] ?? 0)).toBe(position.entryDate);
    expect(bars.high.map((high, at) => Math.round(high - (bars.close[at] ?? 0)))).toEqual(
      new Float64Array(365).fill(1000),
    );
    await client.call("deleteDataset", datasetId);
  });

  it("leaves out an instrument whose opens turn out to be damaged while it runs, and says so", async () => {
    const client = createClient();
    const datasetId = crypto.randomUUID();
    valueOf(await importFiles(client, { datasetId, files: [pricesFile()], defaults }));
    const request: RunRequest = { strategy, source: { type: "stored", datasetId } };
    const both = valueOf(await client.call("run", request));
    expect(new Set(both.positions.map(({ label }) => label))).toEqual(new Set(["AAA", "BBB"]));
    await damageOpens(datasetId, 0);
    const damaged = createClient();
    const report = valueOf(await damaged.call("run", request));
    expect(report.warnings.find(({ code }) => code === "prices-damaged")?.message).toMatch(
      /left out: AAA\.$/,
    );
    expect(new Set(report.positions.map(({ label }) => label))).toEqual(new Set(["BBB"]));
    expect(valueOf(await damaged.call("run", request))).toEqual(report);
    await client.call("deleteDataset", datasetId);
  });

  it("deletes prices that it has just run on", async () => {
    const client = createClient();
    const datasetId = crypto.randomUUID();
    valueOf(await importFiles(client, { datasetId, files: [pricesFile()], defaults }));
    const request: RunRequest = { strategy, source: { type: "stored", datasetId } };
    valueOf(await client.call("run", request));
    await client.call("deleteDataset", datasetId);
    expect(await namesIn("datasets")).not.toContain(`${datasetId}.columns`);
  });

  it("refuses files without a single price", async () => {
    const empty = new File(["symbol,date,close\n"], "empty.csv");
    const request = { datasetId: crypto.randomUUID(), files: [empty], defaults };
    expect(await importFiles(createClient(), request)).toMatchObject({
      ok: false,
      problem: { code: "data-missing" },
    });
  });

  it("stops in the midst of a run that is cancelled, and is ready for the next one", async () => {
    const client = createClient();
    const demo = valueOf(await demoFilesOf("NSE"));
    const request: RunRequest = { strategy: defaultStrategy, source: { type: "bundled", ...demo } };
    const stop = new AbortController();
    const outcome = await client.call("run", request, {
      onProgress: ({ percent }) => {
        if (percent >= 10) stop.abort();
      },
      signal: stop.signal,
    });
    expect(outcome).toMatchObject({ ok: false, problem: { code: "cancelled" } });

    const heard: Progress[] = [];
    const report = valueOf(
      await client.call("run", request, { onProgress: (progress) => heard.push(progress) }),
    );
    expect(report.performance.trades).toBeGreaterThan(0);
    const percents = heard.map(({ percent }) => percent);
    expect(percents).toEqual(percents.toSorted((a, b) => a - b));
  });

  it("is missed when its script is not there", async () => {
    const client = createClient(() => new Worker("/no-such-worker.js", { type: "module" }));
    const outcome = await client.call("run", { strategy, source: { type: "stored", datasetId: "none" } });
    expect(outcome).toMatchObject({ ok: false, problem: { code: "worker-lost" } });
  });

  it("is missed when it never answers", async () => {
    const silent = URL.createObjectURL(new Blob(["for (;;) {}"], { type: "text/javascript" }));
    const outcome = await createClient(
      () => new Worker(silent),
      () => 3 * performance.now(), // half a minute is over in ten seconds
    ).call("run", { strategy, source: { type: "stored", datasetId: "none" } });
    expect(outcome).toMatchObject({ ok: false, problem: { code: "worker-lost" } });
  });
});
