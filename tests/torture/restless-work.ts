/* oxlint-disable unicorn/consistent-function-scoping -- what runs in the page can use nothing outside itself */
/** Saves, imports and runs that never stop, for a page that will be killed, and the look at what is left. */
import type { Page } from "playwright";

/** What the page said was saved, imported or run, as it arrived here before the kill. */
export interface Acknowledged {
  readonly strategies: Map<string, number>;
  readonly datasets: Set<string>;
  readonly runs: Set<string>;
}

export function nothingAcknowledged(): Acknowledged {
  return { strategies: new Map(), datasets: new Set(), runs: new Set() };
}

/** What inspect finds where all is well. */
export const UNHARMED = { lost: [], damaged: [], unreadable: null, loss: null };

/** Saves, imports and closes runs without an end, and tells after each that was acknowledged. */
export async function work(page: Page, acknowledged: Acknowledged, life: number): Promise<void> {
  await page.exposeFunction("acknowledge", (kind: string, id: string, revision: number) => {
    if (kind === "strategy") acknowledged.strategies.set(id, revision);
    if (kind === "dataset") acknowledged.datasets.add(id);
    if (kind === "run") acknowledged.runs.add(id);
  });
  await page.evaluate((lifeNumber) => {
    const { addStrategy, saveStrategy, importCsv, createRun, finishRun } = globalThis.torture;
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
      const imported = await importCsv("Mine", "symbol,date,close\nAAA,2020-01-02,1\nAAA,2020-01-03,2\n");
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
export async function inspect(page: Page, acknowledged: Acknowledged) {
  const found = await page.evaluate(
    async (runIds) => {
      const { listStrategies, listDatasets, loadRun, readFault, loadHealed, useStorageState } =
        globalThis.torture;
      const strategies = await listStrategies();
      const datasets = await listDatasets();
      const runs = await Promise.all(runIds.map(loadRun));
      const imported = datasets.records.filter(({ origin }) => origin === "imported");
      const last = imported[0];
      return {
        revisions: strategies.records.map(({ id, revision }) => [id, revision] as const),
        damaged: [...strategies.damaged, ...datasets.damaged].map(({ problem }) => problem.message),
        datasets: imported.map(({ id }) => id),
        runs: runs.flatMap((run, at) => (run.ok && run.value.state === "complete" ? [runIds[at]] : [])),
        unreadable: last ? await readFault(last.id) : null,
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
