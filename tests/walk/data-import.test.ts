/** From dropped files of several layouts to a run on them, as a person goes. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Browser, Page } from "playwright";
import { launchBrowser, leaveBrowser, openApp } from "#tests/support/app-page.ts";
import type { AppPage } from "#tests/support/app-page.ts";
import { axeFaults } from "#tests/support/axe-faults.ts";
import { answerExchanges, openTerms } from "#tests/support/screens.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => leaveBrowser(browser));

const SETTLE_MS = 30_000;
const DAY_MS = 86_400_000;

interface DroppedFile {
  readonly name: string;
  readonly text: string;
}

/** Closes of every weekday from 2010 on, day after day a little higher. */
function closes(days: number): { readonly iso: string; readonly close: number }[] {
  return Array.from({ length: days }, (_, at) => new Date(Date.UTC(2010, 0, 4) + at * DAY_MS))
    .filter((date) => date.getUTCDay() !== 0 && date.getUTCDay() !== 6)
    .map((date, at) => ({ iso: date.toISOString().slice(0, 10), close: 200 + at / 10 }));
}

function csv(header: string, row: (iso: string, close: string) => string, days = 900): string {
  return [header, ...closes(days).map(({ iso, close }) => row(iso, close.toFixed(2)))].join("\n");
}

const bars = (close: string) => `${close},${close},${close},${close},1000000`;

/** A share that rises each weekday of so many days. */
const risingFile = (days: number): DroppedFile => ({
  name: "RISE.csv",
  text: csv("date,open,high,low,close,volume", (iso, close) => `${iso},${bars(close)}`, days),
});

/** A vendor's file, two whose dates can be read in two ways, a list of companies, and a picture. */
const MIXED: readonly DroppedFile[] = [
  {
    name: "INFY.NS.csv",
    text: csv("Date,Open,High,Low,Close,Adj Close,Volume", (iso, close) => {
      return `${iso},${close},${close},${close},${close},${close},1000000`;
    }),
  },
  ...["TCS", "WIPRO"].map((symbol) => ({
    name: `${symbol}.csv`,
    text: [
      "Datum;Eröffnung;Hoch;Tief;Schluss;Volumen",
      ...Array.from(
        { length: 8 },
        (_, at) =>
          `0${at + 1}.02.2010;${bars("210,5").replaceAll("210,5", "210.5").replaceAll(",", ";").replaceAll(".", ",")}`,
      ),
    ].join("\n"),
  })),
  {
    name: "companies.csv",
    text: "Symbol,Name,Sector,Market Cap\nINFY,Infosys,Software,5000000000\nTCS,Tata,Software,7\n",
  },
  { name: "photo.csv", text: "\u0089PNG\r\n" },
];

/** Drops files on the page as a desktop does. */
async function drop(page: Page, files: readonly DroppedFile[]): Promise<void> {
  const transfer = await page.evaluateHandle((dropped) => {
    const data = new DataTransfer();
    for (const { name, text } of dropped) data.items.add(new File([text], name));
    return data;
  }, files);
  await page.dispatchEvent("body", "dragover", { dataTransfer: transfer });
  await page.getByText("Drop files or folders to look at them").waitFor();
  await page.dispatchEvent("body", "drop", { dataTransfer: transfer });
}

async function openData(): Promise<AppPage> {
  const app = await openApp(browser, "/data");
  await app.page.getByRole("heading", { name: "Import prices" }).waitFor();
  return app;
}

