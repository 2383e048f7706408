/** What a server is sent that it can't take: each is told clearly, nothing of it stays, and the process goes on. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  makeFolder,
  removeFolders,
  startServer,
  WAVES_STRATEGY,
  wavesCsv,
} from "#tests/support/api-server.ts";
import type { TestServer } from "#tests/support/api-server.ts";

let server: TestServer;
const JSON_TYPE = { "Content-Type": "application/json" };
const JSON_BYTES = 4_194_304;

beforeAll(async () => {
  const data = await makeFolder({ "waves/prices.csv": wavesCsv(2) });
  server = await startServer({
    args: ["--data", join(data, "waves")],
    entry: "tests/support/quick-serve.cli.ts",
  });
  await server.whenRead("waves");
});

/** Whatever was sent: the process answers, and nothing of it is in the store. */
afterEach(async () => {
  expect((await fetch(`${server.url}/v1/health`)).status).toBe(200);
  expect(await readdir(join(server.store, "uploads"))).toEqual([]);
  expect(server.said()).not.toMatch(/^ {4}at /m); // no stack: nothing of it was a defect
});

afterAll(async () => {
  expect(await server?.stop()).toBe(0);
  await removeFolders();
});

/** A check's body of so many bytes. */
function filled(bytes: number): string {
  return `{"strategy":{}${" ".repeat(bytes - 15)}}`;
}

/** Files that have 200 kB together, and so many bytes more. */
function filesOf(more: number): FormData {
  const form = new FormData();
  form.append("files", new Blob(["x".repeat(120_000)]), "a.csv");
  form.append("files", new Blob(["x".repeat(80_000 + more)]), "b.csv");
  return form;
}

function head(...lines: string[]): string {
  return [...lines, `Host: 127.0.0.1:${server.port}`, `Authorization: Bearer ${server.token}`, "", ""].join(
    "\r\n",
  );
}

function problemIn(text: string): { status: number; code: string } {
  const [, status = "0"] = /^HTTP\/1\.1 (\d+)/.exec(text) ?? [];
  expect(text).toMatch(/content-type: application\/problem\+json/i);
  const { code } = JSON.parse(text.slice(text.indexOf("\r\n\r\n") + 4));
  return { status: Number(status), code };
}

