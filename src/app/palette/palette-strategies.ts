/** The strategies that the palette offers: a person's own, the last updated first, then the built-in ones. */
import { latestCompleteRun } from "#src/storage/runs.ts";
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
  const { records } = await listStrategies();
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
  return Promise.all(
    [...own, ...samples].map(async ({ id, name, kind }) => {
      const run = await latestCompleteRun(id);
      return { id, name, kind, resultRunId: run?.id ?? null };
    }),
  );
}
