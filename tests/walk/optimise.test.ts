import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Browser, Page } from "playwright";
import { launchBrowser, openApp } from "#tests/support/app-page.ts";
import { goTo, waitForResult } from "#tests/support/screens.ts";

const SEARCH_MS = 120_000;

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

async function setRange(page: Page, legend: string, range: readonly [string, string, string]): Promise<void> {
  const group = page.getByRole("group", { name: legend });
  for (const [at, label] of ["From", "To", "In steps of"].entries())
    await group.getByLabel(label).fill(range[at] ?? "");
}

describe("the optimiser", () => {
  it("goes from a strategy's card over a grid to a cell's own run, which has the cell's figures", async () => {
    const app = await openApp(browser, "/strategy");
    const { page } = app;
    await page
      .getByRole("button", { name: /My Momentum Strategy/, expanded: false })
      .first()
      .click();
    await page.getByRole("link", { name: "Optimise" }).click();
    await setRange(page, "First figure", ["5", "15", "5"]);
    await setRange(page, "Second figure", ["0", "10", "5"]);
    await page.getByText(/^9 variants: /).waitFor();
    await page.getByRole("button", { name: "Start", exact: true }).click();
    await page.getByText("9 variants, all of them run").waitFor({ timeout: SEARCH_MS });
    const map = page.getByRole("table", { name: "CAGR by Trailing stop loss and Minimum holding period" });
    expect(await map.getByRole("rowheader").allInnerTexts()).toEqual(["5%", "10%", "15%"]);
    expect(await map.getByRole("button").count()).toBe(9);

    await page.reload();
    await page.getByText("9 variants, all of them run").waitFor();

    await page.getByLabel("Choose on").fill("10");
    await page.getByLabel("Then trade for").fill("5");
    await page.getByText("4 windows, 9 variants in each").waitFor();
    await page.getByRole("button", { name: "Start the walk-forward" }).click();
    const windows = page.getByRole("table", { name: "Windows of the walk-forward" });
    await windows.waitFor({ timeout: SEARCH_MS });
    expect(await windows.getByRole("rowheader").count()).toBe(4);
    await page.getByText(/^In 4 windows the best variants had a CAGR of/).waitFor();
    const words = await page.getByText(/^In 4 windows/).innerText();
    const rows = await windows.innerText();

    await page.reload();
    await windows.waitFor();
    expect(await page.getByText(/^In 4 windows/).innerText()).toBe(words);
    expect(await windows.innerText()).toBe(rows);
    expect(await page.getByLabel("Choose on").inputValue()).toBe("10");

    await page.getByLabel("Show").selectOption("Sharpe Ratio");
    const sharpe = page.getByRole("table", { name: /^Sharpe Ratio by/ });
    await sharpe.getByRole("button").first().focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    const cell = page.getByRole("region", { name: "Trailing stop loss 15%, Minimum holding period 5 days" });
    const figureOf = (name: string) => cell.locator(`dt:text-is("${name}") + dd`).innerText();
    const [endValue, cagr] = [await figureOf("End Value"), await figureOf("CAGR")];
    await cell.getByRole("button", { name: "Save as a strategy of its own" }).click();
    await page.getByText(/^Saved as "My Momentum Strategy \(Trailing stop loss 15%/).waitFor();
    await cell.getByRole("button", { name: "Run it and open the result" }).click();
    await waitForResult(app);
    const result = await page.locator("main").innerText();
    expect(result).toContain(endValue);
    expect(result).toContain(cagr);
    // the run is one of the grid's nine, and all nine count
    await page
      .locator("div", { has: page.locator('dt:has-text("Variants tried")') })
      .locator("dd:text-is('9')")
      .first()
      .waitFor();
    expect(app.troubles).toEqual([]);
    await app.context.close();
  });

  it("is cancelled at once, keeps what was found, and goes on after a reload", async () => {
    const app = await openApp(browser, "/strategy");
    const { page } = app;
    await goTo(app, "/optimise?strategy=builtin-1");
    await setRange(page, "First figure", ["1", "20", "1"]);
    await setRange(page, "Second figure", ["0", "19", "1"]);
    await page.getByText(/^400 variants: /).waitFor();
    await page.getByRole("button", { name: "Start", exact: true }).click();
    await page.getByText(/^[1-9]\d* of 400 variants done/).waitFor({ timeout: SEARCH_MS });
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByText("Cancelled. What was found is kept").waitFor();
    await page.reload();
    await page.getByText(/^400 variants, [1-9]\d* of them known from before/).waitFor();
    await page.getByRole("button", { name: "Go on" }).click();
    await page.getByText("400 variants, all of them run").waitFor({ timeout: SEARCH_MS });
    expect(app.troubles).toEqual([]);
    await app.context.close();
  });

  it("says what is wrong with a range, by its field", async () => {
    const app = await openApp(browser, "/strategy");
    const { page } = app;
    await goTo(app, "/optimise?strategy=builtin-1");
    await setRange(page, "First figure", ["90", "120", "10"]);
    await page
      .getByRole("alert")
      .getByText(/trailingStopLoss is 100, but must be above 0, under 100/)
      .waitFor();
    await setRange(page, "First figure", ["5", "many", "1"]);
    await page.getByText("Type a number.").waitFor();
    expect(await page.getByRole("button", { name: "Start", exact: true }).isDisabled()).toBe(true);
    await app.context.close();
  });
});
