/** Facts in the built app: statements and a model's scores asked about, known from their day, drawn, used, replaced, deleted. */
import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Browser, Page } from "playwright";
import { launchBrowser, leaveBrowser, openApp } from "#tests/support/app-page.ts";
import { axeFaults, sticksOut } from "#tests/support/axe-faults.ts";
import { settled } from "#tests/support/settled.ts";
import { weekdays } from "../import/good-rows.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => leaveBrowser(browser));

const SETTLE_MS = 30_000;
const days = weekdays(700); // from 02/01/2024 on
const PRICES = `symbol,date,close\n${days.map((day, at) => `AB,${day},${100 + at}\nCD,${day},${300 - at / 4}\n`).join("")}`;
/** Known 45 days after their quarters; ZZ has no prices. */
const STATEMENTS = `symbol,fiscalDateEnding,reportedCurrency,totalRevenue
AB,2023-12-31,USD,100
AB,2024-03-31,USD,110
AB,2024-06-30,USD,120
AB,2024-09-30,USD,130
CD,2024-03-31,USD,50
ZZ,2024-03-31,USD,1
`;
const SCORES = `Date,Ticker,Model Score\n${days
  .slice(0, 60)
  .map((day, at) => `${day},AB,${at % 7}.5\n`)
  .join("")}`;
/** Bought once the year's revenue, 460, is known: on 14/11/2024 by its lag, for a rule on the day after. */
const STRATEGY = {
  format: "strategy/2",
  name: "Grown",
  scanner: {
    exchange: "AMEX",
    match: "any",
    priceGrowth: null,
    minPrice: null,
    marketCapRank: null,
    avgDailyValue: null,
  },
  buy: { lastPriceVsClose: false, lastPriceVsMA: false, rules: ["revenue.ttm > 450"] },
  sell: { trailingStopLoss: null, minHoldingDays: 0 },
  simulation: { startDate: "2024-01-02", endDate: "2026-08-01", priceBasis: "as-traded" },
};

function choose(page: Page, label: string, files: Readonly<Record<string, string>>): Promise<void> {
  return page
    .getByLabel(label)
    .first()
    .setInputFiles(
      Object.entries(files).map(([name, text]) => ({
        name,
        mimeType: "text/plain",
        buffer: Buffer.from(text),
      })),
    );
}

