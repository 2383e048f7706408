import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFakeClient, outcome } from "../run/fake-import-client.ts";
import type { BacktestClient } from "#src/run/backtest-client.ts";
import { importDataset } from "#src/run/import-dataset.ts";
import type { DatasetImport } from "#src/run/import-dataset.ts";
import { sweepUnfinished } from "#src/run/sweep-columns.ts";
import { marked } from "#src/storage/column-marks.ts";
import { database } from "#src/storage/database.ts";
import { err, ok } from "#workers/model/problem.ts";

const request: DatasetImport = {
  title: "My prices",
  plan: { id: "plan", files: [], answers: new Map(), leftOut: new Set<string>(), factsAsOf: "", addTo: null },
  datasetId: null,
  digest: "as agreed",
  defaults: new Map(),
};

const importInto = (client: BacktestClient, change: Partial<DatasetImport> = {}) =>
  importDataset({ ...request, ...change }, () => {}, new AbortController().signal, client);

async function folder(name: string): Promise<FileSystemDirectoryHandle> {
  return (await navigator.storage.getDirectory()).getDirectoryHandle(name, { create: true });
}

async function namesIn(name: string): Promise<string[]> {
  const names: string[] = [];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as in the standard; the page's library lacks it
  const listed = (await folder(name)) as unknown as { keys(): AsyncIterable<string> };
  for await (const one of listed.keys()) names.push(one);
  return names.toSorted();
}

/** A file of columns as the worker leaves it. */
async function store(id: string): Promise<void> {
  await (await folder("datasets")).getFileHandle(`${id}.columns`, { create: true });
}

/** What a tab leaves that dies in the middle of its work. */
async function leaveMark(id: string): Promise<void> {
  await (await folder("datasets-unfinished")).getFileHandle(`${id}.columns`, { create: true });
}

const lost = { code: "worker-lost", message: "gone" } as const;
const MARKS = "datasets-unfinished";

beforeEach(async () => {
  const root = await navigator.storage.getDirectory();
  for (const name of [MARKS, "datasets", "datasets-staging"])
    // oxlint-disable-next-line no-await-in-loop -- three folders
    await root.removeEntry(name, { recursive: true }).catch(() => {});
});
afterEach(() => database.datasets.clear());

describe("a mark beside the columns", () => {
  it("is there before the work begins, and gone when columns and entry are in step", async () => {
    let during: string[] = [];
    await marked(["mine"], async () => {
      during = await namesIn(MARKS);
      return ok(null);
    });
    expect([during, await namesIn(MARKS)]).toEqual([["mine.columns"], []]);
  });

  it("stays after a problem, for the next start", async () => {
    await marked(["mine"], async () => err({ code: "cancelled", message: "Cancelled." }));
    expect(await namesIn(MARKS)).toEqual(["mine.columns"]);
  });

  it("stays on columns that no entry names, as those that somebody reads while they are deleted", async () => {
    await store("replaced");
    await marked(["replaced"], async () => ok(null));
    expect(await namesIn(MARKS)).toEqual(["replaced.columns"]);
  });
});

describe("the sweep of unfinished imports", () => {
  it("deletes columns whose tab died before they were entered, and only those", async () => {
    const { client, stored } = createFakeClient(async () => ok(outcome));
    await importInto(client);
    const [entered = ""] = stored;
    stored.add("orphan").add("of an older app");
    await leaveMark("orphan");
    expect(await sweepUnfinished(client)).toEqual(ok(null));
    expect([...stored]).toEqual([entered, "of an older app"]);
    expect(await namesIn(MARKS)).toEqual([]);
  });

  it("keeps columns of a dataset that was entered just before its tab died", async () => {
    const { client, stored } = createFakeClient(async () => ok(outcome));
    await importInto(client);
    const [entered = ""] = stored;
    await leaveMark(entered);
    await sweepUnfinished(client);
    expect([[...stored], await namesIn(MARKS)]).toEqual([[entered], []]);
  });

  it("waits while an import is under way, in any tab", async () => {
    const { client, stored } = createFakeClient(async () => {
      await sweepUnfinished(client);
      return ok(outcome);
    });
    await importInto(client);
    expect(stored.size).toBe(1);
  });

  it("finds the columns that files were added to, where the tab died before they were deleted", async () => {
    const { client, stored } = createFakeClient(async () => ok(outcome));
    const first = await importInto(client);
    const id = first.ok ? first.value.id : "";
    await store(id);
    const dying: BacktestClient = { ...client, deleteDataset: async () => err(lost) };
    await importInto(dying, { datasetId: id, plan: { ...request.plan, addTo: id } });
    expect(stored.size).toBe(2);
    expect(await namesIn(MARKS)).toEqual([`${id}.columns`]);
  });

  it("asks the worker for what a killed dry run left in the staging, though nothing is marked", async () => {
    const { client } = createFakeClient(async () => ok(outcome));
    const asked: (readonly string[])[] = [];
    const asking: BacktestClient = {
      ...client,
      async sweepDatasets(abandoned) {
        asked.push(abandoned);
        return ok(null);
      },
    };
    await sweepUnfinished(asking);
    expect(asked).toEqual([]);
    await (await folder("datasets-staging")).getFileHandle("import-1.rows", { create: true });
    await sweepUnfinished(asking);
    expect(asked).toEqual([[]]);
  });
});
