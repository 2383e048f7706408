/** The server over real HTTP: datasets of folders, checks, runs, results, events. */
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  makeFolder,
  removeFolders,
  startServer,
  WAVES_STRATEGY,
  wavesCsv,
} from "#tests/support/api-server.ts";
import type { TestServer } from "#tests/support/api-server.ts";
import { backtest } from "#workers/run/backtest.ts";
import { readMarket } from "#workers/market/read-market.ts";
import { toResultFile } from "#workers/model/report.ts";
import { parseStrategy } from "#workers/model/strategy.ts";
import { FUNCTIONS } from "#workers/rules/function-table.ts";

/** Every call that the server is to have. */
const CALLS = [
  "GET /v1/health",
  "GET /v1/openapi.json",
  "GET /v1/functions",
  "GET /v1/datasets",
  "POST /v1/datasets",
  "GET /v1/datasets/{id}",
  "DELETE /v1/datasets/{id}",
  "GET /v1/datasets/{id}/instruments",
  "POST /v1/datasets/{id}/files",
  ...["signals", "facts"].flatMap((kind) =>
    ["PUT", "GET", "DELETE"].map((method) => `${method} /v1/datasets/{id}/${kind}/{name}`),
  ),
  "POST /v1/strategies/check",
  ...["runs", "sweeps"].flatMap((kind) => [
    `POST /v1/${kind}`,
    `GET /v1/${kind}`,
    `GET /v1/${kind}/{id}`,
    `DELETE /v1/${kind}/{id}`,
    `GET /v1/${kind}/{id}/events`,
    `POST /v1/${kind}/{id}/cancel`,
  ]),
  "GET /v1/runs/{id}/result",
  "GET /v1/sweeps/{id}/rows",
];

interface Described {
  readonly content?: object;
  readonly parameters?: readonly { readonly in: string; readonly name: string }[];
  readonly responses?: Readonly<Record<string, Described>>;
}

function typesOf({ content = {} }: Described): string[] {
  return Object.keys(content);
}

function headersOf({ parameters = [] }: Described): string[] {
  return parameters.filter((one) => one.in === "header").map(({ name }) => name);
}

let server: TestServer;
const RUN = { dataset: "waves", strategy: WAVES_STRATEGY };

beforeAll(async () => {
  const data = await makeFolder({ "waves/prices.csv": wavesCsv() });
  server = await startServer({ args: ["--data", join(data, "waves")] });
  await server.whenRead("waves");
});

afterAll(async () => {
  await server?.stop();
  await removeFolders();
});

async function ownResult(): Promise<unknown> {
  const bytes = new TextEncoder().encode(wavesCsv());
  const source = {
    name: "prices.csv",
    bytes: bytes.length,
    async *open() {
      yield bytes.slice();
    },
  };
  const read = await readMarket([source], { exchange: "NSE", instrumentType: "EQUITY", currency: "" });
  const strategy = parseStrategy(WAVES_STRATEGY);
  if (!read.ok || !strategy.ok) throw new Error("not read");
  const report = backtest(strategy.value, read.value.market);
  if (!report.ok) throw new Error(report.problem.message);
  return toResultFile(report.value);
}

