/** Every fill of a run as a line of CSV, in the order in which they happened. */
import { csvLine } from "#workers/api/server/csv.ts";
import type { DecisionLog } from "#workers/engine/simulation-hooks.ts";
import { formatIsoDay } from "#workers/model/day.ts";

const HEADER = ["date", "instrument", "side", "reason", "quantity", "price", "commission"];
/** Lines that are written at once. */
const LINES_AT_ONCE = 10_000;

export interface FillsFile {
  /** What the run is told to log to. */
  readonly log: DecisionLog;
  /** The file in pieces, its header first: once the run is done. */
  readonly pieces: () => Iterable<string>;
}

/** The price is with slippage, the commission in money; a purchase has no reason. */
export function makeFillsFile(): FillsFile {
  const lines = [csvLine(HEADER)];
  return {
    log: {
      push(decision) {
        if (decision.type !== "buy" && decision.type !== "sell") return;
        const { type, day, instrument, quantity, price, commission } = decision;
        const reason = decision.type === "sell" ? decision.reason : null;
        lines.push(csvLine([formatIsoDay(day), instrument, type, reason, quantity, price, commission]));
      },
    },
    *pieces() {
      for (let at = 0; at < lines.length; at += LINES_AT_ONCE)
        yield lines.slice(at, at + LINES_AT_ONCE).join("");
    },
  };
}
