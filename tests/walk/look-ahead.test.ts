import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Browser } from "playwright";
import { launchBrowser, leaveBrowser, openApp } from "#tests/support/app-page.ts";
import { goTo, runSample } from "#tests/support/screens.ts";

const VERDICT_MS = 60_000;

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => leaveBrowser(browser));

describe("the look-ahead check", () => {
  it("is reached from a result, and clears the default strategy on the demo market", async () => {
    const app = await openApp(browser);
    const { page } = app;
    await runSample(app);
    await page
      .locator("#robustness")
      .getByText(/^Show all:/)
      .click();
    await page.getByRole("link", { name: "The look-ahead check in full" }).click();
    await page.getByRole("button", { name: "Start the check" }).click();
    await page.getByRole("progressbar").waitFor();
    const asked = performance.now();
    await page.getByRole("heading", { name: "No look-ahead found" }).waitFor({ timeout: VERDICT_MS });
    process.stdout.write(`    look-ahead check: ${((performance.now() - asked) / 1000).toFixed(1)} s\n`);
    const verdict = await page.getByRole("region", { name: "No look-ahead found" }).innerText();
    expect(verdict).toMatch(/repeated with the data cut at 50 sessions from \S+ to \S+\./);
    expect(verdict).toMatch(/[1-9][\d,]* decisions on these days/);
    expect(app.troubles).toEqual([]);
    await app.context.close();
  });

  it("is reached from a strategy's card, and can be cancelled", async () => {
    const app = await openApp(browser);
    const { page } = app;
    await goTo(app, "/strategy");
    await page
      .getByRole("button", { name: /My Momentum Strategy/, expanded: false })
      .first()
      .click();
    await page.getByRole("link", { name: "Look-ahead check" }).click();
    await page.getByRole("button", { name: "Start the check" }).click();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByText("The check was cancelled. Nothing was changed.").waitFor();
    await page.getByRole("button", { name: "Check again" }).waitFor();
    expect(app.troubles).toEqual([]);
    await app.context.close();
  });
});
