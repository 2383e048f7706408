import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFakeClient, outcome } from "../run/fake-import-client.ts";
import { fakeClient } from "#tests/support/fake-client.ts";
import type { BacktestClient } from "#src/run/backtest-client.ts";
import { importDataset } from "#src/run/import-dataset.ts";
import type { DatasetImport } from "#src/run/import-dataset.ts";
import { marked, sweepMarked } from "#src/storage/column-marks.ts";
import { hasPrivateFiles, namesIn, putFile, removeAllFiles } from "#tests/support/device-files.ts";
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

const sweepBy = (client: BacktestClient) =>
  sweepMarked((abandoned) => client.call("sweepDatasets", abandoned));

/** A file of columns as the worker leaves it. */
const store = (id: string): Promise<void> => putFile("datasets", `${id}.columns`);

/** What a tab leaves that dies in the middle of its work. */
const leaveMark = (id: string): Promise<void> => putFile(MARKS, `${id}.columns`);

const lost = { code: "worker-lost", message: "gone" } as const;
const MARKS = "datasets-unfinished";

beforeEach(removeAllFiles);
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
    expect(await sweepBy(client)).toEqual(ok(null));
    expect([...stored]).toEqual([entered, "of an older app"]);
    expect(await namesIn(MARKS)).toEqual([]);
  });

  it("keeps columns of a dataset that was entered just before its tab died", async () => {
    const { client, stored } = createFakeClient(async () => ok(outcome));
    await importInto(client);
    const [entered = ""] = stored;
    await leaveMark(entered);
    await sweepBy(client);
    expect([[...stored], await namesIn(MARKS)]).toEqual([[entered], []]);
  });

  it("keeps columns that those of an entry go on with, and deletes what was behind them before", async () => {
    let frontId: string | null = null;
    const { client, answers, stored } = createFakeClient(async () =>
      ok(frontId === null ? outcome : { ...outcome, frontId }),
    );
    await importInto(client);
    const [front = ""] = stored;
    frontId = front;
    const dying = fakeClient({ ...answers, deleteDataset: async () => err(lost) });
    await importInto(dying, { datasetId: front, plan: { ...request.plan, addTo: front } });
    const behind = [...stored].find((id) => id !== front) ?? "";
    await importInto(dying, { datasetId: front, plan: { ...request.plan, addTo: behind } });
    for (const id of stored) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await leaveMark(id);
    }
    await sweepBy(client);
    expect(stored.has(front)).toBe(true);
    expect([stored.size, stored.has(behind)]).toEqual([2, false]);
  });

  it("waits while an import is under way, in any tab", async () => {
    const { client, stored } = createFakeClient(async () => {
      await sweepBy(client);
      return ok(outcome);
    });
    await importInto(client);
    expect(stored.size).toBe(1);
  });

  it("finds the columns that files were added to, where the tab died before they were deleted", async () => {
    const { client, answers, stored } = createFakeClient(async () => ok(outcome));
    const first = await importInto(client);
    const id = first.ok ? first.value.id : "";
    await store(id);
    const dying = fakeClient({ ...answers, deleteDataset: async () => err(lost) });
    await importInto(dying, { datasetId: id, plan: { ...request.plan, addTo: id } });
    expect(stored.size).toBe(2);
    expect(await namesIn(MARKS)).toEqual([`${id}.columns`]);
  });

  it.runIf(hasPrivateFiles)(
    "asks the worker for what a killed dry run left in the staging, though nothing is marked",
    async () => {
      const { answers } = createFakeClient(async () => ok(outcome));
      const asked: (readonly string[])[] = [];
      const asking = fakeClient({
        ...answers,
        async sweepDatasets(abandoned) {
          asked.push(abandoned);
          return ok(null);
        },
      });
      await sweepBy(asking);
      expect(asked).toEqual([]);
      await putFile("datasets-staging", "file-1");
      await sweepBy(asking);
      expect(asked).toEqual([[]]);
    },
  );
});
