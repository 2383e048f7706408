/** What a dataset has to choose from, and stored ones as files: written out, deleted, cleared away after imports that never ended. */
import type { Job } from "../host/host.ts";
import { isTooLarge } from "../host/market-host.ts";
import { beat } from "../host/pulse.ts";
import { wholeMarket } from "../host/wanted-market.ts";
import * as store from "../market/dataset-store.ts";
import { formatIsoDay } from "../model/day.ts";
import { ok } from "../model/problem.ts";
import { isMember } from "../model/universe.ts";

const DAY_MS = 86_400_000;

/** A stored dataset as a zip archive of canonical CSV files. */
export const exportDataset: Job<"exportDataset"> = async (_host, datasetId) => {
  const stored = await store.loadDataset(datasetId, { highAndLow: true });
  if (!stored.ok) return stored;
  const code = await import("../import/plan/export-dataset.ts"); // a run doesn't wait for this code
  return ok(await code.exportDataset(stored.value.market));
};

/** Deletes a stored dataset's columns. */
export const deleteDataset: Job<"deleteDataset"> = async ({ markets }, datasetId) => {
  markets.letGo(datasetId); // its file may be open
  return store.deleteDataset(datasetId);
};

/** Deletes what interrupted imports left. @param abandoned - ids of datasets whose import never ended */
export const sweepDatasets: Job<"sweepDatasets"> = async (_host, abandoned) => {
  const swept = await Promise.all([store.sweepStaging(), ...abandoned.map(store.deleteDataset)]);
  const failed = swept.find((one) => !one.ok);
  return failed && !failed.ok ? failed : ok(null);
};

/** The instruments of a source by symbol, with what their bars show. */
export const listInstruments: Job<"listInstruments"> = async ({ markets }, source) => {
  const { summariseInstruments } = await import("../market/instrument-bars.ts"); // a run doesn't wait for this code
  const today = Math.floor(Date.now() / DAY_MS);
  const listed = await markets.on(wholeMarket(source), ({ market }) =>
    ok(summariseInstruments(market, today)),
  );
  if (listed.ok || !isTooLarge(source, listed.problem)) return listed;
  const { listInParts } = await import("#workers/run/instruments-in-parts.ts");
  return listInParts(source, today, beat);
};

/**
 * What a strategy can be limited to: the symbols and sectors of an exchange and type. What its rules can name: any symbol.
 * Reads no prices where the market is in memory, with whichever columns.
 */
export const nameUniverse: Job<"nameUniverse"> = async ({ markets }, { source, exchange, instrumentType }) =>
  markets.on({ source, exchange, highsAndLows: "none" }, ({ market }) => {
    const own = market.instruments.filter((each) => isMember({ exchange, instrumentType }, each));
    const sectors = new Set(own.flatMap(({ sector }) => (sector ? [sector] : [])));
    return ok({
      symbols: market.instruments.map(({ symbol }) => symbol),
      instruments: own.map(({ symbol, name }) => ({ symbol, name })),
      sectors: [...sectors].toSorted((a, b) => a.localeCompare(b, "en")),
      listed: market.instruments.map((each, at) => {
        const { symbol, name, exchange: listedOn, instrumentType: type, currency } = each;
        const [from = 0, to = 0] = [market.barOffset[at], market.barOffset[at + 1]];
        const firstDate = from === to ? null : formatIsoDay(market.day[from] ?? 0);
        return { symbol, name, exchange: listedOn, instrumentType: type, currency, firstDate };
      }),
    });
  });
