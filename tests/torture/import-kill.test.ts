/** An import whose tab or browser dies at any moment leaves no dataset, or the whole one. */
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright";
import type { BrowserContext, Page } from "playwright";
import { afterAll, describe, expect, inject, it } from "vitest";
import { findBrowser } from "#tests/support/browser.mjs";
import { answerExchanges } from "#tests/support/screens.ts";

const PROFILE = join(tmpdir(), `import-kill-${process.pid}`);
const SETTLE_MS = 60_000;
const KILLS = 10;
const INSTRUMENTS = 60;
const DAYS = 1500;

afterAll(() => rm(PROFILE, { recursive: true, force: true }));

async function openProfile(): Promise<BrowserContext> {
  const executablePath = findBrowser();
  return chromium.launchPersistentContext(PROFILE, {
    ...(executablePath === null ? {} : { executablePath }),
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"],
  });
}

async function openData(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto(new URL("/data", inject("appUrl")).href);
  await page.getByRole("button", { name: "Choose files" }).waitFor({ timeout: SETTLE_MS });
  return page;
}

/** 90,000 bars of weekdays, in one file. */
function longFile(): Buffer {
  const days = Array.from({ length: DAYS }, (_, at) => new Date(Date.UTC(2010, 0, 4) + at * 86_400_000))
    .filter((date) => date.getUTCDay() % 6 !== 0)
    .map((date) => date.toISOString().slice(0, 10));
  const rows = Array.from({ length: INSTRUMENTS }, (_, instrument) =>
    days.map((day, at) => `S${instrument},${day},${10 + at},${11 + at},${9 + at},${10 + at},1000`).join("\n"),
  );
  return Buffer.from(["symbol,date,open,high,low,close,volume", ...rows].join("\n"));
}

/** How long an import takes from its button to its report. */
async function timeImport(page: Page, buffer: Buffer): Promise<number> {
  await startImport(page, buffer);
  const begun = performance.now();
  await page.getByText(/"prices" was imported/).waitFor({ timeout: SETTLE_MS });
  return performance.now() - begun;
}

async function startImport(page: Page, buffer: Buffer): Promise<void> {
  const input = page.locator("input[type=file]").first();
  await input.setInputFiles({ name: "prices.csv", mimeType: "text/csv", buffer });
  const button = page.getByRole("button", { name: "Import", exact: true });
  await button.waitFor({ timeout: SETTLE_MS });
  await answerExchanges(page);
  await button.click();
}

/** Each imported dataset's card must say the whole of it, and its export must be there to be read. */
async function checkWhole(page: Page, bars: string): Promise<number> {
  const cards = page.getByRole("article", { name: "prices" });
  await page.getByRole("article").first().waitFor();
  const count = await cards.count();
  for (let at = 0; at < count; at++) {
    await cards.nth(at).getByText(bars, { exact: true }).waitFor();
    const download = page.waitForEvent("download", { timeout: SETTLE_MS });
    await cards.nth(at).getByRole("button", { name: "Export" }).click();
    await (await download).cancel();
  }
  return count;
}

/** Files of columns on the device, by folder. */
async function storedColumns(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const names: string[] = [];
    for (const folder of ["datasets", "datasets-staging"]) {
      const opened = await root.getDirectoryHandle(folder, { create: true });
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as in the standard; the library lacks it
      for await (const name of (opened as unknown as { keys(): AsyncIterable<string> }).keys())
        names.push(`${folder}/${name}`);
    }
    return names;
  });
}

describe("an import that is killed", () => {
  it("leaves no dataset or the whole one, at ten moments", { timeout: 600_000 }, async () => {
    const buffer = longFile();
    let context = await openProfile();
    let page = await openData(context);
    const whole = await timeImport(page, buffer);
    const bars =
      (await page
        .getByRole("article", { name: "prices" })
        .getByText(/^\d\d,\d{3}$/)
        .first()
        .textContent()) ?? "";
    let datasets = 1;
    const outcomes: string[] = [];
    for (let kill = 0; kill < KILLS; kill++) {
      await page.reload();
      await page.getByRole("button", { name: "Choose files" }).waitFor({ timeout: SETTLE_MS });
      await startImport(page, buffer);
      await page.waitForTimeout(whole * (kill / KILLS) ** 2); // most of them early: a warm import is faster
      if (kill % 2 === 0) await page.close({ runBeforeUnload: false });
      else await killBrowser(context);
      if (kill % 2 === 1) context = await openProfile();
      page = await openData(context);
      const now = await checkWhole(page, bars);
      expect([datasets, datasets + 1]).toContain(now);
      outcomes.push(now === datasets ? "none" : "whole");
      datasets = now;
    }
    process.stdout.write(`    ten kills of an import of ${Math.round(whole)} ms: ${outcomes.join(", ")}\n`);
    // What the killed ones left behind is swept when the app starts.
    await page.reload();
    await expect.poll(async () => (await storedColumns(page)).length, { timeout: SETTLE_MS }).toBe(datasets);
    await context.close();
  });
});

/** As a crash does: nothing of it may say goodbye. */
async function killBrowser(context: BrowserContext): Promise<void> {
  const browser = await context.browser()?.newBrowserCDPSession();
  if (browser) await browser.send("Browser.crash").catch(() => undefined);
  else {
    const session = await context.newCDPSession(context.pages()[0] ?? (await context.newPage()));
    await session.send("Browser.crash").catch(() => undefined);
  }
  await context.close().catch(() => undefined);
}
