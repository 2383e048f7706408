/** The main path through the built app in a browser of another kind. */
import { join } from "node:path";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { SLOW_STORE } from "#src/storage/slow-store.ts";
import { button, text } from "./driven-page.ts";
import type { DrivenPage } from "./driven-page.ts";

const DAY_MS = 86_400_000;
const RESULT = "//*[contains(translate(text(), 'A', 'a'), 'account growth curve')]";

/** Runs a built-in strategy on the demo market. */
export async function runDemo(page: DrivenPage, origin: string): Promise<void> {
  await page.goTo(new URL("/strategy", origin).href);
  await page.click(button("Start Simulation"));
  await page.waitFor(RESULT);
  await page.waitFor("//figure//canvas");
}

const CHOOSER = "//input[@type='file'][@aria-label='Choose files']";

/** Imports a file of a rising price by the page's own chooser of files. */
export async function importFile(page: DrivenPage, origin: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "prices-"));
  await page.goTo(new URL("/data", origin).href);
  const file = join(folder, "RISING.csv");
  await writeFile(file, risingPrices());
  await page.type(CHOOSER, file);
  await page.waitFor("//*[@aria-label='What the files hold']");
  await page.click("//select[.//option[@value='']][@id=//label[.='Exchange']/@for]//option[@value='NSE']");
  await page.click(button("Import"));
  await page.waitFor(text("was imported: 1 instrument"));
  await rm(folder, { recursive: true });
}

/** Makes a strategy on the imported dataset and runs it; the result is in sight afterwards. */
export async function runOnImport(page: DrivenPage, origin: string): Promise<void> {
  await page.goTo(new URL("/strategy", origin).href);
  await page.type("//input[@placeholder='Enter strategy name']", "On my file");
  await page.click(button("BEGIN"));
  await page.click("//select//option[normalize-space()='RISING']");
  for (const step of ["buy", "sell", "simulation"]) {
    await page.click(button("Continue"));
    await page.waitForAddress(`step=${step}`);
  }
  await page.click(button("Start Simulation"));
  await page.waitFor(RESULT);
  await page.waitFor(text("RISING"));
}

/** What says that prices lie in a database here. */
export const SLOW = text(SLOW_STORE);

export async function reloadResult(page: DrivenPage): Promise<void> {
  await page.reload();
  await page.waitFor(RESULT);
  await page.waitFor("//figure//canvas");
}

/** A weekday's bar after the other, each a little higher. */
export function risingPrices(): string {
  const rows = Array.from({ length: 7300 }, (_, at) => new Date(Date.UTC(2004, 11, 27) + at * DAY_MS))
    .filter((date) => date.getUTCDay() !== 0 && date.getUTCDay() !== 6)
    .map((date, at) => {
      const close = (200 + at / 10).toFixed(2);
      return `${date.toISOString().slice(0, 10)},${close},${close},${close},${close},${close},10000000`;
    });
  return ["Date,Open,High,Low,Close,Adj Close,Volume", ...rows].join("\n");
}
