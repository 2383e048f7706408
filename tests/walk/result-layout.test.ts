/** How much room a result takes on three screens, and that nothing on it scrolls by itself on a phone. */
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser, leaveBrowser, openApp } from "#tests/support/app-page.ts";
import type { AppPage } from "#tests/support/app-page.ts";
import { sticksOut } from "#tests/support/axe-faults.ts";
import { openDisclosures, runSample } from "#tests/support/screens.ts";
import { scrollBoxes } from "#tests/support/scroll-boxes.ts";
import { settled } from "#tests/support/settled.ts";

const LATE_MS = 60_000;
/** CSS pixels, of the default strategy on the demo market. */
const HIGHEST_WIDE = 4700;
const HIGHEST_PHONE = 7200;

let browser: Browser;
let app: AppPage;
beforeAll(async () => {
  browser = await launchBrowser();
  app = await openApp(browser);
  await runSample(app);
  await app.page.getByRole("button", { name: "Download: Passed-over signals" }).waitFor({ timeout: LATE_MS });
});
afterAll(() => leaveBrowser(browser));

async function setWidth(width: number, height: number): Promise<Page> {
  const { page } = app;
  await page.setViewportSize({ width, height });
  await settled(page);
  await page.evaluate(() => window.scrollTo(0, 0));
  return page;
}

function heightOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollHeight);
}

describe("a result", () => {
  it("shows verdict, cards and the head of the growth chart on the first screen of a small laptop", async () => {
    const page = await setWidth(1366, 768);
    const bottomOf = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => element.getBoundingClientRect().bottom);
    expect(await bottomOf("[aria-label=Verdict]")).toBeLessThan(768);
    expect(await bottomOf("[aria-label=Metrics]")).toBeLessThan(768);
    const chart = page.locator("#overview figure canvas").first();
    expect(await chart.evaluate((element) => element.getBoundingClientRect().top)).toBeLessThan(768);
  });

  it(`is lower than ${HIGHEST_WIDE} px on a large screen, with tables that scroll in boxes of 500`, async () => {
    const page = await setWidth(1440, 900);
    const height = await heightOf(page);
    process.stdout.write(`    ${height} px at 1440\n`);
    expect(height).toBeLessThan(HIGHEST_WIDE);
    expect(await scrollBoxes(page)).toContain('section "All Positions, scrolling"');
  });

  it(`is lower than ${HIGHEST_PHONE} px on a phone, and no part of it scrolls`, async () => {
    const page = await setWidth(360, 740);
    const height = await heightOf(page);
    process.stdout.write(`    ${height} px at 360\n`);
    expect(height).toBeLessThan(HIGHEST_PHONE);
    expect(await scrollBoxes(page)).toEqual([]);
    expect(await sticksOut(page)).toEqual([]);
  });

  it("has rows of two lines on a phone, with profit and growth in sight, and more of them on demand", async () => {
    const page = await setWidth(360, 740);
    for (const name of ["All Positions", "Yearly Growth Breakdown"]) {
      const rows = page.getByRole("table", { name }).locator("tbody tr");
      const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
      expect(heights.length).toBe(6);
      expect(Math.max(...heights)).toBeLessThan(60);
      expect(await rows.first().innerText()).toMatch(/%/);
    }
    const first = page.getByRole("table", { name: "All Positions" }).locator("tbody tr").first();
    expect(await first.innerText()).toMatch(/[+−]₹[\d,.]+\s+[+−]\d+\.\d\d%/);
    await page.getByRole("button", { name: /^Show 40 more of .* rows of All Positions$/ }).click();
    expect(await page.getByRole("table", { name: "All Positions" }).locator("tbody tr").count()).toBe(46);
  });

  it("scrolls no part by itself on a phone with everything unfolded either", async () => {
    const page = await setWidth(360, 740);
    await openDisclosures(app);
    expect(await scrollBoxes(page)).toEqual([]);
    expect(await sticksOut(page)).toEqual([]);
  });

  it("has tables that need no bar to scroll sideways at 1440 px, beside one of 17 px that scrolls down", async () => {
    const page = await setWidth(1440, 900);
    const tooWide = await page.locator("section[aria-label$=', scrolling']").evaluateAll((boxes) =>
      boxes.flatMap((box) => {
        if (!(box instanceof HTMLElement)) return [];
        box.style.width = `${box.offsetWidth - 17}px`; // this browser draws no bars
        const [wide, room] = [box.scrollWidth, box.clientWidth];
        box.style.width = "";
        return wide > room ? [`${box.ariaLabel ?? ""}: ${wide} in ${room} px`] : [];
      }),
    );
    expect(tooWide).toEqual([]);
  });

  it("keeps its navigation on the screen, below the header, with the chapter in sight marked", async () => {
    const page = await setWidth(1440, 900);
    await page.keyboard.press("4");
    const top = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => Math.round(element.getBoundingClientRect().top));
    const nav = page.getByRole("navigation", { name: "Chapters of the result" });
    const bottom = await nav.evaluate((element) => element.getBoundingClientRect().bottom);
    expect(await top("nav[aria-label='Chapters of the result']")).toBe(
      await page
        .getByRole("banner")
        .evaluate((element) => Math.round(element.getBoundingClientRect().bottom) - 1),
    );
    expect(await top("#risk")).toBeGreaterThanOrEqual(Math.floor(bottom));
    await expect.poll(() => nav.locator("[aria-current]").innerText()).toBe("Risk");
    expect(new URL(page.url()).hash).toBe("#risk");
    expect(app.troubles).toEqual([]);
  });
});
