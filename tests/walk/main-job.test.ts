import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Browser } from "playwright";
import { launchBrowser, leaveBrowser, openApp } from "#tests/support/app-page.ts";
import { openTerms } from "#tests/support/screens.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => leaveBrowser(browser));

const SETTLE_MS = 20_000;

describe("the main job in the built app", () => {
  it("goes from BEGIN through four steps, Save and Start to a result that a reload still shows", async () => {
    const { page, context, troubles } = await openApp(browser, "/strategy");
    const begin = page.getByRole("button", { name: "BEGIN" });
    expect(await begin.isDisabled()).toBe(true);
    await page.getByPlaceholder("Enter strategy name").fill("  Walk  ");
    await begin.click();
    await page.waitForURL(/simulation-steps\?id=/);
    // As the generator's own simulation, whose figure is asked for below, works: new strategies are on fairer terms.
    await openTerms(page);
    await page.getByRole("combobox", { name: "Costs" }).selectOption("none");
    await page.getByRole("combobox", { name: "Prices" }).selectOption("as-traded");
    for (const step of ["buy", "sell", "simulation"]) {
      await page.getByRole("button", { name: "Continue" }).click();
      await page.waitForURL(new RegExp(`step=${step}`));
    }
    await page.getByRole("button", { name: "Save Strategy" }).click();
    const message = page.getByText("Strategy saved successfully!");
    await message.waitFor();
    const start = page.getByRole("button", { name: "Start Simulation" });
    const [messageBox, startBox] = [await message.boundingBox(), await start.boundingBox()];
    // The message lies above the bar of buttons, not over it.
    expect((messageBox?.y ?? 0) + (messageBox?.height ?? 0)).toBeLessThanOrEqual(startBox?.y ?? 0);
    await start.click();
    await page.waitForURL(/simulation-result\?run=/);
    await page.getByText("Account growth curve").waitFor({ timeout: SETTLE_MS });
    // The demo market's figure, worked out by the generator's own simulation, written before the engine was.
    await page.getByText("₹38,81,091").first().waitFor();
    await page.reload();
    await page.getByText("₹38,81,091").first().waitFor({ timeout: SETTLE_MS });
    await page.goto(page.url().replace(/\/simulation-result.*/, "/strategy"));
    await page.getByText("Walk").first().waitFor();
    expect(troubles).toEqual([]);
    await context.close();
  });

  it("shows progress and cancels within a second; the app stays usable", async () => {
    const { page, context, troubles } = await openApp(browser, "/strategy");
    // Prices that never come keep the run in its reading stage: a cancel that waited for them would never end it.
    await page.route(/\.gz$/, () => {});
    await page.getByRole("button", { name: "Start Simulation" }).first().click();
    await page.getByText("Running backtest simulation...").waitFor();
    await page.getByText(/Analyzing \d+ years of market data/).waitFor();
    await page.getByRole("progressbar").waitFor();
    await page.getByRole("button", { name: /^Cancel/ }).click();
    await page
      .getByText(/cancelled/i)
      .first()
      .waitFor();
    await page.unroute(/\.gz$/);
    await page.getByRole("button", { name: "Run again" }).first().click();
    await page.getByText("Account growth curve").waitFor({ timeout: SETTLE_MS });
    expect(troubles).toEqual([]);
    await context.close();
  });

  it("marks a run that a reload cut off as interrupted and offers it again", async () => {
    const { page, context, troubles } = await openApp(browser, "/strategy");
    await page.route(/\.gz$/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 5000));
      await route.abort().catch(() => {});
    });
    await page.getByRole("button", { name: "Start Simulation" }).first().click();
    await page.getByRole("progressbar").waitFor();
    await page.unroute(/\.gz$/);
    await page.reload();
    await page
      .getByText(/interrupted/i)
      .first()
      .waitFor({ timeout: SETTLE_MS });
    await page.getByRole("button", { name: "Run again" }).first().click();
    await page.getByText("Account growth curve").waitFor({ timeout: SETTLE_MS });
    expect(troubles).toEqual([]);
    await context.close();
  });
});
