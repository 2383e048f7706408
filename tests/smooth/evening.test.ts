/** How soon a day's prices of a whole market have become the orders for the next. Run it on a quiet machine. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { syntheticMarket, toCsv } from "#tests/bench/synthetic-market.ts";
import { marketUpTo } from "#tests/deploy/filter-market.ts";
import { smallStart } from "#tests/deploy/small-deployment.ts";
import { LAUNCH, openIn } from "#tests/support/app-page.ts";
import { goTo } from "#tests/support/screens.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { appendSessions } from "#workers/deploy/append.ts";
import { deployMarket } from "#workers/deploy-market.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import type { Deployment } from "#workers/model/deployment.ts";
import type { Market } from "#workers/model/market.ts";
import { print } from "./entries.ts";
import { choose, datasetIdOf, importNew, lastDayOf, LATE, storeDeployment } from "./stored-deployment.ts";

const INSTRUMENTS = 500;
const SESSIONS = 6500;
const LEDGER = 60;
/** From the choice of the file to the orders, in milliseconds. */
const EVENING_MS = 1500;

const { marketCap: _, ...priced } = syntheticMarket({ instruments: INSTRUMENTS, sessions: SESSIONS });
const market: Market = { ...priced, marketCap: null };
const days = market.day.slice(0, SESSIONS);
const known = marketUpTo(market, days[SESSIONS - 2] ?? 0);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tidemark-evening-"));
  await writeFile(join(folder, "years.csv"), toCsv(known));
  await writeFile(join(folder, "day.csv"), lastDayOf(market));
}, LATE.timeout);
afterAll(() => rm(folder, { recursive: true, force: true }));

const TIMED = { retry: 2, timeout: 4 * LATE.timeout };

it(`one day of ${INSTRUMENTS} instruments becomes orders within ${EVENING_MS} ms`, TIMED, async () => {
  // A profile on the disk, as people have one: without, each reading of a file is a call to another process.
  const profile = await mkdtemp(join(folder, "profile-"));
  const context = await chromium.launchPersistentContext(profile, { ...LAUNCH, serviceWorkers: "block" });
  const app = await openIn(context, new URL(inject("appUrl")).origin, "/data");
  const { page } = app;
  await importNew(page, join(folder, "years.csv"));
  const deployment = recordedOn(await datasetIdOf(page));
  await storeDeployment(page, deployment);
  await goTo(app, "/data");
  await page.getByRole("button", { name: "Add files" }).first().click();
  const chosen = performance.now();
  await choose(page, join(folder, "day.csv"), /^Add to /);
  const seen = performance.now();
  await page.getByRole("button", { name: /^Add to / }).click();
  await page.getByText(/1 session recorded, \d+ orders? for the next one/).waitFor(LATE);
  const recorded = performance.now();
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await page.getByRole("table", { name: "Orders for the next session" }).waitFor(LATE);
  const ordered = performance.now();
  print("from the file to what it holds", `${(seen - chosen).toFixed(0)} ms`);
  print("from there to the session's entry", `${(recorded - seen).toFixed(0)} ms`);
  print("from there to the orders", `${(ordered - recorded).toFixed(0)} ms`);
  expect(ordered - chosen).toBeLessThan(EVENING_MS);
  await context.close();
});

function recordedOn(datasetId: string): Deployment {
  const begins = formatIsoDay(days[SESSIONS - 2 - LEDGER] ?? 0);
  const fresh = smallStart({ simulation: { maxPositions: 10, commissionPercent: 0 } });
  const start = { ...fresh, begins, replayedTo: begins, dataset: { id: datasetId, name: "Years" } };
  const { deployment } = valueOf(appendSessions(start, deployMarket(known), "2026-01-01T18:00:00Z"));
  expect(deployment.ledger).toHaveLength(LEDGER);
  return deployment;
}
