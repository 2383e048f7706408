import "./empty-database.ts";
import { disk, emptyDisk, readCopy, replaceCopy } from "./copy-in-memory.ts";
import { bareDeployment, withSessions } from "./sample-deployment.ts";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { sampleReport } from "./sample-report.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { standingOf } from "#src/storage/code-consent.ts";
import { database } from "#src/storage/database.ts";
import { addDeployment, loadDeployment, recordEntries } from "#src/storage/deployments.ts";
import { exportData } from "#src/storage/export-data.ts";
import { dismissHealed, loadHealed } from "#src/storage/healed.ts";
import { createRun, finishRun, keepRobustness, listRuns, remarkOn } from "#src/storage/runs.ts";
import { loadSettings, saveSetting } from "#src/storage/settings.ts";
import { sha256 } from "#src/storage/sha256.ts";
import { useStorageState } from "#src/storage/storage-state.ts";
import {
  createStrategy,
  importStrategy,
  listStrategies,
  loadDraft,
  removeStrategy,
  saveDraft,
} from "#src/storage/strategies.ts";
import { compareWithCopy } from "#src/storage/writer.ts";
import { findForbidden } from "#workers/host/allowed-code.ts";
import type { Deployment } from "#workers/model/deployment.ts";
import { ENGINE_VERSION } from "#workers/model/engine-version.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";

vi.mock("#src/storage/second-copy.ts", () => import("./copy-in-memory.ts"));

beforeEach(() => {
  emptyDisk();
  useStorageState.setState({ isNewer: false, isBlocked: false, copyProblem: null, lossProblem: null });
});

/** What a killed browser may leave: the database opens without a word and is empty. */
async function wipeDatabase(): Promise<void> {
  await database.delete({ disableAutoOpen: false });
}

async function namesStored(): Promise<readonly string[]> {
  return (await listStrategies()).records.map(({ name }) => name).toSorted();
}

const newRun = {
  id: "r",
  strategyId: "builtin-1",
  strategy: defaultStrategy,
  datasetId: "demo",
  datasetTitle: "Demo market",
  datasetFingerprint: "abc",
  engineVersion: "1",
};

describe("a database that the browser emptied", () => {
  it("gets back own code, which is asked about with where it is from", async () => {
    const source = "const compute = ({ close }) => close";
    const computed = [{ name: "own", language: "javascript" as const, source }];
    valueOf(
      await importStrategy({ ...defaultStrategy, format: "strategy/2", name: "Own", computed }, "demo"),
    );
    await wipeDatabase();
    expect((await listStrategies()).records.map(({ strategy }) => strategy.computed)).toEqual([computed]);
    const from = "the second copy of your strategies";
    await vi.waitFor(
      async () => expect(await standingOf(computed)).toMatchObject([{ isAllowed: false, from }]),
      {
        timeout: 20_000,
      },
    );
  });

  it("gets back no consent, whatever a copy claims", async () => {
    const source = "const compute = ({ high }) => high";
    const computed = [{ name: "own", language: "javascript" as const, source }];
    const strategy = { ...defaultStrategy, format: "strategy/2" as const, name: "Claims", computed };
    const record = valueOf(await importStrategy(strategy, "demo"));
    const copy = valueOf(await readCopy());
    if (copy === null) throw new Error("no copy");
    const id = await sha256(`javascript\n${source}`);
    const claims = [
      ["strategies", record.id, { ...record, isAllowed: true, allowed: [id] }],
      ["settings", "allowed", { key: "allowed", value: [id] }],
      ["allowed", id, { id }],
      ["tidemark-code", id, { id }],
    ] as const;
    const { generation } = copy;
    valueOf(
      await replaceCopy({ ...copy, generation: generation + 1, records: [...copy.records, ...claims] }),
    );
    await wipeDatabase();
    expect(await namesStored()).toEqual(["Claims"]);
    await vi.waitFor(
      async () =>
        expect(await standingOf(computed)).toMatchObject([
          { isAllowed: false, from: "the second copy of your strategies" },
        ]),
      { timeout: 20_000 },
    );
    vi.stubGlobal("name", ""); // of the worker that asks
    expect(await findForbidden(computed)).toEqual(computed);
  });

  it("gets back strategies, drafts, settings and the list of runs, and says what did not come back", async () => {
    const { id } = valueOf(await createStrategy("Momentum"));
    await saveDraft({ strategyId: id, values: { typed: "half" }, revision: 1 }, null);
    await saveSetting("riskFreePercent", 6.5);
    await createRun(newRun);
    await finishRun("r", sampleReport);
    await remarkOn("r", { note: "Costs are too low.", tags: ["keep"] });
    await keepRobustness("r", { lookAhead: { sessions: 50, changed: 0 } }, ENGINE_VERSION);
    await wipeDatabase();

    expect(await namesStored()).toEqual(["Momentum"]);
    expect(await loadDraft(id)).toMatchObject({ values: { typed: "half" } });
    expect((await loadSettings()).riskFreePercent).toBe(6.5);
    expect((await listRuns()).records).toMatchObject([
      {
        id: "r",
        state: "complete",
        remark: { note: "Costs are too low.", tags: ["keep"] },
        robustness: { lookAhead: { sessions: 50, changed: 0 } },
      },
    ]);
    expect(await loadHealed()).toMatchObject({ strategies: 1, runs: 1, datasets: 0, resultsLost: 1 });
    await dismissHealed();
    expect(await loadHealed()).toBeNull();
  });

  it("gets back deployments with their ledgers, which go on from there", async () => {
    const begun = withSessions(bareDeployment, "2025-03-21");
    const evening = withSessions(begun, "2025-03-24");
    const later = withSessions(evening, "2025-03-25");
    valueOf(await addDeployment(begun));
    const record = async (from: Deployment, to: Deployment) => {
      const stored = valueOf(await loadDeployment(begun.id));
      return valueOf(await recordEntries(stored, to.ledger.slice(from.ledger.length), (kept) => kept));
    };
    expect(await record(begun, evening)).toBe("recorded");
    await wipeDatabase();
    expect(valueOf(await loadDeployment(begun.id)).deployment).toEqual(evening);
    expect(await record(evening, later)).toBe("recorded");
  });

  it("goes on as before: the next save is a commit of its own, in both places", async () => {
    await createStrategy("One");
    await wipeDatabase();
    valueOf(await createStrategy("Two"));
    expect(useStorageState.getState().copyProblem).toBeNull();
    await wipeDatabase();
    expect(await namesStored()).toEqual(["One", "Two"]);
  });

  it("tells of a copy that can't be made, and counts the commit as saved: it is", async () => {
    await createStrategy("One");
    emptyDisk();
    const refuse = vi.spyOn(database.datasets, "toCollection").mockImplementation(() => {
      throw new DOMException("broken", "UnknownError");
    });
    valueOf(await createStrategy("Two"));
    refuse.mockRestore();
    expect(useStorageState.getState().copyProblem?.message).toContain("broken");
    expect(await namesStored()).toEqual(["One", "Two"]);
  });

  it("does not bring back what was deleted", async () => {
    const { id } = valueOf(await createStrategy("Gone"));
    await createStrategy("Kept");
    await removeStrategy(id);
    await wipeDatabase();
    expect(await namesStored()).toEqual(["Kept"]);
  });

  it("says so where the second copy is damaged, and stays usable", async () => {
    await createStrategy("Lost");
    disk.slots[0].flipBit(20);
    await wipeDatabase();
    expect(await namesStored()).toEqual([]);
    expect(useStorageState.getState().lossProblem?.message).toBe("Damaged in both places.");
    expect((await createStrategy("New")).ok).toBe(true);
  });
});

