/** Files added to a stored dataset, which is read part by part from the browser's private files. */
import { wrap } from "comlink";
import { afterAll, describe, expect, it } from "vitest";
import type { ImportPlan } from "#workers/model/import-plan.ts";
import type { ImportDeskApi } from "../support/import-desk.worker.ts";

const worker = new Worker(new URL("../support/import-desk.worker.ts", import.meta.url), { type: "module" });
const desk = wrap<ImportDeskApi>(worker);
const HEADER = "symbol,date,open,high,low,close,volume\n";

afterAll(() => worker.terminate());

function planOf(id: string, text: string, addTo: string | null): ImportPlan {
  return {
    id,
    files: [{ name: `${id}.csv`, bytes: new File([HEADER + text], `${id}.csv`) }],
    answers: new Map(),
    leftOut: new Set(),
    factsAsOf: "",
    addTo,
  };
}

async function imported(plan: ImportPlan) {
  const outcome = await desk.importPlan(plan, 0);
  if (!outcome.ok) throw new Error(outcome.problem.message);
  const { dryRun, stored } = outcome.value;
  if (!stored.ok) throw new Error(stored.problem.message);
  return { dryRun, facts: stored.value.facts };
}

describe("files added to a stored dataset", () => {
  const first = "AB,2020-01-01,1,3,1,2,10\nAB,2020-01-02,2,3,1,2,10\n";
  const more = "AB,2020-01-03,2,3,1,2,10\nCD,2020-01-03,5,6,4,5,10\n";

  it("give the dataset that all files give at once", async () => {
    const before = await imported(planOf("one", first, null));
    const after = await imported(planOf("two", more, "one"));
    expect(after.dryRun.before).toEqual({
      instruments: 1,
      bars: 2,
      first: "2020-01-01",
      last: "2020-01-02",
      digest: before.dryRun.planned.digest,
    });
    expect(after.facts).toMatchObject({ instruments: 2, bars: 4, lastDate: "2020-01-03" });
    const atOnce = await imported(planOf("all", first + more, null));
    expect(after.dryRun.planned.digest).toBe(atOnce.dryRun.planned.digest);
  });

  it("say that a dataset which is gone is gone", async () => {
    expect(await desk.importPlan(planOf("three", more, "none"), 0)).toMatchObject({
      ok: false,
      problem: { code: "data-missing" },
    });
  });
});
