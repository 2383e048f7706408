/** Which of the files that a person chose or dropped are price files, and reading dropped folders. */

const PRICE_FILE = /\.(csv|txt|tsv|gz|zip)$/i;

export interface ChosenFiles {
  readonly files: readonly File[];
  /** How many others there were. */
  readonly ignored: number;
}

/** Keeps price files; a folder may hold anything. */
export function choosePriceFiles(all: readonly File[]): ChosenFiles {
  const files = all.filter((file) => PRICE_FILE.test(file.name));
  return { files, ignored: all.length - files.length };
}

/** Every file of a drop, those inside folders included. Call it during the drop event: afterwards its items are gone. */
export async function filesOfDrop(transfer: DataTransfer): Promise<readonly File[]> {
  const entries = Array.from(transfer.items, (item) => item.webkitGetAsEntry()).filter(
    (entry) => entry !== null,
  );
  if (entries.length === 0) return Array.from(transfer.files);
  const nested = await Promise.all(entries.map(filesOfEntry));
  return nested.flat();
}

async function filesOfEntry(entry: FileSystemEntry): Promise<readonly File[]> {
  if (isFile(entry)) return [await new Promise<File>((resolve, reject) => entry.file(resolve, reject))];
  if (!isFolder(entry)) return [];
  const nested = await Promise.all((await entriesOf(entry)).map(filesOfEntry));
  return nested.flat();
}

/** A reader gives its entries in batches and an empty batch at the end. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = folder.createReader();
  const nextBatch = () =>
    new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
  const entries: FileSystemEntry[] = [];
  let batch = await nextBatch();
  while (batch.length > 0) {
    entries.push(...batch);
    // oxlint-disable-next-line no-await-in-loop -- the reader has one position
    batch = await nextBatch();
  }
  return entries;
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}
