/** Gives a plan's files to a worker a few at a time: the page stands still while one message's files are made ready. */
import type { ImportFile } from "#workers/model/import-plan.ts";
import type { WorkerApi } from "#workers/model/protocol.ts";

/** Up to a millisecond each. */
const FILES_A_MESSAGE = 16;

/**
 * @param handed - what the worker has; brought up to date as it gets more
 */
export async function handOver(
  remote: Pick<WorkerApi, "takeFiles">,
  files: readonly ImportFile[],
  handed: ImportFile[],
): Promise<void> {
  const differs = files.findIndex((file, at) => !isSame(file, handed[at]));
  handed.length = Math.min(handed.length, differs < 0 ? files.length : differs);
  for (let from = handed.length; ; from += FILES_A_MESSAGE) {
    const next = files.slice(from, from + FILES_A_MESSAGE);
    // oxlint-disable-next-line no-await-in-loop -- the page has a breath between two messages
    await remote.takeFiles(from, next);
    handed.push(...next);
    if (handed.length === files.length) return;
  }
}

function isSame(file: ImportFile, other: ImportFile | undefined): boolean {
  return file.name === other?.name && file.bytes === other.bytes;
}
