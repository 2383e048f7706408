/** An import of one CSV text through the browser's own worker. */
import { checkImport, importDataset } from "#src/run/import-dataset.ts";
import { columnsOf } from "#src/storage/datasets.ts";
import type { DatasetRecord } from "#src/storage/records.ts";
import { valueOf } from "./value-of.ts";

/** @param into - the dataset that gets it; null for a new one, called "Grown" */
export async function importText(text: string, into: DatasetRecord | null): Promise<DatasetRecord> {
  const { signal } = new AbortController();
  const name = `${crypto.randomUUID()}.csv`;
  const plan = {
    id: crypto.randomUUID(),
    files: [{ name, bytes: new File([text], name) }],
    answers: new Map(),
    leftOut: new Set<string>(),
    factsAsOf: "",
    addTo: into && columnsOf(into),
  };
  const { digest } = valueOf(await checkImport(plan, () => undefined, signal)).planned;
  const defaults = new Map([[name, { exchange: "NSE", instrumentType: "EQUITY", currency: "INR" }]]);
  const request = { title: "Grown", plan, digest, datasetId: into?.id ?? null, defaults };
  return valueOf(await importDataset(request, () => undefined, signal));
}
