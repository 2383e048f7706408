/**
 * What a newcomer meets in the first hour, counted: controls, buttons and words of the screens, the heights of a phone,
 * the stops of Tab. Each bound is what the screens were brought to: a new part takes its place from another.
 */
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser, leaveBrowser, openApp } from "#tests/support/app-page.ts";
import type { AppPage } from "#tests/support/app-page.ts";
import { axeFaults } from "#tests/support/axe-faults.ts";
import { tabTo } from "#tests/support/keyboard-walk.ts";
import { beginStrategy, goTo, runSample } from "#tests/support/screens.ts";
import { settled } from "#tests/support/settled.ts";
import { smallTargets } from "#tests/support/small-targets.ts";

const LATE_MS = 60_000;
const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 360, height: 740 };

let browser: Browser;
let app: AppPage;
beforeAll(async () => {
  browser = await launchBrowser();
  app = await openApp(browser);
  await runSample(app);
  await app.page.getByRole("button", { name: "Download: Passed-over signals" }).waitFor({ timeout: LATE_MS });
});
afterAll(() => leaveBrowser(browser));

interface Counted {
  /** What can be used, on the whole page and of it in the first screen. */
  readonly controls: number;
  readonly inFirstScreen: number;
  readonly buttons: number;
  readonly words: number;
  /** CSS pixels. */
  readonly height: number;
  /** In the first screen, by name: less than 44 CSS pixels wide or high, and no link in a sentence. */
  readonly narrow: readonly string[];
}

/** Runs in the page. */
function countAll(): Counted {
  // The aside of the builder takes the focus to be scrolled, and does nothing else.
  const used =
    "a[href], button, input, select, textarea, summary, [role=button], [role=slider], [contenteditable=true], [tabindex='0']:not(aside)";
  const seen = [...document.querySelectorAll(used)].filter((element) => {
    const { width, height } = element.getBoundingClientRect();
    return (
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && width > 1 && height > 1
    );
  });
  const first = seen.filter((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return bottom > 0 && top < innerHeight;
  });
  const narrow = first.filter((element) => {
    const { width, height } = element.getBoundingClientRect();
    return getComputedStyle(element).display !== "inline" && Math.min(width, height) < 43.9;
  });
  return {
    controls: seen.length,
    inFirstScreen: first.length,
    buttons: seen.filter(({ localName }) => localName === "button").length,
    words: document.body.innerText.split(/\s+/).filter((word) => word !== "").length,
    height: document.documentElement.scrollHeight,
    narrow: narrow.map((element) => element.getAttribute("aria-label") ?? element.textContent.trim()),
  };
}

async function countOn(page: Page, size: typeof WIDE): Promise<Counted> {
  await page.setViewportSize(size);
  await settled(page);
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.mouse.move(0, 0); // no explanation is open
  const counted = await page.evaluate(countAll);
  const { controls, inFirstScreen, buttons, words, height } = counted;
  process.stdout.write(
    `    ${size.width} px: ${controls} controls, ${inFirstScreen} in the first screen, ${buttons} buttons, ${words} words, ${height} px\n`,
  );
  return counted;
}

/** How much of the screen's height is covered by what sticks to it, once one has scrolled, in CSS pixels. */
async function coveredHeight(page: Page): Promise<number> {
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight / 2));
  await settled(page);
  return page.evaluate(() => {
    let covered = 0;
    for (let y = 1; y < innerHeight; y += 2) {
      const at = document.elementFromPoint(innerWidth / 2, y);
      let part = at;
      while (part && !["sticky", "fixed"].includes(getComputedStyle(part).position))
        part = part.parentElement;
      if (part) covered += 2;
    }
    return covered;
  });
}

