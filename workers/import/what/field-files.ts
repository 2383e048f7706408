/**
 * A folder with a table for each field, open.csv, high.csv, low.csv, close.csv and volume.csv, each with a column an
 * instrument, as people save what they hold in pandas: joined to one table with all fields of each instrument.
 */
import { baseName } from "#workers/market/layout.ts";
import { refusal, refuseLongLine } from "#workers/market/refusal.ts";
import type { PriceSource } from "#workers/market/source.ts";
import { unpackedChunks } from "#workers/market/unpack.ts";
import { isTicker } from "../columns/header-names.ts";

/** By what a file may be called, in lower case and without its ending. */
const FIELDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    Open: "open opens open_prices open_price",
    High: "high highs high_prices high_price",
    Low: "low lows low_prices low_price",
    Close: "close closes close_prices close_price",
    "Adj Close": "adj_close adjclose adjusted_close adj_closes",
    Volume: "volume volumes",
  }).flatMap(([field, names]) => names.split(" ").map((name) => [name, field] as const)),
);
const ENDING = /\.(?:csv|txt|tsv)(?:\.gz)?$/i;
const BARS = ["Open", "High", "Low", "Close"];
/** A header of thousands of tickers; more is no line. */
const LONGEST_LINE = 1_048_576;

interface FieldFile {
  readonly field: string;
  readonly source: PriceSource;
}

/** The sources with such folders in one, under the name of its closes; all others as they are, in their order. */
export async function joinFieldFiles(sources: readonly PriceSource[]): Promise<PriceSource[]> {
  const folders = new Map<string, FieldFile[]>();
  for (const source of sources) {
    const name = baseName(source.name);
    const field = FIELDS.get(
      name
        .replace(ENDING, "")
        .toLowerCase()
        .replaceAll(/[\s-]+/g, "_"),
    );
    if (field === undefined || !ENDING.test(name)) continue;
    const folder = source.name.slice(0, source.name.length - name.length);
    folders.set(folder, [...(folders.get(folder) ?? []), { field, source }]);
  }
  const joined = new Map<PriceSource, PriceSource | null>();
  for (const files of folders.values()) {
    // oxlint-disable-next-line no-await-in-loop -- folder after folder
    const table = await joinFolder(files);
    const [first, ...others] = table?.files ?? [];
    if (!table || !first) continue;
    joined.set(first.source, table.source);
    for (const { source } of others) joined.set(source, null);
  }
  return sources.flatMap((source) => {
    const table = joined.get(source);
    if (table === null) return [];
    return [table ?? source];
  });
}

/** null where the files are not of one kind: not the same tickers in the same order, or a field twice. */
async function joinFolder(
  files: readonly FieldFile[],
): Promise<{ readonly source: PriceSource; readonly files: readonly FieldFile[] } | null> {
  const closes =
    files.find(({ field }) => field === "Close") ?? files.find(({ field }) => field === "Adj Close");
  if (!closes || files.length < 2 || new Set(files.map(({ field }) => field)).size < files.length)
    return null;
  const all = [closes, ...files.filter((file) => file !== closes)];
  const headers = await Promise.all(all.map(async ({ source }) => headerOf(source)));
  const [header = ""] = headers;
  const delimiter = [",", ";", "\t"].find((sign) => header.includes(sign));
  if (delimiter === undefined || header.includes('"') || headers.some((one) => one !== header)) return null;
  const [date = "", ...tickers] = header.split(delimiter).map((cell) => cell.trim());
  const areFields =
    BARS.filter((field) => tickers.some((one) => one.toLowerCase() === field.toLowerCase())).length > 1;
  if (areFields || tickers.length === 0 || !tickers.every(isTicker)) return null;
  const cellsOfRow = tickers.length + 1;
  const names = all.map(({ source }) => baseName(source.name));
  const sizes = all.map(({ source }) => source.bytes);
  const source: PriceSource = {
    name: closes.source.name,
    mayArriveUnpacked: true,
    bytes: sizes.every((size) => size !== null) ? sizes.reduce((sum, size) => sum + size, 0) : null,
    async *open() {
      const fields = all.flatMap(({ field }) => tickers.map(() => field));
      const repeated = all.flatMap(() => tickers);
      const encoder = new TextEncoder();
      yield encoder.encode(`${[date, ...fields].join(delimiter)}\n${["", ...repeated].join(delimiter)}\n`);
      yield* joinRows(all, { delimiter, cellsOfRow });
    },
    remarks: [
      `${names.join(", ")} were joined: each has one figure of the same days. Lines are counted with a second line of names.`,
    ],
  };
  return { source, files: all };
}

