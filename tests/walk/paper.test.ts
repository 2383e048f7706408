/** A result on paper, as a file that opens anywhere, and its charts as pictures, from the built app. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser, leaveBrowser, openApp } from "#tests/support/app-page.ts";
import type { AppPage } from "#tests/support/app-page.ts";
import { axeFaults, sticksOut } from "#tests/support/axe-faults.ts";
import { controlsOnPaper, countSheets, cutOnPaper } from "#tests/support/paper.ts";
import { openDisclosures, runSample, waitForChecks } from "#tests/support/screens.ts";
import { settled } from "#tests/support/settled.ts";

/** The default strategy on the demo market: nine sheets, six as a file, when this was written; once it was 92. */
const MOST_SHEETS = 12;
const LATE_MS = 60_000;
/** By axe, which would take a minute for all positions of twenty years: rows of one kind are drawn alike. */
const ROWS_LOOKED_AT = 60;
/** Growth, rolling years and passed-over signals. */
const FEWEST_CHARTS = 3;
/** Of a picture that shows more than its ground, axes and one line. */
const FEWEST_COLOURS = 5;
/** What is seldom: a pixel in so many must not be of the ground. */
const MOST_GROUND = 0.999;

let browser: Browser;
let app: AppPage;
let folder: string;
beforeAll(async () => {
  browser = await launchBrowser();
  folder = await mkdtemp(join(tmpdir(), "tidemark-paper-"));
  app = await openApp(browser);
  await runSample(app);
  await app.page
    .getByRole("heading", { name: "Passed-over signals over time" })
    .waitFor({ timeout: LATE_MS });
  await waitForChecks(app);
  await app.page.getByRole("button", { name: "Download: Passed-over signals" }).waitFor({ timeout: LATE_MS });
  await settled(app.page);
});
afterAll(async () => {
  await leaveBrowser(browser);
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

  it("has the charts in light colours from the dark theme, however the print is begun, and is dark again", async () => {
    const { page } = app;
    await page.emulateMedia({ colorScheme: "dark" });
    await expect.poll(() => page.evaluate(inkOfCharts)).toSatisfy(isLight);
    await page.evaluate(
      `addEventListener("beforeprint", () => { globalThis.printedInk = (${inkOfCharts.toString()})(); })`,
    );
    await page.pdf({ preferCSSPageSize: true });
    const printed = await page.evaluate(() => Reflect.get(globalThis, "printedInk") as unknown);
    expect(printed).toSatisfy(isDark);
    expect(await page.locator("html").getAttribute("data-theme")).toBeNull();
    await expect.poll(() => page.evaluate(inkOfCharts)).toSatisfy(isLight);

    await page.evaluate(() => {
      globalThis.print = () => void Reflect.set(globalThis, "isAsked", true);
    });
    await page.getByRole("button", { name: "Export" }).click();
    await page.getByRole("menuitem", { name: /Print or PDF/ }).click();
    await expect.poll(() => page.evaluate(() => Reflect.get(globalThis, "isAsked") as unknown)).toBe(true);
    await page.emulateMedia({ colorScheme: "light" });
  });
});

/** Runs in the page: how light the ink of each chart's time scale is, 0 to 255; the middle of what is painted. */
function inkOfCharts(): number[] {
  return [...document.querySelectorAll("[data-chart] table tr:last-child canvas")].flatMap((canvas) => {
    if (!(canvas instanceof HTMLCanvasElement) || canvas.width * canvas.height === 0) return [];
    const data = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
    const inks: number[] = [];
    for (let at = 0; at < data.length; at += 4)
      if (data[at + 3] === 255) inks.push(((data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0)) / 3);
    const middle = inks.toSorted((one, other) => one - other)[Math.floor(inks.length / 2)];
    return middle === undefined ? [] : [Math.round(middle)];
  });
}

/** Runs in the page: what a person sees of a card and its parts, wherever it stands. */
function lookOf(card: Element): string[] {
  return [card, ...card.children].map((part) => {
    const { color, backgroundColor, borderColor, fontSize, fontWeight, padding } = getComputedStyle(part);
    return [color, backgroundColor, borderColor, fontSize, fontWeight, padding].join(" ");
  });
}

