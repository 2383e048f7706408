/** Tables on a phone: rows of two lines with their key figures in sight, and none that scrolls by itself. */
import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { launchBrowser, leaveBrowser, openApp } from "#tests/support/app-page.ts";
import type { AppPage } from "#tests/support/app-page.ts";
import { axeFaults, sticksOut } from "#tests/support/axe-faults.ts";
import { goTo, runSample } from "#tests/support/screens.ts";
import { scrollBoxes } from "#tests/support/scroll-boxes.ts";

const LATE_MS = 60_000;
/** CSS pixels: two lines of small text and the space around them. */
const TWO_LINES = 62;

let browser: Browser;
let app: AppPage;
beforeAll(async () => {
  browser = await launchBrowser();
  app = await openApp(browser);
});
afterAll(() => leaveBrowser(browser));

function heightsOf(name: string): Promise<readonly number[]> {
  return app.page
    .getByRole("table", { name })
    .locator("tbody tr")
    .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
}

it("a comparison has a figure's name in one line and the runs with their letters in the next", async () => {
  const { page } = app;
  const runs: (string | null)[] = [];
  for (let run = 0; run < 2; run++) {
    await runSample(app);
    runs.push(new URL(page.url()).searchParams.get("run"));
  }
  await page.setViewportSize({ width: 360, height: 740 });
  await goTo(app, `/compare?runs=${runs.join(",")}`);
  const table = page.getByRole("table", { name: "Figures of the runs" });
  await table.waitFor({ timeout: LATE_MS });
  const row = table.locator("tbody tr", {
    has: page.getByRole("rowheader", { name: "CAGR", exact: true }),
  });
  expect(await row.innerText()).toMatch(/^CAGR\s+.*%\s+.*%$/);
  expect(Math.max(...(await heightsOf("Figures of the runs")))).toBeLessThan(TWO_LINES);
  await page.getByText("Choose other runs").click();
  const choice = page.getByRole("table", { name: "Finished runs" }).locator("tbody tr").first();
  expect(await choice.innerText()).toMatch(/%\s+−.*%$/);
  expect(Math.max(...(await heightsOf("Finished runs")))).toBeLessThan(TWO_LINES);
  expect(await scrollBoxes(page)).toEqual([]);
  expect(await sticksOut(page)).toEqual([]);
  expect(await axeFaults(page)).toEqual([]);
});

it("a dataset's instruments have their bars, their last day and their findings in sight", async () => {
  const { page } = app;
  await page.setViewportSize({ width: 360, height: 740 });
  await goTo(app, "/data?dataset=demo");
  const table = page.getByRole("table", { name: "Instruments" });
  await table.waitFor({ timeout: LATE_MS });
  expect(await table.locator("tbody tr").first().innerText()).toMatch(
    /^\w+\s+.*(findings|gap|split).*\s+[\d,]+\s+\d\d\/\d\d\/\d{4}$/,
  );
  expect(Math.max(...(await heightsOf("Instruments")))).toBeLessThan(TWO_LINES);
  expect(await scrollBoxes(page)).toEqual([]);
  expect(await sticksOut(page)).toEqual([]);
  expect(app.troubles).toEqual([]);
});
