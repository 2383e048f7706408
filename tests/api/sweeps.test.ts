/** Sweeps over HTTP: rows in their order, once each, over restarts, too. */
import { createHash } from "node:crypto";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import {
  makeFolder,
  removeFolders,
  startServer,
  WAVES_STRATEGY,
  wavesCsv,
} from "#tests/support/api-server.ts";
import type { Answer, TestServer } from "#tests/support/api-server.ts";

let server: TestServer;
let data = "";
const AXES = [
  { path: "sell.trailingStopLoss", values: [5, 10, 15] },
  { path: "simulation.maxPositions", values: [1, 2] },
];
const SWEEP = { dataset: "waves", strategy: WAVES_STRATEGY, axes: AXES };

beforeAll(async () => {
  data = join(await makeFolder({ "waves/prices.csv": wavesCsv(3) }), "waves");
  server = await startServer({ args: ["--data", data] });
  await server.whenRead("waves");
});

afterAll(async () => {
  await server?.stop();
  await removeFolders();
});

interface Row {
  readonly index: number;
  readonly values: readonly number[];
  readonly performance: Readonly<Record<string, number>>;
  readonly account: string;
}

function rowsIn(text: string): Row[] {
  return text
    .trimEnd()
    .split("\n")
    .map((line): Row => JSON.parse(line));
}

it("gives each variant's row, with the figures of its own run", async () => {
  const sent = await server.call("POST", "/v1/sweeps", { body: SWEEP, headers: { Prefer: "wait=60" } });
  expect(sent.status).toBe(201);
  expect(sent.json).toMatchObject({ status: "done", variants: 6, done: 6, axes: AXES });
  const path = sent.headers.get("location") ?? "";
  const all = await server.call("GET", `${path}/rows`);
  expect(all.headers.get("content-length")).toBe(String(Buffer.byteLength(all.text)));
  const rows = rowsIn(all.text);
  expect(rows.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5]);
  expect(rows[3]?.values).toEqual([10, 2]);
  const strategy = {
    ...WAVES_STRATEGY,
    sell: { trailingStopLoss: 10 },
    simulation: { ...WAVES_STRATEGY.simulation, maxPositions: 2 },
  };
  const run = await server.call("POST", "/v1/runs", {
    body: { dataset: "waves", strategy },
    headers: { Prefer: "wait=60" },
  });
  expect(rows[3]?.performance).toEqual(run.json.result.performance);
  const rest = await server.call("GET", `${path}/rows?after=3`);
  expect(rowsIn(rest.text)).toEqual(rows.slice(4));
  const csv = await server.call("GET", `${path}/rows`, { headers: { Accept: "text/csv" } });
  const lines = csv.text.trimEnd().split("\n");
  expect(lines[0]).toMatch(
    /^index,sell\.trailingStopLoss,simulation\.maxPositions,startValue,.*,account,problem$/,
  );
  expect(lines).toHaveLength(7);
  const events = await server.call("GET", `${path}/events`);
  expect(events.text).toMatch(/event: done\ndata: .*"done":6/);
});

it("tells rows as they come, and goes on after a restart", async () => {
  const axes = [
    { path: "sell.trailingStopLoss", values: Array.from({ length: 60 }, (_, at) => 1 + at / 2) },
    { path: "simulation.maxPositions", values: [1, 2, 3, 4, 5] },
    { path: "sell.minHoldingDays", values: Array.from({ length: 40 }, (_, at) => at) },
  ];
  const headers = { "Idempotency-Key": "large" };
  const sent = await server.call("POST", "/v1/sweeps", { body: { ...SWEEP, axes }, headers });
  expect(sent.json.variants).toBe(12_000);
  const { id } = sent.json;
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- until some rows are there
    const { json } = await server.call("GET", `/v1/sweeps/${id}`);
    if (json.done > 0) break;
  }
  await server.stop("SIGKILL");
  const { store, home } = server;
  server = await startServer({ args: ["--data", data], store, home });
  const followed = await server.call("GET", `/v1/sweeps/${id}/rows?follow=1`);
  expect(rowsIn(followed.text).map(({ index }) => index)).toEqual(
    Array.from({ length: 12_000 }, (_, at) => at),
  );
  const record = await server.call("GET", `/v1/sweeps/${id}`);
  expect(record.json).toMatchObject({ status: "done", done: 12_000 });
});

it.each([
  ["no axes", [], "axes-invalid"],
  ["an unknown path", [{ path: "sell.nothing", values: [1] }], "axes-invalid"],
  ["a forbidden value", [{ path: "sell.trailingStopLoss", values: [5, 500] }], "axes-invalid"],
  ["no values", [{ path: "sell.trailingStopLoss", values: [] }], "axes-invalid"],
])("refuses %s", async (_name, axes, code) => {
  const sent = await server.call("POST", "/v1/sweeps", { body: { ...SWEEP, axes } });
  expect([sent.status, sent.json.code]).toEqual([422, code]);
});