describe("a first start", () => {
  it("finds neither database nor copy, and says nothing", async () => {
    await wipeDatabase();
    expect(await namesStored()).toEqual([]);
    expect(await loadHealed()).toBeNull();
    expect(useStorageState.getState().lossProblem).toBeNull();
  });
});

describe("the second copy", () => {
  it("that can't be written is told of, the save counts, and a later save brings the copy up to date", async () => {
    await createStrategy("Before");
    disk.isBroken = true;
    expect((await createStrategy("Meanwhile")).ok).toBe(true);
    expect(useStorageState.getState().copyProblem?.message).toBe("The disk refused.");
    disk.isBroken = false;
    await createStrategy("After");
    expect(useStorageState.getState().copyProblem).toBeNull();
    await wipeDatabase();
    expect(await namesStored()).toEqual(["After", "Before", "Meanwhile"]);
  });

  it("is made at the start for a database that had none", async () => {
    await createStrategy("Old");
    emptyDisk();
    await compareWithCopy();
    await wipeDatabase();
    expect(await namesStored()).toEqual(["Old"]);
  });

  it("with a later commit than the database puts back what the database lost", async () => {
    await createStrategy("One");
    const before = await database.marks.toArray();
    const { id } = valueOf(await createStrategy("Two"));
    await database.strategies.delete(id); // as a power cut would leave it: the commit is gone,
    await database.marks.bulkPut(before); // and its number
    vi.resetModules(); // another page
    const writer = await import("#src/storage/writer.ts");
    await writer.compareWithCopy();
    expect(await namesStored()).toEqual(["One", "Two"]);
  });
});

describe("the download of everything", () => {
  it("comes from the second copy where the browser can't open the database", async () => {
    await createStrategy("Only in the copy");
    const refuse = vi.spyOn(database.strategies, "toArray").mockImplementation(() => {
      throw new DOMException("Internal error opening backing store", "UnknownError");
    });
    const { text } = await exportData(Date.UTC(2026, 10, 21));
    const contents: unknown = JSON.parse(text);
    expect(contents).toMatchObject({
      format: "tidemark-data/1",
      strategies: [{ name: "Only in the copy" }],
    });
    disk.isBroken = true;
    await expect(exportData(0)).rejects.toThrow("Internal error");
    refuse.mockRestore();
  });
});
