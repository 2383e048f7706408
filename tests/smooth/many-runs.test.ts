/** A device with 500 strategies and 3,000 runs of one on one dataset, as somebody has who tries a lot: nothing that lists or counts them is felt. */
import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { launchBrowser, openApp } from "#tests/support/app-page.ts";
import type { AppPage } from "#tests/support/app-page.ts";
import { copyRun } from "#tests/support/many-runs.ts";
import { storeStrategies } from "#tests/support/many-strategies.ts";
import { settled } from "#tests/support/settled.ts";
import { goTo, runSample, waitForChecks, waitForResult } from "#tests/support/screens.ts";
import { LONG_TASK_MS, print } from "./entries.ts";
import { threadWork } from "./thread-time.ts";

const RUNS = 3000;
const STRATEGIES = 500;

let browser: Browser;
let app: AppPage;
let run: string;
beforeAll(async () => {
  browser = await launchBrowser();
  app = await openApp(browser, "/strategy");
  await storeStrategies(app, STRATEGIES);
  await goTo(app, "/strategy");
  await runSample(app);
  await waitForChecks(app); // which are kept with the run, and with each copy
  run = new URL(app.page.url()).searchParams.get("run") ?? "";
  await copyRun(app.page, RUNS - 1);
}, 180_000);
afterAll(() => browser.close());

/** Milliseconds of the page's longest task from now to the end of `act`; everything is there and at rest by then. */
async function longestIn(what: string, act: () => Promise<void>): Promise<number> {
  const { longest } = await threadWork(app, async () => {
    await act();
    await settled(app.page);
  });
  print(`3,000 runs and 500 strategies, ${what}`, `longest task ${Math.round(longest)} ms`);
  return longest;
}

it("the list of runs opens without a task over 50 ms", async () => {
  const { page } = app;
  await goTo(app, "/price");
  const longest = await longestIn("the list", async () => {
    await page.getByRole("link", { name: "Runs" }).first().click();
    await page.getByText("3,000 runs").first().waitFor();
  });
  expect(longest).toBeLessThan(LONG_TASK_MS);
});

it("the list of strategies opens without a task over 50 ms", async () => {
  const { page } = app;
  await goTo(app, "/price");
  const longest = await longestIn("the strategies", async () => {
    await page.getByRole("link", { name: "Strategies" }).first().click();
    await page.getByRole("heading", { name: `Tide ${STRATEGIES}` }).waitFor();
  });
  expect(longest).toBeLessThan(LONG_TASK_MS);
});

it("the list of strategies is searched without a task over 50 ms", async () => {
  const { page } = app;
  await goTo(app, "/strategy");
  const longest = await longestIn("searching the strategies", async () => {
    await page.getByRole("searchbox").pressSequentially("tide 7");
    await page.getByRole("searchbox").fill("");
    await page.getByRole("heading", { name: `Tide ${STRATEGIES}` }).waitFor();
  });
  expect(longest).toBeLessThan(LONG_TASK_MS);
});

it("runs are chosen from to be compared without a task over 50 ms", async () => {
  const { page } = app;
  await goTo(app, "/price");
  const longest = await longestIn("runs to compare", async () => {
    await page.keyboard.press("Control+k");
    await page.keyboard.type("compare runs");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Compare runs" }).waitFor();
    await page.getByText("No run is chosen yet.").waitFor();
  });
  expect(longest).toBeLessThan(LONG_TASK_MS);
});

it("the palette opens without a task over 50 ms", async () => {
  const { page } = app;
  await goTo(app, "/price");
  const longest = await longestIn("the palette", async () => {
    await page.keyboard.press("Control+k");
    await page.getByText(/^Open run 2999 of /).waitFor();
    await page.getByText(`Open Tide ${STRATEGIES}`).waitFor();
    await page.keyboard.type("tide 7");
    await page.getByText("Open Tide 7", { exact: true }).waitFor();
  });
  expect(longest).toBeLessThan(LONG_TASK_MS);
});

it("a result opens, and counts the other runs as variants, without a task over 50 ms", async () => {
  const { page } = app;
  await goTo(app, "/runs");
  const longest = await longestIn("a result", async () => {
    await page.locator(`a[href*="run=${run}"]`).first().click();
    await waitForResult(app);
    const tried = page.locator("div", { has: page.locator('dt:has-text("Variants tried")') });
    await tried.locator("dd:text-is('3,000')").first().waitFor();
  });
  expect(longest).toBeLessThan(LONG_TASK_MS);
});
