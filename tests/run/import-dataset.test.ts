import "../storage/empty-database.ts";
import { describe, expect, it, vi } from "vitest";
import { valueOf } from "#tests/support/value-of.ts";
import { createFakeClient, outcome } from "./fake-import-client.ts";
import type { BacktestClient } from "#src/run/backtest-client.ts";
import { deleteDataset, importDataset } from "#src/run/import-dataset.ts";
import { database } from "#src/storage/database.ts";
import { chooseBenchmark, listDatasets, loadDataset, sourceFor } from "#src/storage/datasets.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { ImportOutcome } from "#workers/model/import-plan.ts";

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

const importInto = (client: BacktestClient) =>
  importDataset(request, () => {}, new AbortController().signal, client);

function refuse(): never {
  throw new DOMException("full", "QuotaExceededError");
}

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
