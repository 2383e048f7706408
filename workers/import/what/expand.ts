/**
 * Archives and workbooks replaced by the files and sheets in them, and Parquet by its rows as text; whatever an archive
 * holds, its names stay names.
 */
import { reasonBeside, Refusal, refusal } from "#workers/market/refusal.ts";
import { concatBytes } from "#workers/market/source.ts";
import type { PriceSource } from "#workers/market/source.ts";
import { PRICE_ARCHIVE, zipSources } from "#workers/market/zip.ts";
import type { ArchiveUse } from "#workers/market/zip.ts";
import { joinFieldFiles } from "./field-files.ts";

export type Expanded =
  | { readonly type: "file"; readonly source: PriceSource }
  | { readonly type: "refused"; readonly name: string; readonly message: string };

/** Files that are no data, and what desktops add to folders and archives. */
const PASSED_OVER = /(?:^|[/\\])(?:__MACOSX[/\\]|\._|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i;
/** What is opened inside of an archive: other archives in it are not. */
const TABLES = /\.(?:xls[xmb]|doc[xm]|xlt[xm]|ods|ots|numbers|parquet|pq|parq)$/i;
/** A book in an archive is unpacked into memory. */
const MOST_INSIDE_BYTES = 268_435_456;

export function isPassedOver(path: string): boolean {
  return PASSED_OVER.test(path) || path.endsWith("/");
}

/** Each file of an archive is checked, whatever its name. */
const ANY_FILE: ArchiveUse = { ...PRICE_ARCHIVE, isWanted: (path) => !isPassedOver(path) };

/** A file as it is; or an archive's files, a workbook's sheets, in their order; or the rows of Parquet. */
export async function expandSource(source: PriceSource): Promise<Expanded[]> {
  try {
    const head = await firstBytes(source);
    if (isParquet(head)) return [{ type: "file", source: await openParquet(source) }];
    if (!isZip(head) && !/\.zip$/i.test(source.name)) return [{ type: "file", source }];
    return await expandArchive(source);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return [{ type: "refused", name: source.name, message: reasonBeside(error, source.name) }];
  }
}

async function expandArchive(source: PriceSource): Promise<Expanded[]> {
  const entries = await zipSources(source, ANY_FILE);
  const sheets = await expandBook(source, entries);
  if (sheets) return sheets;
  const expanded: Expanded[] = [];
  for (const entry of await joinFieldFiles(entries)) {
    const found = checkPath(source.name, entry);
    // oxlint-disable-next-line no-await-in-loop -- one book in memory at a time
    expanded.push(...(found.type === "file" ? await expandInside(found.source) : [found]));
  }
  return expanded;
}

/** A book or a Parquet file in an archive; anything else stays as it is. */
async function expandInside(entry: PriceSource): Promise<Expanded[]> {
  if (!TABLES.test(entry.name)) return [{ type: "file", source: entry }];
  if ((entry.bytes ?? 0) > MOST_INSIDE_BYTES) {
    const message = "too large to be read inside of an archive; unpack it, and add the file itself";
    return [{ type: "refused", name: entry.name, message }];
  }
  return expandSource(await inMemory(entry));
}

/** The sheets of a workbook; null for an archive that is none. */
async function expandBook(book: PriceSource, entries: readonly PriceSource[]): Promise<Expanded[] | null> {
  const parts = new Map(entries.map((entry) => [entry.name.slice(book.name.length + 1), entry]));
  const { bookKindOf, openBook } = await import("#workers/tables/open-book.ts");
  const kind = bookKindOf(new Set(parts.keys()));
  if (kind === null) return null;
  if (typeof kind === "object") throw refusal("file-refused", book.name, null, kind.refused);
  const { shown, hidden } = await openBook(book.name, kind, (path) => parts.get(path) ?? null);
  const filled: PriceSource[] = [];
  const hasData = shown.some(({ name }) => DATA_SHEET.test(name));
  for (const sheet of shown) {
    // Views of a Data Sheet that a program wrote without working them out have names alone.
    const isView = hasData && !DATA_SHEET.test(sheet.name);
    // oxlint-disable-next-line no-await-in-loop -- one sheet in memory at a time
    if (!(isView ? await isWithoutFigures(sheet) : await isEmptySheet(sheet))) filled.push(sheet);
  }
  const [first = shown[0], ...others] = filled;
  const sheets = first
    ? [{ ...withRemarks(first, hidden), isOnlySheet: others.length === 0 }, ...others]
    : [];
  return sheets.map((source) => ({ type: "file", source }));
}

/** Of screener.in: the other sheets of its books show what stands in it. */
const DATA_SHEET = /[/\\]Data Sheet$/i;

async function isWithoutFigures(sheet: PriceSource): Promise<boolean> {
  try {
    const decoder = new TextDecoder();
    let text = "";
    for await (const chunk of await sheet.open()) text += decoder.decode(chunk, { stream: true });
    return !text.split("\n").some((line) => /,-?\d+(?:\.\d+)?(?:,|\r?$)/.test(line));
  } catch {
    return false; // told when the sheet itself is read
  }
}

/** New books have sheets that nobody has filled. */
async function isEmptySheet(sheet: PriceSource): Promise<boolean> {
  try {
    for await (const chunk of await sheet.open()) if (chunk.length > 0) return false;
    return true;
  } catch {
    return false; // told when the sheet itself is read
  }
}

function withRemarks(sheet: PriceSource, hidden: readonly PriceSource[]): PriceSource {
  if (hidden.length === 0) return sheet;
  const names = hidden.map(({ name }) => name.slice(name.lastIndexOf("/") + 1)).join(", ");
  return { ...sheet, remarks: [`Hidden sheets of the book are passed over: ${names.slice(0, 200)}.`] };
}

async function openParquet(source: PriceSource): Promise<PriceSource> {
  const { parquetSource } = await import("#workers/tables/parquet-source.ts");
  return parquetSource(source.slice ? source : await inMemory(source));
}

/** The same bytes, unpacked once, with ranges. */
async function inMemory(source: PriceSource): Promise<PriceSource> {
  const parts: Uint8Array[] = [];
  for await (const chunk of await source.open()) parts.push(new Uint8Array(chunk));
  const bytes = concatBytes(parts);
  return {
    name: source.name,
    bytes: bytes.length,
    open: () => oneChunk(bytes),
    slice: (start, end) => oneChunk(bytes.subarray(start, end)),
  };
}

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** An entry that points outside of its archive is a trick. */
function checkPath(archive: string, source: PriceSource): Expanded {
  const path = source.name.slice(archive.length + 1);
  const isTrick =
    /^(?:[/\\]|[A-Za-z]:)/.test(path) || path.split(/[/\\]/).includes("..") || path.includes("\u0000");
  if (!isTrick) return { type: "file", source };
  const message = "its path leads out of the archive; pack the file again";
  return { type: "refused", name: source.name, message };
}

/** At least four bytes, where there are as many; none of a file that can't be read, which is told when it is. */
async function firstBytes(source: PriceSource): Promise<Uint8Array> {
  let head = new Uint8Array(0);
  try {
    for await (const chunk of await source.open()) {
      head = concatBytes([head, chunk.subarray(0, 4)]);
      if (head.length >= 4) break;
    }
  } catch {
    return new Uint8Array(0); // told when the file itself is read
  }
  return head;
}

function isZip([p, k, three, four]: Uint8Array): boolean {
  return p === 0x50 && k === 0x4b && three === 3 && four === 4;
}

/** `PAR1` */
function isParquet([p, a, r, one]: Uint8Array): boolean {
  return p === 0x50 && a === 0x41 && r === 0x52 && one === 0x31;
}
