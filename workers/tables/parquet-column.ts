/** One column of a row group of Parquet, read page by page. */
import { parquetHeader, readPage } from "hyparquet/src/column.js";
import { convert, DEFAULT_PARSERS } from "hyparquet/src/convert.js";
import { decompressPage, readDataPage, readDataPageV2 } from "hyparquet/src/datapage.js";
import { compressors, decompressZstd } from "hyparquet-compressors";
import type { FileMetaData, SchemaTree } from "hyparquet";
import { concatBytes } from "#workers/market/source.ts";
import { checkRuns, readRuns } from "./parquet-runs.ts";
import type { RunsPlace, Words } from "./parquet-runs.ts";
import { cellTextOf, dateParsers, isDecimal } from "./parquet-cells.ts";

type Decoder = Parameters<typeof readPage>[2];
type ColumnMetaData = NonNullable<FileMetaData["row_groups"][number]["columns"][number]["meta_data"]>;
type Header = ReturnType<typeof parquetHeader>;
type Values = ReturnType<typeof convert>;

/** Gives bytes of the file from start to end - 1. */
export type ReadBytes = (start: number, end: number) => Promise<Uint8Array<ArrayBuffer>>;

export interface ColumnPages {
  /** Rows of the page that is open and not taken. */
  left(): number;
  /** The text of the next row's value. */
  take(): string;
  /** Opens the next page; false where there is none. */
  next(): Promise<boolean>;
}

/** A page as it was unpacked: the values that there are, and which rows have one. */
interface Page {
  readonly values: ArrayLike<unknown>;
  /** Places in the dictionary, in place of values; null where the values are those of the page. */
  readonly words: Words | null;
  /** 1 for a row with a value, 0 for one without; null where all have one. */
  readonly levels: ArrayLike<number> | null;
  readonly rows: number;
}

/** Codecs that can be read. Each is told how many bytes come of a page, and gives no more. */
const CODECS: NonNullable<Decoder["compressors"]> = {
  ...compressors,
  ZSTD: (input, length) => decompressZstd(input, new Uint8Array(length)),
};

export function isKnownCodec(codec: string): boolean {
  return codec === "UNCOMPRESSED" || Object.hasOwn(CODECS, codec);
}

/** Bytes that are read of a column at a time. */
const BLOCK_BYTES = 262_144;
/** A page's header with its statistics is not longer. */
const HEADER_BYTES = 65_536;
/** Texts of a dictionary that are kept: the days of thirty years, or as many symbols. */
const MOST_TEXTS = 8192;
/** Writers make pages of a megabyte; what unpacks to more than this is meant to exhaust the device. */
const MOST_PAGE_BYTES = 134_217_728;

export interface ColumnPlace {
  readonly meta: ColumnMetaData;
  /** From the root of the schema to the column. */
  readonly path: readonly SchemaTree[];
  /** So many values a page may have, for all columns to have room. */
  readonly mostValues: number;
}

