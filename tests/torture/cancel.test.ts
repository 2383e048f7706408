/** Runs of the demo market that are cancelled at any moment: how long until they are over. */
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import type { Browser } from "playwright";
import { launchBrowser } from "#tests/support/app-page.ts";
import { openRandom } from "#workers/model/random.ts";
import { times } from "./times.ts";

const CANCELS = times(50);
const MOST_MS = 200;
/** About what a run takes once its prices are there. */
const LONGEST_WAIT_MS = 80;

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

it(`${CANCELS} cancels take effect within ${MOST_MS} ms, 95 of 100`, async () => {
  const chance = openRandom("cancels");
  const page = await browser.newPage();
  await page.goto(inject("pageUrl"));
  await page.waitForFunction(() => "torture" in globalThis);
  const taken: number[] = [];
  for (let tries = 0; taken.length < CANCELS && tries < 4 * CANCELS; tries++) {
    const ms = await page.evaluate(async (waitMs) => {
      const { cancelRun, loadRun, startRun, useRunStore } = globalThis.torture;
      const started = await startRun("builtin-1");
      if (!started.ok) throw new Error(started.problem.message);
      const { runId } = started.value;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
      if (!useRunStore.getState().runs[runId]) return null; // it was faster
      const begun = performance.now();
      cancelRun(runId);
      await new Promise<void>((resolve) => {
        const look = () => {
          if (!useRunStore.getState().runs[runId]) resolve();
        };
        useRunStore.subscribe(look);
        look();
      });
      const ended = performance.now() - begun;
      const run = await loadRun(runId);
      return run.ok && run.value.state === "cancelled" ? ended : null;
    }, chance() * LONGEST_WAIT_MS);
    if (ms !== null) taken.push(ms);
  }
  const sorted = taken.toSorted((a, b) => a - b);
  const atShare = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN;
  process.stdout.write(
    `    ${sorted.length} cancels: median ${atShare(0.5).toFixed(0)} ms, 95 % ${atShare(0.95).toFixed(0)} ms, longest ${atShare(1).toFixed(0)} ms\n`,
  );
  expect(sorted.length).toBe(CANCELS);
  expect(atShare(0.95)).toBeLessThanOrEqual(MOST_MS);
});
