/** A workbook and a Parquet file on the Data screen: looked at, asked about and imported, under the app's own policies. */
import { parquetWriteBuffer } from "hyparquet-writer";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Browser } from "playwright";
import { launchBrowser, leaveBrowser, openApp } from "#tests/support/app-page.ts";
import { answerExchanges } from "#tests/support/screens.ts";
import { xlsxBytes } from "../tables/make-books.ts";
import type { Cell } from "../tables/make-books.ts";
import { weekdays } from "../import/good-rows.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => leaveBrowser(browser));

const SETTLE_MS = 30_000;
const days = weekdays(100);
const sheet = (name: string, close: number): { name: string; rows: Cell[][] } => ({
  name,
  rows: [["Date", "Close", "Volume"], ...days.map((iso, at): Cell[] => [new Date(iso), close + at, 1000])],
});

const book = xlsxBytes([
  sheet("INFY", 100),
  sheet("TCS", 200),
  { name: "Notes", rows: [["Prices of two companies"], ["as traded"]] },
  { name: "Old", rows: [["x"]], state: "hidden" },
]);
const rivals = xlsxBytes([sheet("Raw", 300), sheet("Adjusted", 30)]);
const parquet = new Uint8Array(
  parquetWriteBuffer({
    columnData: [
      { name: "date", data: days },
      { name: "close", data: days.map((_, at) => 10.5 + at), type: "DOUBLE" },
      { name: "volume", data: days.map(() => 500), type: "INT32" },
    ],
  }),
);

it("sheets and Parquet are looked at, asked about where sheets contradict each other, and imported", async () => {
  const { page, context, troubles } = await openApp(browser, "/data");
  await page.getByRole("heading", { name: "Import prices" }).waitFor();
  const files = { "prices.xlsx": book, "WIPRO.xlsx": rivals, "SBIN.parquet": parquet };
  await page.getByLabel("Choose files").setInputFiles(
    Object.entries(files).map(([name, bytes]) => ({
      name,
      mimeType: "application/octet-stream",
      buffer: Buffer.from(bytes),
    })),
  );
  const found = page.getByRole("region", { name: "What the files hold" });
  await found.waitFor({ timeout: SETTLE_MS });
  const question = page.getByRole("group", {
    name: /The sheets Raw and Adjusted of WIPRO\.xlsx have other prices for the same days of WIPRO/,
  });
  await question.waitFor({ timeout: SETTLE_MS });
  expect(await question.count()).toBe(1);
  await page.getByText("Can't be imported").waitFor(); // the sheet of notes
  await page.getByText("Hidden sheets of the book are passed over: Old.").waitFor();
  await question.getByRole("button", { name: "Take the sheet Raw" }).click();
  const said = page.getByText(/You said: the sheet Raw is taken/); // of each of the two, once both are looked at
  await said.first().waitFor({ timeout: SETTLE_MS });
  await answerExchanges(page);
  await page.getByLabel("Name of the dataset").fill("Tables");
  await page.getByRole("button", { name: /^Import/ }).click();
  await page.getByText(/"Tables" was imported: 4 instruments, 400 bars/).waitFor({ timeout: SETTLE_MS });
  expect(troubles).toEqual([]);
  await context.close();
});
