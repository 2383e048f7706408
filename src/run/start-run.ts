/** What the pages call: runs, bound to this browser's worker and locks, and to the other tabs. */
import { browserClient } from "./browser-client.ts";
import { joinTabs, RUNS_CHANNEL } from "./run-tabs.ts";
import { createRunner } from "./runner.ts";

const runner = createRunner({
  client: browserClient,
  locks: "locks" in navigator ? navigator.locks : null,
});

/**
 * startRun(strategyId): records and starts a run of a stored or built-in strategy as last saved, and gives its id at
 * once; asked again while that run is under way in this tab, it gives the same id. Runs of all tabs take turns.
 * startVariant(strategyId, variant): the same with other settings than the stored strategy has.
 * markInterruptedRuns(): call once when the app starts.
 */
export const { startRun, startVariant, markInterruptedRuns } = runner;

/** Ends a queued or running run of this tab or another; nothing happens where it is over. */
export const cancelRun: (runId: string) => void = joinTabs(
  new BroadcastChannel(RUNS_CHANNEL),
  runner.cancelRun,
);
