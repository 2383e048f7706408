/** Files that a person dropped, chose or pasted, each with a name of its own. */
import type { ImportFile } from "#workers/model/import-plan.ts";

/** What desktops put beside files; nobody means to import it. */
const PASSED_OVER = /(?:^|\/)(?:__MACOSX\/|\._|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i;

/** Files of a file or folder picker, with the folders that were chosen. */
export function filesOfPicker(files: readonly File[]): ImportFile[] {
  return files
    .map((file) => ({ name: file.webkitRelativePath || file.name, bytes: file }))
    .filter(({ name }) => !PASSED_OVER.test(name));
}

/** A table that was pasted as text. */
export function fileOfText(text: string): ImportFile {
  return { name: "paste.csv", bytes: new Blob([text]) };
}

/** The files of `more` behind those of `known`; a name that is taken gets a number. */
export function addFiles(known: readonly ImportFile[], more: readonly ImportFile[]): ImportFile[] {
  const names = new Set(known.map(({ name }) => name));
  const added = more.map(({ name, bytes }) => {
    const own = freeName(names, name);
    names.add(own);
    return { name: own, bytes };
  });
  return [...known, ...added];
}

function freeName(names: ReadonlySet<string>, name: string): string {
  if (!names.has(name)) return name;
  const dot = name.indexOf(".", name.lastIndexOf("/") + 1);
  const [stem, ending] = dot < 0 ? [name, ""] : [name.slice(0, dot), name.slice(dot)];
  let number = 2;
  while (names.has(`${stem} (${number})${ending}`)) number++;
  return `${stem} (${number})${ending}`;
}

/** Every file of a drop, those inside folders included. Call it during the drop event: afterwards its items are gone. */
export async function filesOfDrop(transfer: DataTransfer): Promise<ImportFile[]> {
  const entries = Array.from(transfer.items, (item) => item.webkitGetAsEntry()).filter(
    (entry) => entry !== null,
  );
  if (entries.length === 0) return filesOfPicker(Array.from(transfer.files));
  const nested = await Promise.all(entries.map(filesOfEntry));
  return nested.flat().filter(({ name }) => !PASSED_OVER.test(name));
}

async function filesOfEntry(entry: FileSystemEntry): Promise<ImportFile[]> {
  if (isFile(entry)) {
    const bytes = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    return [{ name: entry.fullPath.replace(/^\//, ""), bytes }];
  }
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

/** The folder's name where there is one, else the first file's, without its endings. */
export function suggestedTitle(files: readonly ImportFile[]): string {
  const [first] = files;
  if (!first || first.name === "paste.csv") return "My prices";
  const [folder = "", ...inside] = first.name.split("/");
  return inside.length > 0 ? folder : folder.replace(/\.(csv|txt|tsv|gz|zip)/gi, "");
}
