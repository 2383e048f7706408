/** A tab in which somebody tries strategies for days, on a device with thousands of runs: it lets go of what it showed. */
import type { Browser, CDPSession, Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { launchBrowser, leaveBrowser, openApp } from "#tests/support/app-page.ts";
import { copyRun } from "#tests/support/many-runs.ts";
import { goTo, RUN_MS, runSample } from "#tests/support/screens.ts";

const STORED = 3000;
const RUNS = 6;
/** A copy of all runs takes 8 MB: one a run would be 48 MB. */
const MOST_GROWTH_BYTES = 30e6;
/** Five a run. */
const MOST_LISTENERS = 30;

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => leaveBrowser(browser));

interface Held {
  readonly heap: number;
  readonly listeners: number;
}

/** What is left once all is thrown away that can be. */
async function held(page: Page, session: CDPSession): Promise<Held> {
  await page.waitForTimeout(500);
  for (let round = 0; round < 3; round++) await session.send("HeapProfiler.collectGarbage");
  const { metrics } = await session.send("Performance.getMetrics");
  const valueOf = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  return { heap: valueOf("JSHeapUsedSize"), listeners: valueOf("JSEventListeners") };
}

async function follow(page: Page, name: string): Promise<void> {
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name, exact: true }).click();
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

it("keeps no copy of the stored runs a run, and no listeners", async () => {
  const app = await openApp(browser, "/strategy");
  const { page, context, troubles } = app;
  await runSample(app);
  await copyRun(page, STORED);
  await goTo(app, "/strategy");
  const session = await context.newCDPSession(page);
  await session.send("Performance.enable");
  await runOnce(page);
  await follow(page, "Data");
  const before = await held(page, session);
  for (let run = 0; run < RUNS; run++) await runOnce(page);
  await follow(page, "Data");
  const after = await held(page, session);
  process.stdout.write(
    `    ${RUNS} runs over ${STORED}: heap ${(before.heap / 1e6).toFixed(1)} to ${(after.heap / 1e6).toFixed(1)} MB, listeners ${before.listeners} to ${after.listeners}\n`,
  );
  expect(after.heap - before.heap).toBeLessThan(MOST_GROWTH_BYTES);
  expect(after.listeners - before.listeners).toBeLessThan(MOST_LISTENERS);
  expect(troubles).toEqual([]);
  await context.close();
});
