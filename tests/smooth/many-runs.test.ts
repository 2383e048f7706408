/** A device with 1,000 strategies and 1,000 runs of one on one dataset, as somebody has who tries a lot: nothing that lists or counts them is felt. */
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { launchBrowser, openApp } from "#tests/support/app-page.ts";
import type { AppPage } from "#tests/support/app-page.ts";
import { storeStrategies } from "#tests/support/many-strategies.ts";
import { settled } from "#tests/support/settled.ts";
import { goTo, runSample, waitForChecks, waitForResult } from "#tests/support/screens.ts";
import { LONG_TASK_MS, print } from "./entries.ts";
import { threadWork } from "./thread-time.ts";

const RUNS = 1000;
const STRATEGIES = 1000;

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

/** Each with a trailing stop of its own, so that it is a variant of its own, begun a minute before the one before; run 999 is the last but the one copied. */
function copyRun(page: Page, count: number): Promise<void> {
  return page.evaluate(async (many) => {
    // oxlint-disable-next-line unicorn/consistent-function-scoping -- what runs in the page can use nothing outside itself
    const answerOf = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener("success", () => resolve(request.result));
        request.addEventListener("error", () => reject(new Error("the database refused")));
      });
    const database = await answerOf(indexedDB.open("tidemark"));
    const transaction = database.transaction("runs", "readwrite");
    const store = transaction.objectStore("runs");
    const [record]: Record<string, unknown>[] = await answerOf(store.getAll());
    const strategy: Record<string, unknown> = Object(record?.["strategy"]);
    const { number: _own, ...copied } = record ?? {};
    for (let copy = 1; copy <= many; copy++) {
      const times = ["startedAt", "finishedAt"].map((name) => [name, Number(copied[name]) - copy * 60_000]);
      const sell = { ...Object(strategy["sell"]), trailingStopLoss: 20 + copy / 100 };
      store.put({
        ...copied,
        ...Object.fromEntries(times),
        id: `copy-${copy}`,
        strategy: { ...strategy, sell },
      });
    }
    await new Promise((resolve) => {
      transaction.addEventListener("complete", resolve);
    });
    database.close();
  }, count);
}

/** Milliseconds of the page's longest task from now to the end of `act`; everything is there and at rest by then. */
async function longestIn(what: string, act: () => Promise<void>): Promise<number> {
  const { longest } = await threadWork(app, async () => {
    await act();
    await settled(app.page);
  });
  print(`1,000 runs and strategies, ${what}`, `longest task ${Math.round(longest)} ms`);
  return longest;
}

it("the list of runs opens without a task over 50 ms", async () => {
  const { page } = app;
  await goTo(app, "/price");
  const longest = await longestIn("the list", async () => {
    await page.getByRole("link", { name: "Runs" }).first().click();
    await page.getByText("1,000 runs").first().waitFor();
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

it("the palette opens without a task over 50 ms", async () => {
  const { page } = app;
  await goTo(app, "/price");
  const longest = await longestIn("the palette", async () => {
    await page.keyboard.press("Control+k");
    await page.getByText(/^Open run 999 of /).waitFor();
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
    await tried.locator("dd:text-is('1,000')").first().waitFor();
  });
  expect(longest).toBeLessThan(LONG_TASK_MS);
});