/** Rows of the first file with what the others have in the same line; all have the same days. */
async function* joinRows(
  files: readonly FieldFile[],
  { delimiter, cellsOfRow }: RowShape,
): AsyncGenerator<Uint8Array> {
  const readers = files.map(({ source }) => linesOf(source));
  try {
    yield* joinLines(readers, files, { delimiter, cellsOfRow });
  } finally {
    // Who takes the rows may stop before their end.
    await Promise.all(readers.map(async (reader) => reader.return(undefined)));
  }
}

interface RowShape {
  readonly delimiter: string;
  readonly cellsOfRow: number;
}

async function* joinLines(
  readers: readonly AsyncGenerator<string, undefined>[],
  files: readonly FieldFile[],
  { delimiter, cellsOfRow }: RowShape,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let rows: string[] = [];
  for (let line = 1; ; line++) {
    // oxlint-disable-next-line no-await-in-loop -- line after line
    const read = await Promise.all(readers.map(async (reader) => reader.next()));
    const texts = read.map(({ value, done }) => (done === true ? "" : value));
    const [first = ""] = texts;
    if (read.every(({ done }) => done === true)) break;
    if (line === 1 || texts.every((text) => text.trim() === "")) continue;
    const day = first.slice(0, Math.max(first.indexOf(delimiter), 0));
    for (const [at, text] of texts.entries()) {
      const isSame = text.startsWith(day + delimiter) && text.split(delimiter).length === cellsOfRow;
      if (!isSame) throw refuseOtherDays(files, at, line);
    }
    rows.push([day, ...texts.map((text) => text.slice(day.length + 1))].join(delimiter));
    if (rows.length < ROWS_AT_ONCE) continue;
    yield encoder.encode(`${rows.join("\n")}\n`);
    rows = [];
  }
  if (rows.length > 0) yield encoder.encode(`${rows.join("\n")}\n`);
}

const ROWS_AT_ONCE = 64;

function refuseOtherDays(files: readonly FieldFile[], at: number, line: number): Error {
  const [closes] = files;
  const other = files[at === 0 ? 1 : at];
  const text = `${baseName(other?.source.name ?? "")} has a different day or different columns there than ${baseName(closes?.source.name ?? "")}. Give the files of a folder the same days and instruments, or import the closes alone`;
  return refusal("file-refused", closes?.source.name ?? "", line, text);
}

/** "" for a file that can't be read, which is told when it is. */
async function headerOf(source: PriceSource): Promise<string> {
  try {
    for await (const line of linesOf(source)) return line;
    return "";
  } catch {
    return "";
  }
}

/** @throws Refusal for a line that doesn't end */
async function* linesOf(source: PriceSource): AsyncGenerator<string, undefined> {
  const decoder = new TextDecoder();
  let rest = "";
  let line = 0;
  for await (const chunk of unpackedChunks(source, () => {})) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const text of lines) {
      line++;
      yield text.endsWith("\r") ? text.slice(0, -1) : text;
    }
    if (rest.length > LONGEST_LINE) throw refuseLongLine(source.name, line + 1);
  }
  if (rest !== "") yield rest;
  return undefined;
}
