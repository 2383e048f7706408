/** The n-th use of the storage fails, for every n until the work gets through: nothing is torn, and the message says what. */
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import type { Browser, Page } from "playwright";
import { launchBrowser } from "#tests/support/app-page.ts";
import { injectFault, listenForFaults } from "./inject-faults.ts";
import type { Fault, Store } from "./inject-faults.ts";
import { times } from "./times.ts";

const MOST_USES = times(400);

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** How a piece of work ended: null where it says that it is done. */
type Outcome = string | null;

interface Work {
  readonly name: string;
  /** What a refusal has to begin with or contain. */
  readonly says: RegExp;
  /** Makes what the work is done on, with storage in order; gives its id. */
  readonly prepare: (page: Page) => Promise<string>;
  readonly act: (page: Page, id: string) => Promise<Outcome>;
  /** What is there afterwards. */
  readonly look: (page: Page, id: string) => Promise<"before" | "after" | "torn">;
}

const SAVE: Work = {
  name: "saving a strategy",
  says: /^The strategy "After" was not saved/,
  prepare: (page) =>
    page.evaluate(async () => {
      const { addStrategy, defaultStrategy } = globalThis.torture;
      const added = await addStrategy({ ...defaultStrategy, name: "Before" }, "demo");
      if (!added.ok) throw new Error(added.problem.message);
      return added.value.id;
    }),
  act: (page, id) =>
    page.evaluate(async (strategyId) => {
      const { defaultStrategy, saveStrategy } = globalThis.torture;
      const saved = await saveStrategy(strategyId, { ...defaultStrategy, name: "After" }, 1);
      return saved.ok ? null : saved.problem.message;
    }, id),
  look: (page, id) =>
    page.evaluate(async (strategyId) => {
      const { records, damaged } = await globalThis.torture.listStrategies();
      const found = records.find((record) => record.id === strategyId);
      if (damaged.length > 0 || !found || found.name !== found.strategy.name) return "torn";
      return found.name === "After" ? "after" : "before";
    }, id),
};

const RUN: Work = {
  name: "storing a run's result",
  says: /^(?!thrown).*(?:was not saved|second copy)/,
  prepare: async () => crypto.randomUUID(),
  act: (page, id) =>
    page.evaluate(async (runId) => {
      const { createRun, defaultStrategy, finishRun, sampleReport } = globalThis.torture;
      const facts = { datasetId: "demo", datasetTitle: "Demo", datasetFingerprint: "", engineVersion: "1" };
      const begun = await createRun({
        id: runId,
        strategyId: `of ${runId}`,
        strategy: defaultStrategy,
        ...facts,
      });
      if (!begun.ok) return begun.problem.message;
      const finished = await finishRun(runId, sampleReport);
      return finished.ok ? null : finished.problem.message;
    }, id),
  look: (page, id) =>
    page.evaluate(async (runId) => {
      const run = await globalThis.torture.loadRun(runId);
      const report = await globalThis.torture.loadReport(runId);
      if (run.ok && run.value.state === "complete") return report.ok ? "after" : "torn";
      return report.ok ? "torn" : "before";
    }, id),
};

const IMPORT: Work = {
  name: "importing prices",
  says: /^(?!thrown)/,
  prepare: async () => `Set ${crypto.randomUUID()}`,
  act: (page, title) =>
    page.evaluate(async (name) => {
      const csv = "symbol,date,close\nAAA,2020-01-02,1\nAAA,2020-01-03,2\n";
      const imported = await globalThis.torture.importCsv(name, csv);
      return imported.ok ? null : imported.problem.message;
    }, title),
  look: (page, title) =>
    page.evaluate(async (name) => {
      const { listDatasets, readFault } = globalThis.torture;
      const { records, damaged } = await listDatasets();
      const found = records.find((record) => record.title === name);
      if (damaged.length > 0) return "torn";
      if (!found) return "before";
      return (await readFault(found.id)) === null ? "after" : "torn";
    }, title),
};

const STORES: readonly Store[] = ["database", "files"];
const CASES = [SAVE, RUN, IMPORT].flatMap((work) =>
  STORES.flatMap((store) => [true, false].map((isForGood) => ({ work, name: work.name, store, isForGood }))),
);

async function load(page: Page): Promise<void> {
  await page.goto(inject("pageUrl"));
  await page.waitForFunction(() => "torture" in globalThis);
}

/** What failed, how the work ended, and what is there afterwards. */
async function tryOnce(work: Work, fault: Fault) {
  const context = await browser.newContext({ serviceWorkers: "block" }); // what lies there would have to be read too
  const page = await context.newPage();
  await load(page);
  const id = await work.prepare(page);
  await injectFault(page, fault);
  await load(page);
  const hits = await listenForFaults(page);
  const outcome = await work.act(page, id).catch((error: unknown) => `thrown, not told: ${String(error)}`);
  const failed = await hits();
  await page.close();
  const after = await context.newPage();
  await load(after);
  const left = await work.look(after, id).catch(async (error: unknown) => `unreadable: ${String(error)}`);
  await context.close();
  return { failed, outcome, left };
}

it.each(CASES)(
  "$name is whole or not done: $store, for good: $isForGood",
  async ({ work, store, isForGood }) => {
    const said = new Set<string>();
    let nth = 0;
    for (let isReached = true; isReached && nth < MOST_USES;) {
      nth += 1;
      const { failed, outcome, left } = await tryOnce(work, { store, nth, isForGood });
      isReached = failed.length > 0;
      if (outcome !== null) said.add(outcome);
      const isDone = outcome === null;
      const isNamed = isDone || work.says.test(outcome);
      const isRight = left === (isDone ? "after" : "before");
      const found = { nth, failed: failed[0], outcome, left };
      expect({ ...found, isNamed, isRight }).toEqual({ ...found, isNamed: true, isRight: true });
    }
    process.stdout.write(
      `    ${work.name}, ${store}: ${nth - 1} uses, each broken; ${[...said].join(" | ").slice(0, 600)}\n`,
    );
  },
);
