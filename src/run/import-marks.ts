/**
 * Prices and catalogue are two stores. A mark outside both names the dataset that is between them, so that after a
 * killed tab the app finds columns that nobody entered. Only marked columns are ever swept: a catalogue that was
 * lost takes no prices with it.
 */
import type { BacktestClient } from "./backtest-client.ts";
import { browserClient } from "./browser-client.ts";
import { columnsInUse } from "#src/storage/datasets.ts";
import { ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";

const MARK = "tidemark-unfinished-dataset-";
const LOCK = "tidemark-datasets";

/**
 * Does work that writes or deletes columns and changes the entry that has them. The mark goes when both are in step; it stays after a
 * problem, for the next sweep.
 */
export async function marked<T>(columnsId: string, work: () => Promise<Result<T>>): Promise<Result<T>> {
  return withLock({ mode: "shared" }, async () => {
    keep(() => localStorage.setItem(MARK + columnsId, ""));
    const done = await work();
    if (done.ok) unmark(columnsId);
    return done;
  });
}

/**
 * Deletes the columns of marked datasets that have no entry; does nothing while any tab is importing. Call it once when
 * the app starts, after a lost catalogue was healed.
 */
export async function sweepUnfinished(client: BacktestClient = browserClient): Promise<Result<null>> {
  if (markedIds().length === 0) return ok(null);
  return withLock({ mode: "exclusive", ifAvailable: true }, async (lock) => {
    if (lock === null) return ok(null);
    const ids = markedIds();
    const inUse = await columnsInUse();
    const abandoned = ids.filter((id) => !inUse.has(id));
    const swept = await client.sweepDatasets(abandoned);
    if (swept.ok) ids.forEach(unmark);
    return swept;
  });
}

function markedIds(): string[] {
  let ids: string[] = [];
  keep(() => {
    ids = Object.keys(localStorage)
      .filter((key) => key.startsWith(MARK))
      .map((key) => key.slice(MARK.length));
  });
  return ids;
}

function unmark(datasetId: string): void {
  keep(() => localStorage.removeItem(MARK + datasetId));
}

/** Where the browser keeps nothing, there is nothing to sweep by. */
function keep(work: () => void): void {
  try {
    work();
  } catch {
    // Storage is full or switched off: a killed import may leave columns that nobody finds.
  }
}

/** One tab at a time where the browser has no locks. */
async function withLock<T>(options: LockOptions, work: (lock: Lock | null) => Promise<T>): Promise<T> {
  if (typeof navigator === "undefined" || !("locks" in navigator))
    return work({ mode: "exclusive", name: LOCK });
  return navigator.locks.request(LOCK, options, work);
}
