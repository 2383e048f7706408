/** What the palette offers of what is stored, in one reading of the runs. */
import { listRunSummaries } from "#src/storage/run-history.ts";
import type { RunSummary } from "#src/storage/run-history.ts";
import { SAMPLE_STRATEGIES } from "#src/storage/samples.ts";
import { listStrategies } from "#src/storage/strategies.ts";

export interface PaletteStrategy {
  readonly id: string;
  readonly name: string;
  /** Beside the name, which two may share. */
  readonly kind: string;
  /** The last run with a result; null where there is none. */
  readonly resultRunId: string | null;
}

interface PaletteRecords {
  /** A person's own, the last updated first, then the built-in ones. */
  readonly strategies: readonly PaletteStrategy[];
  /** The last started ones, of any state. */
  readonly runs: readonly RunSummary[];
}

const RECENT = 6;

/** A plain query to wrap in useLiveQuery. */
export async function listForPalette(): Promise<PaletteRecords> {
  const [{ records }, runs] = await Promise.all([listStrategies(), listRunSummaries()]);
  const results = new Map<string, string>();
  for (const { id, strategyId, state, isVariant } of runs.records)
    if (state === "complete" && isVariant !== true && !results.has(strategyId)) results.set(strategyId, id);
  const own = records.map(({ id, name, status }) => ({
    id,
    name,
    kind: status === "draft" ? "draft" : "yours",
  }));
  const samples = SAMPLE_STRATEGIES.map(({ id, name }, place) => ({
    id,
    name,
    kind: `built-in ${place + 1}`,
  }));
  return {
    strategies: [...own, ...samples].map(({ id, name, kind }) => {
      return { id, name, kind, resultRunId: results.get(id) ?? null };
    }),
    runs: runs.records.slice(0, RECENT),
  };
}