describe("a result, closed", () => {
  it("has under 130 controls, 60 buttons and 1,500 words at 1440 px", async () => {
    const { controls, buttons, words } = await countOn(app.page, WIDE);
    expect(controls).toBeLessThan(130);
    expect(buttons).toBeLessThan(60);
    expect(words).toBeLessThan(1500);
  });

  it("has the verdict in the first 400 px of a phone, all actions in one menu, and bars under 110 px", async () => {
    const { page } = app;
    const { narrow } = await countOn(page, PHONE);
    const verdict = page.getByRole("region", { name: "Verdict" });
    expect(await verdict.evaluate((element) => element.getBoundingClientRect().top)).toBeLessThan(400);
    expect(narrow.slice(5)).toEqual([]);
    expect(await smallTargets(page)).toEqual([]);
    await page.getByRole("button", { name: "Actions" }).click();
    const items = await page.getByRole("menuitem").allInnerTexts();
    expect(items.slice(0, 6)).toEqual([
      "Edit Strategy",
      "Run again",
      "Duplicate",
      "Compare with…",
      "Virtual Deployment",
      "Live Deployment",
    ]);
    expect(items.some((item) => item.startsWith("Report to show"))).toBe(true);
    await page.keyboard.press("Escape");
    expect(await coveredHeight(page)).toBeLessThan(110);
    expect(await axeFaults(page)).toEqual([]);
  });

  it("leads to each chapter by one control on a phone", async () => {
    const { page } = app;
    await page.setViewportSize(PHONE);
    await page.getByLabel("Chapter", { exact: true }).selectOption({ label: "4 of 8: Risk" });
    await expect.poll(() => new URL(page.url()).hash).toBe("#risk");
    const top = await page.locator("#risk").evaluate((element) => element.getBoundingClientRect().top);
    expect(top).toBeGreaterThan(40);
    expect(top).toBeLessThan(80);
  });
});

describe("the list and the gallery", () => {
  it("has the gallery under 6,000 px on a phone, the filter before the cards, and the rest on demand", async () => {
    const { page } = app;
    await page.setViewportSize(PHONE);
    await goTo(app, "/strategy?templates=all");
    await page.getByRole("button", { name: /^Show \d+ more templates$/ }).waitFor();
    const { height, narrow } = await countOn(page, PHONE);
    expect(height).toBeLessThan(6000);
    expect(narrow.slice(5)).toEqual([]);
    expect(await smallTargets(page)).toEqual([]);
    const cards = page.getByRole("button", { name: /^Use this: / });
    const few = await cards.count();
    await page.getByRole("button", { name: /^Show \d+ more templates$/ }).click();
    await expect.poll(() => cards.count()).toBeGreaterThan(few);
  });

  it("shows a newcomer around from the empty list, a page at a time, to a result", async () => {
    const fresh = await openApp(browser);
    const { page } = fresh;
    await goTo(fresh, "/strategy");
    await page.getByRole("button", { name: "Show me around, 2 minutes" }).click();
    for (const title of ["What would your rules have done?", "1. Scanner", "2. Buy rules", "3. Sell rules"]) {
      await page.getByRole("heading", { name: title, exact: true }).waitFor();
      await page.getByRole("button", { name: "Next" }).click();
    }
    await page.getByRole("button", { name: "Start the simulation" }).click();
    await page.waitForURL(/simulation-result\?.*run=/);
    await page.getByRole("heading", { name: "The result" }).waitFor();
    await page.getByRole("button", { name: "Done" }).click();
    expect(fresh.troubles).toEqual([]);
    await fresh.context.close();
  });
});

describe("the builder", () => {
  it("has bars under 110 px on a phone", async () => {
    await beginStrategy(app, "Counted");
    await app.page.setViewportSize(PHONE);
    expect(await smallTargets(app.page)).toEqual([]);
    expect(await coveredHeight(app.page)).toBeLessThan(110);
  });

  it("has 25 controls in its first screen, and is walked to Start in 45 stops of Tab", async () => {
    const { page } = app;
    await page.setViewportSize(WIDE);
    await beginStrategy(app, "Walked");
    await page.getByRole("region", { name: /^Candidates on/ }).waitFor({ timeout: LATE_MS });
    await page.getByRole("row", { name: "CAGR" }).waitFor({ timeout: LATE_MS });
    const { inFirstScreen } = await countOn(page, WIDE);
    expect(inFirstScreen).toBeLessThanOrEqual(25);
    let stops = 0;
    for (const name of ["Continue", "Continue", "Continue", "Start Simulation"]) {
      const walk = await tabTo(page, { role: "button", name: new RegExp(`^${name}$`) });
      expect({ name, found: walk.found }).toEqual({ name, found: true });
      stops += walk.stops.length;
      if (name === "Continue") await page.keyboard.press("Enter");
      await settled(page);
    }
    process.stdout.write(`    ${stops} stops of Tab from the builder's begin to Start\n`);
    expect(stops).toBeLessThanOrEqual(45);
    expect(app.troubles).toEqual([]);
  });
});
