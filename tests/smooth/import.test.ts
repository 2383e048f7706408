/** Whether the page stays free while prices are looked at and stored. Run it on a quiet machine. */
import type { Browser, JSHandle, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser, openApp } from "#tests/support/app-page.ts";
import { collectEntries, durationsOf, entriesOf, print } from "./entries.ts";

const FILES = 500;
const ROWS = 1250;
const LATE_MS = 120_000;
/** As in smoothness.test.ts. */
const TIMED = { retry: 2, timeout: 3 * LATE_MS };

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

describe(`an import of ${FILES} files with ${FILES * ROWS} bars`, () => {
  it("keeps the page's thread free of tasks over 50 ms, from the drop to the dataset", TIMED, async () => {
    const { page, context } = await openApp(browser, "/data");
    await page.getByRole("heading", { name: "Import prices" }).waitFor();
    const files = await makeFiles(page);
    await collectEntries(page, "longtask");
    await page.dispatchEvent("body", "drop", { dataTransfer: files });
    const button = page.getByRole("button", { name: "Import", exact: true });
    await button.waitFor({ timeout: LATE_MS });
    await page.getByText(/looks good\.$/).waitFor({ timeout: LATE_MS });
    const looking = await entriesOf(page);
    print("long tasks while files are looked at", durationsOf(looking));
    await button.click();
    await page.getByText(/was imported/).waitFor({ timeout: LATE_MS });
    const all = await entriesOf(page);
    print("long tasks while they are stored", durationsOf(all.slice(looking.length)));
    expect(durationsOf(all)).toBe("");
    await context.close();
  });
});

/** Made in the page, so that nothing is left to do when they are dropped. */
function makeFiles(page: Page): Promise<JSHandle<DataTransfer>> {
  return page.evaluateHandle(
    ({ count, rows }) => {
      const data = new DataTransfer();
      for (let file = 0; file < count; file++) {
        const lines = ["date,open,high,low,close,volume"];
        for (let row = 0; row < rows; row++) {
          const day = new Date(Date.UTC(2010, 0, 1 + row)).toISOString().slice(0, 10);
          const close = 100 + file + (row % 17) / 4;
          lines.push(`${day},${close},${close + 1},${close - 1},${close},${1000 + row}`);
        }
        data.items.add(new File([lines.join("\n")], `S${file}.csv`));
      }
      return data;
    },
    { count: FILES, rows: ROWS },
  );
}
