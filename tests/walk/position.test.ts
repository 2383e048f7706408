/** A position of a run on its chart, in the built app: by keyboard, by address, on every width. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Browser } from "playwright";
import { launchBrowser, leaveBrowser, openApp } from "#tests/support/app-page.ts";
import type { AppPage } from "#tests/support/app-page.ts";
import { axeFaults, sticksOut } from "#tests/support/axe-faults.ts";
import { scrollBoxes } from "#tests/support/scroll-boxes.ts";
import { runSample } from "#tests/support/screens.ts";
import { settled } from "#tests/support/settled.ts";

const READ_MS = 30_000;
const NARROWEST = 320;

let browser: Browser;
let app: AppPage;
beforeAll(async () => {
  browser = await launchBrowser();
  app = await openApp(browser);
  await runSample(app);
});
afterAll(() => leaveBrowser(browser));

/** The chart's part of the page, once it is drawn. */
async function drawnChart() {
  const part = app.page.locator("section", {
    has: app.page.getByRole("button", { name: "Close the chart" }),
  });
  await part.last().locator("canvas").first().waitFor({ timeout: READ_MS });
  await settled(app.page);
  return part.last();
}

describe("a position of the run", () => {
  it("opens from its row with Enter, steps with ] and [, survives a reload, and Back closes it", async () => {
    const { page, troubles } = app;
    await page.getByRole("region", { name: "All Positions, scrolling" }).focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    const chart = await drawnChart();
    const first = await chart.getByRole("heading", { level: 3 }).textContent();
    expect(await chart.textContent()).toMatch(/1 of [\d,]+ in the table's order/);
    await page.keyboard.press("]");
    await chart.getByText(/; 2 of [\d,]+ in the table's order/).waitFor();
    await page.keyboard.press("[");
    await chart.getByText(/; 1 of [\d,]+ in the table's order/).waitFor();
    await page.reload();
    expect(await (await drawnChart()).getByRole("heading", { level: 3 }).textContent()).toBe(first);
    await page.goBack();
    await page.getByRole("table", { name: "All Positions" }).waitFor();
    expect(await page.getByRole("button", { name: "Close the chart" }).count()).toBe(0);
    expect(new URL(page.url()).searchParams.has("position")).toBe(false);
    expect(troubles).toEqual([]);
  });

  it("says on its decision days what the table of the run says", async () => {
    const { page } = app;
    const row = page
      .getByRole("table", { name: "All Positions" })
      .getByRole("row")
      .filter({ hasText: "Trailing stop" });
    const [entry = "", exit = ""] = (await row.first().textContent())?.match(/\d\d\/\d\d\/\d{4}/g) ?? [];
    await row.first().click();
    const chart = await drawnChart();
    await chart.getByText(`On ${entry} it was bought`).waitFor();
    await chart.getByText(`On ${exit} it was sold`).waitFor();
    const sell = chart.getByRole("region", { name: "Decision to sell" });
    expect(await sell.getByRole("row").last().textContent()).toMatch(/^Trailing stop.*✓ holds$/);
  });

  it("has its days in rows of two lines on a phone, in place of a box that scrolls", async () => {
    const { page } = app;
    await page.setViewportSize({ width: 360, height: 800 });
    const chart = await drawnChart();
    await chart.getByText("Position as a table").click();
    await chart.getByRole("table", { name: "Position, day by day" }).waitFor();
    await settled(page);
    expect(await scrollBoxes(page)).toEqual([]);
    await chart.getByText("Position as a table").click();
    await page.setViewportSize({ width: 1366, height: 768 });
  });

  it("gives axe nothing to object to, in both themes, and does not scroll sideways at 320 px", async () => {
    const { page } = app;
    await drawnChart();
    for (const width of [360, 1440]) {
      for (const colorScheme of ["light", "dark"] as const) {
        await page.setViewportSize({ width, height: 800 });
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        await settled(page);
        const faults = await axeFaults(page, { within: "[aria-labelledby=position-heading]" });
        expect(faults, `${width} px, ${colorScheme}`).toEqual([]);
      }
    }
    await page.setViewportSize({ width: NARROWEST, height: 640 });
    await settled(page);
    expect(await sticksOut(page)).toEqual([]);
  });
});
