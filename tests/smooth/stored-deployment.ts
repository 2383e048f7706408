/** A dataset brought in on the Data screen, and a deployment with a ledger put beside it as the app stores one. */
import type { Page } from "playwright";
import { expect, vi } from "vitest";
import { smallStart } from "#tests/deploy/small-deployment.ts";
import { answerExchanges } from "#tests/support/screens.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { appendSessions } from "#workers/deploy/append.ts";
import { deployMarket } from "#workers/run/deploy-market.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import type { Deployment } from "#workers/model/deployment.ts";
import type { Market } from "#workers/model/market.ts";

/** Milliseconds that anything may take before a test gives up. */
export const LATE = { timeout: 120_000 };

/** Chooses a file and waits until the button that takes it in is there, questions answered. */
export async function choose(page: Page, path: string, button: RegExp, late = LATE): Promise<void> {
  await page.locator("input[type=file]").first().setInputFiles(path);
  await page.getByRole("button", { name: button }).waitFor(late);
}

/** A new dataset of the file. */
export async function importNew(page: Page, path: string, late = LATE): Promise<void> {
  await choose(page, path, /^Import$/, late);
  await answerExchanges(page);
  await page.getByRole("button", { name: /^Import$/ }).click();
  await page
    .getByText(/was imported/)
    .first()
    .waitFor(late);
}

/** The last bar of each instrument, as a file. */
export function lastDayOf(of: Market): string {
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

/** Of the dataset that was stored first. */
export function datasetIdOf(page: Page): Promise<string> {
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

/** A deployment on a dataset that holds this market, with an entry for each session after the day. @param begins - EpochDay */
export function recordedOn(known: Market, begins: number, datasetId: string): Deployment {
  const day = formatIsoDay(begins);
  const fresh = smallStart({ simulation: { maxPositions: 10, commissionPercent: 0 } });
  const dataset = { id: datasetId, name: "Years" };
  const start = { ...fresh, begins: day, replayedTo: day, dataset };
  return valueOf(appendSessions(start, deployMarket(known), "2026-01-01T18:00:00Z")).deployment;
}

/** As the app stores it. */
export function storeDeployment(page: Page, { ledger, ...head }: Deployment): Promise<void> {
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

/** Waits until the app has looked at its deployments, as it had when the browser was closed on the evening before. */
export async function lookedAt(page: Page, late = LATE): Promise<void> {
  await page.reload();
  // asked from here: the page's own waiting takes the promise of an answer for the answer
  await vi.waitFor(async () => expect(await areLookedAt(page)).toBe(true), { ...late, interval: 500 });
}

function areLookedAt(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open("tidemark");
      opening.addEventListener("success", () => resolve(opening.result));
    });
    const records = await new Promise<readonly object[]>((resolve) => {
      const asked = database.transaction("deployments").objectStore("deployments").getAll();
      asked.addEventListener("success", () => resolve(asked.result));
    });
    database.close();
    return records.every((record) => "stepped" in record);
  });
}
