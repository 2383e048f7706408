/**
 * Keeps the second copy in two slots. A commit is added to the end of the newer one; when that has grown past twice its
 * snapshot, a new snapshot goes to the other slot, and the old one stays as it is until the next. So at every moment
 * one slot is whole, whatever is cut off.
 */
import type { CopyChanges, CopyContents, KeptChange } from "#workers/model/second-copy.ts";
import { decodeSlot, encodeChanges, encodeSnapshot, withChanges } from "./copy-slot.ts";
import type { SlotContents } from "./copy-slot.ts";

/** A file as a sync access handle gives it; `write` puts all the bytes or throws. */
export interface SlotFile {
  size(): number;
  readAll(): Uint8Array;
  write(bytes: Uint8Array, at: number): void;
  truncate(size: number): void;
  /** On disk when it returns. */
  flush(): void;
}

export type SlotFiles = readonly [SlotFile, SlotFile];

export interface SecondCopyKeeper {
  /** null where nothing is there; "unreadable" where bytes are there and no slot begins with a whole snapshot. */
  read(files: SlotFiles): CopyContents | "unreadable" | null;
  append(files: SlotFiles, changes: CopyChanges): KeptChange;
  replace(files: SlotFiles, contents: CopyContents): void;
}

/** Below this a slot may grow freely: a new snapshot would save nothing. */
const SMALL_BYTES = 64_000;

interface KnownSlot {
  readonly fileSize: number;
  readonly contents: SlotContents | null;
}

/** Remembers what it read and wrote, for as long as the files have the sizes that it left them with. */
export function createSecondCopyKeeper(): SecondCopyKeeper {
  const known: (KnownSlot | null)[] = [null, null];

  function slotAt(files: SlotFiles, index: 0 | 1): SlotContents | null {
    const file = files[index];
    const before = known[index];
    if (before && before.fileSize === file.size()) return before.contents;
    const contents = decodeSlot(file.readAll());
    known[index] = { fileSize: file.size(), contents };
    return contents;
  }

  function newest(files: SlotFiles): { index: 0 | 1; contents: SlotContents } | null {
    const [first, second] = [slotAt(files, 0), slotAt(files, 1)];
    if (first && (!second || isNewer(first, second))) return { index: 0, contents: first };
    return second && { index: 1, contents: second };
  }

  /** Runs what changes a slot's file; a failure leaves what is known of it to be read again. */
  function change(
    files: SlotFiles,
    index: 0 | 1,
    contents: SlotContents,
    work: (file: SlotFile) => void,
  ): void {
    known[index] = null;
    work(files[index]);
    files[index].flush();
    known[index] = { fileSize: files[index].size(), contents };
  }

  function writeSnapshot(files: SlotFiles, index: 0 | 1, contents: CopyContents): void {
    const bytes = encodeSnapshot(contents);
    change(files, index, slotOf(contents, bytes.length), (file) => {
      file.truncate(0);
      file.write(bytes, 0);
    });
  }

  /** The commit is kept already: where there is no room for a new snapshot, the old slot just grows on. */
  function tidy(files: SlotFiles, full: 0 | 1, contents: SlotContents): void {
    try {
      writeSnapshot(files, otherThan(full), contentsOf(contents));
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
    }
  }

  return {
    read(files) {
      const slot = newest(files)?.contents;
      if (slot) return contentsOf(slot);
      return files.some((file) => file.size() > 0) ? "unreadable" : null;
    },

    append(files, changes) {
      const current = newest(files);
      if (!current) return "behind";
      const { index, contents } = current;
      if (changes.generation !== contents.generation + 1)
        return changes.generation > contents.generation ? "behind" : "ahead";
      const frame = encodeChanges(changes);
      const after = {
        ...contents,
        generation: changes.generation,
        records: withChanges(contents.records, changes.records),
        end: contents.end + frame.length,
      };
      change(files, index, after, (file) => {
        if (file.size() > contents.end) file.truncate(contents.end); // what a crash left of a frame
        file.write(frame, contents.end);
      });
      if (after.end > Math.max(SMALL_BYTES, 2 * after.snapshotEnd)) tidy(files, index, after);
      return "kept";
    },

    replace(files, contents) {
      const current = newest(files);
      writeSnapshot(files, current ? otherThan(current.index) : 0, contents);
      if (!current || current.contents.generation < contents.generation) return;
      files[current.index].truncate(0); // it would count as newer
      files[current.index].flush();
      known[current.index] = null;
    },
  };
}

/** Of two with the same last commit the shorter one is the new snapshot. */
function isNewer(one: SlotContents, other: SlotContents): boolean {
  return one.generation > other.generation || (one.generation === other.generation && one.end <= other.end);
}

function otherThan(index: 0 | 1): 0 | 1 {
  return index === 0 ? 1 : 0;
}

function contentsOf({ databaseVersion, generation, records }: SlotContents): CopyContents {
  return { databaseVersion, generation, records: [...records.values()] };
}

function slotOf({ databaseVersion, generation, records }: CopyContents, bytes: number): SlotContents {
  const byName = withChanges(new Map(), records);
  return { databaseVersion, generation, records: byName, end: bytes, snapshotEnd: bytes };
}
