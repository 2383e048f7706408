/** Datasets that are sent to the server, more files for them, and a model's own numbers beside them. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { zipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import {
  makeFolder,
  removeFolders,
  startServer,
  WAVES_STRATEGY,
  wavesCsv,
} from "#tests/support/api-server.ts";
import type { Answer, TestServer } from "#tests/support/api-server.ts";
import { behindText, zipOf } from "#tests/support/zip-files.ts";

let server: TestServer;
let args: readonly string[] = [];

beforeAll(async () => {
  const data = await makeFolder({ "folder/prices.csv": wavesCsv() });
  args = ["--data", join(data, "folder")];
  server = await startServer({ args });
});

afterAll(async () => {
  await server?.stop();
  await removeFolders();
});

type Files = Readonly<Record<string, string | Uint8Array<ArrayBuffer>>>;

function send(
  path: string,
  files: Files,
  options: { fields?: object; headers?: object } = {},
): Promise<Answer> {
  const form = new FormData();
  for (const [name, value] of Object.entries(options.fields ?? {})) form.set(name, String(value));
  for (const [name, content] of Object.entries(files)) form.append("files", new Blob([content]), name);
  return server.call("POST", path, { body: form, headers: { ...options.headers } });
}

function idsOf({ json }: Answer): string[] {
  return json.questions.map(({ id }: { id: string }) => id);
}

async function leftInStore(): Promise<string[]> {
  return readdir(join(server.store, "uploads"));
}

/** Columns are those of datasets alone. They go when the answer went: asked until it is so. */
async function noneSpare(): Promise<void> {
  await vi.waitFor(
    async () => {
      const { json } = await server.call("GET", "/v1/datasets");
      const hashes = json.datasets.map(({ hash }: { hash: string }) => hash.replace("sha256:", ""));
      const needed = new Set(hashes);
      const there = await readdir(join(server.store, "columns"));
      expect(there.filter((name) => !needed.has(name))).toEqual([]);
    },
    { timeout: 20_000 },
  );
}

const RUN = { strategy: WAVES_STRATEGY };