describe("bodies", () => {
  it.each([
    ["wrong JSON", '{"dataset":', 400, "json-invalid"],
    ["no JSON at all", "", 400, "json-invalid"],
    ["bytes that are no UTF-8", new Uint8Array([0x22, 0xff, 0xfe, 0x22]), 400, "json-invalid"],
    ["wrong types", '{"dataset": 5, "strategy": {}}', 422, "body-invalid"],
    ["a list", "[]", 422, "body-invalid"],
    ["unknown fields", '{"dataset": "waves", "strategy": {}, "more": 1}', 422, "body-invalid"],
    ["a missing field", '{"strategy": {}}', 422, "body-invalid"],
    [
      "unknown fields of the strategy",
      '{"dataset": "waves", "strategy": {"more": 1}}',
      422,
      "strategy-invalid",
    ],
    ["an unknown dataset", '{"dataset": "none", "strategy": {}}', 422, "dataset-unknown"],
    [
      "another exchange",
      '{"dataset": "waves", "strategy": {"scanner": {"exchange": "LSE"}}}',
      422,
      "universe-empty",
    ],
    [
      "a period without sessions",
      '{"dataset": "waves", "strategy": {"simulation": {"startDate": "1990-01-01", "endDate": "1990-02-01"}}}',
      422,
      "period-empty",
    ],
  ])("%s", async (_name, body, status, code) => {
    const {
      json,
      headers,
      status: own,
    } = await server.call("POST", "/v1/runs", { body, headers: JSON_TYPE });
    expect([own, json.code]).toEqual([status, code]);
    expect(headers.get("content-type")).toBe("application/problem+json");
    expect(json).toMatchObject({ type: `urn:tidemark:${code}`, status });
    expect(json.detail).not.toBe("");
  });

  it("own code without leave", async () => {
    const strategy = {
      ...WAVES_STRATEGY,
      format: "strategy/2",
      buy: { rules: ["own > 0"] },
      computed: [{ name: "own", language: "javascript", source: "export default () => 1" }],
    };
    const { status, json } = await server.call("POST", "/v1/runs", { body: { dataset: "waves", strategy } });
    expect([status, json.code]).toEqual([422, "code-not-allowed"]);
  });

  it("one of the largest size is read, one byte more is not", async () => {
    const whole = await server.call("POST", "/v1/strategies/check", {
      body: filled(JSON_BYTES),
      headers: JSON_TYPE,
    });
    expect(whole.status).toBe(200);
    const more = await server.call("POST", "/v1/strategies/check", {
      body: filled(JSON_BYTES + 1),
      headers: JSON_TYPE,
    });
    expect([more.status, more.json.code]).toEqual([413, "too-large"]);
  });

  it("one that says beforehand that it is larger is not waited for", async () => {
    const lines = ["POST /v1/runs HTTP/1.1", "Content-Type: application/json", "Connection: close"];
    const text = await server.raw(`${head(...lines, `Content-Length: ${JSON_BYTES + 1}`)}{"dataset"`);
    expect(problemIn(text)).toEqual({ status: 413, code: "too-large" });
  });

  it.each([
    ["of unknown number", (body: string) => `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`],
    ["whose end never comes", (body: string) => `${body.length.toString(16)}\r\n${body}`],
    ["whose end is wrong", (body: string) => `${(body.length - 9).toString(16)}\r\n${body}`],
  ])("one with bytes too many in chunks %s", async (_, chunksOf) => {
    const type = "Content-Type: application/json";
    const lines = ["POST /v1/strategies/check HTTP/1.1", type, "Connection: close"];
    const body = chunksOf(filled(JSON_BYTES + 10));
    const sent = `${head(...lines, "Transfer-Encoding: chunked")}${body}`;
    const text = await server.raw(sent, { endsOurSide: true });
    expect(problemIn(text)).toEqual({ status: 413, code: "too-large" });
  });

  it("of files of the largest size together is looked into, one byte more is refused", async () => {
    const whole = await server.call("POST", "/v1/datasets?name=whole", { body: filesOf(0) });
    expect([whole.status, whole.json.code]).toEqual([422, "data-missing"]);
    const more = await server.call("POST", "/v1/datasets?name=more", { body: filesOf(1) });
    expect([more.status, more.json.code]).toEqual([413, "too-large"]);
    const series = await server.call("PUT", "/v1/datasets/waves/signals/mine", {
      body: "x".repeat(200_001),
      headers: { "Content-Type": "text/csv" },
    });
    expect([series.status, series.json.code]).toEqual([413, "too-large"]);
  });

  it("refused under a key does not take the key", async () => {
    for (const path of ["/v1/strategies/check", "/v1/runs", "/v1/sweeps"]) {
      const headers = { "Idempotency-Key": `refused ${path}` };
      const body = { dataset: "none", strategy: WAVES_STRATEGY, ...(path === "/v1/sweeps" && { axes: [] }) };
      // oxlint-disable-next-line no-await-in-loop -- a few
      const wrong = await server.call("POST", path, { body, headers });
      expect([wrong.status, wrong.json.code]).toEqual([422, "dataset-unknown"]);
      // oxlint-disable-next-line no-await-in-loop -- as above
      const other = await server.call("POST", path, { body: { ...body, dataset: "nothing" }, headers });
      expect([other.status, other.json.code]).toEqual([422, "dataset-unknown"]);
    }
  });

  it("two with one key, and another call with it", async () => {
    const headers = { "Idempotency-Key": "one of two" };
    const body = { dataset: "waves", strategy: WAVES_STRATEGY };
    const first = await server.call("POST", "/v1/runs", { body, headers });
    expect([201, 202]).toContain(first.status);
    const before = await server.call("GET", "/v1/runs");
    const other = await server.call("POST", "/v1/runs", {
      body: { ...body, strategy: { ...WAVES_STRATEGY, name: "Other" } },
      headers,
    });
    const call = await server.call("POST", "/v1/strategies/check", { body, headers });
    for (const { status, json } of [other, call])
      expect([status, json.code]).toEqual([422, "idempotency-key-reused"]);
    const after = await server.call("GET", "/v1/runs");
    expect(after.json.runs).toHaveLength(before.json.runs.length);
  });

  it("one that is nested without end", async () => {
    const deep = `{"strategy":${"[".repeat(200_000)}${"]".repeat(200_000)}}`;
    const { status } = await server.call("POST", "/v1/strategies/check", { body: deep, headers: JSON_TYPE });
    expect(status).toBe(200);
  });

  it("one of another type, and a call of another method", async () => {
    const text = await server.call("POST", "/v1/runs", {
      body: "x",
      headers: { "Content-Type": "text/plain" },
    });
    expect([text.status, text.json.code]).toEqual([415, "media-type-unsupported"]);
    const method = await server.call("PATCH", "/v1/runs", { body: "{}", headers: JSON_TYPE });
    expect([method.status, method.json.code, method.headers.get("allow")]).toEqual([
      405,
      "method-not-allowed",
      "GET, POST",
    ]);
    for (const name of ["HEAD", "OPTIONS"]) {
      // oxlint-disable-next-line no-await-in-loop -- two
      const other = await server.call(name, "/v1/runs");
      expect([other.status, other.headers.get("allow")]).toEqual([405, "GET, POST"]);
    }
  });

  it("a body of another call's type, or packed, is not looked into", async () => {
    for (const headers of [
      { "Content-Type": "text/csv" },
      { "Content-Type": "application/zip" },
      { "Content-Type": "multipart/form-data; boundary=b" },
      { ...JSON_TYPE, "Content-Encoding": "gzip" },
    ]) {
      // oxlint-disable-next-line no-await-in-loop -- a few
      const { status, json } = await server.call("POST", "/v1/runs", { body: "{}", headers });
      expect([status, json.code]).toEqual([415, "media-type-unsupported"]);
    }
    const upload = await server.call("POST", "/v1/datasets?name=x", {
      body: "a",
      headers: { "Content-Type": "text/csv" },
    });
    expect(upload.status).toBe(415);
  });

  it("nothing, under a type, where a call takes none", async () => {
    const run = await server.call("POST", "/v1/runs", {
      body: { dataset: "waves", strategy: WAVES_STRATEGY },
      headers: { Prefer: "wait=30" },
    });
    for (const type of ["application/json", "application/x-www-form-urlencoded"]) {
      // oxlint-disable-next-line no-await-in-loop -- a few
      const cancelled = await server.call("POST", `/v1/runs/${run.json.id}/cancel`, {
        body: "",
        headers: { "Content-Type": type },
      });
      expect([cancelled.status, cancelled.json.status]).toEqual([200, "done"]);
    }
    const more = await server.call("POST", `/v1/runs/${run.json.id}/cancel`, {
      body: "id=1",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
    });
    expect([more.status, more.json.code]).toEqual([415, "media-type-unsupported"]);
    const deleted = await server.call("DELETE", `/v1/runs/${run.json.id}`, { body: "", headers: JSON_TYPE });
    expect(deleted.status).toBe(204);
  });

  it("queries that nobody knows, and answers that nobody gives", async () => {
    for (const path of ["runs?limit=x", "runs?more=1", "runs?limit=0", "health?more=1", "functions?more"]) {
      // oxlint-disable-next-line no-await-in-loop -- a few
      const { status, json } = await server.call("GET", `/v1/${path}`);
      expect([status, json.code]).toEqual([400, "query-invalid"]);
    }
    const body = { dataset: "waves", strategy: WAVES_STRATEGY };
    const posted = await server.call("POST", "/v1/runs?wait=30", { body });
    expect(posted.json.detail).toContain('has "wait", which this call does not know');
    const run = await server.call("POST", "/v1/runs", { body, headers: { Prefer: "wait=30" } });
    const image = await server.call("GET", `/v1/runs/${run.json.id}/result`, {
      headers: { Accept: "image/png" },
    });
    expect([image.status, image.json.code]).toEqual([406, "not-acceptable"]);
  });
});

