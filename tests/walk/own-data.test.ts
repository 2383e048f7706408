/** Ten kinds of a person's own data, from the drop to a result: each runs at the first try, or is refused with words. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Browser, Page } from "playwright";
import { launchBrowser, leaveBrowser, openApp } from "#tests/support/app-page.ts";
import { weekdays } from "../import/good-rows.ts";
import { openTerms } from "#tests/support/screens.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => leaveBrowser(browser));

const SETTLE_MS = 20_000;
const DAYS = weekdays(700);

interface Shape {
  readonly header?: string;
  /** What follows the date, of a close. */
  readonly row?: (close: string) => string;
  readonly days?: readonly string[];
}

const PLAIN = "date,open,high,low,close,volume";
const plainRow = (close: string) => `${close},${close},${close},${close},1000000`;

/** Prices that rise from 200 on, so that the built-in buys. */
function file(name: string, { header = PLAIN, row = plainRow, days = DAYS }: Shape = {}) {
  const lines = days.map((iso, at) => `${iso},${row((200 + at / 5).toFixed(2))}`);
  return { name: `${name}.csv`, mimeType: "text/csv", buffer: Buffer.from([header, ...lines].join("\n")) };
}

function listed(rows: readonly string[]) {
  const text = ["symbol,exchange,instrumentType,currency", ...rows].join("\n");
  return { name: "instruments.csv", mimeType: "text/csv", buffer: Buffer.from(text) };
}

const noVolume: Shape = {
  header: "date,open,high,low,close",
  row: (close) => `${close},${close},${close},${close}`,
};
const adjusted: Shape = { header: `${PLAIN},adjClose`, row: (close) => `${plainRow(close)},${close}` };
const YEARS = weekdays(3900, "2011-01-03"); // a Monday
const LAST_OF_WEEKS = YEARS.filter((_, at) => at % 5 === 4);
const LAST_OF_MONTHS = YEARS.filter((iso, at) => iso.slice(0, 7) !== YEARS[at + 1]?.slice(0, 7));

interface Kind {
  readonly title: string;
  readonly files: readonly ReturnType<typeof file>[];
  /** Chosen where nothing tells the exchange. */
  readonly answers?: string;
  readonly exchange: string;
  readonly prices: "as-traded" | "adjusted";
  readonly places: string;
}

const KINDS: readonly Kind[] = [
  {
    title: "one share",
    files: [file("ONE")],
    answers: "NSE",
    exchange: "NSE",
    prices: "as-traded",
    places: "1",
  },
  {
    title: "three shares",
    files: ["A1", "B2", "C3"].map((name) => file(name)),
    answers: "NSE",
    exchange: "NSE",
    prices: "as-traded",
    places: "3",
  },
  {
    title: "an exchange each",
    files: [file("A1"), file("B2"), listed(["A1,NSE,EQUITY,INR", "B2,BSE,EQUITY,INR"])],
    exchange: "NSE",
    prices: "as-traded",
    places: "1",
  },
  {
    title: "more of one exchange than of another",
    files: [
      ...["A1", "B2", "C3"].map((name) => file(name)),
      listed(["A1,NSE,EQUITY,INR", "B2,BSE,EQUITY,INR", "C3,BSE,EQUITY,INR"]),
    ],
    exchange: "BSE",
    prices: "as-traded",
    places: "2",
  },
  {
    title: "no volume",
    files: [file("A1", noVolume)],
    answers: "NSE",
    exchange: "NSE",
    prices: "as-traded",
    places: "1",
  },
  {
    title: "adjusted closes",
    files: ["A1", "B2"].map((name) => file(name, adjusted)),
    answers: "NSE",
    exchange: "NSE",
    prices: "adjusted",
    places: "2",
  },
  {
    title: "an exchange of another country, in its own money",
    files: [file("SAP"), listed(["SAP,XETRA,EQUITY,EUR"])],
    exchange: "XETRA",
    prices: "as-traded",
    places: "1",
  },
  {
    title: "an index beside two shares, which is no share",
    files: [
      ...["A1", "B2", "N50"].map((name) => file(name)),
      listed(["A1,NSE,EQUITY,INR", "B2,NSE,EQUITY,INR", "N50,NSE,INDEX,INR"]),
    ],
    exchange: "NSE",
    prices: "as-traded",
    places: "2",
  },
];

