/** The strategies that the palette offers: a person's own, the last updated first, then the built-in ones. */
import { listRuns } from "#src/storage/runs.ts";
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

export async function listPaletteStrategies(): Promise<readonly PaletteStrategy[]> {
  const [{ records }, runs] = await Promise.all([listStrategies(), listRuns()]);
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
  return [...own, ...samples].map(({ id, name, kind }) => {
    return { id, name, kind, resultRunId: results.get(id) ?? null };
  });
}
