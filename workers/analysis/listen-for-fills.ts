/** Listens to a run for what it buys and sells. */
import type { SimulationHooks } from "#workers/engine/simulation-hooks.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import type { RunFill } from "#workers/model/report.ts";
import type { Fill } from "./track-holding.ts";

export interface FillListener {
  /** What the run is given. */
  readonly hooks: Required<Pick<SimulationHooks, "log" | "logsAllOn">>;
  /** In the order in which they happened: whole once the run is done. */
  readonly fills: readonly RunFill[];
}

export function listenForFills(): FillListener {
  const fills: RunFill[] = [];
  return {
    fills,
    hooks: {
      logsAllOn: () => false,
      log: {
        push(decision) {
          if (decision.type === "buy" || decision.type === "sell") fills.push(fillOf(decision));
        },
      },
    },
  };
}

export function fillOf(fill: Fill): RunFill {
  const { type: side, day, instrument, quantity, price, commission } = fill;
  const reason = fill.type === "sell" ? fill.reason : null;
  return { date: formatIsoDay(day), instrument, side, reason, quantity, price, commission };
}