describe("files dropped on the Data screen", () => {
  it("are looked at, asked about, imported as they were agreed to, and run on", async () => {
    const { page, context, troubles } = await openData();
    await drop(page, MIXED);
    const found = page.getByRole("region", { name: "What the files hold" });
    await found.waitFor({ timeout: SETTLE_MS });
    await page.getByRole("group", { name: /Dates like 01\.02\.2010 can be day\/month\/year or/ }).waitFor();
    expect(await page.getByRole("group", { name: /^Dates like/ }).count()).toBe(1); // once for both files
    await page.getByText("Can't be imported").waitFor();
    const button = page.getByRole("button", { name: /^Import/ });
    expect(await button.isDisabled()).toBe(true);
    await page.getByRole("button", { name: /^Day first/ }).click();
    await page.getByText(/You said: dates are day, month, year/).waitFor();
    await page.getByRole("region", { name: "Facts of companies" }).waitFor();
    expect(await page.getByText("A guess, from INFY.NS.").count()).toBeGreaterThan(0);
    await answerExchanges(page);
    await page.getByLabel("Name of the dataset").fill("Dropped");
    await button.click();
    await page.getByText(/"Dropped" was imported: 3 instruments/).waitFor({ timeout: SETTLE_MS });
    await page.getByRole("article", { name: "Dropped" }).waitFor();

    await page.getByRole("link", { name: "Strategies" }).first().click();
    await page.getByPlaceholder("Enter strategy name").fill("On my files");
    await page.getByRole("button", { name: "BEGIN" }).click();
    await page.waitForURL(/simulation-steps\?id=/);
    await openTerms(page);
    await page.getByLabel("Dataset").selectOption({ label: "Dropped" });
    for (const step of ["buy", "sell", "simulation"]) {
      await page.getByRole("button", { name: "Continue" }).click();
      await page.waitForURL(new RegExp(`step=${step}`));
    }
    await page.getByLabel("Start Date").fill("2011-06-01");
    await page.getByLabel("End Date").fill("2012-05-01");
    await page.getByRole("button", { name: "Start Simulation" }).click();
    await page.waitForURL(/simulation-result\?run=/);
    await page.getByText("Account growth curve").waitFor({ timeout: SETTLE_MS });
    await page.getByText("INFY.NS").first().waitFor();
    expect(troubles).toEqual([]);
    await context.close();
  });

  it("end in a next step: the built-in run on them, a new strategy, the templates", async () => {
    const { page, context, troubles } = await openData();
    const rising = csv("date,open,high,low,close,volume", (iso, close) => `${iso},${bars(close)}`);
    await drop(page, [{ name: "RISE.csv", text: rising }]);
    await answerExchanges(page);
    await page.getByText(/looks good\.$/).waitFor({ timeout: SETTLE_MS });
    await page.getByRole("button", { name: "Import", exact: true }).click();
    const next = page.getByRole("region", { name: "What to do with it" });
    await next.waitFor({ timeout: SETTLE_MS });
    expect(await axeFaults(page, { within: "main" })).toEqual([]);
    await next.getByRole("button", { name: "Run the built-in on it" }).click();
    await page.waitForURL(/simulation-result\?run=/);
    await page.getByText("Account growth curve").waitFor({ timeout: SETTLE_MS });
    await page.goBack();
    await next.getByRole("button", { name: "Run Turtle, system 1 on it" }).click();
    await page.waitForURL(/simulation-result\?run=/);
    await page.getByText("Account growth curve").waitFor({ timeout: SETTLE_MS });
    await page.goBack();
    await next.getByRole("button", { name: "New strategy on it" }).click();
    await page.waitForURL(/simulation-steps\?id=.*step=scanner/);
    expect(await page.getByLabel("Dataset").locator("option:checked").textContent()).toBe("RISE");
    expect(await page.getByLabel("Prices").inputValue()).toBe("as-traded");
    await page.goBack();
    await next.getByRole("link", { name: "Templates on RISE" }).click();
    await page
      .getByText("Waiting for its turn.")
      .or(page.getByText("CAGR"))
      .first()
      .waitFor({ timeout: SETTLE_MS });
    const data = page.getByRole("combobox", { name: "Data" }).locator("option:checked");
    expect(await data.innerText()).toMatch(/^RISE, /);
    expect(troubles).toEqual([]);
    await context.close();
  });

  it("bring days to data that was run on: what ran goes up to the new day, at a click", async () => {
    const { page, context, troubles } = await openData();
    await drop(page, [risingFile(900)]); // to Thursday, the 21st of June 2012
    await answerExchanges(page);
    await page.getByText(/looks good\.$/).waitFor({ timeout: SETTLE_MS });
    await page.getByRole("button", { name: "Import", exact: true }).click();
    const next = page.getByRole("region", { name: "What to do with it" });
    await next.getByRole("button", { name: "Run the built-in on it" }).click({ timeout: SETTLE_MS });
    await page.waitForURL(/simulation-result\?run=/);
    await page.getByText("Account growth curve").waitFor({ timeout: SETTLE_MS });
    const first = page.url();
    await page.goBack();
    await page.getByRole("button", { name: "Add files" }).first().click();
    await drop(page, [risingFile(905)]); // a Friday, a Monday and a Tuesday more
    await page.getByRole("button", { name: "Add to RISE" }).click({ timeout: SETTLE_MS });
    await page
      .getByText(
        '"RISE": 3 days added to 1 instrument; 1 instrument and 647 bars in all; it goes to 26/06/2012 now.',
      )
      .waitFor({ timeout: SETTLE_MS });
    await next.getByRole("button", { name: "Run again what ran on it (1 strategy)" }).click();
    await page.waitForURL((url) => url.pathname.includes("simulation-result") && url.href !== first);
    await page.getByText("Account growth curve").waitFor({ timeout: SETTLE_MS });
    expect(await page.getByRole("main").innerText()).toContain("26/06/2012");
    expect(troubles).toEqual([]);
    await context.close();
  });

  it("of rates are told from prices, stored beside them, shown, and left out of the exchanges", async () => {
    const { page, context, troubles } = await openData();
    const rising = csv("date,open,high,low,close,volume", (iso, close) => `${iso},${bars(close)}`);
    const months = Array.from(
      { length: 60 },
      (_, at) => `${2006 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, "0")}-01`,
    );
    const rates = `DATE,TB3MS\n${months.map((day, at) => `${day},${((40 - at) / 4).toFixed(2)}\n`).join("")}`;
    await drop(page, [
      { name: "RISE.csv", text: rising },
      { name: "TB3MS.csv", text: rates },
    ]);
    await page.getByRole("button", { name: "Rates, which nobody trades" }).click({ timeout: SETTLE_MS });
    await page.getByText(/You said: the figures are rates\./).waitFor();
    await answerExchanges(page);
    expect(await page.getByLabel("Exchange").count()).toBe(1);
    expect(await axeFaults(page, { within: "main" })).toEqual([]);
    await page.getByLabel("Name of the dataset").fill("With bills");
    await page.getByRole("button", { name: "Import", exact: true }).click();
    await page.getByText(/"With bills" was imported: 2 instruments/).waitFor({ timeout: SETTLE_MS });
    const card = page.getByRole("article", { name: "With bills" });
    await card.getByText("EQUITY, RATE").waitFor();
    expect(await card.getByText("NSE", { exact: true }).count()).toBe(1);
    expect(await card.getByText("OTHER").count()).toBe(0);
    await card
      .getByRole("link", { name: /instruments/i })
      .first()
      .click();
    await page.getByRole("link", { name: "TB3MS" }).click();
    await page
      .getByText(/^TB3MS: 60 rates from .*; the lowest was −4\.75, the highest 10\.00\./)
      .waitFor({ timeout: SETTLE_MS });
    await page.getByRole("figure").locator("canvas").first().waitFor();
    expect(troubles).toEqual([]);
    await context.close();
  });

  it("go to a dataset that is there: the same again changes nothing, and deleting it can be undone", async () => {
    const { page, context, troubles } = await openData();
    const file = {
      name: "AB.csv",
      text: csv("date,open,high,low,close,volume", (iso, close) => `${iso},${bars(close)}`, 100),
    };
    await drop(page, [file]);
    await answerExchanges(page);
    await page.getByText(/^1 file, 1 instrument, 72 bars, .*: looks good\.$/).waitFor({ timeout: SETTLE_MS });
    await page.getByRole("button", { name: "Import", exact: true }).click();
    await page.getByText(/"AB" was imported/).waitFor({ timeout: SETTLE_MS });

    await page.getByRole("button", { name: "Add files" }).first().click();
    await drop(page, [file]);
    await page.getByText("The dataset has all of this already.").waitFor({ timeout: SETTLE_MS });
    expect(await page.getByRole("button", { name: "Add to AB" }).isDisabled()).toBe(true);
    const more = {
      name: "more.csv",
      text: "symbol,date,close\nAB,2010-04-14,300\nCD,2010-01-04,5\nCD,2010-01-05,6\n",
    };
    await drop(page, [more]);
    await page.getByText(/3 bars of these are new to the dataset/).waitFor({ timeout: SETTLE_MS });
    await page.getByRole("button", { name: "Add to AB" }).click();
    await page
      .getByText(/"AB": 1 day added to 1 instrument; 1 instrument is new; 2 instruments and 75 bars in all/)
      .waitFor({ timeout: SETTLE_MS });

    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export" }).click();
    expect((await download).suggestedFilename()).toBe("AB.zip");
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByText('"AB" was deleted. Results of earlier runs stay.').first().waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("article", { name: "AB" }).waitFor();
    expect(troubles).toEqual([]);
    await context.close();
  });
});
