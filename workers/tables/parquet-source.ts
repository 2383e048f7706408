/**
 * A Parquet file as a source of CSV text: a page of each column at a time, so that a file of any size takes as much
 * memory as its pages. The first line has the columns' names, so row 1 of the file is line 2.
 */
import { parquetMetadataAsync, parquetSchema } from "hyparquet";
import type { FileMetaData, SchemaTree } from "hyparquet";
import { refusal } from "#workers/market/refusal.ts";
import { concatBytes } from "#workers/market/source.ts";
import type { PriceSource } from "#workers/market/source.ts";
import { csvCell } from "./csv-rows.ts";
import { isKnownCodec, openColumn } from "./parquet-column.ts";
import type { ColumnPages, ReadBytes } from "./parquet-column.ts";

type RowGroup = FileMetaData["row_groups"][number];

interface ParquetFile {
  readonly name: string;
  readonly bytes: number;
  readonly read: ReadBytes;
  readonly metadata: FileMetaData;
  readonly root: SchemaTree;
}

const TAIL_BYTES = 8;
/** The footers of files with thousands of row groups take some megabytes. */
const MOST_FOOTER_BYTES = 67_108_864;
/** Values of the pages that are open at a time, over all columns. */
const MOST_OPEN_VALUES = 32_000_000;
const ROWS_AT_ONCE = 2048;
/** Prices take some bytes a row, however well they are packed. */
const MOST_ROWS_A_BYTE = 50;
const ROWS_COUNT_ABOVE = 1_000_000;
const BROKEN =
  "cannot be read: a Parquet file with a broken footer, as of one that is cut short; download or write it again";

/**
 * @param source - gives ranges of its bytes
 * @throws Refusal for a file that is damaged, encrypted or packed in a way that can't be read
 */
export async function parquetSource(source: PriceSource): Promise<PriceSource> {
  const file = await openFile(source);
  refuseHostile(file);
  return {
    name: source.name,
    bytes: null,
    tableOf: "Parquet",
    open: () => textChunks(file),
  };
}

async function openFile({ name, bytes, slice }: PriceSource): Promise<ParquetFile> {
  if (bytes === null || !slice) throw new Error("Parquet is read by ranges of its bytes");
  const read: ReadBytes = async (start, end) => {
    const parts: Uint8Array<ArrayBuffer>[] = [];
    for await (const chunk of await slice(start, end)) parts.push(new Uint8Array(chunk));
    const [only, ...others] = parts;
    return only && others.length === 0 ? only : concatBytes(parts);
  };
  const tail = bytes < 2 * TAIL_BYTES ? null : await read(bytes - TAIL_BYTES, bytes);
  const footer = tail && new DataView(tail.buffer).getUint32(0, true);
  if (footer !== null && new TextDecoder("latin1").decode(tail?.subarray(4)) === "PARE")
    throw refusal("file-unreadable", name, null, "encrypted; write it without encryption, or as CSV");
  if (footer === null || footer > Math.min(bytes - TAIL_BYTES, MOST_FOOTER_BYTES))
    throw refusal("file-unreadable", name, null, BROKEN);
  const file = {
    byteLength: bytes,
    slice: async (start: number, end = bytes) => (await read(start, end)).buffer,
  };
  try {
    const metadata = await parquetMetadataAsync(file, { geoparquet: false });
    const root = parquetSchema(metadata);
    return { name, bytes, read, metadata, root };
  } catch {
    // Whatever a reader throws of bytes that are no footer, the file is to blame.
    throw refusal("file-unreadable", name, null, BROKEN);
  }
}

function refuseHostile(file: ParquetFile): void {
  const { name, bytes, metadata, root } = file;
  const rows = Number(metadata.num_rows);
  const refuse = (text: string) => refusal("file-refused", name, null, text);
  if (root.children.length === 0 || metadata.row_groups.some(({ num_rows: of }) => Number(of) < 0))
    throw refusal("file-unreadable", name, null, BROKEN);
  if (!(rows >= 0) || rows > Math.max(ROWS_COUNT_ABOVE, bytes * MOST_ROWS_A_BYTE))
    throw refuse(`says that it has ${rows} rows in ${bytes} bytes, which can't be; write it again`);
  for (const group of metadata.row_groups) {
    for (const { meta_data: meta, file_path: path } of group.columns) {
      if (path) throw refuse("a list of other files, not the prices themselves; add those files");
      if (!meta) throw refuse("encrypted columns; write it without encryption, or as CSV");
      if (!isKnownCodec(meta.codec))
        throw refuse(
          `packed by ${meta.codec}, which can't be read; write it with snappy, gzip or zstd, or as CSV`,
        );
    }
  }
  const miscount = miscountOf(file, rows);
  if (miscount !== null) throw refuse(`${miscount}; write it again`);
}

/** Rows would be lost where a group or a column says that it has fewer than there are; null where all agree. */
function miscountOf({ metadata, root }: ParquetFile, rows: number): string | null {
  const inGroups = metadata.row_groups.reduce((sum, group) => sum + Number(group.num_rows), 0);
  if (inGroups !== rows) return `says that it has ${rows} rows, and its row groups have ${inGroups}`;
  const plain = new Set(root.children.filter((child) => !isNested(child)).map(({ element }) => element.name));
  for (const group of metadata.row_groups) {
    for (const { meta_data: meta } of group.columns) {
      const [title = "", ...below] = meta?.path_in_schema ?? [];
      if (!meta || below.length > 0 || !plain.has(title) || meta.num_values === group.num_rows) continue;
      return `says that a row group has ${group.num_rows} rows, and its column ${JSON.stringify(title.slice(0, 60))} has ${meta.num_values}`;
    }
  }
  return null;
}

