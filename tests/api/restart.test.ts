/** A server that dies, or is ended, and is started again on the same store. */
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import {
  makeFolder,
  removeFolders,
  SLOW_STRATEGY,
  startServer,
  WAVES_STRATEGY,
  wavesCsv,
} from "#tests/support/api-server.ts";
import type { TestServer } from "#tests/support/api-server.ts";

let server: TestServer;
let data = "";

beforeAll(async () => {
  data = join(await makeFolder({ "waves/prices.csv": wavesCsv(3) }), "waves");
  server = await startServer({ args: ["--data", data, "--allow-code"] });
  await server.whenRead("waves");
});

afterAll(async () => {
  await server?.stop();
  await removeFolders();
});

async function again(signal: NodeJS.Signals): Promise<void> {
  await server.stop(signal);
  const { store, home } = server;
  server = await startServer({ args: ["--data", data, "--allow-code"], store, home });
}

function body(name: string): object {
  return { dataset: "waves", strategy: { ...WAVES_STRATEGY, name } };
}

/** Whether the store knows, too, that it is at work. */
async function isWritten(id: string): Promise<boolean> {
  return JSON.parse(await readFile(join(server.store, "runs", `${id}.json`), "utf8")).status === "running";
}

async function whenAtWork(id: string): Promise<void> {
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- asked until it is so
    const { json } = await server.call("GET", `/v1/runs/${id}`);
    // oxlint-disable-next-line no-await-in-loop -- as above
    if (json.status === "running" && (await isWritten(id))) return;
    expect(["waiting", "running"]).toContain(json.status);
  }
}

it("goes on with what waited, begins anew what was at work, and knows keys and events", async () => {
  const headers = { "Idempotency-Key": "before" };
  const first = await server.call("POST", "/v1/runs", { body: body("first"), headers });
  const others = await Promise.all(
    Array.from({ length: 20 }, (_, at) => server.call("POST", "/v1/runs", { body: body(`run ${at}`) })),
  );
  await again("SIGKILL");
  await server.whenRead("waves");
  for (const { json } of [first, ...others]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other is soon enough
    const record = await server.call("GET", `/v1/runs/${json.id}`, { headers: { Prefer: "wait=60" } });
    expect(record.json.status).toBe("done");
  }
  const repeat = await server.call("POST", "/v1/runs", { body: body("first"), headers });
  expect([repeat.json.id, repeat.headers.get("idempotency-replayed")]).toEqual([first.json.id, "true"]);
  const events = await server.call("GET", `/v1/runs/${first.json.id}/events`);
  const number = Number(/^id: (\d+)$/m.exec(events.text)?.[1]);
  await again("SIGTERM");
  const later = await server.call("GET", `/v1/runs/${first.json.id}/events`);
  expect(Number(/^id: (\d+)$/m.exec(later.text)?.[1])).toBeGreaterThanOrEqual(number);
});

it("refuses the repeat of a call that is still being answered", async () => {
  await server.whenRead("waves");
  const asked = {
    body: { dataset: "waves", strategy: SLOW_STRATEGY },
    headers: { "Idempotency-Key": "long" },
  };
  const first = server.call("POST", "/v1/runs", {
    ...asked,
    headers: { ...asked.headers, Prefer: "wait=60" },
  });
  const id = await vi.waitFor(
    async () => {
      const { json } = await server.call("GET", "/v1/runs?limit=1");
      expect(json.runs[0]?.status).toBe("running");
      return String(json.runs[0].id);
    },
    { timeout: 20_000 },
  );
  const repeat = await server.call("POST", "/v1/runs", asked);
  expect([repeat.status, repeat.json.code]).toEqual([409, "key-at-work"]);
  await server.call("POST", `/v1/runs/${id}/cancel`);
  expect((await first).json).toMatchObject({ id, status: "cancelled" });
  const later = await server.call("POST", "/v1/runs", asked);
  expect([later.json.id, later.headers.get("idempotency-replayed")]).toEqual([id, "true"]);
});

it("gives up what was at work at two deaths", async () => {
  await server.whenRead("waves");
  const { json } = await server.call("POST", "/v1/runs", {
    body: { dataset: "waves", strategy: SLOW_STRATEGY },
  });
  await whenAtWork(json.id);
  await again("SIGKILL");
  await whenAtWork(json.id);
  await again("SIGKILL");
  const record = await server.call("GET", `/v1/runs/${json.id}`);
  expect(record.json).toMatchObject({ status: "failed", problem: { code: "run-crashed" } });
  const result = await server.call("GET", `/v1/runs/${json.id}/result`);
  expect([result.status, result.json.code]).toEqual([409, "run-failed"]);
});