const isLight = (inks: readonly number[]) => inks.length >= FEWEST_CHARTS && inks.every((ink) => ink > 128);
const isDark = (inks: readonly number[]) => inks.length >= FEWEST_CHARTS && inks.every((ink) => ink < 128);

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

  it("has the page's own look in its one style element, which names no other file", async () => {
    const style = await report.locator("style").textContent();
    expect(style).not.toMatch(/url\(|@import|@font-face/);
    const looks = [app.page, report].map((page) =>
      page.getByRole("region", { name: "Metrics" }).locator("dl > div").first().evaluate(lookOf),
    );
    const [onPage, inFile] = await Promise.all(looks);
    expect(inFile).toEqual(onPage);
  });

  it.each([360, 1440])("does not scroll sideways at %i px", async (width) => {
    await report.setViewportSize({ width, height: 800 });
    expect(await sticksOut(report)).toEqual([]);
  });

  it("fits A4 without a cut chart", async () => {
    expect(await cutOnPaper(report)).toEqual([]);
    const sheets = await countSheets(report);
    process.stdout.write(`    the file takes ${sheets} sheets\n`);
    expect(sheets).toBeGreaterThan(2);
    expect(sheets).toBeLessThanOrEqual(MOST_SHEETS);
  });

  describe("with the first rows of each table", () => {
    beforeAll(() => report.evaluate(keepRows, ROWS_LOOKED_AT));

    it.each([
      { width: 360, colorScheme: "light" },
      { width: 1440, colorScheme: "light" }, // in the same colours
      { width: 1440, colorScheme: "dark" },
    ] as const)(
      "gives axe nothing to object to at $width px, $colorScheme",
      async ({ width, colorScheme }) => {
        await report.setViewportSize({ width, height: 800 });
        await report.emulateMedia({ colorScheme });
        const axeLook = { coloursOnly: colorScheme === "dark", withoutColours: width === 1440 };
        expect(await axeFaults(report, axeLook)).toEqual([]);
      },
    );
  });
});

/** Runs in the page: each table keeps so many rows, the rest of its kind goes. */
function keepRows(most: number): void {
  for (const body of document.querySelectorAll("tbody"))
    for (const row of [...body.rows].slice(most)) row.remove();
}

interface Picture {
  readonly width: number;
  readonly height: number;
  readonly colours: number;
  /** Share of the commonest colour. */
  readonly ground: number;
}

/** Decodes a PNG in the page, which draws nothing of it. */
function look(page: Page, png: Buffer): Promise<Picture> {
  return page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (sign) => sign.codePointAt(0) ?? 0);
    const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const { width, height } = bitmap;
    const context = new OffscreenCanvas(width, height).getContext("2d");
    if (!context) throw new Error("no drawing here");
    context.drawImage(bitmap, 0, 0);
    const pixels = new Uint32Array(context.getImageData(0, 0, width, height).data.buffer);
    const counts = new Map<number, number>();
    for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
    return { width, height, colours: counts.size, ground: Math.max(...counts.values()) / pixels.length };
  }, png.toString("base64"));
}

describe("the charts of the page", () => {
  beforeAll(async () => {
    await openDisclosures(app);
    await app.page.getByRole("heading", { name: "Order of days" }).waitFor();
    await app.page.getByRole("table", { name: "All Positions" }).getByRole("link").first().click();
    await app.page
      .getByRole("button", { name: "Download: Position", exact: true })
      .waitFor({ timeout: LATE_MS });
    await settled(app.page);
  });

  it("are saved as pictures that show something, each under a name of its own", async () => {
    const { page } = app;
    const buttons = page.getByRole("button", { name: /^Download: / });
    const names = await buttons.evaluateAll((all) => all.map((one) => one.getAttribute("aria-label") ?? ""));
    expect(names.toSorted()).toEqual([
      "Download: Daily returns",
      "Download: Drawdown periods",
      "Download: Excursions",
      "Download: Exposure and turnover",
      "Download: Growth a year",
      "Download: Growth curve",
      "Download: Passed-over signals",
      "Download: Position",
      "Download: Position returns",
      "Download: Resampled paths",
      "Download: Rolling year",
    ]);
    const files = new Set<string>();
    const poor: string[] = [];
    for (const name of names) {
      const download = page.waitForEvent("download");
      await page.getByRole("button", { name, exact: true }).click();
      await page.getByRole("menuitem", { name: "Save as PNG" }).click();
      const saved = await download;
      files.add(saved.suggestedFilename());
      const { width, height, colours, ground } = await look(page, await readFile(await saved.path()));
      const isFair = width > 400 && height > 150 && colours > FEWEST_COLOURS && ground < MOST_GROUND;
      if (!isFair) poor.push(`${name}: ${width} x ${height}, ${colours} colours, ${ground} of it one`);
    }
    expect(poor).toEqual([]);
    expect(files.size).toBe(names.length);
    for (const file of files)
      expect(file).toMatch(/^my-momentum-strategy-2000-01-03-2025-03-20-[\w-]+\.png$/);
    expect(app.troubles).toEqual([]);
  });
});
