/** Whether the page stays free with a deployment of 5,000 recorded sessions, from a day's prices to the orders for the next. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { syntheticMarket, toCsv } from "#tests/bench/synthetic-market.ts";
import { marketUpTo } from "#tests/deploy/filter-market.ts";
import { launchBrowser, openApp } from "#tests/support/app-page.ts";
import type { AppPage } from "#tests/support/app-page.ts";
import { goTo } from "#tests/support/screens.ts";
import { settled } from "#tests/support/settled.ts";
import { deploymentText } from "#workers/model/deployment-chain.ts";
import type { Market } from "#workers/model/market.ts";
import { LONG_TASK_MS, print } from "./entries.ts";
import {
  choose,
  datasetIdOf,
  importNew,
  lastDayOf,
  LATE,
  recordedOn,
  storeDeployment,
} from "./stored-deployment.ts";
import { threadWork } from "./thread-time.ts";

const ENTRIES = 5000;
/** As in smoothness.test.ts. */
const TIMED = { retry: 2, timeout: 4 * LATE.timeout };

const { marketCap: _, ...priced } = syntheticMarket({ instruments: 20, sessions: ENTRIES + 2 });
const market: Market = { ...priced, marketCap: null };
const days = [...new Set(market.day)].toSorted((a, b) => a - b);
const known = marketUpTo(market, days[ENTRIES] ?? 0);

let browser: Browser;
let folder: string;
beforeAll(async () => {
  browser = await launchBrowser();
  folder = await mkdtemp(join(tmpdir(), "tidemark-deploy-"));
  await writeFile(join(folder, "years.csv"), toCsv(known));
  await writeFile(join(folder, "day.csv"), lastDayOf(market));
});
afterAll(async () => {
  await browser.close();
  await rm(folder, { recursive: true, force: true });
});

it(`${ENTRIES} recorded sessions never hold the page up for over ${LONG_TASK_MS} ms`, TIMED, async () => {
  const app = await openApp(browser, "/data");
  const { page } = app;
  await importNew(page, join(folder, "years.csv"));
  const deployment = recordedOn(known, days[0] ?? 0, await datasetIdOf(page));
  expect(deployment.ledger).toHaveLength(ENTRIES);
  await storeDeployment(page, deployment);

  const longest = {
    "while it is opened": await longestTask(app, async () => {
      await goTo(app, `/deployments?id=${deployment.id}`);
      await page.getByText(recorded(ENTRIES)).waitFor(LATE);
      await settled(page);
    }),
    "while it is checked": await longestTask(app, async () => {
      await page.getByRole("button", { name: "Check it against today's prices" }).click();
      await page.getByText("The account follows from these prices", { exact: false }).waitFor(LATE);
    }),
    "while it is exported": await longestTask(app, async () => {
      const download = page.waitForEvent("download", LATE);
      await page.getByRole("button", { name: "Export", exact: true }).click();
      expect(await readFile(await (await download).path(), "utf8")).toBe(deploymentText(deployment));
    }),
    "while a day's prices come": await longestTask(app, async () => {
      await goTo(app, "/data");
      await page.getByRole("button", { name: "Add files" }).first().click();
      await choose(page, join(folder, "day.csv"), /^Add to /);
      await page.getByRole("button", { name: /^Add to / }).click();
      await page.getByText(/1 session recorded/).waitFor(LATE);
    }),
    "while its orders are shown": await longestTask(app, async () => {
      await goTo(app, `/deployments?id=${deployment.id}`);
      await page.getByText(recorded(ENTRIES + 1)).waitFor(LATE);
      await page.getByRole("table", { name: "Orders for the next session" }).waitFor(LATE);
      await settled(page);
    }),
  };
  for (const [when, ms] of Object.entries(longest)) print(`longest task ${when}`, `${ms.toFixed(1)} ms`);
  const felt = Object.entries(longest).filter(([, ms]) => ms > LONG_TASK_MS);
  expect(felt).toEqual([]);
  await app.context.close();
});

function recorded(sessions: number): string {
  return `${sessions.toLocaleString("en")} recorded sessions`;
}

async function longestTask(app: AppPage, work: () => Promise<void>): Promise<number> {
  return (await threadWork(app, work)).longest;
}