async function importFiles(page: Page, files: Kind["files"], answers?: string): Promise<void> {
  await page.getByLabel("Choose files").setInputFiles([...files]);
  await page.getByRole("region", { name: "What the files hold" }).waitFor({ timeout: SETTLE_MS });
  const exchange = page.getByLabel("Exchange", { exact: true }).first();
  if (answers !== undefined) await exchange.selectOption(answers);
  const button = page.getByRole("button", { name: "Import", exact: true });
  await button.click({ timeout: SETTLE_MS });
  await page.getByRole("region", { name: "What to do with it" }).waitFor({ timeout: SETTLE_MS });
}

async function result(page: Page): Promise<void> {
  await page.waitForURL(/simulation-result\?run=/, { timeout: SETTLE_MS });
  await page.getByText("Account growth curve").waitFor({ timeout: SETTLE_MS });
}

it.each(KINDS)("$title: from the drop to a result", async ({ files, answers, exchange, prices, places }) => {
  const { page, context, troubles } = await openApp(browser, "/data");
  await importFiles(page, files, answers);
  await page.getByRole("button", { name: "Run the built-in on it" }).click();
  await result(page);
  await page.goBack();
  await page.getByRole("button", { name: "New strategy on it" }).click();
  await page.waitForURL(/simulation-steps\?id=.*step=scanner/);
  expect(await page.getByLabel("Exchange", { exact: true }).inputValue()).toBe(exchange);
  expect(await page.getByLabel("Prices").inputValue()).toBe(prices);
  await page.getByRole("button", { name: "Simulation", exact: true }).click();
  expect(await page.getByLabel("Max positions", { exact: true }).inputValue()).toBe(places);
  await page.getByRole("button", { name: "Start Simulation" }).click();
  await result(page);
  expect(troubles).toEqual([]);
  await context.close();
});

it.each([
  { bars: "weekly", days: LAST_OF_WEEKS, ends: "ends of weeks" },
  { bars: "monthly", days: LAST_OF_MONTHS, ends: "month ends" },
])("$bars prices are data like others: said, stored, and run as what they are", async (one) => {
  const { bars, days, ends } = one;
  const { page, context, troubles } = await openApp(browser, "/data");
  await importFiles(page, [file("LONG", { days })], "NSE");
  const card = page.getByRole("article", { name: "LONG" });
  await card.getByText(`${days.length.toLocaleString("en-US")}, ${bars}`, { exact: true }).waitFor();
  await page.getByRole("button", { name: "Run the built-in on it" }).click();
  await result(page);
  await page.getByText(`Max Drawdown, ${ends}`).first().waitFor();
  expect(troubles).toEqual([]);
  await context.close();
});

it("days of an instrument of which the dataset has months are refused with words, and change nothing", async () => {
  const { page, context, troubles } = await openApp(browser, "/data");
  await importFiles(page, [file("LONG", { days: LAST_OF_MONTHS })], "NSE");
  await page.getByRole("button", { name: "Add files" }).first().click();
  await page.getByLabel("Choose files").setInputFiles([file("LONG")]);
  await page
    .getByText(
      /^Daily bars of LONG, of which the dataset has monthly ones: .*\. Leave this file out, or import/,
    )
    .first()
    .waitFor({ timeout: SETTLE_MS });
  expect(await page.getByRole("button", { name: "Add to LONG" }).isDisabled()).toBe(true);
  expect(troubles).toEqual([]);
  await context.close();
});

it("a plain file chosen in the builder, then a benchmark that is gone: said, mended by a click, and run", async () => {
  const { page, context, troubles } = await openApp(browser, "/data");
  await importFiles(page, [file("ONE")], "NSE");
  await page.getByRole("link", { name: "Strategies" }).first().click();
  await page.getByPlaceholder("Enter strategy name").fill("On my file");
  await page.getByRole("button", { name: "BEGIN" }).click();
  await page.waitForURL(/simulation-steps\?id=/);
  await openTerms(page);
  await page.getByLabel("Benchmark").selectOption("TIDAL120", { timeout: SETTLE_MS });
  await page.getByLabel("Dataset").selectOption({ label: "ONE" });
  await page.getByText(/^On "ONE": prices as traded/).waitFor();
  expect(await page.getByLabel("Benchmark").inputValue()).toBe("");
  await page.getByRole("button", { name: "Simulation", exact: true }).click();
  await page.getByLabel("Prices").selectOption("adjusted");
  await page.getByText("Can't start", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Start Simulation" }).click();
  const refusal = page.getByRole("alert").filter({ hasText: "The simulation was not started." });
  await refusal.getByRole("button", { name: "Use prices as traded" }).click();
  await page.getByRole("button", { name: "Start Simulation" }).click();
  await result(page);
  expect(troubles).toEqual([]);
  await context.close();
});
