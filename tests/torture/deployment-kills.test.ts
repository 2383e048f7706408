/** The browser is killed at any moment of a deployment's steps; two tabs step one; a step finds no room. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { launchBrowser } from "#tests/support/app-page.ts";
import { openRandom } from "#workers/model/random.ts";
import { startDoomed } from "./doomed-browser.ts";
import type { DoomedBrowser } from "./doomed-browser.ts";
import { DAYS, WARM_UP, beginOnWaves, bringWaves, inspectLedgers, stepForEver } from "./restless-steps.ts";
import type { Told } from "./restless-steps.ts";
import { times } from "./times.ts";

const KILLS = times(50);
const LONGEST_LIFE_MS = 1200;
/** For half a minute Chromium goes by what it last knew of the room for databases. */
const QUOTA_KNOWN_MS = 35_000;
const SESSIONS = 300;
const WHOLE = { lost: [], gaps: [], faults: [] };

describe("a browser that is killed during steps", () => {
  let profile: string;
  beforeAll(async () => {
    profile = await mkdtemp(join(tmpdir(), "tidemark-torture-"));
  });
  afterAll(() => rm(profile, { recursive: true, force: true, maxRetries: 5 }));

  it(`loses no entry, records none twice and breaks no chain in ${KILLS} kills`, async () => {
    const chance = openRandom("kills of steps");
    const told: Told = new Map();
    const open: { browser: DoomedBrowser | null } = { browser: null };
    try {
      open.browser = await startDoomed(profile);
      const datasetId = await bringWaves(open.browser.page);
      for (let kill = 1; kill <= KILLS; kill++) {
        await stepForEver(open.browser.page, told, datasetId);
        await open.browser.page.waitForTimeout(50 + chance() * LONGEST_LIFE_MS);
        await open.browser.kill();
        open.browser = await startDoomed(profile);
        const { lost, gaps, faults } = await inspectLedgers(open.browser.page, told);
        expect({ kill, lost, gaps, faults }).toEqual({ kill, ...WHOLE });
      }
      const { entries, deployments } = await inspectLedgers(open.browser.page, told);
      expect(entries).toBeGreaterThanOrEqual(KILLS);
      const toldEntries = [...told.values()].reduce((sum, sessions) => sum + sessions.size, 0);
      process.stdout.write(
        `    ${KILLS} kills: ${entries} entries of ${deployments} deployments, ${toldEntries} of them told before a kill: none lost, none twice\n`,
      );
    } finally {
      await open.browser?.kill();
    }
  });
});

async function openTab(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto(inject("pageUrl"));
  await page.waitForFunction(() => "torture" in globalThis);
  return page;
}

describe("a browser", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  it.each([true, false])(
    "records each session once where two tabs step one deployment (browser's locks: %s)",
    async (hasLocks) => {
      const context = await browser.newContext({ serviceWorkers: "block" });
      const first = await openTab(context);
      const datasetId = await bringWaves(first);
      const id = await beginOnWaves(first, datasetId);
      const tabs = [first, await openTab(context)];
      if (!hasLocks)
        for (const tab of tabs)
          await tab.evaluate(() => {
            Reflect.deleteProperty(Navigator.prototype, "locks");
          });
      const told = await Promise.all(
        tabs.map((tab) =>
          tab.evaluate(async (deploymentId) => {
            const { listDeployments, playForward } = globalThis.torture;
            const recorded: string[] = [];
            for (;;) {
              const { records } = await listDeployments();
              const record = records.find((one) => one.id === deploymentId);
              if (!record) throw new Error("the deployment is gone");
              const played = await playForward(record, "session");
              if (!played.ok) throw new Error(played.problem.message);
              if (played.value.type === "end") return recorded;
              if (played.value.type === "recorded")
                recorded.push(...played.value.entries.map(({ session }) => session));
            }
          }, id),
        ),
      );
      const { lost, gaps, faults, entries } = await inspectLedgers(first, new Map());
      expect({ lost, gaps, faults }).toEqual(WHOLE);
      expect(entries).toBe(DAYS - WARM_UP - 1);
      const all = told.flat();
      expect(new Set(all).size).toBe(all.length); // no tab says of an entry of the other's that it recorded it
      expect(all.length).toBe(entries);
      expect(told.every((own) => own.length > 0)).toBe(true);
      process.stdout.write(`    two tabs recorded ${told.map((own) => own.length).join(" and ")} entries\n`);
      await context.close();
    },
  );

  it("keeps the whole ledger where a step finds no room, says so, and goes on when there is room", async () => {
    const context = await browser.newContext({ serviceWorkers: "block" });
    const page = await openTab(context);
    const datasetId = await bringWaves(page);
    await beginOnWaves(page, datasetId, WARM_UP + SESSIONS);
    const step = () =>
      page.evaluate(async () => {
        const { listDeployments, stepDeployment } = globalThis.torture;
        const [record] = (await listDeployments()).records;
        if (!record) throw new Error("the deployment is gone");
        const stepped = await stepDeployment(record.id);
        return stepped.ok ? stepped.value.type : stepped.problem.message;
      });
    const session = await context.newCDPSession(page);
    const { origin } = new URL(inject("pageUrl"));
    await session.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: 1 });
    await page.waitForTimeout(QUOTA_KNOWN_MS);
    const said = await step();
    expect(said).toMatch(/What "Restless" recorded was not saved.* no room/);
    await session.send("Storage.overrideQuotaForOrigin", { origin });
    expect(await inspectLedgers(page, new Map())).toMatchObject({ ...WHOLE, deployments: 1, entries: 0 });
    expect(await step()).toBe("recorded");
    expect(await inspectLedgers(page, new Map())).toMatchObject({ ...WHOLE, entries: SESSIONS });
    process.stdout.write(`    without room: "${said}"; then ${SESSIONS} entries\n`);
    await context.close();
  });
});
