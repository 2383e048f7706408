/** A market of 500 instruments with 6,500 sessions each in the app, and strategies on it. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright";
import { syntheticMarket, toCsv } from "#tests/bench/synthetic-market.ts";
import type { AppPage } from "#tests/support/app-page.ts";
import { answerExchanges, goTo } from "#tests/support/screens.ts";
import type { Strategy } from "#workers/model/strategy.ts";

const SHAPE = { instruments: 500, sessions: 6500 };
export const LATE_MS = 120_000;

export async function importLargeMarket(app: AppPage): Promise<void> {
  const { page } = app;
  const folder = await mkdtemp(join(tmpdir(), "tidemark-live-"));
  const file = join(folder, "live.csv");
  await writeFile(file, toCsv(syntheticMarket(SHAPE)));
  await goTo(app, "/data");
  await page.locator("input[type=file]").first().setInputFiles(file);
  const button = page.getByRole("button", { name: "Import", exact: true });
  await button.waitFor({ timeout: LATE_MS });
  await answerExchanges(page);
  await button.click();
  await page.getByText(/was imported/).waitFor({ timeout: LATE_MS });
  await rm(folder, { recursive: true, force: true });
}

/** Saved, on the imported market, each under its name as its id. */
export function storeStrategies(page: Page, strategies: readonly Strategy[]): Promise<void> {
  return page.evaluate(async (stored) => {
    // oxlint-disable-next-line unicorn/consistent-function-scoping -- what runs in the page can use nothing outside itself
    const answerOf = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener("success", () => resolve(request.result));
        request.addEventListener("error", () => reject(new Error("the database refused")));
      });
    const database = await answerOf(indexedDB.open("tidemark"));
    const transaction = database.transaction(["strategies", "datasets"], "readwrite");
    const [datasetId] = await answerOf(transaction.objectStore("datasets").getAllKeys());
    for (const strategy of stored) {
      const facts = { status: "ready", datasetId, revision: 1, createdAt: 1.7e12, updatedAt: 1.7e12 };
      transaction
        .objectStore("strategies")
        .put({ id: strategy.name, name: strategy.name, strategy, ...facts });
    }
    await new Promise((resolve) => {
      transaction.addEventListener("complete", resolve);
    });
    database.close();
  }, strategies);
}
