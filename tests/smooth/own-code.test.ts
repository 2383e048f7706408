/**
 * What a person's own code costs the page: while its numbers are worked out over 500 instruments with 6,500 sessions, and
 * while one types in a source that is nearly as long as it may be. In the processor's time; the figures are printed.
 */
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { launchBrowser, openApp } from "#tests/support/app-page.ts";
import type { AppPage } from "#tests/support/app-page.ts";
import { goTo, waitForResult } from "#tests/support/screens.ts";
import { strategyOf } from "#tests/support/strategy-of.ts";
import { LONG_TASK_MS, print } from "./entries.ts";
import { importLargeMarket, LATE_MS, storeStrategies } from "./large-market.ts";
import { threadWork } from "./thread-time.ts";

const TIMED = { retry: 2, timeout: 3 * LATE_MS };
/** The pause after which a source is tried is part of it. */
const DRAWN_MS = 1000;
/** As a fast writer. */
const DELAY_MS = 60;
const TYPED = "  const half = close[0] / 2 // of the first bar";

const SOURCE = `function compute({ close, length }) {
  const out = new Float64Array(length).fill(NaN)
  let sum = 0
  for (let bar = 0; bar < length; bar++) {
    sum += close[bar] - (bar >= 200 ? close[bar - 200] : 0)
    if (bar >= 199) out[bar] = sum / 200
  }
  return out
}`;
/** Nearly 100,000 bytes. */
const LARGE = `${SOURCE}\n${Array.from({ length: 1500 }, (_, at) => `const table${at} = [${at}, ${at} / 7, "a word", Math.sqrt(${at})]`).join("\n")}\n`;
const strategy = strategyOf({
  format: "strategy/2",
  name: "Own average",
  scanner: { priceGrowth: null, minPrice: null, marketCapRank: null, avgDailyValue: null },
  buy: { rules: ["close > ownAverage"] },
  computed: [{ name: "ownAverage", language: "javascript", source: SOURCE }],
});

let browser: Browser;
let app: AppPage;
beforeAll(async () => {
  browser = await launchBrowser();
  app = await openApp(browser, "/strategy");
  await goTo(app, "/strategy");
  await importLargeMarket(app);
  await storeStrategies(app.page, [strategy]);
  await goTo(app, "/strategy");
  await app.page.getByRole("heading", { name: strategy.name }).getByRole("button").click();
  await app.page.getByRole("button", { name: "Allow this code to run" }).click();
}, LATE_MS);
afterAll(() => browser.close());

it("no task over 50 ms while a number is worked out and checked", TIMED, async () => {
  const { page } = app;
  await goTo(app, "/strategy");
  const card = page.getByRole("article").filter({ hasText: strategy.name });
  const work = await threadWork(app, async () => {
    await card.getByRole("button", { name: "Start Simulation" }).click();
    await waitForResult(app);
  });
  print(
    "a number over 500 x 6,500",
    `the longest task ${work.longest.toFixed(0)} ms of ${work.total.toFixed(0)}`,
  );
  expect(work.longest).toBeLessThan(LONG_TASK_MS);
});

it(`a number is drawn under the candles within ${DRAWN_MS} ms of the last key`, TIMED, async () => {
  const { page } = app;
  await goTo(app, `/simulation-steps?id=${encodeURIComponent(strategy.name)}&step=buy`);
  const numbers = page.getByRole("region", { name: "Your own numbers" });
  await numbers.getByRole("button", { name: "Edit ownAverage" }).click();
  await numbers.getByRole("textbox", { name: /^Code of/ }).click();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.insertText("const compute = ({ close }) => close.map(() => 421)");
  await numbers.getByText(/\b421 on/).waitFor();
  await numbers.getByText(/No look-ahead found/).waitFor();
  await page.keyboard.press("ArrowLeft"); // in front of the bracket
  const drawn = await fromKeyToWords(page, String.raw`\b4,217 on`);
  await page.keyboard.press("7");
  const ms = await drawn();
  print("from the last key to the number under the candles", `${ms.toFixed(0)} ms, a pause among them`);
  expect(ms).toBeLessThan(DRAWN_MS);
});

/** Milliseconds by the page's own clock from the next key to the second frame with such words: what comes with them is painted then. */
async function fromKeyToWords(page: Page, text: string): Promise<() => Promise<number>> {
  const watch = await page.evaluateHandle((words) => {
    const look = (begun: number, found: (ms: number) => void, seen = 0) => {
      const isThere = new RegExp(words).test(document.querySelector("main")?.textContent ?? "");
      if (isThere && seen > 0) found(performance.now() - begun);
      else requestAnimationFrame(() => look(begun, found, isThere ? 1 : 0));
    };
    const promise = new Promise<number>((resolve) => {
      document.addEventListener("keydown", () => look(performance.now(), resolve), {
        capture: true,
        once: true,
      });
    });
    return { promise };
  }, text);
  return () => watch.evaluate(({ promise }) => promise);
}

it("no task over 50 ms while one types in a long source", TIMED, async () => {
  const { page } = app;
  await goTo(app, `/simulation-steps?id=${encodeURIComponent(strategy.name)}&step=buy`);
  const numbers = page.getByRole("region", { name: "Your own numbers" });
  await numbers.getByRole("button", { name: "Edit ownAverage" }).click();
  const code = numbers.getByRole("textbox", { name: /^Code of/ });
  await code.click();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.insertText(LARGE);
  await numbers.getByText(/No look-ahead found/).waitFor({ timeout: LATE_MS });
  await page.keyboard.press("ControlOrMeta+Home");
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  const work = await threadWork(app, async () => {
    await page.keyboard.type(TYPED, { delay: DELAY_MS });
    await page.waitForTimeout(1000); // what is tried after a pause counts as well
  });
  const keyMs = work.total / TYPED.length;
  print(
    "typing in 100 kB of code",
    `${keyMs.toFixed(1)} ms a key; the longest task ${work.longest.toFixed(0)} ms`,
  );
  expect(work.longest).toBeLessThan(LONG_TASK_MS);
});
