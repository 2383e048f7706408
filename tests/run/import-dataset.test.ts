import "../storage/empty-database.ts";
import { describe, expect, it } from "vitest";
import { valueOf } from "../storage/value-of.ts";
import { createFakeClient, outcome } from "./fake-import-client.ts";
import type { BacktestClient } from "#src/run/backtest-client.ts";
import { deleteDataset, importDataset } from "#src/run/import-dataset.ts";
import { database } from "#src/storage/database.ts";
import { listDatasets, loadDataset } from "#src/storage/datasets.ts";
import { err, ok } from "#workers/model/problem.ts";

const files = {
  title: "My prices",
  files: [new File(["symbol,date,close"], "a.csv")],
  defaults: { exchange: "NSE", instrumentType: "EQUITY", currency: "" },
};

const importInto = (client: BacktestClient) =>
  importDataset(files, () => {}, new AbortController().signal, client);

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
  it("takes away the entry and the columns", async () => {
    const { client, stored } = createFakeClient(async () => ok(outcome));
    const { id } = valueOf(await importInto(client));
    expect(await deleteDataset(id, client)).toEqual(ok(null));
    expect((await listDatasets()).records).toHaveLength(1);
    expect(stored.size).toBe(0);
  });
});
