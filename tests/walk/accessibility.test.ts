import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { axeFaults, finishTransitions, sticksOut } from "#tests/support/axe-faults.ts";
import { launchBrowser, leaveBrowser, openApp } from "#tests/support/app-page.ts";
import type { AppPage } from "#tests/support/app-page.ts";
import { focusOf } from "#tests/support/keyboard-walk.ts";
import { goToRoute, makeIds, ROUTES } from "#tests/support/routes.ts";
import type { Ids } from "#tests/support/routes.ts";
import { openDisclosures } from "#tests/support/screens.ts";
import { settled } from "#tests/support/settled.ts";
import { smallTargets } from "#tests/support/small-targets.ts";

const WIDTHS = [360, 768, 1440];
/** No colour hangs on 768 px alone, and in dark only colours are looked at. */
const SCREENS = [
  ...WIDTHS.map((width) => ({ width, colorScheme: "light" }) as const),
  ...[360, 1440].map((width) => ({ width, colorScheme: "dark" }) as const),
];
const NARROWEST = 320;
/** One more than a page may have before its content. */
const MOST_STOPS = 7;

let browser: Browser;
let app: AppPage;
let ids: Ids;
const titles = new Map<string, string>();
beforeAll(async () => {
  browser = await launchBrowser();
  app = await openApp(browser);
  ids = await makeIds(app);
});
afterAll(() => leaveBrowser(browser));

describe.each(ROUTES.map((route) => [route.name, route] as const))("the page: %s", (name, route) => {
  beforeAll(async () => {
    await app.page.setViewportSize({ width: 360, height: 800 });
    await goToRoute(app, route, ids);
  });

  it("has no more than six stops of Tab before its content at 360 px", async () => {
    expect(await stopsBeforeContent(app.page)).toBeLessThan(MOST_STOPS);
  });

  it("gives axe nothing to object to, in light at 360, 768 and 1440 px, in dark at 360 and 1440", async () => {
    await openDisclosures(app);
    const faults = new Map<string, string[]>();
    for (const { width, colorScheme } of SCREENS) {
      await app.page.setViewportSize({ width, height: 800 });
      await app.page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await settled(app.page);
      await app.page.evaluate(finishTransitions);
      for (const fault of await axeFaults(app.page, {
        coloursOnly: colorScheme === "dark",
        withoutColours: width === 768,
      }))
        faults.set(fault, [...(faults.get(fault) ?? []), `${width} px ${colorScheme}`]);
    }
    const lines = [...faults].map(([fault, where]) => `${fault} at ${where.join(", ")}`);
    await app.page.emulateMedia({ colorScheme: "light" });
    expect(lines).toEqual([]);
  });

  it("has no target of less than 24 px at 360 px", async () => {
    await app.page.setViewportSize({ width: 360, height: 800 });
    await settled(app.page);
    expect(await smallTargets(app.page)).toEqual([]);
  });

  it("does not scroll sideways at 320 px", async () => {
    await app.page.setViewportSize({ width: NARROWEST, height: 640 });
    await settled(app.page);
    expect(await sticksOut(app.page)).toEqual([]);
    await app.page.setViewportSize({ width: 1366, height: 768 });
  });

  it("has one h1, a language and a title of its own", async () => {
    const { page } = app;
    expect(await page.locator("h1").count()).toBe(1);
    expect(await page.locator("html").getAttribute("lang")).toBe("en");
    const title = await page.title();
    expect(title).toMatch(/\S+.*Tidemark/);
    const others = [...titles].filter(([other]) => !isSamePage(other, name));
    expect(others.filter(([, known]) => known === title)).toEqual([]);
    titles.set(name, title);
  });

  it("has no more at 1440 px, and begins with a link that skips them", async () => {
    const { page } = app;
    await page.setViewportSize({ width: 1440, height: 800 });
    await settled(page);
    await page.evaluate(beginAtTop);
    const stops = await stopsBeforeContent(page);
    expect(stops).toBeLessThan(MOST_STOPS);
    expect(await page.evaluate(() => document.querySelectorAll("a, button")[0]?.textContent)).toMatch(
      /skip/i,
    );
    for (let back = 0; back < stops; back++) await page.keyboard.press("Shift+Tab");
    expect(await focusOf(page)).toMatch(/^link .*skip/i);
    const link = page.locator(":focus");
    await expect
      .poll(() => link.evaluate((element) => element.getBoundingClientRect().top))
      .toBeGreaterThanOrEqual(0);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    const inMain = await page.evaluate(
      () => document.querySelector("main")?.contains(document.activeElement) ?? false,
    );
    const hasStops = (await page.locator("main :is(a, button, input, select, summary):visible").count()) > 0;
    expect({ inMain: inMain || !hasStops, next: await focusOf(page) }).toMatchObject({ inMain: true });
    await page.setViewportSize({ width: 1366, height: 768 });
  });

  it("breaks no rule of the content security policy, throws nothing and asks no other host", () => {
    expect(app.troubles.splice(0)).toEqual([]);
  });
});

/** Runs in the page: Tab goes on from its beginning, as when it was just opened. */
function beginAtTop(): void {
  const beginning = document.createElement("span");
  beginning.tabIndex = -1;
  document.body.prepend(beginning);
  beginning.focus();
  beginning.remove(); // the next stop is looked for from where the focus was
}

/** Of a page that was just opened, or begun at the top; MOST_STOPS for as many or more. The focus is on the first stop of the content then. */
async function stopsBeforeContent(page: Page): Promise<number> {
  for (let stops = 0; stops < MOST_STOPS; stops++) {
    await page.keyboard.press("Tab");
    if (await page.evaluate(() => document.activeElement?.closest("main, footer") !== null)) return stops;
  }
  return MOST_STOPS;
}

/** The steps of one strategy, and the states of one page, may share a title. */
function isSamePage(one: string, other: string): boolean {
  return one.split(",")[0] === other.split(",")[0];
}
