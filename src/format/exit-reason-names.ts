/** Why something was sold, or a position ended. */
import type { ExitReason } from "#workers/model/report.ts";

export const EXIT_REASON_NAMES: Readonly<Record<ExitReason, string>> = {
  "stop-loss": "Stop loss",
  "trailing-stop": "Trailing stop",
  "take-profit": "Take profit",
  "max-holding": "Maximum hold",
  rule: "Rule",
  weight: "No longer wanted",
  rebalance: "Set back to plan",
  payment: "Sold to pay you out",
  "no-data": "No more prices",
  open: "Still open",
};
