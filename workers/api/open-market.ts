/** Markets of the library: read once into a file of columns, which the threads that work on it share. */
import { closeSync, openSync, rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { ColumnsPlace } from "./columns-market.ts";
import { createEngineThreads } from "./engine-threads.ts";
import type { EngineThreads } from "./engine-threads.ts";
import { TidemarkError, usageError } from "./error.ts";
import { reportOf } from "./report-of.ts";
import { readOutline } from "./outline.ts";
import type { OutlineReader } from "./outline.ts";
import type { ReadOutcome } from "./thread-jobs.ts";
import type { Market, OpenOptions } from "./tidemark.d.ts";

/** What stands behind a market of the library. */
export interface MarketEngine {
  readonly threads: EngineThreads;
  readonly columns: ColumnsPlace;
  readonly outline: OutlineReader;
}

const engines = new WeakMap<Market, MarketEngine>();

/** @throws TidemarkError for what is no market of this library, and for one that was closed */
export function engineOf(market: Market): MarketEngine {
  const engine = typeof market === "object" && market !== null ? engines.get(market) : undefined;
  if (engine) return engine;
  throw usageError("The market is none of openMarket(), or was closed: open one and hand it over.");
}

export async function openMarket(
  paths: string | readonly string[],
  options: OpenOptions = {},
): Promise<Market> {
  const list = typeof paths === "string" ? [paths] : paths;
  if (!Array.isArray(list) || list.length === 0 || !list.every((path) => typeof path === "string"))
    throw usageError("openMarket takes a path, or a list of paths: folders or files with prices.");
  const threads = createEngineThreads(availableParallelism());
  const folder = await makeFolder();
  const columnsPath = join(folder, "columns");
  try {
    const { exchange = "NSE", instrumentType = "EQUITY", onProgress, signal } = options;
    const read = await threads.run(
      "read",
      {
        paths: list.map((path) => resolve(path)),
        defaults: { exchange, instrumentType, currency: "" },
        columnsPath,
      },
      { signal, ...(onProgress ? { onTold: onProgress } : {}) },
    );
    return holdColumns(columnsPath, read, threads);
  } catch (error) {
    await threads.close();
    throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function makeFolder(): Promise<string> {
  try {
    return await mkdtemp(join(tmpdir(), "tidemark-"));
  } catch (error) {
    const message = `No file can be made in ${tmpdir()}: ${String(error)}. Set TMPDIR to a folder that you may write to.`;
    throw new TidemarkError({ code: "storage-failed", message, place: tmpdir() });
  }
}

/** The file has no name any more once it is open: nothing of it is left, however the program ends. */
function holdColumns(path: string, read: ReadOutcome, threads: EngineThreads): Market {
  const fd = openSync(path, "r");
  rmSync(path);
  const outline = readOutline(read.outline);
  const { instruments, bars, first, last, facts } = read.outline;
  const market: Market = {
    hash: `sha256:${read.fingerprint}`,
    instruments: instruments.length,
    bars: bars.reduce((sum, count) => sum + count, 0),
    first,
    last,
    facts: facts.map(({ name, kind, instruments: count, first: from, last: to }) => ({
      name,
      kind,
      instruments: count,
      first: from,
      last: to,
    })),
    files: read.files.map(reportOf),
    warnings: read.unread.map(({ message, mend }) => ({ code: "not-read", message: `${message} ${mend}` })),
    async close() {
      if (!engines.delete(market)) return;
      await threads.close();
      closeSync(fd);
    },
  };
  engines.set(market, { threads, columns: { fd, key: read.fingerprint }, outline });
  return market;
}
