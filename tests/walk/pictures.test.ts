/** The charts of a result as PNG files: every button hands over a picture that shows something. */
import { readFile } from "node:fs/promises";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser, openApp } from "#tests/support/app-page.ts";
import type { AppPage } from "#tests/support/app-page.ts";
import { openDisclosures, runSample, waitForChecks } from "#tests/support/screens.ts";
import { settled } from "#tests/support/settled.ts";

const LATE_MS = 60_000;
/** Of a picture that shows more than its ground, axes and one line. */
const FEWEST_COLOURS = 5;
/** What is seldom: a pixel in so many must not be of the ground. */
const MOST_GROUND = 0.999;

let browser: Browser;
let app: AppPage;
beforeAll(async () => {
  browser = await launchBrowser();
  app = await openApp(browser, "/strategy");
  await runSample(app);
  await app.page
    .getByRole("heading", { name: "Passed-over signals over time" })
    .waitFor({ timeout: LATE_MS });
  await waitForChecks(app);
  await app.page.getByRole("button", { name: "Download: Passed-over signals" }).waitFor({ timeout: LATE_MS });
  await openDisclosures(app);
  await app.page.getByRole("heading", { name: "Order of days" }).waitFor();
  await app.page.getByRole("table", { name: "All Positions" }).getByRole("link").first().click();
  await app.page
    .getByRole("button", { name: "Download: Position", exact: true })
    .waitFor({ timeout: LATE_MS });
  await settled(app.page);
});
afterAll(() => browser.close());

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

describe("the charts of a result", () => {
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
