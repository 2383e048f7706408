/** Browsers that give less, or other things, than most. */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright";
import type { Browser, BrowserContext } from "playwright";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { LAUNCH, launchBrowser, leaveBrowser, openIn } from "#tests/support/app-page.ts";
import type { AppPage } from "#tests/support/app-page.ts";
import { SLOW_STORE } from "#src/storage/slow-store.ts";
import { risingPrices } from "#tests/support/other-browsers.ts";
import { answerExchanges, goTo, openTerms, runSample, waitForResult } from "#tests/support/screens.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => leaveBrowser(browser));

async function openOdd(path: string, makeOdd: () => void): Promise<AppPage & { context: BrowserContext }> {
  const context = await browser.newContext({ serviceWorkers: "block" });
  await context.addInitScript(makeOdd);
  return openIn(context, new URL(inject("appUrl")).origin, path);
}

describe("a browser whose language is the word C", () => {
  it("shows the charts of a result", async () => {
    const app = await openOdd("/", () => {
      Object.defineProperty(Navigator.prototype, "language", { get: () => "C" });
      Object.defineProperty(Navigator.prototype, "languages", { get: () => ["C"] });
    });
    await runSample(app);
    await app.page.locator("figure canvas").first().waitFor();
    await goTo(app, "/data?dataset=demo&instrument=AMBATAL");
    await app.page.locator("figure canvas").first().waitFor({ timeout: 60_000 });
    expect(app.troubles).toEqual([]);
    await app.context.close();
  });
});

describe("a browser that keeps no data for this page", () => {
  it("says so, offers what needs none, and refuses to save in words", async () => {
    const profile = await mkdtemp(join(tmpdir(), "denied-"));
    await mkdir(join(profile, "Default"));
    const blocked = { profile: { default_content_setting_values: { cookies: 2 } } }; // the browser's own setting
    await writeFile(join(profile, "Default", "Preferences"), JSON.stringify(blocked));
    const context = await chromium.launchPersistentContext(profile, LAUNCH);
    const app = await openIn(context, new URL(inject("appUrl")).origin, "/strategy");
    const { page } = app;
    await page.getByText("This browser keeps nothing for this page").waitFor();
    await page.getByPlaceholder("Enter strategy name").fill("Mine");
    await page.getByRole("button", { name: "BEGIN" }).click();
    await page.getByText(/The strategy "Mine" was not saved: the browser's storage refused it/).waitFor();
    await page.getByRole("button", { name: "Start Simulation" }).first().click();
    await page.getByText(/The run of "My Momentum Strategy" was not saved/).waitFor();
    await goTo(app, "/optimise?strategy=builtin-1");
    await page.getByRole("heading", { name: "Optimise" }).waitFor();
    await goTo(app, "/data");
    await page.getByRole("article", { name: "Demo market (invented)" }).waitFor();
    await goTo(app, "/simulation-steps?id=builtin-1&step=scanner");
    await page.getByText("Built-in strategies don't change").waitFor();
    expect(app.troubles).toEqual([]);
    await context.close();
    await rm(profile, { recursive: true });
  });
});

describe("a browser without private files", () => {
  it("keeps imported prices in its database, says that this is slower, and runs on them after a reload", async () => {
    const args = [...(LAUNCH.args ?? []), "--disable-blink-features=FileSystemAccessOriginPrivate"];
    const without = await chromium.launch({ ...LAUNCH, args });
    const context = await without.newContext({ serviceWorkers: "block" });
    const app = await openIn(context, new URL(inject("appUrl")).origin, "/data");
    const { page } = app;
    expect(await page.evaluate(() => "getDirectory" in navigator.storage)).toBe(false);
    await page.locator("input[type=file][aria-label='Choose files']").setInputFiles({
      name: "RISING.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(risingPrices()),
    });
    await answerExchanges(page);
    await page.getByText(/^1 file, 1 instrument, .*: looks good\.$/).waitFor({ timeout: 30_000 });
    await page.getByRole("button", { name: "Import", exact: true }).click();
    await page.getByText(/"RISING" was imported/).waitFor({ timeout: 30_000 });
    await page.getByText(SLOW_STORE).waitFor();
    await goTo(app, "/settings");
    await page.getByText(SLOW_STORE).waitFor();
    await goTo(app, "/data");
    await page.getByRole("article", { name: "RISING" }).waitFor();
    await goTo(app, "/strategy");
    await page.getByPlaceholder("Enter strategy name").fill("On my file");
    await page.getByRole("button", { name: "BEGIN" }).click();
    await openTerms(page);
    await page.getByLabel("Dataset").selectOption({ label: "RISING" });
    for (const step of ["buy", "sell", "simulation"]) {
      await page.getByRole("button", { name: "Continue" }).click();
      await page.waitForURL(new RegExp(`step=${step}`));
    }
    await page.getByRole("button", { name: "Start Simulation" }).click();
    await page.waitForURL(/simulation-result\?run=/);
    await waitForResult(app);
    await page.getByText("RISING").first().waitFor();
    expect(app.troubles).toEqual([]);
    await without.close();
  });
});

it("has no file that imports a worker's first script, which WebKit would run twice", async () => {
  const folder = join(inject("appFolder"), "assets");
  const scripts = (await readdir(folder)).filter((name) => name.endsWith(".js"));
  const texts = await Promise.all(scripts.map((name) => readFile(join(folder, name), "utf8")));
  const imported = texts.flatMap((text) =>
    [...text.matchAll(/(?:\bfrom|\bimport\(?)\s*["'`]\.\/([^"'`]+\.js)["'`]/g)].map(([, name]) => name),
  );
  expect(imported.length).toBeGreaterThan(100);
  const first = scripts.filter((name) => /\.worker-[\w-]{8}\.js$/.test(name));
  expect(first.length).toBe(4); // runs, rows of an import, storage, backups
  expect(first.filter((name) => imported.includes(name))).toEqual([]);
});

it("has no code that opens a connection past the page's rules (WebRTC, beacons)", async () => {
  const folder = join(inject("appFolder"), "assets");
  const scripts = (await readdir(folder)).filter((name) => name.endsWith(".js"));
  expect(scripts.length).toBeGreaterThan(20);
  const texts = await Promise.all(scripts.map((name) => readFile(join(folder, name), "utf8")));
  const found = scripts.filter((_, at) => /RTCPeerConnection|WebTransport|sendBeacon/.test(texts[at] ?? ""));
  expect(found).toEqual([]);
});