describe("who gets in", () => {
  it("nobody with another Host, an Origin, or without the token, in this order", async () => {
    const ask = (lines: string[]): Promise<string> =>
      server.raw(["GET /v1/runs HTTP/1.1", ...lines, "Connection: close", "", ""].join("\r\n"));
    const own = `Host: 127.0.0.1:${server.port}`;
    const token = `Authorization: Bearer ${server.token}`;
    expect(problemIn(await ask(["Host: evil.example", "Origin: http://x", token]))).toEqual({
      status: 403,
      code: "host-not-allowed",
    });
    expect(problemIn(await ask([`Host: 127.0.0.1:${server.port + 1}`, token])).code).toBe("host-not-allowed");
    expect(problemIn(await ask([own, "Origin: null", token])).code).toBe("origin-not-allowed");
    expect(problemIn(await ask([own, `Origin: http://127.0.0.1:${server.port}`])).code).toBe(
      "origin-not-allowed",
    );
    const without = await ask([own]);
    expect(problemIn(without)).toEqual({ status: 401, code: "token-invalid" });
    expect(without).toMatch(/www-authenticate: Bearer/i);
    expect(problemIn(await ask([own, "Authorization: Bearer wrong"])).code).toBe("token-invalid");
    expect(problemIn(await ask([own, `Authorization: Basic ${server.token}`])).code).toBe("token-invalid");
    expect(await ask([`Host: localhost:${server.port}`, token])).toMatch(/^HTTP\/1\.1 200/);
    expect(await ask([`Host: [::1]:${server.port}`, token])).toMatch(/^HTTP\/1\.1 200/);
  });

  it("nobody without a Host, with two, or with another one in the address", async () => {
    const ask = (...lines: string[]): Promise<string> =>
      server.raw(
        [...lines, `Authorization: Bearer ${server.token}`, "Connection: close", "", ""].join("\r\n"),
      );
    const own = `Host: 127.0.0.1:${server.port}`;
    const refusals = await Promise.all([
      ask("GET /v1/runs HTTP/1.1"),
      ask("GET /v1/runs HTTP/1.0"),
      ask("GET /v1/runs HTTP/1.1", own, "Host: evil.example"),
      ask("GET http://evil.example/v1/runs HTTP/1.1", own),
    ]);
    for (const text of refusals) expect(problemIn(text)).toEqual({ status: 403, code: "host-not-allowed" });
    expect(problemIn(await ask("CONNECT evil.example:443 HTTP/1.1", "Host: evil.example:443")).status).toBe(
      400,
    );
    const odd = await ask("GET /v1/runs HTTP/1.1", own, "Expect: chocolate");
    expect(odd).toMatch(/^HTTP\/1\.1 200/);
    const origin = await ask(
      "GET /v1/runs HTTP/1.1",
      ...Array.from({ length: 1200 }, () => "a:b"),
      own,
      "Origin: null",
    );
    expect(problemIn(origin).code).toBe("origin-not-allowed");
  });

  it("no page of a browser, whatever it asks", async () => {
    const preflight = await server.call("OPTIONS", "/v1/runs", {
      headers: { Origin: "http://evil.example" },
    });
    expect([preflight.status, preflight.json.code]).toEqual([403, "origin-not-allowed"]);
    expect(preflight.headers.get("access-control-allow-origin")).toBeNull();
    const health = await fetch(`${server.url}/v1/health`, { headers: { Origin: "null" } });
    expect(health.status).toBe(403);
  });

  it("no token in an address", async () => {
    const response = await fetch(`${server.url}/v1/runs?token=${server.token}`);
    expect(response.status).toBe(401);
  });
});

