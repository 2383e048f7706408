/** What the landing page promises: its figures are those of a run that anyone makes there with one click. */
import type { Page } from "playwright";
import { expect, inject, it } from "vitest";
import { launchBrowser, leaveBrowser, openApp, openIn } from "#tests/support/app-page.ts";
import { axeFaults, sticksOut } from "#tests/support/axe-faults.ts";
import { holdBackPrices, RUN_MS, waitForResult } from "#tests/support/screens.ts";

const ORIGIN = new URL(inject("appUrl")).origin;
const FIRST_WORDS = "See what your rules would have done";
/** CSS pixels: a small button of one line. */
const ONE_LINE = 40;

it("runs its strategy in place, comes to the figures beside it, and leads to the whole result", async () => {
  const browser = await launchBrowser();
  const app = await openApp(browser, "/");
  const { page } = app;
  const figureOf = (name: RegExp) =>
    page
      .getByRole("figure")
      .locator("div", { has: page.getByText(name) })
      .locator("dd")
      .first()
      .innerText();
  const endValue = await figureOf(/became$/);
  const cagr = await figureOf(/^CAGR$/);
  const verdict = await page.getByRole("figure").locator("strong").innerText();
  await page.getByRole("button", { name: "Try it now" }).click();
  const words = page.getByText(/^Done in \d+\.\d s/);
  await words.waitFor({ timeout: RUN_MS });
  expect(await words.innerText()).toContain(`became ${endValue}, ${cagr} a year. ${verdict}`);
  expect(new URL(page.url()).pathname).toBe("/");
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole("link", { name: "Open the result" }).click();
  await waitForResult(app);
  expect(await page.getByRole("main").innerText()).toContain(endValue);
  expect(app.troubles).toEqual([]);
  await leaveBrowser(browser);
});

it("has room in the header for what runs, at every width at which its links stand there", async () => {
  const browser = await launchBrowser();
  const app = await openApp(browser, "/");
  const { page } = app;
  await holdBackPrices(app, 60_000);
  await page.getByRole("button", { name: "Try it now" }).click();
  await page.getByText("1 running").waitFor();
  const links = page.getByRole("toolbar", { name: "Pages" });
  const last = page.getByRole("toolbar", { name: "Tools" }).getByRole("link", { name: "Get Started" });
  for (const width of [1024, 1087, 1088, 1119, 1120, 1200, 1280, 1311, 1312]) {
    await page.setViewportSize({ width, height: 800 });
    await links.getByRole("link", { name: "How it Works" }).waitFor();
    expect(await sticksOut(page), `at ${width} px`).toEqual([]);
    expect(await page.evaluate(missingRoom), `at ${width} px with a scroll bar`).toBeLessThanOrEqual(0);
    expect((await last.boundingBox())?.height, `at ${width} px`).toBeLessThan(ONE_LINE);
  }
  await page.setViewportSize({ width: 1023, height: 800 });
  await page.getByRole("button", { name: "Menu" }).waitFor();
  expect(await sticksOut(page)).toEqual([]);
  await leaveBrowser(browser);
});

it("shows its first words before its script has run, where they stay", async () => {
  const browser = await launchBrowser();
  const bare = await openIn(await browser.newContext({ javaScriptEnabled: false }), ORIGIN, "/");
  const drawn = await openApp(browser, "/");
  await drawn.page.getByRole("heading", { level: 1 }).waitFor(); // what is inert has no role
  for (const width of [1440, 1024, 768, 360]) {
    const [before, after] = await Promise.all([wordsAt(bare.page, width), wordsAt(drawn.page, width)]);
    expect(before?.width, `at ${width} px`).toBeGreaterThan(0);
    expect(after, `at ${width} px`).toEqual(before);
  }
  const note = await bare.page.locator("noscript").boundingBox();
  expect((note?.y ?? 0) + (note?.height ?? 0)).toBe(800); // in sight, at the window's end
  await leaveBrowser(browser);
});

async function wordsAt(page: Page, width: number) {
  await page.setViewportSize({ width, height: 800 });
  return page.getByText(FIRST_WORDS).boundingBox();
}

it("has these words in no other page's file, nor in what the service worker answers", async () => {
  const browser = await launchBrowser();
  const app = await openIn(await browser.newContext(), ORIGIN, "/");
  const { page } = app;
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await page.reload();
  for (const path of ["/strategy", "/data", "/no-such-page"]) {
    const response = await page.goto(app.url(path));
    const text = await response?.text();
    const isEmpty = path !== "/strategy"; // which has first words of its own
    expect([path, response?.fromServiceWorker(), text?.includes('<div id="root"></div>')]).toEqual([
      path,
      true,
      isEmpty,
    ]);
    expect(text).not.toContain(FIRST_WORDS);
    const file = await fetch(app.url(path), { headers: { accept: "text/html" } });
    expect(await file.text()).not.toContain(FIRST_WORDS);
  }
  await leaveBrowser(browser);
});

/** Runs in the page: by how many pixels the header's links and tools are wider than a row beside a scroll bar. */
function missingRoom(): number {
  const SCROLL_BAR = 15;
  const root = document.documentElement;
  root.style.paddingRight = `${SCROLL_BAR}px`;
  const bar = document.querySelector("header nav")?.parentElement;
  const missing = (bar?.scrollWidth ?? Infinity) - (bar?.clientWidth ?? 0);
  root.style.paddingRight = "";
  return missing;
}
