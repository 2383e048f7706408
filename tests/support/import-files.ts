/** An import as the Data screen does it, without the screen: the dry run of files, then the commit of what it found. */
import type { BacktestClient } from "#src/run/backtest-client.ts";
import type { HandedPlan, ImportOutcome } from "#workers/model/import-plan.ts";
import type { Result } from "#workers/model/problem.ts";
import type { InstrumentDefaults } from "#workers/model/reading.ts";

interface FilesToImport {
  readonly datasetId: string;
  readonly files: readonly File[];
  readonly defaults: InstrumentDefaults;
}

/** Files that have a question or are refused are not stored, as when a person leaves them out. */
export async function importFiles(
  client: BacktestClient,
  { datasetId, files: chosen, defaults }: FilesToImport,
): Promise<Result<ImportOutcome>> {
  const files = chosen.map((file) => ({ name: file.name, bytes: file }));
  const plan: HandedPlan = {
    id: crypto.randomUUID(),
    answers: new Map(),
    leftOut: new Set(),
    factsAsOf: "",
    addTo: null,
  };
  const dryRun = await client.call("checkImport", plan, { files });
  if (!dryRun.ok) return dryRun;
  const { digest } = dryRun.value.planned;
  const byFile = new Map(dryRun.value.files.map(({ file }) => [file, defaults]));
  return client.call("commitImport", { plan, digest, datasetId, defaults: byFile }, { files });
}
