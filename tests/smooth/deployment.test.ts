/** Whether the page stays free with a deployment of 5,000 recorded sessions, from a day's prices to the orders for the next. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { syntheticMarket, toCsv } from "#tests/bench/synthetic-market.ts";
import { marketUpTo } from "#tests/deploy/filter-market.ts";
import { smallStart } from "#tests/deploy/small-deployment.ts";
import { launchBrowser, openApp } from "#tests/support/app-page.ts";
import type { AppPage } from "#tests/support/app-page.ts";
import { answerExchanges, goTo } from "#tests/support/screens.ts";
import { settled } from "#tests/support/settled.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { appendSessions } from "#workers/deploy/append.ts";
import { deployMarket } from "#workers/deploy-market.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import { deploymentText } from "#workers/model/deployment-chain.ts";
import type { Deployment } from "#workers/model/deployment.ts";
import type { Market } from "#workers/model/market.ts";
import { LONG_TASK_MS, print } from "./entries.ts";
import { threadWork } from "./thread-time.ts";

const ENTRIES = 5000;
const LATE_MS = 120_000;
/** As in smoothness.test.ts. */
const TIMED = { retry: 2, timeout: 4 * LATE_MS };
const LATE = { timeout: LATE_MS };

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
  await bring(page, "years.csv", /^Import$/);
  const deployment = recordedOn(await datasetIdOf(page));
  await store(page, deployment);

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
      await bring(page, "day.csv", /^Add to /);
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

async function bring(page: Page, file: string, button: RegExp): Promise<void> {
  await page.locator("input[type=file]").first().setInputFiles(join(folder, file));
  const go = page.getByRole("button", { name: button });
  await go.waitFor(LATE);
  if (file === "years.csv") await answerExchanges(page);
  await go.click();
  await page
    .getByText(/was imported|was added|were added/)
    .first()
    .waitFor(LATE);
}

function recordedOn(datasetId: string): Deployment {
  const begins = formatIsoDay(days[0] ?? 0);
  const fresh = smallStart({ simulation: { maxPositions: 10, commissionPercent: 0 } });
  const start = { ...fresh, begins, replayedTo: begins, dataset: { id: datasetId, name: "Years" } };
  const { deployment } = valueOf(appendSessions(start, deployMarket(known), "2026-01-01T18:00:00Z"));
  expect(deployment.ledger).toHaveLength(ENTRIES);
  return deployment;
}

function lastDayOf(of: Market): string {
  const lines = ["symbol,date,open,high,low,close,volume"];
  for (const [at, { symbol }] of of.instruments.entries()) {
    const row = (of.barOffset[at + 1] ?? 0) - 1;
    const { day, open, high, low, close, volume } = of;
    lines.push(
      [symbol, formatIsoDay(day[row] ?? 0), open[row], high[row], low[row], close[row], volume[row]].join(
        ",",
      ),
    );
  }
  return `${lines.join("\n")}\n`;
}

function datasetIdOf(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open("tidemark");
      opening.addEventListener("success", () => resolve(opening.result));
    });
    const [key] = await new Promise<IDBValidKey[]>((resolve) => {
      const asked = database.transaction("datasets").objectStore("datasets").getAllKeys();
      asked.addEventListener("success", () => resolve(asked.result));
    });
    database.close();
    return typeof key === "string" ? key : "";
  });
}

/** As the app stores it. */
function store(page: Page, { ledger, ...head }: Deployment): Promise<void> {
  const last = ledger.at(-1);
  const record = {
    id: head.id,
    head,
    entries: ledger.length,
    lastSession: last?.session ?? null,
    lastHash: last?.hash ?? null,
    createdAt: 1.7e12,
    updatedAt: 1.7e12,
  };
  const entries = ledger.map((entry) => ({ id: `${head.id} ${entry.session}`, entry }));
  return page.evaluate(async (text) => {
    const given: { record: unknown; entries: unknown[] } = JSON.parse(text);
    const database = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open("tidemark");
      opening.addEventListener("success", () => resolve(opening.result));
    });
    const transaction = database.transaction(["deployments", "entries"], "readwrite");
    transaction.objectStore("deployments").put(given.record);
    for (const entry of given.entries) transaction.objectStore("entries").put(entry);
    await new Promise((resolve) => {
      transaction.addEventListener("complete", resolve);
    });
    database.close();
  }, JSON.stringify({ record, entries }));
}