describe("what the server says of itself", () => {
  it("is health without a token", async () => {
    const response = await fetch(`${server.url}/v1/health`);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ status: "ok", datasets: 1, engine: "1" });
    expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
  });

  it("is an OpenAPI 3.1 that a linter accepts, with every call of the table", async () => {
    const { json, text } = await server.call("GET", "/v1/openapi.json");
    expect(json.openapi).toBe("3.1.0");
    const config = await createConfig({ extends: ["recommended"] });
    const found = await lintFromString({ source: text, absoluteRef: "openapi.json", config });
    expect(found.filter(({ severity }) => severity === "error").map(({ message }) => message)).toEqual([]);
    const schemas = Object.keys(json.components.schemas);
    expect(schemas).toEqual(expect.arrayContaining(["Run", "Problem"]));
    expect(schemas.filter((name) => !text.includes(`"#/components/schemas/${name}"`))).toEqual([]);
    const calls = Object.entries<object>(json.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(calls.toSorted((a, b) => a.localeCompare(b))).toEqual(
      CALLS.toSorted((a, b) => a.localeCompare(b)),
    );
  });

  it("is a document that tells the types of bodies, answers and refusals, and the headers", async () => {
    const { json } = await server.call("GET", "/v1/openapi.json");
    const { paths } = json;
    const refusals = Object.values<Record<string, Described>>(paths)
      .flatMap((methods) => Object.values(methods))
      .flatMap(({ responses = {} }) => Object.entries(responses))
      .filter(([status]) => /^[45]/.test(status));
    expect(new Set(refusals.flatMap(([, answer]) => typesOf(answer)))).toEqual(
      new Set(["application/problem+json"]),
    );
    const upload = paths["/v1/datasets"].post.requestBody;
    expect(typesOf(upload)).toEqual(["multipart/form-data", "application/zip"]);
    expect(Object.keys(upload.content["multipart/form-data"].schema.properties)).toEqual([
      "files",
      "exchange",
      "instrumentType",
      "answers",
    ]);
    expect(typesOf(paths["/v1/datasets/{id}/signals/{name}"].put.requestBody)).toEqual(["text/csv"]);
    expect(typesOf(paths["/v1/runs/{id}/result"].get.responses["200"])).toEqual([
      "application/json",
      "text/csv",
    ]);
    expect(typesOf(paths["/v1/runs/{id}/events"].get.responses["200"])).toEqual(["text/event-stream"]);
    expect(typesOf(paths["/v1/sweeps/{id}/rows"].get.responses["200"])).toContain("text/csv");
    expect(paths["/v1/runs/{id}"].delete.responses["204"]).not.toHaveProperty("content");
    for (const path of ["/v1/strategies/check", "/v1/runs", "/v1/datasets/{id}/instruments"])
      for (const call of Object.values<Described>(paths[path]))
        expect(Object.keys(call.responses ?? {})).toContain("5XX"); // dataset-reading
    expect(headersOf(paths["/v1/runs"].post)).toEqual(["Idempotency-Key", "Prefer"]);
    expect(headersOf(paths["/v1/runs/{id}"].get)).toEqual(["Prefer"]);
    expect(headersOf(paths["/v1/runs/{id}/cancel"].post)).toEqual(["Idempotency-Key"]);
    expect(headersOf(paths["/v1/sweeps/{id}/events"].get)).toEqual(["Last-Event-ID"]);
  });

  it("is the language's functions in their order", async () => {
    const { json } = await server.call("GET", "/v1/functions");
    expect(json.functions.map(({ name }: { name: string }) => name)).toEqual(
      FUNCTIONS.map(({ name }) => name),
    );
  });

  it("stands in a note for clients that this person alone can read", async () => {
    const folder = join(server.home, "tidemark", "servers");
    expect(await readdir(folder)).toEqual([`${server.port}.json`]);
    const path = join(folder, `${server.port}.json`);
    expect(((await stat(path)).mode & 0o777).toString(8)).toBe("600");
    expect(((await stat(folder)).mode & 0o777).toString(8)).toBe("700");
    const note = JSON.parse(await readFile(path, "utf8"));
    expect(note).toMatchObject({ url: server.url, token: server.token, store: server.store });
    expect(server.said()).not.toContain(server.token);
  });
});

describe("datasets of folders", () => {
  it("are told with their hash, and their instruments page by page", async () => {
    const { json } = await server.call("GET", "/v1/datasets/waves");
    expect(json).toMatchObject({
      id: "waves",
      source: "folder",
      status: "ready",
      instruments: 5,
      bars: 1430,
    });
    expect(json.hash).toMatch(/^sha256:[0-9a-f]{64}$/);
    const first = await server.call("GET", "/v1/datasets/waves/instruments?limit=3");
    const second = await server.call(
      "GET",
      `/v1/datasets/waves/instruments?limit=3&after=${first.json.next}`,
    );
    const symbols = [...first.json.instruments, ...second.json.instruments].map(({ symbol }) => symbol);
    expect(symbols).toEqual(["S0", "S1", "S2", "S3", "S4"]);
    expect(second.json.next).toBeNull();
  });
});

