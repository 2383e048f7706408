/** Why a run sold: its sales, of a whole position or a part, by their reason. */
import type { RunWatcher } from "#workers/engine/simulate.ts";
import type { SaleCounts } from "#workers/model/report.ts";

export function watchSales(): RunWatcher<SaleCounts> {
  const counts: { -readonly [Reason in keyof SaleCounts]: SaleCounts[Reason] } = {};
  return {
    hooks: {
      logsAllOn: () => false,
      log: {
        push(decision) {
          if (decision.type === "sell") counts[decision.reason] = (counts[decision.reason] ?? 0) + 1;
        },
      },
    },
    found: () => counts,
  };
}
