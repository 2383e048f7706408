import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFakeClient, outcome } from "../run/fake-import-client.ts";
import type { BacktestClient } from "#src/run/backtest-client.ts";
import { importDataset } from "#src/run/import-dataset.ts";
import { marked, sweepUnfinished } from "#src/run/import-marks.ts";
import { database } from "#src/storage/database.ts";
import { err, ok } from "#workers/model/problem.ts";

const request = {
  title: "My prices",
  plan: { id: "plan", files: [], answers: new Map(), leftOut: new Set<string>(), factsAsOf: "", addTo: null },
  datasetId: null,
  digest: "as agreed",
  defaults: new Map(),
};

const importInto = (client: BacktestClient) =>
  importDataset(request, () => {}, new AbortController().signal, client);

beforeEach(() => localStorage.clear());
afterEach(() => database.datasets.clear());

describe("the sweep of unfinished imports", () => {
  it("deletes columns whose tab died before they were entered, and only those", async () => {
    const { client, stored } = createFakeClient(async () => ok(outcome));
    await importInto(client);
    const [entered = ""] = stored;
    stored.add("orphan").add("of an older app");
    localStorage.setItem("tidemark-unfinished-dataset-orphan", "");
    expect(await sweepUnfinished(client)).toEqual(ok(null));
    expect([...stored]).toEqual([entered, "of an older app"]);
    expect(localStorage.length).toBe(0);
  });

  it("keeps columns of a dataset that was entered just before its tab died", async () => {
    const { client, stored } = createFakeClient(async () => ok(outcome));
    await importInto(client);
    const [entered = ""] = stored;
    localStorage.setItem(`tidemark-unfinished-dataset-${entered}`, "");
    await sweepUnfinished(client);
    expect([[...stored], localStorage.length]).toEqual([[entered], 0]);
  });

  it("waits while an import is under way, in any tab", async () => {
    const { client, stored } = createFakeClient(async () => {
      await sweepUnfinished(client);
      return ok(outcome);
    });
    await importInto(client);
    expect(stored.size).toBe(1);
  });

  it("leaves the mark of what failed for the next start", async () => {
    const failed = await marked("mine", async () => err({ code: "cancelled", message: "Cancelled." }));
    expect(failed.ok).toBe(false);
    expect(localStorage.length).toBe(1);
  });
});