it("keeps a dataset from being deleted while a sweep of it is at work", async () => {
  const form = new FormData();
  form.append("files", new Blob([wavesCsv(2)]), "a.csv");
  const made = await server.call("POST", "/v1/datasets?name=needed", { body: form });
  expect(made.status).toBe(201);
  const axes = [
    { path: "sell.trailingStopLoss", values: Array.from({ length: 900 }, (_, at) => 1 + at / 10) },
    { path: "sell.minHoldingDays", values: Array.from({ length: 100 }, (_, at) => at) },
  ];
  const sent = await server.call("POST", "/v1/sweeps", { body: { ...SWEEP, dataset: "needed", axes } });
  const refused = await server.call("DELETE", "/v1/datasets/needed");
  expect([refused.status, refused.json.code]).toEqual([409, "dataset-in-use"]);
  await server.call("DELETE", `/v1/sweeps/${sent.json.id}`);
  expect((await server.call("DELETE", "/v1/datasets/needed")).status).toBe(204);
});

it("follows rows over many readings of them, each once and in order", async () => {
  const axes = [
    { path: "sell.trailingStopLoss", values: Array.from({ length: 50 }, (_, at) => 1 + at / 2) },
    { path: "sell.minHoldingDays", values: Array.from({ length: 40 }, (_, at) => at) },
  ];
  const sent = await server.call("POST", "/v1/sweeps", { body: { ...SWEEP, axes } });
  const path = `/v1/sweeps/${sent.json.id}/rows`;
  const [rest, csv] = await Promise.all([
    server.call("GET", `${path}?follow=1&after=99`),
    server.call("GET", `${path}?follow=1`, { headers: { Accept: "text/csv" } }),
  ]);
  expect(rest.headers.get("content-length")).toBeNull();
  expect(rowsIn(rest.text).map(({ index }) => index)).toEqual(
    Array.from({ length: 1900 }, (_, at) => 100 + at),
  );
  const whole = await server.call("GET", path, { headers: { Accept: "text/csv" } });
  expect(csv.text).toBe(whole.text);
  expect(whole.text.trimEnd().split("\n")).toHaveLength(2001);
});

it("tells events with numbers that grow, and after a break only those that were not seen", async () => {
  const axes = [
    { path: "sell.trailingStopLoss", values: Array.from({ length: 60 }, (_, at) => 1 + at / 2) },
    { path: "sell.minHoldingDays", values: Array.from({ length: 40 }, (_, at) => at) },
  ];
  const sent = await server.call("POST", "/v1/sweeps", { body: { ...SWEEP, axes } });
  const path = `/v1/sweeps/${sent.json.id}/events`;
  const { text } = await server.call("GET", path);
  const numbers = [...text.matchAll(/^id: (\d+)$/gm)].map(([, number]) => Number(number));
  const names = [...text.matchAll(/^event: (.+)$/gm)].map(([, name]) => name);
  expect(numbers.length).toBeGreaterThan(1);
  expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
  expect(names).toEqual([...names.slice(1).map(() => "progress"), "done"]);
  const before = String((numbers.at(-1) ?? 0) - 1);
  const rest = await server.call("GET", path, { headers: { "Last-Event-ID": before } });
  expect([...rest.text.matchAll(/^id: (\d+)$/gm)].map(([, number]) => Number(number))).toEqual([
    numbers.at(-1),
  ]);
  expect(rest.text).toMatch(/event: done\ndata: .*"done":2400/);
});

it("keeps curves where they are asked for", async () => {
  const sent = await server.call("POST", "/v1/sweeps", {
    body: { ...SWEEP, keep: ["equity"] },
    headers: { Prefer: "wait=60" },
  });
  const rows = await server.call("GET", `/v1/sweeps/${sent.json.id}/rows?after=4`);
  const run = await server.call("POST", "/v1/runs", {
    body: {
      dataset: "waves",
      strategy: {
        ...WAVES_STRATEGY,
        sell: { trailingStopLoss: 15 },
        simulation: { ...WAVES_STRATEGY.simulation, maxPositions: 2 },
      },
    },
    headers: { Prefer: "wait=60" },
  });
  const { values } = run.json.result.equity;
  const { equity, account } = JSON.parse(rows.text);
  expect(equity).toEqual(values);
  const bytes = Buffer.from(Float64Array.from(values).buffer); // little-endian, as on all that Node runs on
  expect(account).toBe(`sha256:${createHash("sha256").update(bytes).digest("hex")}`);
  const many = Array.from({ length: 10_001 }, (_, at) => 1 + at / 1000);
  const refused = await server.call("POST", "/v1/sweeps", {
    body: { ...SWEEP, axes: [{ path: "sell.trailingStopLoss", values: many }], keep: ["equity"] },
  });
  expect([refused.status, refused.json.code]).toEqual([422, "axes-invalid"]);
});

