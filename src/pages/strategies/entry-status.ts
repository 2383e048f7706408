/** Where a strategy stands, in a word for its badge and a line for its card. */
import { joinWords } from "#src/format/join-words.ts";
import { formatPercent } from "#src/format/number.ts";
import type { LiveRun } from "#src/run/run-store.ts";
import type { RunState } from "#src/storage/records.ts";
import type { BadgeTone } from "#src/ui/badge.tsx";
import type { StrategyEntry } from "./overview.ts";

export interface EntryStatus {
  readonly word: string;
  readonly tone: BadgeTone;
  /** The card's status line; the specification's words where it has some. */
  readonly line: string;
}

export function statusOf(entry: StrategyEntry): EntryStatus {
  const { record, latestRun, liveRun, unrecorded } = entry;
  if (liveRun) return statusOfLive(liveRun);
  if (unrecorded) return statusOfRun("failed", unrecorded.message);
  if (latestRun) return statusOfRun(latestRun.state, latestRun.problem?.message ?? "");
  if (entry.isShownAsSimulated) {
    const line = "Simulation Complete. Its result is worked out on this device when you first open it.";
    return { word: "Complete", tone: "accent", line };
  }
  if (record.status === "draft")
    return { word: "Draft", tone: "plain", line: "Not simulated yet. A draft, not saved." };
  return { word: "Not simulated", tone: "plain", line: "Not simulated yet" };
}

function statusOfLive({ state, progress }: LiveRun): EntryStatus {
  switch (state) {
    case "queued":
      return { word: "Queued", tone: "accent", line: "Queued behind another simulation." };
    case "running": {
      const word = `Running, ${formatPercent(Math.floor(progress.percent), 0)}`;
      return { word, tone: "accent", line: "Running backtest simulation..." };
    }
    case "cancelling":
      return { word: "Cancelling", tone: "notice", line: "The simulation is being cancelled." };
  }
}

function statusOfRun(state: RunState, reason: string): EntryStatus {
  switch (state) {
    case "queued":
      return { word: "Queued", tone: "accent", line: "Queued in another tab." };
    case "running":
      return { word: "Running", tone: "accent", line: "Running in another tab." };
    case "complete":
      return { word: "Complete", tone: "accent", line: "Simulation Complete" };
    case "failed":
      return { word: "Failed", tone: "danger", line: `The last simulation failed. ${reason}` };
    case "interrupted":
      return { word: "Interrupted", tone: "notice", line: `The last simulation was interrupted. ${reason}` };
    case "cancelled":
      return { word: "Cancelled", tone: "notice", line: "The last simulation was cancelled." };
  }
}

/** The run under way, in this tab or another; null where there is none. */
export function runUnderWay({ liveRun, latestRun, unrecorded }: StrategyEntry): string | null {
  if (liveRun) return liveRun.runId;
  const isOpen = latestRun?.state === "queued" || latestRun?.state === "running";
  return isOpen && !unrecorded ? latestRun.id : null;
}

/** What the latest result is before, where the strategy was saved with other parameters or data since; "" where it was not. */
export function changedSince(entry: StrategyEntry): string {
  if (!isOutdated(entry)) return "";
  const sources = earlierSources(entry);
  const words = "before the latest changes";
  return sources.length === 0 ? words : `${words}, with an earlier source of ${joinWords(sources, "and")}`;
}

function isOutdated({ record, latestComplete }: StrategyEntry): boolean {
  if (!latestComplete) return false;
  const { name: _ranUnder, ...ran } = latestComplete.strategy;
  const { name: _now, ...now } = record.strategy;
  return latestComplete.datasetId !== record.datasetId || JSON.stringify(ran) !== JSON.stringify(now);
}

/** Names of the numbers from own code that are there and whose source has changed since the latest result, which is of the earlier one. */
function earlierSources({ record, latestComplete }: StrategyEntry): readonly string[] {
  const ran = new Map((latestComplete?.strategy.computed ?? []).map((field) => [field.name, field]));
  const changed = (record.strategy.computed ?? []).filter(({ name, language, source }) => {
    const before = ran.get(name);
    return before !== undefined && (before.source !== source || before.language !== language);
  });
  return changed.map(({ name }) => name);
}

/** When the strategy, its draft or, for a sample, its latest run changed last; null for a sample that nobody ran. */
export function lastUpdated({ record, draftedAt, isSample, latestRun }: StrategyEntry): number | null {
  if (!isSample) return Math.max(record.updatedAt, draftedAt ?? 0);
  return latestRun ? (latestRun.finishedAt ?? latestRun.startedAt) : null;
}
