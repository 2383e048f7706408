/** What the pages call: runs, bound to this browser's worker and locks. */
import { browserClient } from "./browser-client.ts";
import { createRunner } from "./runner.ts";

/**
 * startRun(strategyId): records and starts a run of a stored or built-in strategy as last saved, and gives its id at
 * once; asked again while that run is under way in this tab, it gives the same id. Runs take turns.
 * cancelRun(runId): false where the run is not under way in this tab.
 * markInterruptedRuns(): call once when the app starts.
 */
export const { startRun, cancelRun, markInterruptedRuns } = createRunner({
  client: browserClient,
  locks: "locks" in navigator ? navigator.locks : null,
});
