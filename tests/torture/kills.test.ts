/* oxlint-disable unicorn/consistent-function-scoping -- what runs in the page can use nothing outside itself */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startDoomed } from "./doomed-browser.ts";
import type { DoomedBrowser } from "./doomed-browser.ts";
import { times } from "./times.ts";
import { openRandom } from "#workers/model/random.ts";

const KILLS = times(100);
const LONGEST_LIFE_MS = 1500;

let profile: string;
beforeAll(async () => {
  profile = await mkdtemp(join(tmpdir(), "tidemark-torture-"));
});
afterAll(() => rm(profile, { recursive: true, force: true, maxRetries: 5 }));

/** What the page said was saved, imported or run, as it arrived here before the kill. */
interface Acknowledged {
  readonly strategies: Map<string, number>;
  readonly datasets: Set<string>;
  readonly runs: Set<string>;
}

/** Saves, imports and closes runs without an end, and tells after each that was acknowledged. */
async function work({ page }: DoomedBrowser, acknowledged: Acknowledged, life: number): Promise<void> {
  await page.exposeFunction("acknowledge", (kind: string, id: string, revision: number) => {
    if (kind === "strategy") acknowledged.strategies.set(id, revision);
    if (kind === "dataset") acknowledged.datasets.add(id);
    if (kind === "run") acknowledged.runs.add(id);
  });
  await page.evaluate((lifeNumber) => {
    const { addStrategy, saveStrategy, checkImport, importDataset, createRun, finishRun } =
      globalThis.torture;
    const { defaultStrategy, sampleReport } = globalThis.torture;
    const tell = (kind: string, id: string, revision = 0) => {
      const acknowledge: unknown = Reflect.get(globalThis, "acknowledge");
      if (typeof acknowledge === "function") acknowledge(kind, id, revision);
    };
    const save = async () => {
      const added = await addStrategy({ ...defaultStrategy, name: `Life ${lifeNumber}` }, "demo");
      if (!added.ok) throw new Error(added.problem.message);
      const { id, strategy } = added.value;
      tell("strategy", id, 1);
      for (let revision = 1; revision < 8; revision++) {
        const saved = await saveStrategy(id, strategy, revision);
        if (saved.ok) tell("strategy", id, saved.value.revision);
      }
    };
    const bring = async () => {
      const file = new File(["symbol,date,close\nAAA,2020-01-02,1\nAAA,2020-01-03,2\n"], "p.csv");
      const plan = {
        id: crypto.randomUUID(),
        files: [{ name: file.name, bytes: file }],
        answers: new Map(),
        leftOut: new Set<string>(),
        factsAsOf: "",
        addTo: null,
      };
      const { signal } = new AbortController();
      const checked = await checkImport(plan, () => undefined, signal);
      if (!checked.ok) throw new Error(checked.problem.message);
      const { digest } = checked.value.planned;
      const defaults = new Map([["p.csv", { exchange: "NSE", instrumentType: "EQUITY", currency: "" }]]);
      const asked = { title: "Mine", plan, digest, datasetId: null, defaults };
      const imported = await importDataset(asked, () => undefined, signal);
      if (imported.ok) tell("dataset", imported.value.id);
    };
    const run = async () => {
      const id = crypto.randomUUID();
      const facts = { datasetId: "demo", datasetTitle: "Demo", datasetFingerprint: "", engineVersion: "1" };
      await createRun({ id, strategyId: "builtin-1", strategy: defaultStrategy, ...facts });
      const closed = await finishRun(id, sampleReport);
      if (closed.ok) tell("run", id);
    };
    const forEver = async (step: () => Promise<void>) => {
      for (;;) await step();
    };
    void forEver(save);
    void forEver(bring);
    void forEver(run);
  }, life);
}

/** What of the acknowledged is not there, and whether anything there is torn. */
async function inspect({ page }: DoomedBrowser, acknowledged: Acknowledged) {
  const found = await page.evaluate(
    async (runIds) => {
      const { listStrategies, listDatasets, loadRun, browserClient, loadHealed, useStorageState } =
        globalThis.torture;
      const strategies = await listStrategies();
      const datasets = await listDatasets();
      const runs = await Promise.all(runIds.map(loadRun));
      const imported = datasets.records.filter(({ origin }) => origin === "imported");
      const last = imported[0];
      const data = last ? await globalThis.torture.sourceFor(last.id, "NSE") : null;
      const read = data?.ok
        ? await browserClient.previewStrategy(
            { strategy: globalThis.torture.defaultStrategy, source: data.value.source },
            new AbortController().signal,
          )
        : null;
      return {
        revisions: strategies.records.map(({ id, revision }) => [id, revision] as const),
        damaged: [...strategies.damaged, ...datasets.damaged].map(({ problem }) => problem.message),
        datasets: imported.map(({ id }) => id),
        runs: runs.flatMap((run, at) => (run.ok && run.value.state === "complete" ? [runIds[at]] : [])),
        unreadable:
          read && !read.ok && ["storage-failed", "data-missing"].includes(read.problem.code)
            ? read.problem.message
            : null,
        healed: (await loadHealed())?.at ?? null,
        loss: useStorageState.getState().lossProblem?.message ?? null,
      };
    },
    [...acknowledged.runs],
  );
  const revisions = new Map(found.revisions);
  const lost = [
    ...[...acknowledged.strategies]
      .filter(([id, revision]) => (revisions.get(id) ?? 0) < revision)
      .map(([id]) => id),
    ...[...acknowledged.datasets].filter((id) => !found.datasets.includes(id)),
    ...[...acknowledged.runs].filter((id) => !found.runs.includes(id)),
  ];
  const { damaged, unreadable, healed, loss } = found;
  return { lost, damaged, unreadable, healed, loss };
}

it(
  `${KILLS} kills of the browser lose nothing that was acknowledged, and tear nothing`,
  { timeout: 3_600_000 },
  async () => {
    const chance = openRandom("kills");
    const acknowledged: Acknowledged = { strategies: new Map(), datasets: new Set(), runs: new Set() };
    const healedAt = new Set<number>();
    for (let kill = 1; kill <= KILLS; kill++) {
      const browser = await startDoomed(profile);
      const { healed, ...faults } = await inspect(browser, acknowledged);
      if (healed !== null) healedAt.add(healed);
      expect({ kill, ...faults }).toEqual({ kill, lost: [], damaged: [], unreadable: null, loss: null });
      await work(browser, acknowledged, kill);
      await browser.page.waitForTimeout(50 + chance() * LONGEST_LIFE_MS);
      await browser.kill();
    }
    const last = await startDoomed(profile);
    const { healed, ...faults } = await inspect(last, acknowledged);
    if (healed !== null) healedAt.add(healed);
    await last.kill();
    expect(faults).toEqual({ lost: [], damaged: [], unreadable: null, loss: null });
    const saves = [...acknowledged.strategies.values()].reduce((sum, revision) => sum + revision, 0);
    process.stdout.write(
      `    ${KILLS} kills: of ${saves} saves, ${acknowledged.datasets.size} imports and ${acknowledged.runs.size} runs none lost; healed ${healedAt.size} times\n`,
    );
  },
);