describe("datasets that can't be used yet, or not at all", () => {
  it("are refused for the time, or for good, while the server answers", async () => {
    const folder = await makeFolder({
      "large/prices.csv": wavesCsv(60, 4000),
      "broken/prices.csv": "symbol,day\nA,B\n",
      "other/LARGE/prices.csv": wavesCsv(1, 10),
    });
    const folders = ["large", "broken", "other/LARGE"];
    const own = await startServer({ args: folders.flatMap((name) => ["--data", join(folder, name)]) });
    expect(own.said()).toContain("other/LARGE is the dataset large-2: large is taken");
    const ask = (dataset: string) => own.call("POST", "/v1/runs", { body: { ...RUN, dataset } });
    const reading = await ask("large");
    expect([reading.status, reading.json.code]).toEqual([503, "dataset-reading"]);
    expect(Number(reading.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await own.call("GET", "/v1/datasets/large")).json).toMatchObject({
      status: "reading",
      hash: null,
    });
    await expect
      .poll(async () => (await own.call("GET", "/v1/datasets/broken")).json.status, { timeout: 30_000 })
      .toBe("failed");
    const failed = await ask("broken");
    expect([failed.status, failed.json.code]).toEqual([422, "dataset-failed"]);
    const { warnings } = (await own.call("GET", "/v1/datasets/broken")).json;
    expect(warnings).toMatchObject([{ message: failed.json.detail }]);
    expect(warnings[0].message).toContain("prices.csv");
    await own.whenRead("large");
    await own.whenRead("large-2");
    const { json: second } = await own.call("GET", "/v1/datasets/large-2");
    expect([second.name, second.instruments]).toEqual(["LARGE", 1]);
    await own.stop();
  });
});

describe("checks", () => {
  it("name all that is wrong, with place and column, and say the strategy in words", async () => {
    const strategy = {
      ...WAVES_STRATEGY,
      format: "strategy/2",
      sell: { trailingStopLoss: 200 },
      buy: { rules: ["close > sma("] },
    };
    const { status, json } = await server.call("POST", "/v1/strategies/check", { body: { strategy } });
    expect(status).toBe(200);
    expect(json.problems.map(({ place }: { place: string }) => place)).toEqual([
      "sell.trailingStopLoss",
      "buy.rules[0]",
    ]);
    const good = await server.call("POST", "/v1/strategies/check", {
      body: { strategy: WAVES_STRATEGY, dataset: "waves" },
    });
    expect(good.json.problems).toEqual([]);
    expect(good.json.words).toContain("30-day average");
  });

  it("let names of facts pass without a dataset, and not with one", async () => {
    const strategy = { ...WAVES_STRATEGY, format: "strategy/2", buy: { rules: ["pe < 15"] } };
    const alone = await server.call("POST", "/v1/strategies/check", { body: { strategy } });
    expect(alone.json.problems).toEqual([]);
    const on = await server.call("POST", "/v1/strategies/check", { body: { strategy, dataset: "waves" } });
    expect(on.json.problems).toMatchObject([
      { code: "rules-unknown-name", place: "buy.rules[0]", column: 1 },
    ]);
  });

  it.each([[null], [7], ["x"], [[]], [{ __proto__: null, scanner: 5 }]])(
    "take whatever JSON the strategy is: %j",
    async (strategy) => {
      const { status, json } = await server.call("POST", "/v1/strategies/check", { body: { strategy } });
      expect(status).toBe(200);
      expect(json.problems.length).toBeGreaterThan(0);
    },
  );
});

