/** Two tabs that change one strategy, in every order: nothing that was saved or typed is lost without a word. */
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import type { Browser, Page } from "playwright";
import { launchBrowser } from "#tests/support/app-page.ts";
import { openRandom } from "#workers/model/random.ts";
import { times } from "./times.ts";

const ORDERS = times(500);
const STEPS = 8;

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

async function openTab(context: Awaited<ReturnType<Browser["newContext"]>>): Promise<Page> {
  const page = await context.newPage();
  await page.goto(inject("pageUrl"));
  await page.waitForFunction(() => "torture" in globalThis);
  return page;
}

/** What a tab may do with the strategy; several are under way at once in both tabs. */
type Deed = "load" | "save" | "draft";
const DEEDS: readonly Deed[] = ["load", "save", "save", "draft", "draft"];

/** A deed's outcome, as its tab saw it. */
interface Seen {
  readonly deed: Deed;
  /** The tab's own text of this deed: the name that it saved, or what it typed. */
  readonly text: string;
  readonly isDone: boolean;
  /** save: the revision that it was made from; draft: the time that it knew. */
  readonly from: number | null;
  /** save: the new revision; draft: its time. */
  readonly to: number | null;
}

async function beginTab(page: Page, id: string): Promise<void> {
  await page.evaluate((strategyId) => {
    Reflect.set(globalThis, "tab", { id: strategyId, revision: 1, draftAt: null });
  }, id);
}

/** One deed of one tab, which knows only what it read and wrote itself. */
function act(page: Page, deed: Deed, text: string): Promise<Seen> {
  return page.evaluate(
    async ([what, own]) => {
      const { defaultStrategy, loadDraft, loadStrategy, saveDraft, saveStrategy } = globalThis.torture;
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as beginTab set it
      const tab = Reflect.get(globalThis, "tab") as { id: string; revision: number; draftAt: number | null };
      const from = what === "draft" ? tab.draftAt : tab.revision;
      const seen = { deed: what, text: own, from };
      if (what === "load") {
        const [strategy, draft] = await Promise.all([loadStrategy(tab.id), loadDraft(tab.id)]);
        if (strategy.ok) tab.revision = strategy.value.revision;
        tab.draftAt = draft?.updatedAt ?? null;
        return { ...seen, isDone: strategy.ok, to: null };
      }
      if (what === "save") {
        const named = { ...defaultStrategy, name: own };
        const saved = await saveStrategy(tab.id, named, tab.revision, { draftAt: tab.draftAt });
        if (saved.ok) tab.revision = saved.value.revision;
        else if (saved.problem.code !== "strategy-conflict") throw new Error(saved.problem.message);
        return { ...seen, isDone: saved.ok, to: saved.ok ? saved.value.revision : null };
      }
      const draft = { strategyId: tab.id, values: own, revision: tab.revision };
      const kept = await saveDraft(draft, tab.draftAt);
      if (kept.ok) tab.draftAt = kept.value;
      else if (kept.problem.code !== "strategy-conflict") throw new Error(kept.problem.message);
      return { ...seen, isDone: kept.ok, to: kept.ok ? kept.value : null };
    },
    [deed, text] as const,
  );
}

it(`${ORDERS} orders of two tabs' edits lose nothing silently`, async () => {
  const chance = openRandom("two tabs");
  const context = await browser.newContext({ serviceWorkers: "block" });
  const tabs = [await openTab(context), await openTab(context)] as const;
  let refusals = 0;
  for (let order = 0; order < ORDERS; order++) {
    const { id, name } = await tabs[0].evaluate(async () => {
      const { addStrategy, defaultStrategy } = globalThis.torture;
      const added = await addStrategy({ ...defaultStrategy, name: "First" }, "demo");
      if (!added.ok) throw new Error(added.problem.message);
      return { id: added.value.id, name: added.value.strategy.name };
    });
    await Promise.all(tabs.map((tab) => beginTab(tab, id)));
    const under: Promise<Seen>[] = [];
    for (let step = 0; step < STEPS; step++) {
      const tab = tabs[chance() < 0.5 ? 0 : 1];
      const deed = DEEDS[Math.floor(chance() * DEEDS.length)] ?? "load";
      under.push(act(tab, deed, `${order}.${step}`));
      if (chance() < 0.3) await Promise.all(under); // else the next one begins beside it
    }
    const seen = await Promise.all(under);
    const saves = seen.filter(({ deed, isDone }) => deed === "save" && isDone);
    refusals += seen.filter(({ isDone }) => !isDone).length;
    // Each save was made from the one before it: whoever wrote over something had seen it.
    const chain = saves.toSorted((a, b) => (a.to ?? 0) - (b.to ?? 0));
    expect(chain.map(({ from, to }) => [from, to])).toEqual(chain.map((_, at) => [at + 1, at + 2]));
    const left = await tabs[1].evaluate(async (strategyId) => {
      const strategy = await globalThis.torture.loadStrategy(strategyId);
      const draft = await globalThis.torture.loadDraft(strategyId);
      return { name: strategy.ok ? strategy.value.name : null, draft: draft?.updatedAt ?? null };
    }, id);
    expect(left.name).toBe(chain.at(-1)?.text ?? name);
    // A draft is gone only where the tab that wrote it, or read it, saved or went on from it.
    const drafts = seen.filter(({ deed, isDone }) => deed === "draft" && isDone);
    const draftTimes = drafts.map(({ to }) => to);
    expect(new Set(draftTimes).size).toBe(draftTimes.length);
    expect([null, ...draftTimes]).toContain(left.draft);
  }
  process.stdout.write(`    ${ORDERS} orders: ${refusals} edits were asked about, none lost\n`);
  expect(refusals).toBeGreaterThan(0);
  await context.close();
});
