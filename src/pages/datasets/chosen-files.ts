/** Files that a person dropped, chose or pasted, each with a name of its own. */
import { joinWords } from "#src/format/join-words.ts";
import { countOf } from "#src/format/number.ts";
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

/**
 * Every file of a drop, those inside folders included. Call it during the drop event: afterwards its items are gone.
 * Whether an item is a folder has to be asked within the event, and a browser takes about 0.1 ms for each answer: of a
 * drop of many items only those are asked that have no type of file, the ones without an ending in their names first.
 */
export async function filesOfDrop(transfer: DataTransfer): Promise<ImportFile[]> {
  const items = Array.from(transfer.items).filter(({ kind }) => kind === "file");
  const files = Array.from(transfer.files);
  const asked = new Set(mayBeFolders(files).slice(0, ASKED_AT_MOST));
  const dropped = files.map((file, at) => ({
    file,
    entry: asked.has(at) ? (items[at]?.webkitGetAsEntry() ?? null) : null,
  }));
  const found: ImportFile[] = [];
  for (const { file, entry } of dropped) {
    if (entry && isFolder(entry)) {
      // oxlint-disable-next-line no-await-in-loop -- one folder after the other, so that no moment has all the work
      for (const inside of await filesOfFolder(entry)) found.push(inside);
    } else {
      found.push({ name: file.name, bytes: file });
    }
  }
  return found.filter(({ name }) => !PASSED_OVER.test(name));
}

const ASKED_AT_MOST = 100;

/** Places of dropped files that may be folders: all of a few; of many those without a type, the likeliest first. */
function mayBeFolders(files: readonly File[]): readonly number[] {
  const places = files.map((_, at) => at);
  if (files.length <= ASKED_AT_MOST) return places;
  const hasEnding = (at: number) => Number(files[at]?.name.includes(".") ?? false);
  return places.filter((at) => files[at]?.type === "").toSorted((a, b) => hasEnding(a) - hasEnding(b));
}

/** In the batches that a folder's reader gives; an empty batch is its end. */
async function filesOfFolder(folder: FileSystemDirectoryEntry): Promise<ImportFile[]> {
  const reader = folder.createReader();
  const found: ImportFile[] = [];
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- the reader has one position
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (batch.length === 0) return found;
    for (let from = 0; from < batch.length; from += OPENED_AT_ONCE) {
      const some = batch.slice(from, from + OPENED_AT_ONCE);
      // oxlint-disable-next-line no-await-in-loop -- a few at a time: a browser answers all that is asked at a stretch
      for (const inside of await Promise.all(some.map(filesOfEntry))) found.push(...inside);
    }
  }
}

const OPENED_AT_ONCE = 20;

async function filesOfEntry(entry: FileSystemEntry): Promise<ImportFile[]> {
  if (isFolder(entry)) return filesOfFolder(entry);
  if (!isFile(entry)) return [];
  const bytes = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
  return [{ name: entry.fullPath.replace(/^\//, ""), bytes }];
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

/**
 * Has the browser look up the size of each file now, with pauses: it does so the first time that anybody asks or that
 * the file is sent to a worker, 0.1 ms and more a file, and would do it for a thousand files at a stretch.
 */
export async function lookUpSizes(files: readonly ImportFile[]): Promise<void> {
  await pause(); // the drop itself has taken the browser a while
  let begun = performance.now();
  let bytes = 0;
  for (const file of files) {
    bytes += file.bytes.size;
    if (performance.now() - begun < LONGEST_STRETCH_MS) continue;
    // oxlint-disable-next-line no-await-in-loop -- the pause is what it is for
    await pause();
    begun = performance.now();
  }
  if (Number.isNaN(bytes)) throw new TypeError("lookUpSizes: a file has no size");
}

const LONGEST_STRETCH_MS = 10;

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/** What the files' prices are of. */
interface PricesFacts {
  readonly instruments: number;
  /** Each once. */
  readonly exchanges: readonly string[];
}

/** One or more at the end of a name, such as .csv.gz. */
const ENDINGS =
  /(?:\.(?:csv|txt|tsv|tab|psv|dat|prn|json|gz|zip|xls[xm]|xlt[xm]|ods|ots|parquet|parq|pq))+$/i;

/** The folder that all files are in, or the only file without its endings; of several files "8 instruments, NSE". */
export function suggestedTitle(
  files: readonly Pick<ImportFile, "name">[],
  { instruments, exchanges }: PricesFacts,
): string {
  const [first] = files;
  if (!first || first.name === "paste.csv") return "My prices";
  const [top = "", ...inside] = first.name.split("/");
  if (inside.length > 0 && files.every(({ name }) => name.startsWith(`${top}/`))) return top;
  if (files.length > 1 && instruments === 0) return "My prices";
  if (files.length > 1)
    return [countOf(instruments, "instrument"), joinWords(exchanges, "and")].filter(Boolean).join(", ");
  return top.replace(ENDINGS, "");
}