describe("addresses", () => {
  it.each([
    "/v1/runs/..%2f..%2fserver.lock",
    "/v1/runs/%2e%2e%2fkeys/result",
    "/v1/datasets/..%2fruns",
    "/v1/runs/x%00y",
    "/v1/runs/%0d%0aSet-Cookie:%20a=b",
    "/../etc/passwd",
    "/v1/nothing",
  ])("lead nowhere: %s", async (path) => {
    const text = await server.raw(head(`GET ${path} HTTP/1.1`, "Connection: close"));
    expect(problemIn(text)).toEqual({ status: 404, code: "not-found" });
    expect(text.slice(0, text.indexOf("\r\n\r\n")).toLowerCase()).not.toContain("set-cookie");
  });

  it("that are longer than any name", async () => {
    const text = await server.raw(head(`GET /v1/runs/${"a".repeat(5000)} HTTP/1.1`, "Connection: close"));
    expect(problemIn(text)).toEqual({ status: 404, code: "not-found" });
    expect(text).toMatch(/x-content-type-options: nosniff/i);
    expect(text.length).toBeLessThan(2000);
  });

  it("that can't be read", async () => {
    const text = await server.raw(head("GET /v1/runs/%zz HTTP/1.1", "Connection: close"));
    expect(problemIn(text)).toEqual({ status: 400, code: "request-invalid" });
  });
});

