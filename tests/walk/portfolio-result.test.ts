/** The result of a portfolio that pays out, in the app as it is built: what it says of money, of what was held and of other ways. */
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser, leaveBrowser, openApp } from "#tests/support/app-page.ts";
import type { AppPage } from "#tests/support/app-page.ts";
import { axeFaults, sticksOut } from "#tests/support/axe-faults.ts";
import { waitForResult } from "#tests/support/screens.ts";
import { settled } from "#tests/support/settled.ts";

const LATE_MS = 60_000;
/** CSS pixels. */
const HIGHEST_WIDE = 4800;
const HIGHEST_PHONE = 7000;
/** Folder for a picture of each width; none without it. */
const SHOTS = process.env["SHOTS"];

let browser: Browser;
let app: AppPage;
beforeAll(async () => {
  browser = await launchBrowser();
  app = await openApp(browser, "/strategy?templates=all");
  const { page } = app;
  await page.getByRole("button", { name: /^Run: Living on 4/ }).click({ timeout: LATE_MS });
  await page.waitForURL(/simulation-result\?.*run=/);
  await waitForResult(app);
  await page.getByRole("img", { name: /^Shares of the account/ }).waitFor({ timeout: LATE_MS });
});
afterAll(() => leaveBrowser(browser));

async function setWidth(width: number, height: number): Promise<Page> {
  const { page } = app;
  await page.setViewportSize({ width, height });
  await settled(page);
  await page.evaluate(() => window.scrollTo(0, 0));
  if (SHOTS !== undefined) await takePictures(page, width);
  return page;
}

/** Of some screens one below the other: a picture of all of it is too small to read. */
async function takePictures(page: Page, width: number): Promise<void> {
  const all = await heightOf(page);
  const height = 1600;
  for (let y = 0; y < all; y += height) {
    const clip = { x: 0, y, width, height: Math.min(height, all - y) };
    await page.screenshot({ path: `${SHOTS}/portfolio-${width}-${y / height}.png`, fullPage: true, clip });
  }
}

function middleOf(box: { readonly y: number; readonly height: number } | null | undefined): number {
  return box ? box.y + box.height / 2 : Number.NaN;
}

/** Names of the tables that are wider than what they stand in. */
function tablesBeyondRoom(page: Page): Promise<readonly string[]> {
  return page.locator("main table:visible").evaluateAll((tables) =>
    tables
      .map((table) => ({ table, around: table.parentElement?.getBoundingClientRect().right ?? 0 }))
      .filter(({ table, around }) => table.getBoundingClientRect().right > around)
      .map(({ table }) => table.getAttribute("aria-label") ?? ""),
  );
}

function heightOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollHeight);
}

describe("the result of a portfolio", () => {
  it("has the cards of money and what was held", async () => {
    const { page } = app;
    const money = page.getByRole("region", { name: "Your money" });
    for (const card of ["Put in", "Worth now", "Return of the strategy", "Your own return (XIRR)"])
      expect(await money.getByText(card, { exact: true }).count()).toBe(1);
    await page.getByText(/^Set back to plan: \d+ days with orders$/).click();
    const table = page.getByRole("table", { name: "Set back to plan, newest first" });
    await table.getByRole("row").nth(1).waitFor();
    await page.getByText(/^Set back to plan: \d+ days with orders$/).click();
  });

  it.each([1366, 360])("draws the account in money on demand, and goes back, at %i px", async (width) => {
    const { page } = app;
    await page.setViewportSize({ width, height: 740 });
    await page.getByRole("radio", { name: "Money" }).check();
    await page.getByRole("heading", { name: "Account in money" }).waitFor();
    await page.getByRole("radio", { name: "Strategy" }).check();
    await page.getByRole("heading", { name: "Account growth curve" }).waitFor();
    expect(await page.getByRole("heading", { name: "Account in money" }).count()).toBe(0);
  });

  it.each([
    { width: 1440, height: 900, highest: HIGHEST_WIDE },
    { width: 768, height: 1024, highest: HIGHEST_PHONE },
    { width: 360, height: 740, highest: HIGHEST_PHONE },
  ])("is lower than $highest px at $width px, and axe finds nothing", async ({ width, height, highest }) => {
    const page = await setWidth(width, height);
    const found = await heightOf(page);
    process.stdout.write(`    ${found} px at ${width}\n`);
    expect(await axeFaults(page)).toEqual([]);
    expect(await sticksOut(page)).toEqual([]);
    expect(found).toBeLessThan(highest);
  });

  it("asks what only a portfolio is asked, once its checks are done", async () => {
    const page = await setWidth(1440, 900);
    await page.getByText("All checks are done.").waitFor({ timeout: LATE_MS });
    await page.getByText(/^Show all: .*is setting back worth it/).click();
    await page.getByRole("table", { name: "Is setting back worth it?" }).waitFor();
    await page.getByRole("heading", { name: "Would the money have lasted?" }).waitFor();
    const [plain, explained] = await Promise.all(
      ["Worst start", "Median left"].map((label) => page.getByText(label, { exact: true }).boundingBox()),
    );
    expect(middleOf(explained)).toBeCloseTo(middleOf(plain), 0); // the explanation moves no label down
    if (SHOTS !== undefined)
      await page.locator("#robustness").screenshot({ path: `${SHOTS}/portfolio-checks.png` });
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByText("The luck of the day as a table").click();
    await page.getByRole("table", { name: "The luck of the day" }).waitFor();
    await settled(page);
    expect(await sticksOut(page)).toEqual([]);
    expect(await tablesBeyondRoom(page)).toEqual([]);
    expect(await axeFaults(page)).toEqual([]);
    if (SHOTS !== undefined)
      await page.locator("#robustness").screenshot({ path: `${SHOTS}/portfolio-checks-360.png` });
    await setWidth(320, 640);
    expect(await sticksOut(page)).toEqual([]);
    expect(await tablesBeyondRoom(page)).toEqual([]);
    expect(app.troubles).toEqual([]);
  });
});
