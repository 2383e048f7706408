/** A result on paper and as a file that opens anywhere, from the built app. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser, openApp } from "#tests/support/app-page.ts";
import type { AppPage } from "#tests/support/app-page.ts";
import { axeFaults, sticksOut } from "#tests/support/axe-faults.ts";
import { controlsOnPaper, countSheets, cutOnPaper } from "#tests/support/paper.ts";
import { runSample } from "#tests/support/screens.ts";
import { settled } from "#tests/support/settled.ts";

/** The default strategy on the demo market: nine sheets, six as a file, when this was written; once it was 92. */
const MOST_SHEETS = 12;
const LATE_MS = 60_000;

let browser: Browser;
let app: AppPage;
let folder: string;
beforeAll(async () => {
  browser = await launchBrowser();
  folder = await mkdtemp(join(tmpdir(), "tidemark-paper-"));
  app = await openApp(browser, "/strategy");
  await runSample(app);
  await app.page
    .getByRole("heading", { name: "Passed-over signals over time" })
    .waitFor({ timeout: LATE_MS });
  await app.page.getByRole("heading", { name: "Was it luck?" }).waitFor({ timeout: LATE_MS });
  await settled(app.page);
});
afterAll(async () => {
  await browser.close();
  await rm(folder, { recursive: true, force: true });
});

describe("the page of a result", () => {
  it("fits A4 without a cut chart, on a sensible number of sheets", async () => {
    expect(await cutOnPaper(app.page)).toEqual([]);
    const sheets = await countSheets(app.page);
    process.stdout.write(`    the page takes ${sheets} sheets\n`);
    expect(sheets).toBeGreaterThan(3);
    expect(sheets).toBeLessThanOrEqual(MOST_SHEETS);
  });

  it("leaves on paper no control, and all of its notes", async () => {
    expect(await controlsOnPaper(app.page)).toEqual([]);
    await app.page.emulateMedia({ media: "print" });
    expect(await app.page.getByRole("link", { name: /skip/i }).isVisible()).toBe(false);
    expect(await app.page.getByText("None of them exists, and nothing here is a record").isVisible()).toBe(
      true,
    );
    await app.page.emulateMedia({ media: null });
  });

  it("is printed in light colours from the dark theme, and is dark again", async () => {
    const { page } = app;
    await page.emulateMedia({ colorScheme: "dark" });
    await page.evaluate(() => {
      globalThis.print = () =>
        Reflect.set(globalThis, "printed", getComputedStyle(document.documentElement).colorScheme);
    });
    await page.getByRole("button", { name: "Export" }).click();
    await page.getByRole("menuitem", { name: /Print or PDF/ }).click();
    await expect.poll(() => page.evaluate(() => Reflect.get(globalThis, "printed") as unknown)).toBe("light");
    expect(await page.locator("html").getAttribute("data-theme")).toBeNull();
    await page.emulateMedia({ colorScheme: "light" });
  });
});

describe("the report in one file", () => {
  let report: Page;
  const asked: string[] = [];
  beforeAll(async () => {
    const { page } = app;
    await page.getByRole("button", { name: "Export" }).click();
    const download = page.waitForEvent("download");
    await page.getByRole("menuitem", { name: /Report to show/ }).click();
    const path = join(folder, "report.html");
    await (await download).saveAs(path);
    const context = await browser.newContext({ offline: true, javaScriptEnabled: true });
    report = await context.newPage();
    report.on("request", (request) => void asked.push(request.url()));
    report.on("console", (message) => void asked.push(message.text()));
    await report.goto(pathToFileURL(path).href);
  });

  it("opens from disk with the network off and asks for nothing else", async () => {
    expect(await report.getByRole("heading", { level: 1 }).textContent()).toMatch(/My Momentum Strategy/);
    expect(await report.getByRole("img").count()).toBeGreaterThan(2);
    expect(asked).toEqual([report.url()]);
  });

  it.each([
    { width: 360, colorScheme: "light" },
    { width: 1440, colorScheme: "light" },
    { width: 1440, colorScheme: "dark" },
  ] as const)("gives axe nothing to object to at $width px, $colorScheme", async ({ width, colorScheme }) => {
    await report.setViewportSize({ width, height: 800 });
    await report.emulateMedia({ colorScheme });
    expect(await axeFaults(report)).toEqual([]);
    expect(await sticksOut(report)).toEqual([]);
  });

  it("fits A4 without a cut chart", async () => {
    expect(await cutOnPaper(report)).toEqual([]);
    const sheets = await countSheets(report);
    process.stdout.write(`    the file takes ${sheets} sheets\n`);
    expect(sheets).toBeGreaterThan(2);
    expect(sheets).toBeLessThanOrEqual(MOST_SHEETS);
  });
});