describe("connections", () => {
  it("with 10,000 headers", async () => {
    const many = Array.from({ length: 10_000 }, (_, at) => `X-${at}: ${at}`);
    expect(problemIn(await server.raw(head("GET /v1/health HTTP/1.1", ...many)))).toEqual({
      status: 431,
      code: "headers-too-large",
    });
  });

  it("with a header inside of a header", async () => {
    const text = await server.raw(
      head("GET /v1/runs HTTP/1.1", "Idempotency-Key: a\rX-Evil: 1", "Connection: close"),
    );
    expect(problemIn(text).status).toBe(400);
  });

  it("that are no HTTP", async () => {
    expect(problemIn(await server.raw("\u0016\u0003\u0001 hello\r\n\r\n"))).toEqual({
      status: 400,
      code: "request-invalid",
    });
  });

  it("that end in the middle of a body, or of an upload", async () => {
    const before = await runIds();
    const lines = ["POST /v1/runs HTTP/1.1", "Content-Type: application/json", "Content-Length: 500"];
    await server.raw(`${head(...lines)}{"dataset":"waves",`, { endAfterMs: 100 });
    const upload = ["POST /v1/datasets?name=half HTTP/1.1", "Content-Type: multipart/form-data; boundary=b"];
    const part = '--b\r\nContent-Disposition: form-data; name="f"; filename="a.csv"\r\n\r\nsymbol,date';
    await server.raw(`${head(...upload, "Content-Length: 5000")}${part}`, { endAfterMs: 100 });
    expect(await runIds()).toEqual(before);
    await waitForEmpty();
  });

  it("that send a body too slowly, or headers, or nothing of an upload", async () => {
    const lines = ["POST /v1/runs HTTP/1.1", "Content-Type: application/json", "Content-Length: 500"];
    const upload = ["POST /v1/datasets?name=idle HTTP/1.1", "Content-Type: multipart/form-data; boundary=b"];
    const part = '--b\r\nContent-Disposition: form-data; name="f"; filename="a.csv"\r\n\r\nsymbol,date';
    const series = ["PUT /v1/datasets/waves/signals/idle HTTP/1.1", "Content-Type: text/csv"];
    const answers = await Promise.all([
      server.raw(`${head(...series, "Content-Length: 5000")}symbol,date`),
      server.raw(`${head(...lines)}{"dataset"`),
      server.raw("GET /v1/runs HTTP/1.1\r\nX-Slow: "),
      server.raw(`${head(...upload, "Content-Length: 5000")}${part}`),
    ]);
    for (const answer of answers) expect(problemIn(answer)).toEqual({ status: 408, code: "request-timeout" });
    await waitForEmpty();
  });

  it("that are refused are not kept for a body that never comes", async () => {
    const host = `Host: 127.0.0.1:${server.port}`;
    const text = await server.raw(
      ["POST /v1/runs HTTP/1.1", host, "Content-Type: application/json", "Content-Length: 500", "", "{"].join(
        "\r\n",
      ),
    );
    expect(problemIn(text)).toEqual({ status: 401, code: "token-invalid" }); // and the connection ended
  });

  it("that end in a chunk that is none", async () => {
    const lines = ["POST /v1/runs HTTP/1.1", "Content-Type: application/json", "Transfer-Encoding: chunked"];
    expect(problemIn(await server.raw(`${head(...lines)}zz\r\n{}`))).toEqual({
      status: 400,
      code: "request-invalid",
    });
  });
});

/** Of all runs, whether or not they are done: those of tests before may still be at work. */
async function runIds(): Promise<readonly string[]> {
  const { json } = await server.call("GET", "/v1/runs");
  return json.runs.map(({ id }: { id: string }) => id);
}

async function waitForEmpty(): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    // oxlint-disable-next-line no-await-in-loop -- asked until it is so
    const left = await readdir(join(server.store, "uploads"));
    if (left.length === 0) return;
    // oxlint-disable-next-line no-await-in-loop -- as above
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
