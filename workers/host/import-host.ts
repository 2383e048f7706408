/** The import that a person is at: its files as the page handed them over, and what was read and planned of them. */
import type { DeskTools, ImportDesk } from "../import/plan/import-desk.ts";
import type { PlanProgress } from "../import/plan/plan-progress.ts";
import { withDataset } from "../market/dataset-store.ts";
import type { ImportFile } from "../model/import-plan.ts";
import type { JobProgress } from "./job-progress.ts";
import { announceLongStep } from "./pulse.ts";

/** What a step of an import has to work with. */
export interface ImportStep {
  readonly desk: ImportDesk;
  readonly files: readonly ImportFile[];
  readonly tools: DeskTools;
}

export interface ImportHost {
  /** Loads the code of imports. */
  load(): Promise<unknown>;
  /** In place of those from number `from` on that were given before. */
  takeFiles(from: number, files: readonly ImportFile[]): void;
  /** Does a step with other threads beside this one, which end with it. The code of imports is loaded for it, where it was not before. */
  doStep<T>(progress: JobProgress, step: (step: ImportStep) => Promise<T>): Promise<T>;
  /** Lets go of the files and of what was read and staged of them. */
  forget(): Promise<void>;
}

export function createImportHost(): ImportHost {
  let desk: ImportDesk | null = null; // keeps what it read and planned until it is stored
  const files: ImportFile[] = [];
  return {
    load: loadCode,
    async forget() {
      const ended = desk;
      desk = null;
      await ended?.discard();
    },
    takeFiles(from, given) {
      files.splice(from, files.length, ...given);
    },
    async doStep(progress, step) {
      const [{ createImportDesk }, { openStaging }, { startThreads }] = await loadCode();
      desk ??= createImportDesk(openStaging);
      const threads = startThreads();
      try {
        return await step({ desk, files: [...files], tools: { ...deskTools(progress), threads } });
      } finally {
        threads?.end();
      }
    },
  };
}

function loadCode() {
  return Promise.all([
    import("../import/plan/import-desk.ts"),
    import("../market/dataset-writing.ts"),
    import("../import/plan/start-threads.ts"),
  ]);
}

function deskTools(progress: JobProgress): Omit<DeskTools, "threads"> {
  return {
    withBase(columnsId, work) {
      announceLongStep(); // one whose ends are damaged is gone through once before anything is told
      return withDataset(columnsId, work);
    },
    onProgress: (read) => tellReading(progress, read),
    onStoring() {
      progress.tell("storing", 0);
      announceLongStep();
    },
  };
}

function tellReading(progress: JobProgress, read: PlanProgress): void {
  progress.tell("reading", read.bytesRead / read.bytesTotal, read);
  if (read.bytesRead >= read.bytesTotal) announceLongStep(); // the rows are put in order at one go
}