it("begins anew what was at work however often it is ended in order", async () => {
  await server.whenRead("waves");
  const { json } = await server.call("POST", "/v1/runs", {
    body: { dataset: "waves", strategy: SLOW_STRATEGY },
  });
  for (const signal of ["SIGTERM", "SIGINT", "SIGTERM"] as const) {
    // oxlint-disable-next-line no-await-in-loop -- one end after the other
    await whenAtWork(json.id);
    // oxlint-disable-next-line no-await-in-loop -- as above
    await again(signal);
  }
  await whenAtWork(json.id);
  expect((await server.call("DELETE", `/v1/runs/${json.id}`)).status).toBe(204);
});

it("starts with a record that a power cut left empty: says which, and goes on with the others", async () => {
  await server.whenRead("waves");
  const headers = { Prefer: "wait=30" };
  const kept = await server.call("POST", "/v1/runs", { body: body("kept"), headers });
  const lost = await server.call("POST", "/v1/runs", { body: body("lost"), headers });
  const path = join(server.store, "runs", `${lost.json.id}.json`);
  await server.stop();
  await writeFile(path, "");
  await again("SIGTERM");
  expect(server.said()).toContain(path);
  expect((await server.call("GET", `/v1/runs/${kept.json.id}`)).json.status).toBe("done");
  expect((await server.call("GET", `/v1/runs/${lost.json.id}`)).status).toBe(404);
  const names = await readdir(join(server.store, "runs"));
  expect(names).toContain(`${lost.json.id}.json.damaged`); // set aside: a person may look at it
});

it("keeps the rows of a sweep that it gave up at two deaths", async () => {
  await server.whenRead("waves");
  const axes = [
    { path: "sell.trailingStopLoss", values: Array.from({ length: 900 }, (_, at) => 1 + at / 10) },
    { path: "sell.minHoldingDays", values: Array.from({ length: 100 }, (_, at) => at) },
  ];
  const sent = await server.call("POST", "/v1/sweeps", {
    body: { dataset: "waves", strategy: WAVES_STRATEGY, axes },
  });
  const { id } = sent.json;
  for (let death = 0; death < 2; death++) {
    // oxlint-disable-next-line no-await-in-loop -- one death after the other
    await expect
      .poll(async () => (await server.call("GET", `/v1/sweeps/${id}`)).json, { timeout: 30_000 })
      .toMatchObject({ status: "running", done: expect.toSatisfy((done: number) => done > 100) });
    // oxlint-disable-next-line no-await-in-loop -- as above
    await again("SIGKILL");
  }
  const record = await server.call("GET", `/v1/sweeps/${id}`);
  expect(record.json).toMatchObject({ status: "failed", problem: { code: "run-crashed" } });
  expect(record.json.done).toBeGreaterThan(100);
  const rows = await server.call("GET", `/v1/sweeps/${id}/rows`);
  expect(rows.text.trimEnd().split("\n")).toHaveLength(record.json.done);
});

it("cancels what is at work before its end, and tells it by an event", async () => {
  await server.whenRead("waves");
  const { json } = await server.call("POST", "/v1/runs", {
    body: { dataset: "waves", strategy: SLOW_STRATEGY },
  });
  await whenAtWork(json.id);
  const result = await server.call("GET", `/v1/runs/${json.id}/result`);
  expect([result.status, result.json.code]).toEqual([409, "run-not-done"]);
  const events = server.call("GET", `/v1/runs/${json.id}/events`);
  const cancelled = await server.call("POST", `/v1/runs/${json.id}/cancel`);
  expect([cancelled.status, cancelled.json.status]).toEqual([200, "cancelled"]);
  expect((await events).text).toMatch(/event: done\ndata: .*"status":"cancelled"/);
  const twice = await server.call("POST", `/v1/runs/${json.id}/cancel`);
  expect([twice.status, twice.json.status]).toEqual([200, "cancelled"]);
  expect((await server.call("GET", `/v1/runs/${json.id}/result`)).json.code).toBe("run-cancelled");
  expect((await server.call("GET", "/v1/health")).json.running).toBe(0);
});

it("keeps the newest results alone, and ends with 0 at Ctrl-C", async () => {
  const own = await startServer({ args: ["--data", data, "--keep", "2"] });
  await own.whenRead("waves");
  const ids: string[] = [];
  for (const name of ["first", "second", "third", "fourth"]) {
    const headers = { Prefer: "wait=30" };
    // oxlint-disable-next-line no-await-in-loop -- one after the other, so that their order is known
    ids.push((await own.call("POST", "/v1/runs", { body: body(name), headers })).json.id);
  }
  const [, , third, fourth] = ids;
  const kept = await vi.waitFor(async () => {
    const { json } = await own.call("GET", "/v1/runs");
    expect(json.runs).toHaveLength(2);
    return json.runs.map(({ id }: { id: string }) => id);
  });
  expect(kept).toEqual([fourth, third]);
  expect((await own.call("GET", `/v1/runs/${ids[0]}/result`)).status).toBe(404);
  expect(await readdir(join(own.store, "runs"))).toHaveLength(4); // a record and a result each
  expect(await own.stop("SIGINT")).toBe(0);
});