it("become known on their days, from the files to the chart and to a result, and can be replaced and deleted", async () => {
  const app = await openApp(browser, "/data");
  const { page, context, troubles } = app;
  await page.getByRole("heading", { name: "Import prices" }).waitFor();
  await choose(page, "Choose files", { "prices.csv": PRICES, "income.csv": STATEMENTS, "model.csv": SCORES });
  const lag = page.getByRole("group", { name: /These statements do not say when they were published/ });
  await lag.waitFor({ timeout: SETTLE_MS });
  expect(await lag.getByLabel("Days after a year").inputValue()).toBe("90");
  await lag.getByRole("button", { name: "Take them as known from then on" }).click();
  await page.getByRole("button", { name: "Signals of a model" }).click();
  const told = page.getByRole("region", { name: "Facts that become known" });
  await told.getByText(/AB, revenue, as an example/).waitFor({ timeout: SETTLE_MS });
  await told.getByText("130.00 of the quarter to 30/09/2024, from 15/11/2024 (assumed)").waitFor();
  await told.getByText(/^1 of 3 companies \(33\.3 %\) has no prices and is ignored: ZZ\.$/).waitFor();
  await page.getByLabel("Exchange").selectOption("AMEX");
  expect(await axeFaults(page, { within: "main" })).toEqual([]);
  await page.getByLabel("Name of the dataset").fill("With facts");
  await page.getByRole("button", { name: /^Import/ }).click();
  await page.getByText(/"With facts" was imported: 2 instruments/).waitFor({ timeout: SETTLE_MS });

  const card = page.getByRole("article", { name: "With facts" });
  await card.getByText("Facts: 3 names").click();
  const ttm = card.getByRole("listitem").filter({ hasText: "revenue.ttm" });
  await ttm.getByText(/newest 14\/11\/2024, from income\.csv/).waitFor();
  await ttm.getByText(/statements taken as known 45 days after their quarter.*: an assumption/).waitFor();
  await ttm.getByText("2024: 1 of 2").waitFor();
  await card.getByRole("link", { name: "Instruments" }).click();
  await page.getByRole("link", { name: "AB", exact: true }).click();
  const facts = page.getByRole("region", { name: "Facts" });
  await facts.getByLabel("Fact").selectOption("revenue.quarter");
  await facts.locator("canvas").first().waitFor({ timeout: SETTLE_MS });
  await facts
    .getByText(
      /4 values of revenue\.quarter became known, the last one, 130, on 14\/11\/2024; a rule sees it from the day after/,
    )
    .waitFor();
  await facts.getByLabel("Fact").selectOption("modelScore");
  await facts.getByText(/a rule sees it on that day already/).waitFor();
  await page.setViewportSize({ width: 360, height: 740 });
  await settled(page);
  expect(await sticksOut(page)).toEqual([]);
  await page.setViewportSize({ width: 1366, height: 768 });

  await page.goto(app.url("/strategy"));
  const strategy = {
    name: "grown.json",
    mimeType: "application/json",
    buffer: Buffer.from(JSON.stringify(STRATEGY)),
  };
  await page.getByLabel("File to open").setInputFiles(strategy);
  await page.getByText("It will be simulated on: With facts").waitFor({ timeout: SETTLE_MS });
  await page.getByRole("dialog").getByRole("button", { name: "Import", exact: true }).click();
  const own = page.getByRole("article").filter({ hasText: "Grown" });
  await own.getByRole("button", { name: "Start Simulation" }).click();
  await page.waitForURL(/simulation-result\?run=/);
  await page.getByText("Account growth curve").waitFor({ timeout: SETTLE_MS });
  await page.getByText("Days of publication assumed").first().waitFor();
  await page
    .getByText(
      /The rules use revenue\.ttm: statements taken as known 45 days after their quarter.*: an assumption/,
    )
    .first()
    .waitFor({ state: "attached" });
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export" }).click();
  await page.getByRole("menuitem", { name: /^Report to show/ }).click();
  const report = await readFile(await (await download).path(), "utf8");
  expect(report).toContain("statements taken as known 45 days after their quarter");
  expect(report).toContain("18/11/2024"); // known on Thursday the 14th, seen on the 15th, bought on Monday's open

  await page.goto(app.url("/data"));
  await card.getByRole("button", { name: "Add files" }).click();
  await choose(page, "Choose files", { "facts.csv": "symbol,date,name,value\nAB,2025-01-10,eps,7\n" });
  await page
    .getByText(/1 file without prices: facts for 2 instruments of the dataset\./)
    .waitFor({ timeout: SETTLE_MS });
  await page.getByRole("button", { name: "Add to With facts" }).click();
  await card.getByText("Facts: 4 names").waitFor({ timeout: SETTLE_MS });
  await page.getByRole("button", { name: "Import more" }).click();
  await card.getByRole("button", { name: "Add files" }).click();
  await choose(page, "Choose files", { "facts.csv": "symbol,date,name,value\nAB,2025-01-10,eps,8\n" });
  await page.getByRole("checkbox", { name: "Replace the dataset's facts" }).check();
  await page.getByRole("button", { name: "Add to With facts" }).click();
  await card.getByText("Facts: 1 name").click({ timeout: SETTLE_MS });
  await card.getByRole("button", { name: "Delete the facts" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete the facts" }).click();
  await page
    .getByText(/The facts of "With facts" were deleted/)
    .first()
    .waitFor({ timeout: SETTLE_MS });
  await card.getByText(/^Facts:/).waitFor({ state: "detached" });
  expect(troubles).toEqual([]);
  await context.close();
});
