/** Runs whose record, result or data is damaged or gone: each page says it, shows the others, and breaks nowhere. */
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser, leaveBrowser, openApp } from "#tests/support/app-page.ts";
import { goTo, runSample } from "#tests/support/screens.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => leaveBrowser(browser));

/** Copies of the one run of this device, each with another fault, under these ids. */
const LOST = {
  flipped: /The stored result of this run is damaged and can't be shown\. Delete the run/,
  missing: /This run has no result on this device; it may have been deleted\. Run the strategy again/,
  shapeless: /The stored run "My Momentum Strategy" is damaged \(strategy\) and can't be read\. Delete it/,
  "no-data": /Gone prices/,
} as const;

/** In the page's database. */
function copyWithFaults(page: Page): Promise<string> {
  return page.evaluate(async () => {
    // oxlint-disable-next-line unicorn/consistent-function-scoping -- what runs in the page can use nothing outside itself
    const answerOf = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener("success", () => resolve(request.result));
        request.addEventListener("error", () => reject(new Error("the database refused")));
      });
    const database = await answerOf(indexedDB.open("tidemark"));
    const transaction = database.transaction(["runs", "results"], "readwrite");
    const [runs, results] = [transaction.objectStore("runs"), transaction.objectStore("results")];
    const [run]: unknown[] = await answerOf(runs.getAll());
    const [result]: unknown[] = await answerOf(results.getAll());
    const report: unknown = Reflect.get(Object(result), "report");
    runs.put({ ...Object(run), id: "flipped" });
    results.put({ ...Object(result), runId: "flipped", report: { ...Object(report), positions: [] } });
    runs.put({ ...Object(run), id: "missing" });
    runs.put({ ...Object(run), id: "shapeless", headline: 7, strategy: null });
    results.put({ ...Object(result), runId: "shapeless" });
    runs.put({ ...Object(run), id: "no-data", datasetId: "gone", datasetTitle: "Gone prices" });
    results.put({ ...Object(result), runId: "no-data" });
    await new Promise((resolve) => {
      transaction.addEventListener("complete", resolve);
    });
    database.close();
    return String(Reflect.get(Object(run), "id"));
  });
}

describe("a run that lost something", () => {
  it("is told as such on every page of runs, and takes no other with it", async () => {
    const app = await openApp(browser);
    const { page, troubles } = app;
    await runSample(app);
    const whole = await copyWithFaults(page);
    await goTo(app, "/runs");
    await page
      .getByRole("link", { name: /My Momentum Strategy/ })
      .first()
      .waitFor();
    expect(await page.getByRole("link", { name: /My Momentum Strategy/ }).count()).toBeGreaterThanOrEqual(4);
    for (const [id, words] of Object.entries(LOST)) {
      await goTo(app, `/simulation-result?run=${id}`);
      const said = await page.locator("main").innerText();
      expect({ id, said: words.test(said) }).toEqual({ id, said: true });
      await goTo(app, `/compare?runs=${whole},${id}`);
      const compared = await page.locator("main").innerText();
      expect({ id, compared: words.test(compared) }).toEqual({ id, compared: true });
      expect(compared).toMatch(/\nA\nMy Momentum Strategy/); // the whole one is there
    }
    expect(troubles).toEqual([]);
    await app.context.close();
  });
});
