/** A window as low as a browser's half of a small screen: what is listed can be reached. */
import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { launchBrowser, leaveBrowser, openApp } from "#tests/support/app-page.ts";
import { runSample } from "#tests/support/screens.ts";

const HEIGHT = 400;

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => leaveBrowser(browser));

it("shows each item of the Export menu once it is come to, by wheel and by key", async () => {
  const app = await openApp(browser);
  const { page } = app;
  await runSample(app);
  await page.setViewportSize({ width: 1024, height: HEIGHT });
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const items = page.getByRole("menuitem");
  const count = await items.count();
  expect(count).toBeGreaterThan(6);
  for (let at = 0; at < count; at++) {
    const item = items.nth(at);
    await item.scrollIntoViewIfNeeded();
    await item.hover({ timeout: 2000 }); // fails where the item lies outside of the window
    const box = await item.boundingBox();
    expect(box?.y).toBeGreaterThanOrEqual(0);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(HEIGHT);
  }
  await page.keyboard.press("Home");
  await page.keyboard.press("End");
  const last = await items.last().boundingBox();
  expect((last?.y ?? HEIGHT) + (last?.height ?? 0)).toBeLessThanOrEqual(HEIGHT);
  await page.context().close();
});
