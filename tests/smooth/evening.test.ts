/** How soon a day's prices of a whole market have become the orders for the next, and whether the page stays free. Run it on a quiet machine. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { syntheticMarket, toCsv } from "#tests/bench/synthetic-market.ts";
import { marketUpTo } from "#tests/deploy/filter-market.ts";
import { LAUNCH, openIn } from "#tests/support/app-page.ts";
import type { Market } from "#workers/model/market.ts";
import { collectEntries, durationsOf, entriesOf, print } from "./entries.ts";
import {
  choose,
  datasetIdOf,
  importNew,
  lastDayOf,
  LATE,
  lookedAt,
  recordedOn,
  storeDeployment,
} from "./stored-deployment.ts";

const SESSIONS = 6500;
const LEDGER = 60;
/** Making and bringing in years of 5,000 instruments takes two minutes; nothing of it is measured. */
const IMPORT = { timeout: 10 * LATE.timeout };

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tidemark-evening-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it.each([
  { instruments: 500, most: 1500 },
  { instruments: 5000, most: 5000 },
])(
  "a day of $instruments instruments becomes orders within $most ms",
  IMPORT,
  async ({ instruments, most }) => {
    // A profile on the disk, as people have one: without, each reading of a file is a call to another process.
    const profile = await mkdtemp(join(folder, "profile-"));
    const day = await storeYears(profile, instruments);
    const { page, app, context } = await openAgain(profile);
    await page.getByRole("button", { name: "Add files" }).first().click();
    await aSecond(page); // until one has found the file
    await collectEntries(page, "longtask");
    const whatItHolds = await timed(page, "change", "button", "^Add to ");
    await choose(page, day, /^Add to /);
    const toLook = await whatItHolds();
    await aSecond(page); // until one has read it
    const itsEntry = await timed(
      page,
      "click",
      "[role=status], li",
      "1 session recorded, \\d+ orders? for the next",
    );
    await page.getByRole("button", { name: /^Add to / }).click();
    const toRecord = await itsEntry();
    const itsOrders = await timed(page, "click", "table", "^Orders for the next session");
    await page.getByRole("button", { name: "Open", exact: true }).click();
    const toShow = await itsOrders();
    const felt = durationsOf(await entriesOf(page));
    print("tasks of over 50 ms meanwhile", felt);
    print("from the file to what it holds", `${toLook.toFixed(0)} ms`);
    print("from there to the session's entry", `${toRecord.toFixed(0)} ms`);
    print("from there to the orders", `${toShow.toFixed(0)} ms`);
    expect(app.troubles).toEqual([]);
    expect(toLook + toRecord + toShow).toBeLessThan(most);
    expect(felt).toBe("");
    await context.close();
  },
);

/** What nobody does faster. */
function aSecond(page: Page): Promise<void> {
  return page.waitForTimeout(1000);
}

/**
 * Brings a market in but for its last session, with a deployment on it, and closes the browser.
 *
 * @returns path of a file with the last session
 */
async function storeYears(profile: string, instruments: number): Promise<string> {
  const { marketCap: _, ...priced } = syntheticMarket({ instruments, sessions: SESSIONS });
  const market: Market = { ...priced, marketCap: null };
  const days = market.day.slice(0, SESSIONS);
  const known = marketUpTo(market, days[SESSIONS - 2] ?? 0);
  const [years, day] = [join(folder, `years-${instruments}.csv`), join(folder, `day-${instruments}.csv`)];
  await writeFile(years, toCsv(known));
  await writeFile(day, lastDayOf(market));
  const { page, context } = await openAgain(profile);
  page.setDefaultTimeout(IMPORT.timeout);
  await importNew(page, years, IMPORT);
  const deployment = recordedOn(known, days[SESSIONS - 2 - LEDGER] ?? 0, await datasetIdOf(page));
  expect(deployment.ledger).toHaveLength(LEDGER);
  await storeDeployment(page, deployment);
  await lookedAt(page, IMPORT);
  await context.close();
  return day;
}

/** The Data screen in a new browser, which has nothing in its memory yet. */
async function openAgain(profile: string) {
  const context = await chromium.launchPersistentContext(profile, { ...LAUNCH, serviceWorkers: "block" });
  const app = await openIn(context, new URL(inject("appUrl")).origin, "/data");
  return { app, page: app.page, context };
}

/**
 * Milliseconds by the page's own clock from what the person does next to the first element with such a text: a test that asks from
 * outside learns of it up to half a second late.
 *
 * @returns asks for them, once the person has done it
 */
async function timed(
  page: Page,
  event: "change" | "click",
  selector: string,
  text: string,
): Promise<() => Promise<number>> {
  const watch = await page.evaluateHandle(
    ([eventName, elements, words]) => {
      const isThere = () =>
        [...document.querySelectorAll(elements)].some((one) =>
          new RegExp(words).test(one.getAttribute("aria-label") ?? one.textContent),
        );
      const promise = new Promise<number>((resolve) => {
        const begin = () => {
          const begun = performance.now();
          const observer = new MutationObserver(() => {
            if (!isThere()) return;
            observer.disconnect();
            resolve(performance.now() - begun);
          });
          observer.observe(document, { subtree: true, childList: true, characterData: true });
        };
        document.addEventListener(eventName, begin, { capture: true, once: true });
      });
      return { promise };
    },
    [event, selector, text] as const,
  );
  return () => watch.evaluate(({ promise }) => promise);
}
