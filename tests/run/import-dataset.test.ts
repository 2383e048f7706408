import "../storage/empty-database.ts";
import { describe, expect, it, vi } from "vitest";
import { fakeClient } from "#tests/support/fake-client.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { createFakeClient, outcome } from "./fake-import-client.ts";
import type { BacktestClient } from "#src/run/backtest-client.ts";
import { deleteDataset, deleteFacts, importDataset, prepareImport } from "#src/run/import-dataset.ts";
import { database } from "#src/storage/database.ts";
import {
  chooseBenchmark,
  columnsInUse,
  columnsOf,
  listDatasets,
  loadDataset,
  loadDatasetRecord,
  sourceFor,
  undoSplit,
} from "#src/storage/datasets.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { DryRun, HandedCommit, HandedPlan, ImportOutcome } from "#workers/model/import-plan.ts";

const request = {
  title: "My prices",
  plan: {
    id: "plan",
    files: [{ name: "a.csv", bytes: new Blob(["symbol,date,close"]) }],
    answers: new Map(),
    leftOut: new Set<string>(),
    factsAsOf: "",
    addTo: null,
  },
  datasetId: null,
  digest: "as agreed",
  defaults: new Map([["a.csv", { exchange: "BSE", instrumentType: "EQUITY", currency: "" }]]),
};

const DRY_RUN: DryRun = {
  files: [],
  planned: {
    files: 0,
    instruments: 1,
    bars: 3,
    first: null,
    last: null,
    digest: "",
    gaps: { instruments: 0, sessions: 0, longest: [] },
    frequency: "daily",
  },
  guesses: new Map(),
  facts: null,
  actions: null,
  splits: { splits: [], count: 0 },
  factFiles: [],
  timeline: null,
  before: null,
};

const importInto = (client: BacktestClient) =>
  importDataset(request, () => {}, new AbortController().signal, client);

function refuse(): never {
  throw new DOMException("full", "QuotaExceededError");
}

it("getting ready for an import leaves what is in its way to the import, which says it", async () => {
  const hindered = fakeClient({
    prepareImport: () => Promise.reject(new ReferenceError("Worker is not defined")),
  });
  await expect(prepareImport(hindered)).resolves.toBeUndefined();
});

describe("an import", () => {
  it("enters the dataset with its facts under the id of its columns", async () => {
    const { client, stored } = createFakeClient(async () => ok(outcome));
    const { id } = valueOf(await importInto(client));
    expect([...stored]).toEqual([id]);
    expect(valueOf(await loadDataset(id))).toMatchObject({
      title: "My prices",
      bars: 3,
      notes: { files: [] },
    });
    expect(await database.datasets.get(id)).toMatchObject({
      defaults: { exchange: "BSE" },
      sources: [{ name: "a.csv", sha256: "beef" }],
    });
  });

  it("keeps what was decided about splits, so that it is read so and can be undone", async () => {
    const { client } = createFakeClient(async () => ok(outcome));
    const split = { factor: 2, fraction: "2:1", decidedAt: 1 };
    const splits = [
      { symbol: "A", date: "2024-01-05", ...split, decision: "leave-out" as const },
      { symbol: "A", date: "2024-01-03", ...split, decision: "adjust" as const },
      { symbol: "B", date: "2024-01-03", ...split, decision: "ignore" as const },
    ];
    const asked = { ...request, splits };
    const { id } = valueOf(await importDataset(asked, () => {}, new AbortController().signal, client));
    expect(valueOf(await loadDataset(id)).splits).toEqual(splits);
    expect(valueOf(await sourceFor(id, "NSE")).source).toEqual({
      type: "stored",
      datasetId: id,
      splits: [
        { symbol: "A", date: "2024-01-03", factor: 2 },
        { symbol: "A", date: "2024-01-05", factor: 2, leavesOut: true },
      ],
    });
    await undoSplit(id, "A", "2024-01-05");
    expect(valueOf(await loadDataset(id)).appliedSplits).toHaveLength(1);
  });

  it("that the worker refuses is not entered, and leaves no columns", async () => {
    const { client, stored } = createFakeClient(async () =>
      err({ code: "file-refused", message: "a.csv: no" }),
    );
    expect(await importInto(client)).toMatchObject({ ok: false, problem: { code: "file-refused" } });
    expect((await listDatasets()).records).toHaveLength(1); // the demo market
    expect(stored.size).toBe(0);
  });

  it("that can't be entered leaves no columns and says so", async () => {
    const { client, stored } = createFakeClient(async () => ok(outcome));
    database.datasets.hook("creating", refuse);
    const imported = await importInto(client);
    database.datasets.hook("creating").unsubscribe(refuse);
    expect(imported).toMatchObject({ ok: false, problem: { code: "storage-failed" } });
    expect(stored.size).toBe(0);
  });
});

