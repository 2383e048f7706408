/** A market whose instruments have a bar on each session, and what a run bought. */
import type { Plan } from "#workers/engine/run-plan.ts";
import type { Ledger } from "#workers/engine/ledger.ts";
import type { Market } from "#workers/model/market.ts";
import { buildMarket } from "../support/market-builder.ts";
import type { BarSpec } from "../support/market-builder.ts";

/** Ten instruments with a bar on each of 90 sessions, whose closes go up and down. */
export function unbrokenMarket(seed = 0): Market {
  return buildMarket(
    Array.from({ length: 10 }, (_, i) => ({
      symbol: `S${i}`,
      bars: Array.from({ length: 90 }, (__, t): BarSpec => {
        const close = 100 + ((i * 7 + t * 17 + t * t * (3 + seed)) % 31);
        return [t, close + ((i + t) % 3), close];
      }),
    })),
  );
}

/** Positions as bought, in the columns of the ledger. */
export function bought(plan: Plan, { count, member, entrySession, exitSession, quantity }: Ledger) {
  return Array.from({ length: count }, (_, at) => [
    plan.universe[member[at] ?? -1],
    entrySession[at],
    exitSession[at],
    quantity[at],
  ]);
}