describe("runs", () => {
  it("give the engine's own result, to the bit, and tables of its parts", async () => {
    const run = await server.call("POST", "/v1/runs", { body: RUN, headers: { Prefer: "wait=30" } });
    expect(run.status).toBe(201);
    const expected = await ownResult();
    expect(run.json.result).toEqual(expected);
    const path = run.headers.get("location") ?? "";
    const result = await server.call("GET", `${path}/result`);
    expect(result.text).toBe(JSON.stringify(expected));
    expect(result.headers.get("content-length")).toBe(String(Buffer.byteLength(result.text)));
    const record = await server.call("GET", path);
    expect(record.json).toMatchObject({
      status: "done",
      progress: 1,
      strategy: WAVES_STRATEGY,
      problem: null,
    });
    const csv = await server.call("GET", `${path}/result?part=equity`, { headers: { Accept: "text/csv" } });
    const { equity } = result.json;
    expect(csv.text.split("\n").slice(0, 2)).toEqual([
      "date,value,benchmark",
      `${equity.dates[0]},${equity.values[0]},${equity.benchmark[0]}`,
    ]);
    const positions = await server.call("GET", `${path}/result?part=positions`);
    expect(positions.json).toEqual(result.json.positions);
    for (const [part, rows] of [
      ["positions", result.json.positions],
      ["yearly", result.json.yearlyPerformance],
    ]) {
      const asked = { headers: { Accept: "text/csv" } };
      // oxlint-disable-next-line no-await-in-loop -- one of two after the other
      const { text } = await server.call("GET", `${path}/result?part=${part}`, asked);
      const [header = "", first] = text.split("\n");
      expect(header.split(",").toSorted()).toEqual(Object.keys(rows[0]).toSorted());
      const values = header.split(",").map((name) => rows[0][name] ?? "");
      const shown = (cell: unknown, at: number): unknown =>
        typeof values[at] === "number" ? Number(cell).toFixed(8) : cell;
      expect(first?.split(",").map(shown)).toEqual(values.map(shown));
    }
    const events = await server.call("GET", `${path}/events`);
    const [, number] = /^id: (\d+)$/m.exec(events.text) ?? [];
    expect(events.text).toMatch(/event: done\ndata: \{/);
    const seen = await server.call("GET", `${path}/events`, { headers: { "Last-Event-ID": number ?? "" } });
    expect(seen.text).not.toContain("event:");
  });

  it("are answered with their length, whatever is asked, but for events", async () => {
    const run = await server.call("POST", "/v1/runs", { body: RUN, headers: { Prefer: "wait=30" } });
    const path = `/v1/runs/${run.json.id}`;
    const asked = ["/health", "/functions", "/openapi.json", "/datasets", "/datasets/waves", "/runs"];
    const names = ["positions", "equity", "yearly", "money", "rebalances"];
    const parts = ["", ...names.map((name) => `?part=${name}`)].map((part) => `${path}/result${part}`);
    const paths = [...asked.map((name) => `/v1${name}`), path, ...parts, "/v1/runs/none", "/nothing"];
    const answers = await Promise.all(
      paths.flatMap((one) =>
        (one.includes("part=") ? ["application/json", "text/csv"] : ["application/json"]).map((Accept) =>
          server.call("GET", one, { headers: { Accept } }),
        ),
      ),
    );
    for (const { headers, text } of [run, ...answers])
      expect(headers.get("content-length")).toBe(String(Buffer.byteLength(text)));
    const events = await server.call("GET", `${path}/events`);
    expect(events.headers.get("content-length")).toBeNull();
  });

  it("are listed newest first, page by page, and deleted", async () => {
    const ids: string[] = [];
    for (let count = 0; count < 3; count++) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const { json } = await server.call("POST", "/v1/runs", { body: RUN, headers: { Prefer: "wait=30" } });
      ids.push(json.id);
    }
    const first = await server.call("GET", "/v1/runs?limit=2");
    expect(first.json.runs.map(({ id }: { id: string }) => id)).toEqual([ids[2], ids[1]]);
    const second = await server.call("GET", `/v1/runs?limit=1&after=${first.json.next}`);
    expect(second.json.runs.map(({ id }: { id: string }) => id)).toEqual([ids[0]]);
    const deleted = await server.call("DELETE", `/v1/runs/${ids[2]}`);
    expect(deleted.status).toBe(204);
    expect((await server.call("GET", `/v1/runs/${ids[2]}`)).status).toBe(404);
    expect((await server.call("GET", `/v1/runs/${ids[2]}/result`)).json.code).toBe("not-found");
    await server.call("DELETE", `/v1/runs/${ids[1]}`); // where the first page ended
    const rest = await server.call("GET", `/v1/runs?limit=1&after=${first.json.next}`);
    expect(rest.json).toEqual(second.json);
  });

  it("are made once for an idempotency key, and the same key is for nothing else", async () => {
    const headers = { "Idempotency-Key": "once", Prefer: "wait=30" };
    const first = await server.call("POST", "/v1/runs", { body: RUN, headers });
    const again = await server.call("POST", "/v1/runs", {
      body: `{ "strategy": ${JSON.stringify(WAVES_STRATEGY)},\n "dataset": "waves" }`,
      headers: { ...headers, "Content-Type": "application/json" },
    });
    expect(again.json.id).toBe(first.json.id);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    const other = await server.call("POST", "/v1/runs", {
      body: { ...RUN, strategy: { ...WAVES_STRATEGY, name: "Other" } },
      headers,
    });
    expect([other.status, other.json.code]).toEqual([422, "idempotency-key-reused"]);
  });

  it("are refused with the key given back: a refusal is not kept", async () => {
    const headers = { "Idempotency-Key": "refused" };
    const wrong = await server.call("POST", "/v1/runs", { body: { ...RUN, dataset: "none" }, headers });
    expect([wrong.status, wrong.json.code]).toEqual([422, "dataset-unknown"]);
    const right = await server.call("POST", "/v1/runs", { body: RUN, headers });
    expect([201, 202]).toContain(right.status);
  });
});

