import { useEffect } from "react";
import { countOf } from "#src/format/number.ts";
import { useStatus } from "#src/ui/status-messages.tsx";
import type { ShowStatus } from "#src/ui/status-messages.tsx";

/** What storage needs once the app is open, after the first paint. Draws nothing itself. */
export function StartupChores(): null {
  const showStatus = useStatus();
  useEffect(() => {
    const tellFailure = (error: unknown) =>
      showStatus(`The storage of this device can't be read: ${String(error)}`);
    return afterLoad(() => {
      void doChores(showStatus).catch(tellFailure);
      if (import.meta.env.PROD) void keepForOffline(showStatus); // a development server has no fixed set of files
    });
  }, [showStatus]);
  return null;
}

/** Closes the runs that lost their page, and says so; sweeps what lost imports left; brings the settings' copy up to date. */
async function doChores(showStatus: ShowStatus): Promise<void> {
  const { markInterruptedRuns } = await import("#src/run/start-run.ts");
  const marked = await markInterruptedRuns();
  if (!marked.ok) showStatus(marked.problem.message);
  else if (marked.value.length > 0)
    showStatus(
      `${countOf(marked.value.length, "simulation")} ended when the page was closed. Run it again from the list.`,
    );
  const { sweepUnfinished } = await import("#src/run/import-marks.ts");
  const swept = await sweepUnfinished();
  if (!swept.ok) showStatus(swept.problem.message);
  const { refreshMirror } = await import("#src/storage/settings.ts");
  await refreshMirror();
}

/** The landing page needs no storage; its first moments belong to what is seen. */
const QUIET_ON_LANDING_MS = 2500;

/** Once the page has loaded; gives the function that calls it off. */
function afterLoad(work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const begin = () => {
    const quietMs = globalThis.location.pathname === "/" ? QUIET_ON_LANDING_MS : 0;
    timer = setTimeout(work, quietMs);
  };
  if (document.readyState === "complete") begin();
  else globalThis.addEventListener("load", begin, { once: true });
  return () => {
    globalThis.removeEventListener("load", begin);
    clearTimeout(timer);
  };
}

/** Saves the app on this device, and its demo market after it. */
async function keepForOffline(showStatus: ShowStatus): Promise<void> {
  performance.setResourceTimingBufferSize(REQUESTS_REMEMBERED);
  const { startOffline } = await import("#src/offline/service-worker.ts");
  await startOffline(() =>
    showStatus("Ready to work offline: the app and the demo market are on this device."),
  );
}

/** The privacy page counts them; browsers keep 250 by themselves. */
const REQUESTS_REMEMBERED = 10_000;
