import { describe, expect, it } from "vitest";
import { createImportDesk } from "#workers/import/plan/import-desk.ts";
import type { Staging } from "#workers/market/dataset-writing.ts";
import { readStoredMarket } from "#workers/market/stored-market.ts";
import type { ImportPlan, LocalBytes } from "#workers/model/import-plan.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import { createMemoryFile, memoryReader } from "../support/memory-file.ts";
import { planOf } from "./plan-support.ts";

const GOOD = "symbol,date,close\nAB,2020-01-01,1\nAB,2020-01-02,2\n";
const GOOD_SHA256 = "954024fe9e3205bdf05c8bc9c78440ac4d872b6d6db24bffea17291e863ac8dc";
const LONG = `${GOOD}${Array.from({ length: 20 }, (_, at) => `CD,2020-02-${String(at + 1).padStart(2, "0")},${at + 1}\n`).join("")}`;
const tools = {
  withBase: async () => err({ code: "data-missing", message: "none" } as const),
  onProgress: () => {},
  onStoring: () => {},
  threads: null,
};

/** Stagings in memory; what was published, by id. */
function createStore() {
  const published = new Map<string, Uint8Array<ArrayBuffer>>();
  const openStaging = async (): Promise<Result<Staging>> => {
    const columns = createMemoryFile();
    return ok({
      columns,
      rows: createMemoryFile(),
      attempt: (work) => work(),
      async publish(datasetId, bytes) {
        published.set(datasetId, columns.contents().slice(0, bytes));
        return ok(null);
      },
      discard: async () => {},
    });
  };
  const marketOf = async (datasetId: string) => {
    const bytes = published.get(datasetId) ?? new Uint8Array(0);
    const market = await readStoredMarket(memoryReader(bytes), { highAndLow: true, mostBytes: Infinity });
    return market.ok ? market.value.market : null;
  };
  return { published, openStaging, marketOf };
}

/** The plan with files that count how often their bytes are asked for. */
function countReads(plan: ImportPlan): { readonly plan: ImportPlan; readonly reads: () => number } {
  let reads = 0;
  const counting = (bytes: LocalBytes): LocalBytes => ({
    size: bytes.size,
    slice: (start, end) => counting(bytes.slice(start, end)),
    arrayBuffer() {
      reads++;
      return bytes.arrayBuffer();
    },
  });
  const files = plan.files.map(({ name, bytes }) => ({ name, bytes: counting(bytes) }));
  return { plan: { ...plan, files }, reads: () => reads };
}

async function commit(plan: ImportPlan, digest: string, desk: ReturnType<typeof createImportDesk>) {
  const defaults = new Map([["a.csv", { exchange: "NSE", instrumentType: "EQUITY", currency: "INR" }]]);
  return desk.commit({ plan, digest, datasetId: "mine", defaults }, tools);
}

async function digestOf(plan: ImportPlan, desk: ReturnType<typeof createImportDesk>): Promise<string> {
  const checked = await desk.check(plan, tools);
  if (!checked.ok) throw new Error(checked.problem.message);
  return checked.value.planned.digest;
}

describe("an import at the desk", () => {
  it("stores what the dry run found, with what was answered of exchange and currency", async () => {
    const { openStaging, marketOf } = createStore();
    const desk = createImportDesk(openStaging);
    const plan = planOf({ "a.csv": GOOD });
    const outcome = await commit(plan, await digestOf(plan, desk), desk);
    expect(outcome).toMatchObject({
      ok: true,
      value: {
        facts: { instruments: 1, bars: 2, exchanges: ["NSE"] },
        // printf "symbol,date,close\\nAB,2020-01-01,1\\nAB,2020-01-02,2\\n" | sha256sum
        sources: [{ name: "a.csv", bytes: GOOD.length, sha256: GOOD_SHA256 }],
      },
    });
    const market = await marketOf("mine");
    expect(market?.instruments).toMatchObject([{ symbol: "AB", exchange: "NSE", currency: "INR" }]);
    expect([...(market?.close ?? [])]).toEqual([1, 2]);
  });

  it("reads a file once for the dry run, however often it is looked at, and once for its checksum", async () => {
    const { openStaging } = createStore();
    const desk = createImportDesk(openStaging);
    const { plan, reads } = countReads(planOf({ "a.csv": GOOD }));
    await desk.check(plan, tools);
    const digest = await digestOf({ ...plan, factsAsOf: "2020-01-01" }, desk);
    expect(reads()).toBe(1);
    await commit({ ...plan, factsAsOf: "2020-01-01" }, digest, desk);
    expect(reads()).toBe(2);
  });

  it("stores the last plan that was looked at, though an earlier one had more", async () => {
    const { openStaging, marketOf } = createStore();
    const desk = createImportDesk(openStaging);
    const texts = { "a.csv": GOOD, "b.csv": LONG };
    await desk.check(planOf(texts), tools);
    const plan = planOf(texts, { leftOut: new Set(["b.csv"]) });
    expect(await commit(plan, await digestOf(plan, desk), desk)).toMatchObject({ ok: true });
    expect((await marketOf("mine"))?.day).toHaveLength(2);
  });

  it("reads once more where the dry run is gone, and stores nothing when the files changed", async () => {
    const { openStaging, published } = createStore();
    const digest = await digestOf(planOf({ "a.csv": GOOD }), createImportDesk(openStaging));
    const again = createImportDesk(openStaging);
    expect(await commit(planOf({ "a.csv": LONG }), digest, again)).toMatchObject({
      ok: false,
      problem: { code: "file-refused" },
    });
    expect(published.size).toBe(0);
    const fresh = createImportDesk(openStaging);
    expect(await commit(planOf({ "a.csv": GOOD }), digest, fresh)).toMatchObject({ ok: true });
  });

  it("says so where nothing is worth storing, and where storage can't be had", async () => {
    const { openStaging } = createStore();
    const desk = createImportDesk(openStaging);
    const plan = planOf({ "a.csv": "" });
    expect(await commit(plan, await digestOf(plan, desk), desk)).toMatchObject({
      problem: { code: "data-missing" },
    });
    const none = createImportDesk(async () => err({ code: "storage-failed", message: "no files here" }));
    expect(await none.check(plan, tools)).toMatchObject({ problem: { message: "no files here" } });
  });
});
