/** What the list shows: strategies with their runs and drafts, kept up to date with the database and the run store. */
import { useLiveQuery } from "dexie-react-hooks";
import { useRunStore } from "#src/run/run-store.ts";
import type { LiveRun } from "#src/run/run-store.ts";
import type { DamagedRecord, RunRecord, StrategyRecord } from "#src/storage/records.ts";
import { listRuns } from "#src/storage/runs.ts";
import { SAMPLE_STRATEGIES } from "#src/storage/samples.ts";
import type { Problem } from "#workers/model/problem.ts";
import { listDrafts, listStrategies } from "#src/storage/strategies.ts";

export interface StrategyEntry {
  readonly record: StrategyRecord;
  readonly isSample: boolean;
  /** The second sample is specified as simulated before anyone ran it. */
  readonly isShownAsSimulated: boolean;
  /** When a draft beyond the saved version was last kept; null where there is none. */
  readonly draftedAt: number | null;
  readonly latestRun: RunRecord | null;
  readonly latestComplete: RunRecord | null;
  /** Under way, in this tab or another. */
  readonly liveRun: LiveRun | null;
  /** The latest run ended in this tab, but its end could not be recorded. */
  readonly unrecorded: Problem | null;
}

interface Overview {
  readonly own: readonly StrategyEntry[];
  readonly samples: readonly StrategyEntry[];
  readonly damaged: readonly DamagedRecord[];
}

/** null while the database is being read. */
export function useOverview(): Overview | null {
  const ownRuns = useRunStore((store) => store.runs);
  const elsewhere = useRunStore((store) => store.elsewhere);
  const unrecorded = useRunStore((store) => store.unrecorded);
  const stored = useLiveQuery(readStored);
  if (!stored) return null;
  const isOpen = (runId: string) =>
    stored.runs.some(({ id, finishedAt }) => id === runId && finishedAt === null);
  const liveRuns = [
    ...Object.values(ownRuns),
    ...Object.values(elsewhere).filter(({ runId }) => isOpen(runId)), // a tab that died leaves its last word
  ];
  const runsOf = groupByStrategy(stored.runs);
  const toEntry = (record: StrategyRecord): StrategyEntry => {
    const runs = runsOf.get(record.id) ?? [];
    const latestRun = runs[0] ?? null;
    return {
      record,
      isSample: record.revision === 0,
      isShownAsSimulated: record === SAMPLE_STRATEGIES.at(-1),
      draftedAt: stored.draftedAt.get(record.id) ?? null,
      latestRun,
      latestComplete: runs.find((run) => run.state === "complete") ?? null,
      liveRun: liveRuns.find((run) => run.strategyId === record.id) ?? null,
      unrecorded: (latestRun && unrecorded[latestRun.id]) ?? null,
    };
  };
  return {
    own: stored.strategies.map(toEntry),
    samples: SAMPLE_STRATEGIES.map(toEntry),
    damaged: stored.damaged,
  };
}

/** In the order that they have; runs of variants are no strategy's own. */
function groupByStrategy(runs: readonly RunRecord[]): ReadonlyMap<string, readonly RunRecord[]> {
  const byStrategy = new Map<string, RunRecord[]>();
  for (const run of runs) {
    if (run.isVariant === true) continue;
    const known = byStrategy.get(run.strategyId);
    if (known) known.push(run);
    else byStrategy.set(run.strategyId, [run]);
  }
  return byStrategy;
}

async function readStored() {
  const [strategies, runs, drafts] = await Promise.all([listStrategies(), listRuns(), listDrafts()]);
  return {
    strategies: strategies.records,
    damaged: strategies.damaged,
    runs: runs.records,
    draftedAt: new Map(drafts.map(({ strategyId, updatedAt }) => [strategyId, updatedAt])),
  };
}