/** @throws Error from next() for pages that can't be read */
export function openColumn(read: ReadBytes, { meta, path, mostValues }: ColumnPlace): ColumnPages {
  const element = path.at(-1)?.element;
  if (!element) throw new Error("a column without a place in the schema");
  const decoder = decoderOf(meta, path, element);
  const start = Number(meta.dictionary_page_offset ?? meta.data_page_offset);
  const first = Math.min(start > 0 ? start : Infinity, Number(meta.data_page_offset));
  const end = first + Number(meta.total_compressed_size);
  let block: { readonly start: number; readonly bytes: Uint8Array<ArrayBuffer> } | null = null;
  let at = first;
  let dictionary: Values | undefined;
  let left = Number(meta.num_values);
  const text = cellTextOf(element);
  const room = createPlainRoom(meta.type);
  /** Of the dictionary's values, each once it was wanted; null for one that is large, of figures that hardly repeat. */
  let texts: string[] | null = null;

  async function bytesAt(from: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
    const to = Math.min(from + length, end);
    if (!block || from < block.start || to > block.start + block.bytes.length) {
      block = {
        start: from,
        bytes: await read(from, Math.min(Math.max(to, from + Math.min(BLOCK_BYTES, end - from)), end)),
      };
    }
    return block.bytes.subarray(from - block.start, to - block.start);
  }

  /** The next page; null for one of the dictionary, or of an index. */
  async function readNext(): Promise<Page | null> {
    const head = await bytesAt(at, HEADER_BYTES);
    const reader = { view: viewOf(head), offset: 0 };
    const header = parquetHeader(reader);
    const size = header.compressed_page_size;
    at += reader.offset;
    if (!(size >= 0) || at + size > end) throw new Error("a page that reaches beyond its column");
    const rows = checkedRows(header, Math.min(left, mostValues), mostValues);
    const packed = await bytesAt(at, size);
    at += size;
    if (header.type === "INDEX_PAGE") return null;
    if (header.type === "DICTIONARY_PAGE") {
      const body = { view: viewOf(packed), offset: 0 };
      const { data } = readPage(body, header, decoder, undefined, undefined, 0);
      dictionary = data && convert(data, decoder);
      texts = (dictionary?.length ?? 0) <= MOST_TEXTS ? [] : null;
      return null;
    }
    left -= rows;
    if (block && at >= block.start + block.bytes.length) block = null; // nothing of it is read again
    return { ...unpack(packed, header, decoder, { dictionary, room }), rows };
  }

  let page: Page = NO_PAGE;
  let row = 0;
  let value = 0;
  return {
    left: () => page.rows - row,
    take() {
      const hasValue = page.levels === null || page.levels[row] === 1;
      row++;
      if (!hasValue) return "";
      if (!page.words) return text(page.values[value++]);
      const word = page.words[value++] ?? 0;
      return texts ? (texts[word] ??= text(dictionary?.[word])) : text(dictionary?.[word]);
    },
    async next() {
      while (at < end && left > 0) {
        // oxlint-disable-next-line no-await-in-loop -- page after page
        const found = await readNext();
        if (!found || found.rows === 0) continue;
        page = found;
        row = 0;
        value = 0;
        return true;
      }
      return false;
    },
  };
}

const NO_PAGE: Page = { values: [], words: null, levels: null, rows: 0 };

/** The rows of a page of data, 0 of another; whatever a page says of itself, it takes no more than a device has. */
function checkedRows(header: Header, mostRows: number, mostValues: number): number {
  const bytes = header.uncompressed_page_size;
  if (!(bytes >= 0) || bytes > MOST_PAGE_BYTES)
    throw new Error(`a page of ${Math.round(bytes / 1e6)} MB, as no program writes`);
  const rows = header.data_page_header?.num_values ?? header.data_page_header_v2?.num_values ?? 0;
  const words = header.dictionary_page_header?.num_values ?? 0;
  if (!(rows >= 0) || rows > mostRows || !(words >= 0) || words > mostValues)
    throw new Error(`a page of ${Math.max(rows, words)} values; write the file with pages of a megabyte`);
  return rows;
}

interface PageTools {
  readonly dictionary: Values | undefined;
  /** null where plain values have no width of their own. */
  readonly room: PlainRoom | null;
}