async function* textChunks(file: ParquetFile): AsyncGenerator<Uint8Array> {
  const { metadata, root } = file;
  yield new TextEncoder().encode(headerLines(root.children.map(({ element }) => element.name)));
  const lines = createLineBytes();
  let number = 0;
  for (const group of metadata.row_groups) {
    number++;
    // oxlint-disable-next-line no-await-in-loop -- row group after row group
    for await (const count of groupLines(file, group, { number, lines })) if (count > 0) yield lines.take();
  }
}

/** pandas names the columns of two header rows `('Close', 'AAPL')`. */
const TWO_NAMES = /^\('(.*)', '(.*)'\)$/;

function headerLines(names: readonly string[]): string {
  const pairs = names.map((name) => TWO_NAMES.exec(name));
  if (!pairs.some((pair) => pair !== null)) return csvLine(names);
  const first = pairs.map((pair, at) => pair?.[1] ?? names[at] ?? "");
  return csvLine(first) + csvLine(pairs.map((pair) => pair?.[2] ?? ""));
}

function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(",")}\n`;
}

/** What reads a column of the table; null for one that is a table of its own. */
type TableColumn = ColumnPages | null;

/** Gives how many lines have come, some at a time. */
async function* groupLines(
  file: ParquetFile,
  group: RowGroup,
  { number, lines }: { readonly number: number; readonly lines: LineBytes },
): AsyncGenerator<number> {
  const { name, root } = file;
  const mostValues = Math.floor(MOST_OPEN_VALUES / Math.max(1, group.columns.length));
  const columns: TableColumn[] = root.children.map((child) =>
    isNested(child) ? null : openTableColumn(file, group, { child, mostValues }),
  );
  let left = Number(group.num_rows);
  while (left > 0) {
    let count = Math.min(left, ROWS_AT_ONCE);
    for (const [at, column] of columns.entries()) {
      if (!column) continue;
      // oxlint-disable-next-line no-await-in-loop -- one page at a time
      if (column.left() === 0) await openPage(column, { file, number, at });
      count = Math.min(count, column.left());
    }
    if (columns.every((column) => column === null)) throw refusal("file-refused", name, null, NO_TABLE);
    addLines(lines, columns, count);
    left -= count;
    yield count;
  }
}

const NO_TABLE = "no column of plain values, only lists and tables; write the prices one a column";

function isNested({ children, element }: SchemaTree): boolean {
  return children.length > 0 || element.repetition_type === "REPEATED";
}

function openTableColumn(
  { name, bytes, read, root }: ParquetFile,
  group: RowGroup,
  { child, mostValues }: { readonly child: SchemaTree; readonly mostValues: number },
): ColumnPages {
  const found = group.columns.find(
    ({ meta_data: meta }) =>
      meta?.path_in_schema.length === 1 && meta.path_in_schema[0] === child.element.name,
  )?.meta_data;
  const start = Number(found?.data_page_offset ?? -1);
  if (!found || !(start >= 0) || start + 1 > bytes || Number(found.total_compressed_size) > bytes)
    throw refusal("file-unreadable", name, null, BROKEN);
  return openColumn(read, { meta: found, path: [root, child], mostValues });
}

async function openPage(
  column: ColumnPages,
  place: { readonly file: ParquetFile; readonly number: number; readonly at: number },
): Promise<void> {
  const { name, root } = place.file;
  const title = root.children[place.at]?.element.name ?? "";
  const where = `column ${JSON.stringify(title.slice(0, 60))}, row group ${place.number}`;
  let isOpen: boolean;
  try {
    isOpen = await column.next();
  } catch (error) {
    // Whatever a reader throws of bytes that are no page, the file is to blame.
    const reason = error instanceof Error ? error.message : String(error);
    const text = `cannot be read: ${where}: ${reason}; write it again, or save it as CSV`;
    throw refusal("file-unreadable", name, null, text);
  }
  if (!isOpen)
    throw refusal("file-unreadable", name, null, `cannot be read: ${where} has fewer rows than it says`);
}

function addLines(lines: LineBytes, columns: readonly TableColumn[], count: number): void {
  for (let row = 0; row < count; row++) {
    for (const column of columns) lines.cell(column ? column.take() : "[nested]");
    lines.endLine();
  }
}

interface LineBytes {
  /** Adds a cell behind those of its line. */
  cell(text: string): void;
  endLine(): void;
  /** All since it was called last; good until the next cell. */
  take(): Uint8Array;
}

const FIRST_BYTES = 262_144;
const COMMA = 44;
const LF = 10;

/**
 * Lines of cells as bytes of UTF-8, put together without the strings of rows: those of millions of rows are what the
 * engine would have to collect.
 */
export function createLineBytes(): LineBytes {
  const encoder = new TextEncoder();
  let room = new Uint8Array(FIRST_BYTES);
  let at = 0;
  let isFirst = true;

  function ensure(bytes: number): void {
    if (at + bytes <= room.length) return;
    const larger = new Uint8Array(2 * (at + bytes));
    larger.set(room.subarray(0, at));
    room = larger;
  }

  return {
    cell(text) {
      const { length } = text;
      ensure(3 * length + 2); // a character takes three bytes at most
      if (!isFirst) room[at++] = COMMA;
      isFirst = false;
      const start = at;
      for (let place = 0; place < length; place++) {
        const code = text.charCodeAt(place);
        if (code > 127) {
          at = start + encoder.encodeInto(text, room.subarray(start)).written;
          return;
        }
        room[at++] = code;
      }
    },
    endLine() {
      ensure(1);
      room[at++] = LF;
      isFirst = true;
    },
    take() {
      const lines = room.subarray(0, at);
      at = 0;
      return lines;
    },
  };
}
