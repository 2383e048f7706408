/** The tab, or its workers, are killed at any moment of saving, importing and running; the browser lives on. */
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import type { Browser, BrowserContext, Page } from "playwright";
import { launchBrowser } from "#tests/support/app-page.ts";
import { openRandom } from "#workers/model/random.ts";
import { inspect, nothingAcknowledged, UNHARMED, work } from "./restless-work.ts";
import { times } from "./times.ts";

const KILLS = times(100);
const LONGEST_LIFE_MS = 1500;

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

async function openPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto(inject("pageUrl"));
  await page.waitForFunction(() => "torture" in globalThis);
  return page;
}

/** As a tab dies that ran out of memory. */
async function crash(page: Page): Promise<void> {
  const gone = page.waitForEvent("crash");
  const session = await page.context().newCDPSession(page);
  void session.send("Page.crash").catch(() => undefined); // nobody answers
  await gone;
  await page.close();
}

/** Ends its workers from within: nothing of them says goodbye. */
async function killWorkers(page: Page): Promise<number> {
  const workers = page.workers();
  await Promise.all(
    workers.map((worker) => worker.evaluate(() => globalThis.close()).catch(() => undefined)),
  );
  return workers.length;
}

it(`${KILLS} kills of tab and worker lose nothing that was acknowledged, and tear nothing`, async () => {
  const chance = openRandom("tab kills");
  const context = await browser.newContext({ serviceWorkers: "block" });
  const acknowledged = nothingAcknowledged();
  let workers = 0;
  for (let kill = 1; kill <= KILLS; kill++) {
    const page = await openPage(context);
    const { healed, ...faults } = await inspect(page, acknowledged);
    expect({ kill, healed, ...faults }).toEqual({ kill, healed: null, ...UNHARMED });
    await work(page, acknowledged, kill);
    await page.waitForTimeout(50 + chance() * LONGEST_LIFE_MS);
    if (kill % 2 === 0) workers += await killWorkers(page);
    if (kill % 2 === 0) await page.waitForTimeout(chance() * LONGEST_LIFE_MS); // the work goes on without them
    await crash(page);
  }
  const { healed, ...faults } = await inspect(await openPage(context), acknowledged);
  expect({ healed, ...faults }).toEqual({ healed: null, ...UNHARMED });
  expect(workers).toBeGreaterThan(0);
  const { strategies, datasets, runs } = acknowledged;
  process.stdout.write(
    `    ${KILLS} kills (${workers} workers): ${strategies.size} strategies, ${datasets.size} imports, ${runs.size} runs, none lost\n`,
  );
  await context.close();
});
