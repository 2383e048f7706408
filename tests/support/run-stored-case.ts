/** A case as a person runs it: its files imported as a dataset, run from the store in the worker, deleted. */
import { browserClient } from "#src/run/browser-client.ts";
import { toResultFile } from "#workers/model/report.ts";
import type { ResultFile } from "#workers/model/report.ts";
import { apartFromSplits } from "#workers/model/run-warnings.ts";
import { parseStrategy } from "#workers/model/strategy.ts";
import type { CaseFiles } from "./browser-commands.ts";
import { importFiles } from "./import-files.ts";

const DEFAULTS = { exchange: "NSE", instrumentType: "EQUITY", currency: "" };

/** The result/1 file, without the warnings of splits, which the cases are older than. @throws Error where anything is refused */
export async function runStoredCase({ name, strategy, files }: CaseFiles): Promise<ResultFile> {
  const parsed = parseStrategy(strategy);
  if (!parsed.ok) throw new Error(parsed.problem.message);
  const datasetId = `case-${name.replaceAll("/", "-")}`;
  const chosen = files.map((file) => toFile(file.name, file.base64));
  const imported = await importFiles(browserClient, { datasetId, files: chosen, defaults: DEFAULTS });
  if (!imported.ok) throw new Error(imported.problem.message);
  const source = { type: "stored", datasetId } as const;
  const report = await browserClient.call("run", { strategy: parsed.value, source });
  await browserClient.call("deleteDataset", datasetId);
  if (!report.ok) throw new Error(report.problem.message);
  const result = toResultFile(report.value);
  return { ...result, warnings: apartFromSplits(result.warnings).others };
}

function toFile(name: string, base64: string): File {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  return new File([bytes], name);
}