function unpack(
  packed: Uint8Array,
  header: Header,
  decoder: Decoder,
  { dictionary, room }: PageTools,
): Omit<Page, "rows"> {
  const { data_page_header: first, data_page_header_v2: second } = header;
  const { codec, compressors: codecs, element } = decoder;
  const hasLevels = element.repetition_type !== "REQUIRED";
  const form = first ?? second;
  if (!form) throw new Error("a page without a header of its kind");
  if (first) {
    const page = decompressPage(packed, header.uncompressed_page_size, codec, codecs);
    const from = hasLevels ? 4 : 0;
    const levels = { from, to: from + (hasLevels ? viewOf(page).getUint32(0, true) : 0) };
    checkLevels(page, levels, first.num_values);
    const place = { levels, values: first.num_values };
    if (hasWords(form)) return readWords(page, place, dictionary);
    if (room && form.encoding === "PLAIN") return readPlain(page, place, { room, decoder });
    return pageOf(readDataPage(page, first, decoder), decoder);
  }
  const { page, form: plain } = unpackSecond(packed, header, decoder);
  const { num_values: values, num_nulls: gaps } = plain;
  const levels = { from: 0, to: plain.definition_levels_byte_length };
  checkLevels(page, levels, values);
  const place = { levels, values, gaps };
  if (hasWords(form)) return readWords(page, place, dictionary);
  if (room && form.encoding === "PLAIN") return readPlain(page, place, { room, decoder });
  return pageOf(readDataPageV2(page, { ...header, data_page_header_v2: plain }, decoder), decoder);
}

type Form = NonNullable<Header["data_page_header"]> | SecondForm;

function hasWords({ encoding }: Form): boolean {
  return encoding.endsWith("_DICTIONARY");
}

/** A page whose values stand in it. */
function pageOf(
  read: { readonly dataPage: Values; readonly definitionLevels: number[] | undefined },
  decoder: Decoder,
): Omit<Page, "rows"> {
  const { dataPage, definitionLevels } = read;
  const hasGaps = definitionLevels !== undefined && definitionLevels.length > 0;
  return { values: convert(dataPage, decoder), words: null, levels: hasGaps ? definitionLevels : null };
}

type SecondForm = NonNullable<Header["data_page_header_v2"]>;

/** A page of the second form, whose levels are not packed and whose values are, with both as they are. */
function unpackSecond(
  packed: Uint8Array,
  { data_page_header_v2: form, uncompressed_page_size: bytes }: Header,
  { codec, compressors: codecs }: Decoder,
): { readonly page: Uint8Array; readonly form: SecondForm } {
  if (!form) throw new Error("a page without a header of its kind");
  const levels = form.definition_levels_byte_length + form.repetition_levels_byte_length;
  if (!(levels >= 0) || levels > packed.length || form.repetition_levels_byte_length !== 0)
    throw new Error("a page with levels that reach beyond it");
  if (!(form.num_nulls >= 0) || form.num_nulls > form.num_values)
    throw new Error("a page with more gaps than values");
  if (form.is_compressed === false) return { page: packed, form };
  const values = decompressPage(packed.subarray(levels), bytes - levels, codec, codecs);
  return { page: concatBytes([packed.subarray(0, levels), values]), form: { ...form, is_compressed: false } };
}

interface LevelsPlace {
  readonly from: number;
  readonly to: number;
}

/** Levels have one bit: those of a column that is no table of its own. */
function checkLevels(page: Uint8Array, { from, to }: LevelsPlace, values: number): void {
  if (to > page.length) throw new Error("a page with levels that reach beyond it");
  if (to > from) checkRuns(page, { from, to, width: 1, values });
}

interface ValuesPlace {
  readonly levels: LevelsPlace;
  /** With those that are missing. */
  readonly values: number;
  /** Count of the gaps as the page says it, where it does. */
  readonly gaps?: number;
}

/** Which rows have a value, null for all, and how many. */
function readLevels(page: Uint8Array, { levels: { from, to }, values, gaps }: ValuesPlace) {
  const levels = to > from ? readRuns(page, { from, to, width: 1, values }) : null;
  const count = levels ? countOnes(levels) : values;
  if (gaps !== undefined && count !== values - gaps)
    throw new Error("a page that has another number of gaps than it says");
  return { levels: count === values ? null : levels, count };
}

/** A page whose values are places in the dictionary. */
function readWords(page: Uint8Array, place: ValuesPlace, dictionary: Values | undefined): Omit<Page, "rows"> {
  if (!dictionary) throw new Error("a page without its dictionary");
  const { levels, count } = readLevels(page, place);
  const { to } = place.levels;
  const width = page[to];
  if (count > 0 && width === undefined) throw new Error("a page that is cut short");
  const words = wordsOf(page, { from: to + 1, to: page.length, width: width ?? 0, values: count });
  if (words.some((word) => word >= dictionary.length))
    throw new Error("a page with places that its dictionary has not");
  return { values: [], words, levels };
}

