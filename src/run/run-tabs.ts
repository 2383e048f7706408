/**
 * Lets the tabs know of each other's runs: each tells what becomes of its own, and any can ask for the end of any. What
 * is told is a hint: a run's record in the database is what counts.
 */
import { forgetElsewhere, noteElsewhere, useRunStore } from "./run-store.ts";
import type { LiveRun } from "./run-store.ts";

/** The part of a BroadcastChannel that is used. */
export interface TabsChannel {
  postMessage(message: RunMessage): void;
  addEventListener(type: "message", listen: (event: { readonly data: RunMessage }) => void): void;
}

type RunMessage =
  | { readonly type: "live"; readonly run: LiveRun }
  | { readonly type: "over"; readonly runId: string }
  | { readonly type: "cancel"; readonly runId: string }
  /** A tab that was just opened asks for everybody's runs. */
  | { readonly type: "who" };

/** The version of the messages: tabs with another version of the app are on another channel. */
export const RUNS_CHANNEL = "tidemark-runs-1";

/**
 * Joins the other tabs.
 *
 * @param cancelHere - ends a run of this tab; false where it is none
 * @returns cancels a run of whichever tab
 */
export function joinTabs(
  channel: TabsChannel,
  cancelHere: (runId: string) => boolean,
): (runId: string) => void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin alone
  const tell = (message: RunMessage) => channel.postMessage(message);
  channel.addEventListener("message", ({ data }) => {
    switch (data.type) {
      case "live":
        noteElsewhere(data.run);
        break;
      case "over":
        forgetElsewhere(data.runId);
        break;
      case "cancel":
        cancelHere(data.runId);
        break;
      case "who":
        for (const run of Object.values(useRunStore.getState().runs)) tell({ type: "live", run });
        break;
    }
  });
  useRunStore.subscribe(({ runs }, { runs: before }) => {
    if (runs === before) return;
    for (const run of Object.values(runs)) if (run !== before[run.runId]) tell({ type: "live", run });
    for (const runId of Object.keys(before)) if (!runs[runId]) tell({ type: "over", runId });
  });
  tell({ type: "who" });
  return (runId) => {
    if (!cancelHere(runId)) tell({ type: "cancel", runId });
  };
}
