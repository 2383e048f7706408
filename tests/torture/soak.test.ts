/** Days at a booth in minutes: runs, imports, saves and walks through one page, which must not grow. */
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import type { Browser, CDPSession, Page } from "playwright";
import { launchBrowser, openApp } from "#tests/support/app-page.ts";
import { times } from "./times.ts";

const RUNS = times(200);
const SAVES = times(500);
const IMPORTS = times(30);
/** Until then the browser itself still grows: compiled code, its own records of what the page did. */
const WARM_UP = Math.min(60, RUNS);
const MOST_GROWTH_BYTES = 1e6; // a hundred runs
const RUN_MS = 60_000;

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

interface Measure {
  readonly heap: number;
  readonly listeners: number;
  readonly workers: number;
}

/** After all that can be thrown away is. */
async function measure(page: Page, session: CDPSession): Promise<Measure> {
  await page.waitForTimeout(500);
  for (let round = 0; round < 3; round++) await session.send("HeapProfiler.collectGarbage");
  const { metrics } = await session.send("Performance.getMetrics");
  const valueOf = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  return {
    heap: valueOf("JSHeapUsedSize"),
    listeners: valueOf("JSEventListeners"),
    workers: page.workers().length,
  };
}

async function follow(page: Page, name: string): Promise<void> {
  await page.getByRole("banner").getByRole("link", { name, exact: true }).click();
  await page.getByRole("heading", { level: 1 }).first().waitFor();
}

async function runOnce(page: Page): Promise<void> {
  await follow(page, "Strategies");
  await page.getByRole("button", { name: "Start Simulation" }).first().click();
  await page.waitForURL(/simulation-result\?.*run=/);
  await page
    .getByText(/account growth curve/i)
    .first()
    .waitFor({ timeout: RUN_MS });
}

it(`${RUNS} runs and as many walks leave the page as it was`, async () => {
  const { page, context, troubles } = await openApp(browser, "/contact");
  const session = await context.newCDPSession(page);
  await session.send("Performance.enable");
  for (let run = 0; run < WARM_UP; run++) await runOnce(page);
  await follow(page, "Contact Us");
  const before = await measure(page, session);
  for (let run = 0; run < RUNS; run++) {
    await runOnce(page);
    await follow(page, run % 2 === 0 ? "Pricing" : "FAQ");
  }
  await follow(page, "Contact Us");
  const after = await measure(page, session);
  const growth = ((after.heap - before.heap) / RUNS) * 100;
  process.stdout.write(
    `    ${RUNS} runs: heap ${(before.heap / 1e6).toFixed(1)} to ${(after.heap / 1e6).toFixed(1)} MB, listeners ${before.listeners} to ${after.listeners}, workers ${before.workers} to ${after.workers}\n`,
  );
  expect(growth).toBeLessThan(MOST_GROWTH_BYTES);
  expect(after.listeners - before.listeners).toBeLessThan(20);
  expect(after.workers).toBe(before.workers);
  expect(troubles).toEqual([]);
  await context.close();
});

it(`${SAVES} saves and ${IMPORTS} imports leave the page as it was`, async () => {
  const context = await browser.newContext({ serviceWorkers: "block" });
  const page = await context.newPage();
  await page.goto(inject("pageUrl"));
  await page.waitForFunction(() => "torture" in globalThis);
  const session = await context.newCDPSession(page);
  await session.send("Performance.enable");
  const work = (saves: number, imports: number) =>
    page.evaluate(
      async ([saveCount, importCount]) => {
        const { addStrategy, defaultStrategy, importCsv, saveStrategy } = globalThis.torture;
        const added = await addStrategy({ ...defaultStrategy, name: "Soaked" }, "demo");
        if (!added.ok) throw new Error(added.problem.message);
        for (let revision = 1; revision <= saveCount; revision++) {
          const saved = await saveStrategy(added.value.id, added.value.strategy, revision);
          if (!saved.ok) throw new Error(saved.problem.message);
        }
        for (let at = 0; at < importCount; at++) {
          const imported = await importCsv(
            `Set ${at}`,
            "symbol,date,close\nA,2020-01-02,1\nA,2020-01-03,2\n",
          );
          if (!imported.ok) throw new Error(imported.problem.message);
        }
      },
      [saves, imports] as const,
    );
  await work(20, 3);
  const before = await measure(page, session);
  await work(SAVES, IMPORTS);
  const after = await measure(page, session);
  process.stdout.write(
    `    ${SAVES} saves, ${IMPORTS} imports: heap ${(before.heap / 1e6).toFixed(2)} to ${(after.heap / 1e6).toFixed(2)} MB, listeners ${before.listeners} to ${after.listeners}, workers ${before.workers} to ${after.workers}\n`,
  );
  expect(after.heap - before.heap).toBeLessThan(MOST_GROWTH_BYTES);
  expect(after.listeners - before.listeners).toBeLessThan(20);
  expect(after.workers).toBe(before.workers);
  await context.close();
});
