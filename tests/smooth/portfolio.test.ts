/**
 * How soon and how quietly a portfolio's result comes, how long its checks take on 500 instruments with 6,500 sessions each,
 * and what a key costs among two hundred rows. The figures are printed: run it on a quiet machine to compare them.
 */
import { readFile } from "node:fs/promises";
import type { Browser } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser, openApp } from "#tests/support/app-page.ts";
import type { AppPage } from "#tests/support/app-page.ts";
import { goTo, waitForChecks, waitForResult } from "#tests/support/screens.ts";
import { strategyOf } from "#tests/support/strategy-of.ts";
import { settled } from "#tests/support/settled.ts";
import { collectEntries, durationsOf, entriesOf, LONG_TASK_MS, print } from "./entries.ts";
import { importLargeMarket, LATE_MS, storeStrategies } from "./large-market.ts";
import { threadWork } from "./thread-time.ts";

/** As in smoothness.test.ts. */
const TIMED = { retry: 2, timeout: 3 * LATE_MS };
const FIRST_PICTURE_MS = 200;
const CHECKS_MS = 20_000;
const ROWS = 200;
const DELAY_MS = 150;

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

describe("the result of a portfolio that pays out", () => {
  it(
    "has its first picture within 200 ms, and draws and checks itself without a task over 50 ms",
    TIMED,
    async () => {
      const app = await openApp(browser, "/strategy?templates=all");
      const { page } = app;
      const run = page.getByRole("button", { name: /^Run: Living on 4/ });
      await run.waitFor({ timeout: LATE_MS });
      await page.evaluate(noteTimes);
      const { longest } = await threadWork(app, async () => {
        await run.click();
        await waitForResult(app);
        await page.getByRole("img", { name: /^Shares of the account/ }).waitFor({ timeout: LATE_MS });
        await waitForChecks(app);
      });
      const [ended, drawn] = await page.evaluate(() =>
        ["progressEnded", "firstPicture"].map((name) => Number(Reflect.get(globalThis, name))),
      );
      const ms = (drawn ?? Number.NaN) - (ended ?? Number.NaN);
      print("first picture after a portfolio's run", `${Math.round(ms)} ms`);
      print("longest task until its result is drawn and checked", `${Math.round(longest)} ms`);
      await app.context.close();
      expect(ms).toBeLessThan(FIRST_PICTURE_MS);
      expect(longest).toBeLessThan(LONG_TASK_MS);
    },
  );
});

describe("the checks of a portfolio on 500 instruments with 6,500 sessions", () => {
  let app: AppPage;
  beforeAll(async () => {
    app = await openApp(browser, "/strategy");
    await goTo(app, "/strategy");
    await importLargeMarket(app);
    const template = await readFile("datasets/templates/momentum-ten.json", "utf8");
    const { simulation, ...momentum } = strategyOf(JSON.parse(template));
    const flows = [{ amount: -4000, every: "yearly" }];
    const paying = strategyOf({
      ...momentum,
      name: "Paying",
      simulation: { ...simulation, priceBasis: "as-traded", flows },
    });
    await storeStrategies(app.page, [paying]);
  }, LATE_MS);

  it("are done within 20 s", TIMED, async () => {
    const { page } = app;
    await goTo(app, "/simulation-steps?id=Paying&step=simulation");
    await page.getByRole("button", { name: "Start Simulation" }).first().click();
    await waitForResult(app);
    const begun = performance.now();
    await waitForChecks(app);
    const ms = performance.now() - begun;
    print("checks of a portfolio", `${(ms / 1000).toFixed(1)} s`);
    expect(ms).toBeLessThan(CHECKS_MS);
  });
});

it("draws one row a key among two hundred, with no task over 50 ms", { retry: 2 }, async () => {
  const app = await openApp(browser);
  const { page } = app;
  await goTo(app, "/strategy");
  await page.getByPlaceholder("Enter strategy name").fill("Two hundred");
  await page.getByRole("combobox", { name: "Begin with" }).selectOption("portfolio");
  await page.getByRole("button", { name: "BEGIN" }).click();
  await page.getByRole("heading", { name: "How much of each" }).waitFor();
  await page.getByText("Paste from a sheet").click();
  const rows = Array.from({ length: ROWS }, (_, at) => `S${at}X\t0.5`);
  await page.getByRole("textbox", { name: "Symbols and percents" }).fill(rows.join("\n"));
  await page.getByRole("button", { name: "Take these rows" }).click();
  await page.getByText(`${ROWS} rows taken.`).waitFor();
  await settled(page);
  await page.getByRole("textbox", { name: "Percent of row 3", exact: true }).click();
  await page.keyboard.type("1"); // everything is loaded and warm
  await settled(page);
  await collectEntries(page, "longtask");
  await page.keyboard.type("2.345", { delay: DELAY_MS });
  const tasks = await entriesOf(page);
  print("typing into a portfolio", `${ROWS} rows; long tasks: ${durationsOf(tasks) || "none"}`);
  expect(durationsOf(tasks)).toBe("");
  await app.context.close();
});

/** Runs in the page: notes when the progress bar of a run is gone again, and when a result's first chart can be drawn on. */
function noteTimes(): void {
  let wasThere = false;
  const observer = new MutationObserver(() => {
    const isThere = document.querySelector("progress, [role=progressbar]") !== null;
    // oxlint-disable-next-line unicorn/consistent-function-scoping -- what runs in the page can use nothing outside itself
    const note = (name: string) => {
      if (!Reflect.has(globalThis, name)) Reflect.set(globalThis, name, performance.now());
    };
    if (wasThere && !isThere) note("progressEnded");
    wasThere = isThere;
    if (!location.pathname.includes("result") || !document.querySelector("main figure canvas")) return;
    note("firstPicture");
    observer.disconnect();
  });
  observer.observe(document, { subtree: true, childList: true });
}