describe("deleting a dataset", () => {
  it("takes away the entry at once, and the columns when it can't be undone any more", async () => {
    const { client, stored } = createFakeClient(async () => ok(outcome));
    const { id } = valueOf(await importInto(client));
    const { undo } = valueOf(await deleteDataset(id, client, 0));
    expect((await listDatasets()).records).toHaveLength(1);
    await vi.waitFor(() => expect(stored.size).toBe(0));
    expect(await undo()).toMatchObject({ ok: false, problem: { code: "dataset-unavailable" } });
  });

  it("can be undone: entry and columns are as they were", async () => {
    const { client, stored } = createFakeClient(async () => ok(outcome));
    const { id } = valueOf(await importInto(client));
    const before = await database.datasets.get(id);
    const { undo } = valueOf(await deleteDataset(id, client));
    expect(await undo()).toEqual(ok(null));
    expect(await database.datasets.get(id)).toEqual(before);
    expect([...stored]).toEqual([id]);
  });
});

describe("deleting a dataset's facts", () => {
  it("looks at a plan without files and stores just that beside the old columns", async () => {
    const { client } = createFakeClient(async () => ok(outcome));
    const { id, title } = valueOf(await importInto(client));
    const looked: HandedPlan[] = [];
    const committed: HandedCommit[] = [];
    const emptying = fakeClient({
      async checkImport(plan) {
        looked.push(plan);
        return ok({ ...DRY_RUN, planned: { ...DRY_RUN.planned, digest: "without" } });
      },
      async commitImport(asked) {
        committed.push(asked);
        return ok(outcome);
      },
    });
    const emptied = valueOf(await deleteFacts({ id, title, columnsId: id }, emptying));
    expect(emptied).toMatchObject({ id, title });
    expect(looked).toMatchObject([{ addTo: id, dropsFacts: true }]);
    expect(committed).toMatchObject([{ digest: "without", plan: { dropsFacts: true } }]);
  });
});

describe("adding files to a dataset", () => {
  const more: ImportOutcome = {
    ...outcome,
    facts: { ...outcome.facts, bars: 5, fingerprint: "beef" },
    sources: [{ name: "b.csv", bytes: 9, sha256: "cafe" }],
  };

  it("gives it new columns, its files together, and keeps its title and benchmark", async () => {
    const { client, stored } = createFakeClient(async () => ok(outcome));
    const { id } = valueOf(await importInto(client));
    await chooseBenchmark(id, "NIFTY");
    const adding = createFakeClient(async () => ok(more));
    const added = await importDataset(
      { ...request, plan: { ...request.plan, addTo: id }, datasetId: id, title: "unused" },
      () => {},
      new AbortController().signal,
      adding.client,
    );
    const { columnsId } = valueOf(added);
    expect(columnsId).not.toBe(id);
    expect([...stored, ...adding.stored]).toEqual([id, columnsId]);
    expect(valueOf(added)).toMatchObject({ id, title: "My prices", benchmark: "NIFTY", facts: { bars: 5 } });
    expect(valueOf(added).sources?.map(({ name }) => name)).toEqual(["a.csv", "b.csv"]);
    expect(valueOf(await sourceFor(id, "NSE"))).toMatchObject({
      source: { type: "stored", datasetId: columnsId },
      fingerprint: "beef",
    });
  });

  it("keeps the columns that the new ones go on with, until these are deleted or written anew", async () => {
    let frontId: string | null = null;
    const { client, stored } = createFakeClient(async () =>
      ok({ ...more, ...(frontId === null ? {} : { frontId }) }),
    );
    const { id } = valueOf(await importInto(client));
    const add = async (): Promise<string> => {
      const before = valueOf(await loadDatasetRecord(id));
      const plan = { ...request.plan, addTo: columnsOf(before) };
      const added = await importDataset(
        { ...request, plan, datasetId: id },
        () => {},
        new AbortController().signal,
        client,
      );
      return columnsOf(valueOf(added));
    };
    frontId = id;
    const first = await add();
    await vi.waitFor(() => expect([...stored]).toEqual([id, first]));
    const second = await add();
    await vi.waitFor(() => expect([...stored]).toEqual([id, second]));
    expect(await columnsInUse()).toEqual(new Set([second, id]));
    frontId = null;
    const anew = await add();
    await vi.waitFor(() => expect([...stored]).toEqual([anew]));
    frontId = anew;
    await add();
    valueOf(await deleteDataset(id, client, 0));
    await vi.waitFor(() => expect([...stored]).toEqual([]));
  });

  it("is refused where another tab gave it files since they were looked at", async () => {
    const { client } = createFakeClient(async () => ok(outcome));
    const { id } = valueOf(await importInto(client));
    const add = (addTo: string) =>
      importDataset(
        { ...request, plan: { ...request.plan, addTo }, datasetId: id },
        () => {},
        new AbortController().signal,
        client,
      );
    valueOf(await add(id));
    expect(await add(id)).toMatchObject({ ok: false, problem: { code: "dataset-unavailable" } });
  });

  it("that fails leaves it as it was", async () => {
    const { client } = createFakeClient(async () => ok(outcome));
    const { id } = valueOf(await importInto(client));
    const before = await database.datasets.get(id);
    const failing = createFakeClient(async () => err({ code: "storage-failed", message: "no room" }));
    const added = await importDataset(
      { ...request, plan: { ...request.plan, addTo: id }, datasetId: id },
      () => {},
      new AbortController().signal,
      failing.client,
    );
    expect(added).toMatchObject({ ok: false });
    expect(await database.datasets.get(id)).toEqual(before);
    expect(failing.stored.size).toBe(0);
  });
});
