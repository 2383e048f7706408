/** What the app does once it is open, which nothing of the first paint waits for. */
import { countOf } from "#src/format/number.ts";
import type { NewsDesk } from "./follow-datasets.ts";
import type { ShowStatus } from "#src/ui/status-messages.tsx";

/** Says which simulations a closed page cut off, and offers to run them again. */
function offerAgain(runIds: readonly string[], showStatus: ShowStatus): void {
  const them = runIds.length === 1 ? "it" : "them";
  const runAgain = async () => {
    const { startRun } = await import("#src/run/start-run.ts");
    const { loadRun } = await import("#src/storage/runs.ts");
    const runs = await Promise.all(runIds.map(loadRun));
    const strategyIds = new Set(runs.flatMap((run) => (run.ok ? [run.value.strategyId] : [])));
    for (const strategyId of strategyIds) {
      // oxlint-disable-next-line no-await-in-loop -- queued in this order
      const started = await startRun(strategyId);
      if (!started.ok) showStatus(started.problem.message);
    }
  };
  showStatus(`${countOf(runIds.length, "simulation")} ended when the page was closed.`, {
    label: `Run ${them} again`,
    act: () => void runAgain(),
  });
}

/**
 * Heals what storage lost; closes the runs that lost their page, and says so; sweeps what lost imports left; renews the
 * settings' copy; makes the day's backup; has deployments follow their datasets, and datasets
 * their watched folders, until the signal.
 */
export async function doChores(desk: NewsDesk, signal: AbortSignal): Promise<void> {
  const { showStatus } = desk;
  const { compareWithCopy } = await import("#src/storage/writer.ts");
  await compareWithCopy();
  const { markInterruptedRuns } = await import("#src/run/start-run.ts");
  const marked = await markInterruptedRuns();
  if (!marked.ok) showStatus(marked.problem.message);
  else if (marked.value.length > 0) offerAgain(marked.value, showStatus);
  const { ask } = await import("#src/run/ask.ts");
  const { sweepMarked } = await import("#src/storage/column-marks.ts");
  const swept = await sweepMarked((abandoned) => ask("sweepDatasets", abandoned));
  if (!swept.ok) showStatus(swept.problem.message);
  const { refreshMirror } = await import("#src/storage/settings.ts");
  await refreshMirror();
  const { backUpIntoFolder } = await import("#src/storage/backup/backup-folder.ts");
  const backedUp = await backUpIntoFolder(Date.now());
  if (!backedUp.ok) showStatus(backedUp.problem.message);
  const { followDatasets } = await import("./follow-datasets.ts");
  followDatasets(desk, signal);
  const { followFolders } = await import("./follow-folders.ts");
  followFolders(desk, signal);
}

/** Saves the app on this device, and its demo market after it. */
export async function keepForOffline(showStatus: ShowStatus): Promise<void> {
  performance.setResourceTimingBufferSize(REQUESTS_REMEMBERED);
  const { startOffline } = await import("#src/offline/service-worker.ts");
  await startOffline(() =>
    showStatus("Ready to work offline: the app and the demo market are on this device."),
  );
}

/** The privacy page counts them; browsers keep 250 by themselves. */
const REQUESTS_REMEMBERED = 10_000;
