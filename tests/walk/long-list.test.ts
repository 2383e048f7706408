/** A thousand strategies: the page draws those near the window, and all can be come to. */
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { launchBrowser, leaveBrowser, openApp } from "#tests/support/app-page.ts";
import { storeStrategies } from "#tests/support/many-strategies.ts";
import { settled } from "#tests/support/settled.ts";

const COUNT = 1000;
const MOST_NODES = 6000;

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => leaveBrowser(browser));

function nodesOf(page: Page): Promise<number> {
  return page.evaluate(() => document.querySelectorAll("*").length);
}

it("draws the strategies near the window, tells how many there are, and comes to the last by scrolling", async () => {
  const app = await openApp(browser, "/strategy");
  const { page, context } = app;
  await storeStrategies(app, COUNT);
  await page.goto(app.url("/strategy"));
  const first = page.getByRole("article").filter({ hasText: `Tide ${COUNT}` });
  await first.waitFor();
  expect(await first.getAttribute("aria-setsize")).toBe(String(COUNT));
  await settled(page);
  expect(await nodesOf(page)).toBeLessThan(MOST_NODES);
  await first.getByRole("button", { name: `Tide ${COUNT}`, exact: true }).click();
  await page.getByRole("searchbox").focus(); // a card that has the focus stays
  await page.getByRole("heading", { name: "Or Test with Built-in strategies" }).scrollIntoViewIfNeeded();
  await page.getByRole("heading", { name: "Tide 1", exact: true }).waitFor();
  expect(await first.count()).toBe(0);
  expect(await nodesOf(page)).toBeLessThan(MOST_NODES);
  await page.evaluate(() => window.scrollTo(0, 0));
  await first.waitFor();
  expect(await first.getByRole("button", { expanded: true }).count()).toBe(1); // as it was left
  await context.close();
});

it("lets Tab go on from the last strategy that is drawn", async () => {
  const app = await openApp(browser, "/strategy");
  const { page, context } = app;
  await storeStrategies(app, 60);
  await page.goto(app.url("/strategy"));
  const toggles = page.getByRole("article").getByRole("button", { name: /^Tide \d+$/ });
  await toggles.first().focus();
  const met = new Set<string>();
  for (let press = 0; press < 60 * 8 && met.size < 60; press++) {
    const name = await page.evaluate(() => document.activeElement?.textContent ?? "");
    if (/^Tide \d+$/.test(name)) met.add(name);
    await page.keyboard.press("Tab");
  }
  expect(met.size).toBe(60);
  await context.close();
});
