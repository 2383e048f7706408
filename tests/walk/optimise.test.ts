import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Browser, Page } from "playwright";
import { launchBrowser, leaveBrowser, openApp } from "#tests/support/app-page.ts";
import { axeFaults, sticksOut } from "#tests/support/axe-faults.ts";
import { goTo, waitForResult } from "#tests/support/screens.ts";

const SEARCH_MS = 120_000;
/** CSS pixels: two lines of small text and the space around them. */
const TWO_LINES = 62;

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => leaveBrowser(browser));

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
    await page.getByRole("main").getByRole("link", { name: "Optimise" }).click();
    await setRange(page, "First parameter", ["5", "15", "5"]);
    await setRange(page, "Second parameter", ["0", "10", "5"]);
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

    // on a phone a window is two lines: when it traded and its growth, which variant and what became of its figure
    await page.setViewportSize({ width: 360, height: 740 });
    const window = windows.locator("tbody tr").first();
    expect(await window.innerText()).toMatch(
      /^\d\d\/.*\d{4}\s+CAGR [+−][\d.]+%; Trailing stop .*\s+[+−][\d.]+%\s+→ [+−][\d.]+%$/,
    );
    expect((await window.boundingBox())?.height).toBeLessThan(TWO_LINES);
    const beside = page.getByRole("table", { name: "Walk-forward beside the strategy as saved" });
    expect(await beside.locator("tbody tr").first().innerText()).toMatch(
      /^Walk-forward\s+Sharpe Ratio [\d.−]+\s+[+−][\d.]+%\s+−[\d.]+%$/,
    );
    expect(await sticksOut(page)).toEqual([]);
    expect(await axeFaults(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });

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
    await cell.getByRole("button", { name: "Save as a new strategy" }).click();
    await page.getByText(/^Saved as "My Momentum Strategy \(Trailing stop loss 15%/).waitFor();
    await cell.getByRole("button", { name: "Run it and open the result" }).click();
    await waitForResult(app);
    const result = await page.locator("main").innerText();
    expect(result).toContain(endValue);
    expect(result).toContain(cagr);
    // the run is one of the grid's nine, and all nine count
    await page
      .locator("#robustness")
      .getByText(/^Show all:/)
      .click();
    await page
      .locator("div", { has: page.locator('dt:has-text("Variants tried")') })
      .locator("dd:text-is('9')")
      .first()
      .waitFor();
    expect(app.troubles).toEqual([]);
    await app.context.close();
  });

  it("varies the numbers that are clicked in a rule's sentence, and tries the best on the second half", async () => {
    const app = await openApp(browser, "/strategy?templates=all");
    const { page } = app;
    await page.getByRole("button", { name: "Use this: Golden cross" }).click();
    await page.waitForURL(/simulation-steps\?.*id=/);
    const id = new URL(page.url()).searchParams.get("id") ?? "";
    await goTo(app, `/optimise?strategy=${id}`);
    const short = page.getByRole("button", { name: "50, Short average", exact: true });
    const pressed = () => short.evaluateAll((all) => all.map((one) => one.ariaPressed));
    await short.first().waitFor();
    expect(await pressed()).toEqual(["true", "true", "true", "true"]); // in sentence and formula, of both rules
    await short.last().click(); // in the sell rule: left as it is
    expect(await pressed()).toEqual(["false", "false", "false", "false"]);
    await short.first().click(); // in the buy rule: varied again, behind the other
    expect(await pressed()).toEqual(["true", "true", "true", "true"]);
    await setRange(page, "First parameter", ["150", "200", "50"]);
    await setRange(page, "Second parameter", ["40", "60", "20"]);
    await page.getByText(/^4 variants: /).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "Start", exact: true }).click();
    await page.getByText("4 variants, all of them run").waitFor({ timeout: SEARCH_MS });
    await page.getByText(/^Coloured by the distance from TIDAL120's own/).waitFor();
    await page.getByRole("table", { name: "CAGR by Long average and Short average" }).waitFor();
    const half = page.getByText(/On the second half alone, /);
    await half.waitFor({ timeout: SEARCH_MS });
    expect(await half.innerText()).toMatch(
      // The verdict stands after the colon: never "it holds" where the average share did better.
      /it (?:holds: (?:Ahead|Level)|does not hold: ).*TIDAL120/,
    );
    expect(await axeFaults(page)).toEqual([]);
    await page.setViewportSize({ width: 360, height: 740 });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360); // laid out anew a moment later
    expect(app.troubles).toEqual([]);
    await app.context.close();
  });

  it("is cancelled at once, keeps what was found, and goes on after a reload", async () => {
    const app = await openApp(browser);
    const { page } = app;
    await goTo(app, "/optimise?strategy=builtin-1");
    await setRange(page, "First parameter", ["1", "20", "1"]);
    await setRange(page, "Second parameter", ["0", "5", "1"]);
    await page.getByText(/^120 variants: /).waitFor();
    await page.getByRole("button", { name: "Start", exact: true }).click();
    await page.getByText(/^[1-9]\d* of 120 variants done/).waitFor({ timeout: SEARCH_MS });
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByText("Cancelled. Results so far are kept").waitFor();
    await page.reload();
    await page.getByText(/^120 variants, [1-9]\d* of them known from before/).waitFor();
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByText("120 variants, all of them run").waitFor({ timeout: SEARCH_MS });
    expect(app.troubles).toEqual([]);
    await app.context.close();
  });

  it("says what is wrong with a range, by its field", async () => {
    const app = await openApp(browser);
    const { page } = app;
    await goTo(app, "/optimise?strategy=builtin-1");
    await setRange(page, "First parameter", ["90", "120", "10"]);
    await page
      .getByRole("alert")
      .getByText(/trailingStopLoss is 100, but must be above 0, under 100/)
      .waitFor();
    await setRange(page, "First parameter", ["5", "many", "1"]);
    await page.getByText("Type a number.").waitFor();
    expect(await page.getByRole("button", { name: "Start", exact: true }).isDisabled()).toBe(true);
    await app.context.close();
  });
});