/** A page of numbers as they are. */
function readPlain(
  page: Uint8Array,
  place: ValuesPlace,
  { room, decoder }: { readonly room: PlainRoom; readonly decoder: Decoder },
): Omit<Page, "rows"> {
  const { levels, count } = readLevels(page, place);
  const numbers = room.read(page, place.levels.to, count);
  const values = convert(numbers, decoder);
  return { values: values === numbers ? room.withoutBigInts(numbers) : values, words: null, levels };
}

function countOnes(levels: Words): number {
  let count = 0;
  for (let at = 0; at < levels.length; at++) count += levels[at] ?? 0;
  return count;
}

function wordsOf(page: Uint8Array, place: RunsPlace): Words {
  if (place.width > 32) throw new Error("a page with places of more than 32 bits");
  if (place.width === 0 || place.values === 0) return new Uint8Array(place.values);
  checkRuns(page, place);
  return readRuns(page, place);
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
}

function decoderOf(
  meta: ColumnMetaData,
  path: readonly SchemaTree[],
  element: SchemaTree["element"],
): Decoder {
  const { converted_type: _converted, logical_type: _logical, ...raw } = element;
  return {
    ...meta,
    pathInSchema: meta.path_in_schema,
    // Decimals are put into text from their whole numbers, which are exact.
    element: isDecimal(element) ? raw : element,
    schemaPath: [...path],
    parsers: { ...DEFAULT_PARSERS, ...dateParsers(element) },
    compressors: CODECS,
    utf8: !isDecimal(element),
  };
}

type Numbers = Float64Array | Float32Array | Int32Array | BigInt64Array;

const ARRAYS = {
  DOUBLE: Float64Array,
  FLOAT: Float32Array,
  INT32: Int32Array,
  INT64: BigInt64Array,
} as const;

/**
 * Plain numbers of Parquet pages in memory that is used page after page: an array for each page would wait beside the
 * next ones until the engine collects its oldest objects, some hundred megabytes later.
 */
interface PlainRoom {
  /** The values from `from` on; they are good until the next page is read. @throws Error where the page has fewer */
  read(page: Uint8Array, from: number, count: number): Numbers;
  /** Whole numbers as doubles, which are written sooner; as they are where one is too large for that. Good as long. */
  withoutBigInts(values: Numbers): Numbers;
}

/** null for a type that has no numbers of one width. */
function createPlainRoom(type: string): PlainRoom | null {
  if (type !== "DOUBLE" && type !== "FLOAT" && type !== "INT32" && type !== "INT64") return null;
  const kind = ARRAYS[type];
  let room = new Uint8Array(0);
  let doubles = new Float64Array(0);
  return {
    read(page, from, count) {
      const bytes = count * kind.BYTES_PER_ELEMENT;
      if (from + bytes > page.length) throw new Error("a page that is cut short");
      if (room.length < bytes) room = new Uint8Array(Math.ceil(bytes / 4096) * 4608);
      room.set(page.subarray(from, from + bytes));
      return new kind(room.buffer, 0, count);
    },
    withoutBigInts(values) {
      if (!(values instanceof BigInt64Array)) return values;
      const halves = new Int32Array(values.buffer, values.byteOffset, 2 * values.length);
      if (doubles.length < values.length) doubles = new Float64Array(values.length);
      for (let at = 0; at < values.length; at++) {
        const double = (halves[2 * at + 1] ?? 0) * 2 ** 32 + ((halves[2 * at] ?? 0) >>> 0);
        if (!Number.isSafeInteger(double)) return values;
        doubles[at] = double;
      }
      return doubles.subarray(0, values.length);
    },
  };
}
