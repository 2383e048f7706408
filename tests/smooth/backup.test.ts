/** How long a backup of many results takes, and whether the page stays free meanwhile. Run it on a quiet machine. */
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser, openApp } from "#tests/support/app-page.ts";
import { goTo, runSample } from "#tests/support/screens.ts";
import { collectEntries, durationsOf, entriesOf, print } from "./entries.ts";

const RESULTS = 500;
const LONGEST_MS = 20_000;
/** As in smoothness.test.ts. */
const TIMED = { retry: 2, timeout: 180_000 };

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

describe(`a backup of ${RESULTS} results`, () => {
  it("takes less than 20 s, without a task over 50 ms", TIMED, async () => {
    const app = await openApp(browser, "/strategy");
    const { page } = app;
    await runSample(app);
    await copyRun(page, RESULTS - 1);
    await goTo(app, "/settings");
    await collectEntries(page, "longtask");
    const begun = Date.now();
    const download = page.waitForEvent("download", { timeout: TIMED.timeout });
    await page.getByRole("button", { name: "Back up now" }).click();
    await download;
    const ms = Date.now() - begun;
    const tasks = await entriesOf(page);
    print(`a backup of ${RESULTS} results`, `${ms} ms; long tasks: ${durationsOf(tasks) || "none"}`);
    expect(ms).toBeLessThan(LONGEST_MS);
    expect(durationsOf(tasks)).toBe("");
    await app.context.close();
  });
});

/** Stores the one run of this device `times` more, with its result. */
function copyRun(page: Page, times: number): Promise<void> {
  return page.evaluate(async (count) => {
    // oxlint-disable-next-line unicorn/consistent-function-scoping -- what runs in the page can use nothing outside itself
    const answerOf = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener("success", () => resolve(request.result));
        request.addEventListener("error", () => reject(new Error("the database refused")));
      });
    const database = await answerOf(indexedDB.open("tidemark"));
    const copy = async (table: string, key: string) => {
      const store = database.transaction(table, "readwrite").objectStore(table);
      const [one]: unknown[] = await answerOf(store.getAll());
      for (let number = 0; number < count; number++) store.put({ ...Object(one), [key]: `copy-${number}` });
      await new Promise((resolve) => {
        store.transaction.addEventListener("complete", resolve);
      });
    };
    await copy("runs", "id");
    await copy("results", "runId");
    database.close();
  }, times);
}
