/** An import as a page sees it, on so many threads as a test asks for, whatever the machine has. */
import { expose } from "comlink";
// oxlint-disable-next-line import/default -- a URL, not code: the build makes the file it names
import rowsUrl from "#workers/rows.worker.ts?worker&url";
import type { CheckRequest } from "#workers/import/plan/reading-threads.ts";
import { createImportDesk } from "#workers/import/plan/import-desk.ts";
import { openThreads } from "#workers/import/plan/open-threads.ts";
import type { PartRequest } from "#workers/import/rows/part-rows.ts";
import { withDataset } from "#workers/market/dataset-store.ts";
import { openStaging } from "#workers/market/dataset-writing.ts";
import type { ImportPlan } from "#workers/model/import-plan.ts";

const startThread = (): Worker => new Worker(rowsUrl, { type: "module", name: "rows" });

/**
 * A dry run and its commit.
 *
 * @param threads - 0 for none beside this one
 */
async function importPlan(plan: ImportPlan, threads: number) {
  const opened = threads === 0 ? null : openThreads(startThread, threads);
  const elsewhere = { parts: 0, files: 0, refused: 0 };
  const count = <Answer>(kind: "parts" | "files", answer: Answer): Answer => {
    elsewhere[typeof answer === "string" ? "refused" : kind]++;
    return answer;
  };
  const tools = {
    withBase: withDataset,
    onProgress: () => {},
    onStoring: () => {},
    threads: opened && {
      ...opened,
      readPart: async (request: PartRequest) => count("parts", await opened.readPart(request)),
      checkFile: async (request: CheckRequest) => count("files", await opened.checkFile(request)),
    },
  };
  const desk = createImportDesk(openStaging);
  try {
    const begun = performance.now();
    const checked = await desk.check(plan, tools);
    const milliseconds = performance.now() - begun;
    if (!checked.ok) return checked;
    const { files, planned } = checked.value;
    const defaults = new Map(
      files.map(({ file }) => [file, { exchange: "NSE", instrumentType: "EQUITY", currency: "INR" }]),
    );
    const stored = await desk.commit({ plan, digest: planned.digest, datasetId: plan.id, defaults }, tools);
    return { ok: true as const, value: { dryRun: checked.value, stored, elsewhere, milliseconds } };
  } finally {
    opened?.end();
  }
}

const api = { importPlan };
export type ImportDeskApi = typeof api;

expose(api);
