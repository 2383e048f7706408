/** A worker for one backup or restore; end it when it is done. */
import { releaseProxy, wrap } from "comlink";
import type { Remote } from "comlink";
// oxlint-disable-next-line no-restricted-imports, import/default -- a URL, not code: the build makes the file it names
import workerUrl from "#workers/backup.worker.ts?worker&url";
import { workerStarter } from "#src/own-script.ts";
import type { BackupWorkerApi } from "#workers/model/backup.ts";
import { err } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";

const startBackupWorker = workerStarter("backup", workerUrl);

export interface BackupWorker {
  readonly remote: Remote<BackupWorkerApi>;
  /** The answer of `work`, or a problem where the worker could not be loaded or broke. */
  attempt<T>(work: (remote: Remote<BackupWorkerApi>) => Promise<Result<T>>): Promise<Result<T>>;
  end(): void;
}

export function openBackupWorker(): BackupWorker {
  const worker = startBackupWorker();
  const remote = wrap<BackupWorkerApi>(worker);
  const lost = new Promise<Result<never>>((resolve) => {
    worker.addEventListener("error", ({ message }) =>
      resolve(workerLost(message || "it could not be loaded")),
    );
  });
  return {
    remote,
    async attempt(work) {
      try {
        return await Promise.race([work(remote), lost]);
      } catch (error) {
        return workerLost(error instanceof Error ? error.message : String(error));
      }
    },
    end() {
      remote[releaseProxy]();
      worker.terminate();
    },
  };
}

function workerLost(reason: string): Result<never> {
  const message = `The background worker for backups stopped (${reason}). Reload the page and try again.`;
  return err({ code: "worker-lost", message });
}
