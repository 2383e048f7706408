/** The import under way, or the last one's outcome. It lives beside the page, so that leaving the page ends nothing. */
import { create } from "zustand";
import { holdReload } from "#src/app/work-in-hand.ts";
import { importDataset } from "#src/run/import-dataset.ts";
import type { DatasetImport } from "#src/run/import-dataset.ts";
import type { DatasetRecord } from "#src/storage/records.ts";
import type { Problem } from "#workers/model/problem.ts";
import type { Progress } from "#workers/model/protocol.ts";

export type ImportState =
  | { readonly type: "idle" }
  | { readonly type: "running"; readonly title: string; readonly progress: Progress | null }
  | { readonly type: "imported"; readonly record: DatasetRecord }
  | { readonly type: "refused"; readonly title: string; readonly problem: Problem };

export const useImportStore = create<ImportState>()(() => ({ type: "idle" }));

let stop = new AbortController();

/** Starts an import; there is one at a time, and asked again meanwhile it does nothing. */
export async function startImport(request: DatasetImport): Promise<void> {
  if (useImportStore.getState().type === "running") return;
  const { title } = request;
  stop = new AbortController();
  const release = holdReload("the import has ended");
  set({ type: "running", title, progress: null });
  const outcome = await importDataset(
    request,
    (progress) => {
      if (useImportStore.getState().type === "running") set({ type: "running", title, progress });
    },
    stop.signal,
  ).finally(release);
  set(
    outcome.ok
      ? { type: "imported", record: outcome.value }
      : { type: "refused", title, problem: outcome.problem },
  );
}

export function cancelImport(): void {
  stop.abort();
}

export function dismissImport(): void {
  if (useImportStore.getState().type !== "running") set({ type: "idle" });
}

function set(state: ImportState): void {
  useImportStore.setState(state, true);
}
