/** What a strategy can be limited to: the symbols and sectors of an exchange and type. What its rules can name: any symbol. */
import { isMember } from "../model/universe.ts";
import type { Job } from "../host/host.ts";
import { ok } from "../model/problem.ts";

/** Reads no prices where the market is in memory, with whichever columns. */
export const nameUniverse: Job<"nameUniverse"> = async ({ markets }, { source, exchange, instrumentType }) =>
  markets.on({ source, exchange, highsAndLows: "none" }, ({ market }) => {
    const own = market.instruments.filter((each) => isMember({ exchange, instrumentType }, each));
    const sectors = new Set(own.flatMap(({ sector }) => (sector ? [sector] : [])));
    return ok({
      symbols: market.instruments.map(({ symbol }) => symbol),
      instruments: own.map(({ symbol, name }) => ({ symbol, name })),
      sectors: [...sectors].toSorted((a, b) => a.localeCompare(b, "en")),
    });
  });
