/**
 * The second copy's client without a browser: the real keeper over files in memory. For
 * `vi.mock("#src/storage/second-copy.ts", () => import("./copy-in-memory.ts"))`.
 */
import { err, ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import type { CopyChanges, CopyContents, KeptChange } from "#workers/model/second-copy.ts";
import { createSecondCopyKeeper } from "#workers/storage/second-copy.ts";
import type { SlotFiles } from "#workers/storage/second-copy.ts";
import { createMemorySlot } from "./memory-slots.ts";
import type { MemorySlot } from "./memory-slots.ts";

const refused = { code: "storage-failed", message: "The disk refused." } as const;

/** The test's hands: what is on the disk, and whether it works. */
export const disk: { slots: readonly [MemorySlot, MemorySlot]; isBroken: boolean } = {
  slots: [createMemorySlot(), createMemorySlot()],
  isBroken: false,
};

export function emptyDisk(): void {
  disk.slots = [createMemorySlot(), createMemorySlot()];
  disk.isBroken = false;
}

export const canKeepCopy = (): boolean => true;

export const isCopyThere = async (): Promise<boolean> => disk.slots.some((slot) => slot.size() > 0);

export async function readCopy(): Promise<Result<CopyContents | null>> {
  return onDisk((slots) => {
    const read = createSecondCopyKeeper().read(slots);
    return read === "unreadable"
      ? err({ code: "storage-failed", message: "Damaged in both places." })
      : ok(read);
  });
}

export async function copyGeneration(): Promise<Result<number>> {
  const read = await readCopy();
  return ok(read.ok ? (read.value?.generation ?? 0) : 0);
}

export async function appendToCopy(changes: CopyChanges): Promise<Result<KeptChange>> {
  return onDisk((slots) => ok(createSecondCopyKeeper().append(slots, changes)));
}

export async function replaceCopy(contents: CopyContents): Promise<Result<null>> {
  return onDisk((slots) => {
    createSecondCopyKeeper().replace(slots, contents);
    return ok(null);
  });
}

function onDisk<T>(work: (slots: SlotFiles) => Result<T>): Result<T> {
  return disk.isBroken ? err(refused) : work(disk.slots);
}