describe("an upload", () => {
  it("becomes a dataset that runs as the folder of the same files", async () => {
    const sent = await send(
      "/v1/datasets?name=My%20waves",
      { "prices.csv": wavesCsv() },
      { fields: { exchange: "NSE" } },
    );
    expect(sent.status).toBe(201);
    expect(sent.headers.get("location")).toBe("/v1/datasets/my-waves");
    const folder = await server.call("GET", "/v1/datasets/folder");
    expect(sent.json).toMatchObject({
      source: "upload",
      status: "ready",
      instruments: 5,
      hash: folder.json.hash,
    });
    const headers = { Prefer: "wait=30" };
    const own = await server.call("POST", "/v1/runs", { body: { ...RUN, dataset: "my-waves" }, headers });
    const other = await server.call("POST", "/v1/runs", { body: { ...RUN, dataset: "folder" }, headers });
    expect(own.json.result).toEqual(other.json.result);
    expect(await leftInStore()).toEqual([]);
  });

  it("is taken as one zip, too, and its name is taken then", async () => {
    const body = zipOf({ "a/one.csv": wavesCsv(2) });
    const headers = { "Content-Type": "application/zip" };
    const sent = await server.call("POST", "/v1/datasets?name=zipped", { body, headers });
    expect([sent.status, sent.json.instruments]).toEqual([201, 2]);
    const again = await server.call("POST", "/v1/datasets?name=zipped", { body, headers });
    expect([again.status, again.json.code]).toEqual([409, "name-taken"]);
  });

  it("has letters, digits and - for an id, wherever its name would lead", async () => {
    const sent = await send("/v1/datasets?name=..%2F..%2FOut%20of%20it", { "a.csv": wavesCsv(1) });
    expect([sent.status, sent.json.name]).toEqual([201, "../../Out of it"]);
    expect([sent.json.id, sent.headers.get("location")]).toEqual(["out-of-it", "/v1/datasets/out-of-it"]);
    expect(await readdir(join(server.store, "datasets"))).toContain("out-of-it.json");
  });

  it("is made once for an idempotency key, by names and contents of its parts", async () => {
    const headers = { "Idempotency-Key": "upload-1" };
    const first = await send("/v1/datasets?name=keyed", { "a.csv": wavesCsv(1) }, { headers });
    const again = await send("/v1/datasets?name=keyed", { "a.csv": wavesCsv(1) }, { headers });
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    const other = await send("/v1/datasets?name=keyed", { "b.csv": wavesCsv(1) }, { headers });
    expect(other.json.code).toBe("idempotency-key-reused");
  });

  it("asks what can't be told, and is taken with the answer", async () => {
    const rows = [
      "symbol,date,close",
      ...Array.from({ length: 12 }, (_, at) => `A,0${(at % 9) + 1}/02/2020,${at + 1}`),
    ];
    const files = { "ambiguous.csv": `${rows.slice(0, 10).join("\n")}\n` };
    const look = await send("/v1/datasets?name=asked&dryRun=1", files);
    expect(look.status).toBe(200);
    expect(look.json.report.files[0]).toMatchObject({ file: "ambiguous.csv" });
    const asked = await send("/v1/datasets?name=asked", files);
    expect([asked.status, asked.json.code]).toEqual([422, "questions-open"]);
    expect(asked.json.questions).toEqual(look.json.questions);
    const [question] = asked.json.questions;
    expect(question.choices.map(({ value }: { value: string }) => value)).toEqual(
      expect.arrayContaining(["dmy", "mdy"]),
    );
    const fields = { answers: JSON.stringify({ [question.id]: "dmy" }) };
    const taken = await send("/v1/datasets?name=asked", files, { fields });
    expect(taken.status).toBe(201);
    expect([taken.json.first, taken.json.last]).toEqual(["2020-02-01", "2020-02-09"]);
  });

  it("asks each question about columns by itself, and takes an answer for that one alone", async () => {
    const days = Array.from({ length: 20 }, (_, at) => `2024-01-${String(at + 1).padStart(2, "0")}`);
    const bars = days.map((day, at) => `${day},${100 + at},${1000 * (100 + at)},${100 + at}`);
    const files = { "half.csv": `date,open,high,close\n${bars.join("\n")}\n` }; // no lows, and wild highs
    const asked = await send("/v1/datasets?name=half", files);
    expect([asked.status, idsOf(asked)]).toEqual([422, ["half.csv#columns:missing"]]);
    const first = { "half.csv#columns:missing": "take" };
    const again = await send("/v1/datasets?name=half", files, { fields: { answers: JSON.stringify(first) } });
    expect([again.status, idsOf(again)]).toEqual([422, ["half.csv#columns:wild"]]);
    const both = { ...first, "half.csv#columns:wild": "take" };
    const taken = await send("/v1/datasets?name=half", files, { fields: { answers: JSON.stringify(both) } });
    expect(taken.status).toBe(201);
  });

  it("is refused with nothing left behind where it holds no prices", async () => {
    const sent = await send("/v1/datasets?name=nothing", { "x.csv": "a,b\n1,2\n" });
    expect(sent.status).toBe(422);
    expect((await server.call("GET", "/v1/datasets/nothing")).status).toBe(404);
    expect(await leftInStore()).toEqual([]);
  });

  it.each([
    ["../out.csv", "leaves"],
    ["/etc/x.csv", "absolute"],
    ["a/../../x.csv", "leaves in the middle"],
  ])("with the name %s (%s) is refused", async (name) => {
    const boundary = "edge";
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="files"; filename="${name}"\r\n\r\n`;
    const sent = await server.call("POST", "/v1/datasets?name=out", {
      body: `${head}${wavesCsv(1)}\r\n--${boundary}--\r\n`,
      headers: { "Content-Type": `multipart/form-data; boundary=${boundary}` },
    });
    expect([sent.status, sent.json.code]).toEqual([422, "body-invalid"]);
    expect(await leftInStore()).toEqual([]);
  });

  it("that would unpack to a multiple of its size is refused: zip and gzip", async () => {
    const zeros = "0".repeat(20_000_000);
    const zip = await send("/v1/datasets?name=bomb", { "bomb.zip": zipOf({ "a.csv": zeros }) });
    const gzip = await send("/v1/datasets?name=bomb", { "a.csv.gz": new Uint8Array(gzipSync(zeros)) });
    for (const sent of [zip, gzip]) {
      expect([sent.status, sent.json.code]).toEqual([422, "file-refused"]);
      expect(sent.json.detail).toContain("200 times");
    }
    expect(await leftInStore()).toEqual([]);
  });

  it.each(["a.csv.gz", "a.csv"])(
    "that would unpack to a multiple of its size by gzip inside of a zip is refused: %s",
    async (name) => {
      const packed = new Uint8Array(gzipSync(`symbol,date,close\n${"0".repeat(20_000_000)}`));
      for (const level of [0, 9] as const) {
        const zip = new Uint8Array(zipSync({ [name]: [packed, { level }] }));
        // oxlint-disable-next-line no-await-in-loop -- two
        const sent = await send("/v1/datasets?name=inside", { "a.zip": zip });
        expect([sent.status, sent.json.code]).toEqual([422, "file-refused"]);
        expect(sent.json.detail).toContain("200 times");
      }
      expect((await server.call("GET", "/v1/datasets/inside")).status).toBe(404);
      expect(await leftInStore()).toEqual([]);
    },
  );

  it("that lists 50,000 files is refused before any of them is looked at", async () => {
    const nothing = new Uint8Array(0);
    const files = Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`${at}.csv`, nothing]));
    const sent = await send("/v1/datasets?name=many", { "many.zip": new Uint8Array(zipSync(files)) });
    expect([sent.status, sent.json.code]).toEqual([422, "file-refused"]);
    expect(sent.json.detail).toContain("the archive lists 50,000 files or more; split it");
  });

  it("with gzip inside of a zip that unpacks to what files do is taken", async () => {
    const packed = new Uint8Array(gzipSync(wavesCsv(2)));
    const sent = await send("/v1/datasets?name=twice-packed", {
      "a.zip": new Uint8Array(zipSync({ "a.csv.gz": packed })),
    });
    expect([sent.status, sent.json.instruments]).toEqual([201, 2]);
  });

  it("whose directory tells less than it unpacks to is refused, and nothing of it stays", async () => {
    const zip = Buffer.from(zipOf({ "a.csv": `symbol,date,close\n${"0".repeat(50_000_000)}` }));
    for (const [signature, place] of [
      ["PK\u0003\u0004", 22],
      ["PK\u0001\u0002", 24],
    ] as const)
      zip.writeUInt32LE(1000, zip.indexOf(signature, 0, "latin1") + place); // the size of what is packed
    const sent = await send("/v1/datasets?name=lies", { "a.zip": new Uint8Array(zip) });
    expect(sent.status).toBe(422);
    expect(await leftInStore()).toEqual([]);
    expect((await server.call("GET", "/v1/datasets/lies")).status).toBe(404);
  });

  it("with a link, or a name that leaves its archive, is refused", async () => {
    const leaving = await send("/v1/datasets?name=links", { "a.zip": zipOf({ "../../x.csv": wavesCsv(1) }) });
    expect([leaving.status, leaving.json.code]).toEqual([422, "file-refused"]);
    const attrs = (0o120777 << 16) >>> 0;
    const linked = zipSync({ "x.csv": [new TextEncoder().encode("/etc/passwd"), { os: 3, attrs }] });
    for (const zip of [new Uint8Array(linked), behindText(linked)]) {
      // oxlint-disable-next-line no-await-in-loop -- two
      const sent = await send("/v1/datasets?name=links", { "a.zip": zip });
      expect([sent.status, sent.json.code]).toEqual([422, "file-refused"]);
      expect(sent.json.detail).toContain("link");
    }
  });
});

describe("more files", () => {
  it("are added whole or not at all; a folder is never written to", async () => {
    const rows = wavesCsv(2).split("\n");
    const [header = ""] = rows;
    const early = rows.filter((row) => row.includes(",2020-0"));
    const late = rows.filter((row) => row.includes(",2020-1") || row.includes(",2021-"));
    await send("/v1/datasets?name=grown", { "early.csv": [header, ...early, ""].join("\n") });
    const bad = await send("/v1/datasets/grown/files", {
      "late.csv": [header, ...late, ""].join("\n"),
      "bad.csv": "symbol,date,close\nA,never,1\nB,never,2\n",
    });
    expect(bad.status).toBe(422);
    const before = await server.call("GET", "/v1/datasets/grown");
    expect(before.json.last < "2020-10-01").toBe(true);
    const files = { "late.csv": [header, ...late, ""].join("\n") };
    const look = await send("/v1/datasets/grown/files?dryRun=1", files);
    expect([look.status, look.json]).toEqual([
      200,
      { report: { files: [{ file: "late.csv", rows: late.length, leftOut: 0, issues: [] }] }, questions: [] },
    ]);
    expect((await server.call("GET", "/v1/datasets/grown")).json).toEqual(before.json);
    const added = await send("/v1/datasets/grown/files", files);
    expect(added.status).toBe(200);
    const whole = await send("/v1/datasets?name=whole", { "all.csv": wavesCsv(2) });
    expect(added.json.hash).toBe(whole.json.hash);
    const folder = await send("/v1/datasets/folder/files", { "late.csv": wavesCsv(1) });
    expect([folder.status, folder.json.code]).toEqual([409, "dataset-read-only"]);
    expect((await server.call("DELETE", "/v1/datasets/folder")).json.code).toBe("dataset-read-only");
  });

  it("leave a bar that is there, and say so; with replace=1 it is the new one", async () => {
    const dates = Array.from({ length: 40 }, (_, at) =>
      new Date(Date.UTC(2020, 0, 1 + at)).toISOString().slice(0, 10),
    );
    const rows = (close: (at: number) => number): string =>
      `symbol,date,close\n${dates.map((date, at) => `A,${date},${close(at)}`).join("\n")}\n`;
    const first = await send("/v1/datasets?name=twice", { "a.csv": rows((at) => 100 + at) });
    const other = rows((at) => (at === 7 ? 90 : 100 + at));
    const kept = await send("/v1/datasets/twice/files", { "b.csv": other });
    expect([kept.status, kept.json.hash]).toEqual([200, first.json.hash]);
    expect(JSON.stringify(kept.json.report)).toContain("2020-01-08");
    const replaced = await send("/v1/datasets/twice/files?replace=1", { "b.csv": other });
    const alone = await send("/v1/datasets?name=alone", { "b.csv": other });
    expect(replaced.status).toBe(200);
    expect(replaced.json.hash).toBe(alone.json.hash);
  });

  it("are gone with their dataset, and results stay", async () => {
    await send("/v1/datasets?name=short", { "a.csv": wavesCsv(2) });
    const body = { ...RUN, dataset: "short" };
    const run = await server.call("POST", "/v1/runs", { body, headers: { Prefer: "wait=30" } });
    expect((await server.call("DELETE", "/v1/datasets/short")).status).toBe(204);
    expect((await server.call("GET", "/v1/datasets/short")).status).toBe(404);
    expect((await server.call("POST", "/v1/runs", { body })).json.code).toBe("dataset-unknown");
    const result = await server.call("GET", `/v1/runs/${run.json.id}/result`);
    expect(result.json).toEqual(run.json.result);
    await noneSpare();
  });
});

function idsIn({ json }: Answer): string[] {
  return json.datasets.map(({ id }: { id: string }) => id);
}

describe("the list of datasets", () => {
  it("is by id, and goes on after one that was deleted between two pages", async () => {
    for (const name of ["list-c", "list-a", "list-b"]) {
      // oxlint-disable-next-line no-await-in-loop -- in this order
      expect((await send(`/v1/datasets?name=${name}`, { "a.csv": wavesCsv(1) })).status).toBe(201);
    }
    const all = idsIn(await server.call("GET", "/v1/datasets?limit=1000"));
    expect(all).toEqual(all.toSorted());
    const limit = all.indexOf("list-a") + 1;
    const first = await server.call("GET", `/v1/datasets?limit=${limit}`);
    expect(first.json.next).toBe("list-a");
    expect((await server.call("DELETE", "/v1/datasets/list-a")).status).toBe(204);
    const second = await server.call("GET", "/v1/datasets?limit=1000&after=list-a");
    expect([...idsIn(first), ...idsIn(second)]).toEqual(all);
    expect(second.json.next).toBeNull();
  });
});

describe("a model's own numbers", () => {
  const CSV = "symbol,date,value\nS0,2020-03-02,5\nS1,2020-03-02,-1\nS1,2020-06-01,7\n";
  const headers = { "Content-Type": "text/csv" };
  const strategy = { ...WAVES_STRATEGY, format: "strategy/2", buy: { rules: ["model > 0"] } };

  it("are at once usable by their name, replaced as a whole, read back and deleted", async () => {
    const path = "/v1/datasets/folder/signals/model";
    const before = await server.call("GET", "/v1/datasets/folder");
    const put = await server.call("PUT", path, { body: CSV, headers });
    expect(put.status).toBe(200);
    expect(put.json.report.files).toMatchObject([{ rows: 3, leftOut: 0 }]);
    const after = await server.call("GET", "/v1/datasets/folder");
    expect(after.json.facts).toEqual([
      { name: "model", kind: "signal", instruments: 2, first: "2020-03-02", last: "2020-06-01" },
    ]);
    expect(after.json.hash).not.toBe(before.json.hash);
    const run = await server.call("POST", "/v1/runs", {
      body: { dataset: "folder", strategy },
      headers: { Prefer: "wait=30" },
    });
    const bought = new Set(
      run.json.result.positions.map(({ instrument }: { instrument: string }) => instrument),
    );
    expect([...bought].map(String).toSorted((a, b) => a.localeCompare(b))).toEqual(["S0", "S1"]);
    expect((await server.call("GET", path)).text).toBe(CSV);
    await server.call("PUT", path, { body: "date,symbol,value\n2020-03-02,S2,1\n", headers });
    expect((await server.call("GET", path)).text).toBe("symbol,date,value\nS2,2020-03-02,1\n");
    const clash = await server.call("PUT", "/v1/datasets/folder/facts/model", { body: CSV, headers });
    expect([clash.status, clash.json.code]).toEqual([409, "name-taken"]);
    expect((await server.call("DELETE", path)).status).toBe(204);
    expect((await server.call("GET", path)).status).toBe(404);
    expect((await server.call("GET", "/v1/datasets/folder")).json.hash).toBe(before.json.hash);
    await noneSpare();
  });

  it("that come after a run was asked for don't change it", async () => {
    const path = "/v1/datasets/folder/signals/model";
    await server.call("PUT", path, { body: CSV, headers });
    const { hash } = (await server.call("GET", "/v1/datasets/folder")).json;
    const asked = { body: { dataset: "folder", strategy } };
    const alone = await server.call("POST", "/v1/runs", { ...asked, headers: { Prefer: "wait=30" } });
    const [run] = await Promise.all([
      server.call("POST", "/v1/runs", asked),
      server.call("PUT", path, { body: "symbol,date,value\nS4,2020-03-02,5\n", headers }),
    ]);
    expect(run.json.dataset.hash).toBe(hash);
    const result = await server.call("GET", `/v1/runs/${run.json.id}/result`, {
      headers: { Prefer: "wait=30" },
    });
    expect(result.json).toEqual(alone.json.result);
    await server.call("DELETE", path);
  });

  it.each([
    ["close", CSV, 422],
    ["9x", CSV, 422],
    ["..%2f..%2fmine", CSV, 422],
    ["good", "symbol,when,value\nS0,2020-03-02,5\n", 422],
    ["good", "", 422],
    ["good", "symbol,date,value\nS0,yesterday,5\n", 422],
    ["good", "symbol,date,value\nnobody,2020-03-02,5\nsomebody,2020-03-02,5\n", 422],
  ])(
    "are refused as %s with a wrong name or columns, and nothing of them stays",
    async (name, body, status) => {
      const before = await server.call("GET", "/v1/datasets/folder");
      const put = await server.call("PUT", `/v1/datasets/folder/signals/${name}`, { body, headers });
      expect(put.status).toBe(status);
      expect((await server.call("GET", "/v1/datasets/folder")).json).toEqual(before.json);
      expect(await leftInStore()).toEqual([]);
    },
  );
});

describe("after a restart", () => {
  it("uploads and series are there, with the same hash", async () => {
    await send("/v1/datasets?name=kept", { "a.csv": wavesCsv(2) });
    const headers = { "Content-Type": "text/csv" };
    const body = "symbol,date,value\nS0,2020-03-02,5\n";
    await server.call("PUT", "/v1/datasets/kept/facts/score", { body, headers });
    const before = await server.call("GET", "/v1/datasets/kept");
    const next = await restart();
    await next.whenRead("kept");
    expect((await next.call("GET", "/v1/datasets/kept")).json).toEqual(before.json);
  });

  it("a folder's series stay while it is not served: no upload takes its place", async () => {
    const headers = { "Content-Type": "text/csv" };
    const body = "symbol,date,value\nS0,2020-03-02,5\n";
    const path = "/v1/datasets/folder/signals/beside";
    await restart(args);
    await server.whenRead("folder");
    expect((await server.call("PUT", path, { body, headers })).status).toBe(200);
    await restart();
    const sent = await send("/v1/datasets?name=Folder", { "a.csv": wavesCsv(1) });
    expect([sent.status, sent.json.code]).toEqual([409, "name-taken"]);
    expect(sent.json.detail).toContain("not served now");
    await restart(args);
    await server.whenRead("folder");
    expect((await server.call("GET", path)).text).toBe(body);
  });
});

async function restart(more: readonly string[] = []): Promise<TestServer> {
  const { store, home } = server;
  expect(await server.stop()).toBe(0);
  server = await startServer({ args: more, store, home });
  return server;
}
