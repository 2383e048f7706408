/** What a key costs in the editor of a formula. The figures are printed: run it on a quiet machine to compare them. */
import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { launchBrowser, openApp } from "#tests/support/app-page.ts";
import { collectEntries, durationsOf, entriesOf, print } from "./entries.ts";

const KEY_MS = 16;
/** As a fast writer. */
const DELAY_MS = 60;
/** Some 400 characters: nearly the longest line there may be. */
const LINE = "sma(close, 20) > lowest(low, 50) * 1.5 and ".repeat(9);

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

it("takes less than 16 ms of the page's thread a key, and no task over 50 ms", { retry: 2 }, async () => {
  const { page, context } = await openApp(browser, "/functions?try=");
  await page.locator(".cm-content").click();
  await page.keyboard.type("close > 5 and "); // everything is loaded and warm
  await collectEntries(page, "longtask");
  const session = await context.newCDPSession(page);
  await session.send("Performance.enable");
  const taskMs = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? NaN) * 1000;
  };
  const before = await taskMs();
  await page.keyboard.type(LINE, { delay: DELAY_MS });
  const each = ((await taskMs()) - before) / LINE.length;
  const tasks = await entriesOf(page);
  print("typing a formula", `${each.toFixed(1)} ms a key; long tasks: ${durationsOf(tasks)}`);
  expect(each).toBeLessThan(KEY_MS);
  expect(durationsOf(tasks)).toBe("");
  await context.close();
});
