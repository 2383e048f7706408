import { afterAll, beforeAll, expect, it } from "vitest";
import type { Browser, Locator, Page } from "playwright";
import { launchBrowser, leaveBrowser, openApp } from "#tests/support/app-page.ts";
import { axeFaults } from "#tests/support/axe-faults.ts";
import { goTo, waitForResult } from "#tests/support/screens.ts";

const ALL_MS = 90_000;
const WIDE = { width: 1366, height: 768 };
const PHONE = { width: 360, height: 740 };

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => leaveBrowser(browser));

function cardOf(page: Page, name: string): Locator {
  return page
    .getByRole("region", { name: "Or start from a template" })
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name, exact: true }) });
}

function figureOf(card: Locator, name: string): Promise<string> {
  return card.locator(`dt:text-is("${name}") + dd`).innerText();
}

async function allWorkedOut(page: Page, shown = "40 templates"): Promise<void> {
  await page.getByText(shown).waitFor();
  await page.getByText(/of 40 worked out\./).waitFor({ state: "hidden", timeout: ALL_MS });
}

it("takes three clicks from the first page over the gallery to the golden cross's result", async () => {
  const app = await openApp(browser, "/");
  const { page } = app;
  await page.getByRole("link", { name: "Get Started" }).first().click();
  await page.getByRole("button", { name: "Browse all templates" }).click();
  await page.getByRole("button", { name: "Run: Golden cross" }).click();
  await page.waitForURL(/simulation-result\?.*run=/);
  await waitForResult(app);
  await page.getByRole("heading", { level: 1, name: "Golden cross" }).waitFor();
  expect(app.troubles).toEqual([]);
  await app.context.close();
});

it("has the figures of the templates' own runs, keeps them, and fits a phone", async () => {
  const app = await openApp(browser, "/strategy?templates=all");
  const { page } = app;
  await allWorkedOut(page);
  const card = cardOf(page, "RSI(2) pullback");
  const [cagr, fall] = [await figureOf(card, "CAGR"), await figureOf(card, "Max drawdown")];
  expect(await axeFaults(page)).toEqual([]);

  const reads: string[] = [];
  page.on("request", (request) => reads.push(request.url()));
  await page.reload();
  await card.getByText("Max drawdown").waitFor();
  await allWorkedOut(page);
  expect(await figureOf(card, "CAGR")).toBe(cagr);
  expect(reads.filter((url) => url.includes(".csv"))).toEqual([]);

  await page.setViewportSize(PHONE);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
  expect(await axeFaults(page)).toEqual([]);

  await page.getByRole("button", { name: /^Show \d+ more templates$/ }).click();
  await card.getByRole("button", { name: "Run" }).click();
  await page.waitForURL(/simulation-result\?.*run=/);
  await waitForResult(app);
  const result = await page.getByRole("main").innerText();
  expect(result).toContain(cagr.replace("+", ""));
  expect(result).toContain(fall);

  await page.setViewportSize(WIDE);
  await page.goBack();
  await card.getByText("Max drawdown").waitFor();
  expect(await figureOf(card, "CAGR")).toBe(cagr);
  expect(app.troubles).toEqual([]);
  await app.context.close();
});

it("has portfolios on the demo market's funds: from their kind it is three steps to a result", async () => {
  const app = await openApp(browser, "/strategy?templates=all");
  const { page } = app;
  const kind = page.getByLabel("Kind", { exact: true });
  await kind.focus();
  await page.keyboard.type("Portfolio");
  await page.getByText("6 of 40 templates").waitFor();
  expect(new URL(page.url()).searchParams.get("kind")).toBe("portfolio");
  await allWorkedOut(page, "6 of 40 templates");
  const card = cardOf(page, "Permanent portfolio");
  expect(Number(await figureOf(card, "Days with orders"))).toBeGreaterThan(2);
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await axeFaults(page)).toEqual([]);
  await page.setViewportSize(PHONE);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
  expect(await axeFaults(page)).toEqual([]);
  const cagr = await figureOf(card, "CAGR");
  await card.getByRole("button", { name: "Run" }).click();
  await page.waitForURL(/simulation-result\?.*run=/);
  await waitForResult(app);
  await page.getByRole("heading", { level: 1, name: "Permanent portfolio" }).waitFor();
  expect(await page.getByRole("main").innerText()).toContain(cagr.replace("+", ""));
  expect(app.troubles).toEqual([]);
  await app.context.close();
});

it("is walked with the keyboard alone", async () => {
  const app = await openApp(browser);
  const { page } = app;
  await goTo(app, "/strategy");
  await page.getByRole("button", { name: "Browse all templates" }).focus();
  await page.keyboard.press("Enter");
  await page.getByText("40 templates").waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.type("supertrend");
  await page.getByText("1 of 40 templates").waitFor();
  for (const label of ["Kind", "Data"]) {
    await page.keyboard.press("Tab");
    expect(
      await page.getByLabel(label, { exact: true }).evaluate((one) => one === document.activeElement),
    ).toBe(true);
  }
  await page.keyboard.press("Tab"); // clears the search
  await page.keyboard.press("Tab"); // background
  await page.keyboard.press("Enter");
  await page.getByText("Why it should work").waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.waitForURL(/simulation-result\?.*run=/);
  await waitForResult(app);
  await page.getByRole("heading", { level: 1, name: "Supertrend" }).waitFor();
  await app.context.close();
});