describe("a run's thread", () => {
  it.runIf(process.platform === "linux")("leaves the processor to the one that answers", async () => {
    await server.call("POST", "/v1/runs", { body: RUN, headers: { Prefer: "wait=30" } });
    const tasks = `/proc/${server.pid}/task`;
    const niceness = async (task: string): Promise<number> => {
      const text = await readFile(join(tasks, task, "stat"), "utf8");
      return Number(text.slice(text.lastIndexOf(")") + 2).split(" ")[16]); // field 19 of proc(5)
    };
    expect(await niceness(String(server.pid))).toBe(0);
    expect(await Promise.all((await readdir(tasks)).map(niceness))).toContain(10);
  });
});

describe("a call that waits", () => {
  it("for a result is answered when it is there", async () => {
    const { json } = await server.call("POST", "/v1/runs", { body: RUN });
    const result = await server.call("GET", `/v1/runs/${json.id}/result`, { headers: { Prefer: "wait=30" } });
    expect([result.status, result.json.format]).toEqual([200, "result/1"]);
  });

  it("and is hung up on cancels nothing", async () => {
    for (const endAfterMs of [1, 3, 10, 200]) {
      const body = JSON.stringify({ ...RUN, strategy: { ...WAVES_STRATEGY, name: `Hung up ${endAfterMs}` } });
      const lines = [
        "POST /v1/runs HTTP/1.1",
        `Host: 127.0.0.1:${server.port}`,
        `Authorization: Bearer ${server.token}`,
        "Prefer: wait=30",
        "Content-Type: application/json",
        `Content-Length: ${body.length}`,
      ];
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await server.raw(`${lines.join("\r\n")}\r\n\r\n${body}`, { endAfterMs });
    }
    // What had come whole before the end is run; the first may not have.
    await expect
      .poll(
        async () => {
          const { runs } = (await server.call("GET", "/v1/runs?limit=4")).json;
          const own = runs.filter(({ strategyName }: { readonly strategyName: string }) =>
            strategyName.startsWith("Hung up"),
          );
          const newest = own[0]?.strategyName;
          return [newest, ...new Set(own.map(({ status }: { readonly status: string }) => status))];
        },
        { timeout: 60_000 },
      )
      .toEqual(["Hung up 200", "done"]);
  });
});