it("lets runs go first: they are done while the sweep is at work, and it goes on", async () => {
  await server.whenRead("waves");
  const axes = [
    { path: "sell.trailingStopLoss", values: Array.from({ length: 900 }, (_, at) => 1 + at / 10) },
    { path: "sell.minHoldingDays", values: Array.from({ length: 1000 }, (_, at) => at) },
  ];
  const { id } = (await server.call("POST", "/v1/sweeps", { body: { ...SWEEP, axes } })).json;
  const record = async () => (await server.call("GET", `/v1/sweeps/${id}`)).json;
  await vi.waitFor(async () => expect((await record()).done).toBeGreaterThan(0), 60_000);
  const body = { dataset: "waves", strategy: WAVES_STRATEGY };
  const headers = { Prefer: "wait=60" };
  const runs = await Promise.all(
    Array.from({ length: 2 * availableParallelism() }, () =>
      server.call("POST", "/v1/runs", { body, headers }),
    ),
  );
  expect(runs.map(({ json }) => json.status)).toEqual(runs.map(() => "done"));
  const meanwhile = await record();
  expect(meanwhile.status).toBe("running");
  await vi.waitFor(async () => expect((await record()).done).toBeGreaterThan(meanwhile.done), 60_000);
  await server.call("DELETE", `/v1/sweeps/${id}`);
});

it("cancels a sweep that is at work", async () => {
  await server.whenRead("waves");
  const axes = [
    { path: "sell.trailingStopLoss", values: Array.from({ length: 900 }, (_, at) => 1 + at / 10) },
    { path: "sell.minHoldingDays", values: Array.from({ length: 100 }, (_, at) => at) },
  ];
  const sent = await server.call("POST", "/v1/sweeps", { body: { ...SWEEP, axes } });
  const cancelled = await server.call("POST", `/v1/sweeps/${sent.json.id}/cancel`);
  expect(cancelled.json.status).toBe("cancelled");
  expect((await server.call("DELETE", `/v1/sweeps/${sent.json.id}`)).status).toBe(204);
  expect((await server.call("GET", `/v1/sweeps/${sent.json.id}/rows`)).status).toBe(404);
});

describe("a sweep of which the axes take a while to check", () => {
  const values = Array.from({ length: 60_000 }, (_, at) => 1 + at / 1000);
  const body = { ...SWEEP, axes: [{ path: "sell.trailingStopLoss", values }] };

  it("is made once where two calls come at the same time with one key", async () => {
    const headers = { "Idempotency-Key": "two at once" };
    const before = await server.call("GET", "/v1/sweeps");
    const [one, other] = await Promise.all([
      server.call("POST", "/v1/sweeps", { body, headers }),
      server.call("POST", "/v1/sweeps", { body, headers }),
    ]);
    const [made, refused] = one.status === 202 ? [one, other] : [other, one];
    expect([made.status, refused.status, refused.json.code]).toEqual([202, 409, "key-at-work"]);
    const again = await server.call("POST", "/v1/sweeps", { body, headers });
    expect([again.json.id, again.headers.get("idempotency-replayed")]).toEqual([made.json.id, "true"]);
    const after = await server.call("GET", "/v1/sweeps");
    expect(after.json.sweeps).toHaveLength(before.json.sweeps.length + 1);
    expect((await server.call("DELETE", `/v1/sweeps/${made.json.id}`)).status).toBe(204);
  });

  it("is of the dataset as it was at its POST, whatever is done to that meanwhile", async () => {
    const put = (value: number): Promise<Answer> =>
      server.call("PUT", "/v1/datasets/waves/signals/meanwhile", {
        body: `symbol,date,value\nS0,2020-01-06,${value}\n`,
        headers: { "Content-Type": "text/csv" },
      });
    expect((await put(1)).status).toBe(200);
    const { hash } = (await server.call("GET", "/v1/datasets/waves")).json;
    const asked = server.call("POST", "/v1/sweeps", { body });
    expect((await put(2)).status).toBe(200);
    const { json } = await asked;
    expect(json.dataset.hash).toBe(hash);
    const record = await vi.waitFor(
      async () => {
        const now = await server.call("GET", `/v1/sweeps/${json.id}`);
        expect(now.json.status === "failed" || now.json.done > 0).toBe(true);
        return now.json;
      },
      { timeout: 20_000 },
    );
    expect(record.problem).toBeNull();
    expect((await server.call("DELETE", `/v1/sweeps/${json.id}`)).status).toBe(204);
    expect((await server.call("DELETE", "/v1/datasets/waves/signals/meanwhile")).status).toBe(204);
  });
});
