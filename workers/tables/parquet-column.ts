/** One column of a row group of Parquet, read page by page. */
import { parquetHeader, readPage } from "hyparquet/src/column.js";
import { convert, convertWithDictionary, DEFAULT_PARSERS } from "hyparquet/src/convert.js";
import { decompressPage, readDataPage, readDataPageV2 } from "hyparquet/src/datapage.js";
import { compressors, decompressZstd } from "hyparquet-compressors";
import type { FileMetaData, SchemaTree } from "hyparquet";
import { concatBytes } from "#workers/market/source.ts";
import { checkLongestRun, checkRuns } from "./parquet-runs.ts";
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
      return null;
    }
    left -= rows;
    return { ...unpack(packed, header, decoder, dictionary), rows };
  }

  let page: Page = NO_PAGE;
  let row = 0;
  let value = 0;
  return {
    left: () => page.rows - row,
    take() {
      const hasValue = page.levels === null || page.levels[row] === 1;
      row++;
      return hasValue ? text(page.values[value++]) : "";
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

const NO_PAGE: Page = { values: [], levels: null, rows: 0 };

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

function unpack(
  packed: Uint8Array,
  header: Header,
  decoder: Decoder,
  dictionary: Values | undefined,
): Omit<Page, "rows"> {
  const { data_page_header: first, data_page_header_v2: second } = header;
  const { codec, compressors: codecs, element } = decoder;
  const hasLevels = element.repetition_type !== "REQUIRED";
  const form = first ?? second;
  if (!form) throw new Error("a page without a header of its kind");
  const hasWords = form.encoding.endsWith("_DICTIONARY");
  if (hasWords && !dictionary) throw new Error("a page without its dictionary");
  let read: { readonly dataPage: Values; readonly definitionLevels: number[] | undefined };
  if (first) {
    const page = decompressPage(packed, header.uncompressed_page_size, codec, codecs);
    checkPage(page, { levels: hasLevels ? "with length" : 0, hasWords, values: first.num_values });
    read = readDataPage(page, first, decoder);
  } else {
    const { page, form: plain } = unpackSecond(packed, header, decoder);
    const levels = plain.definition_levels_byte_length;
    checkPage(page, { levels, hasWords, values: plain.num_values, gaps: plain.num_nulls });
    read = readDataPageV2(page, { ...header, data_page_header_v2: plain }, decoder);
  }
  const values = convertWithDictionary(read.dataPage, dictionary, form.encoding, decoder);
  const { definitionLevels } = read;
  const hasGaps = definitionLevels !== undefined && definitionLevels.length > 0;
  return { values, levels: hasGaps ? definitionLevels : null };
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

interface PageRuns {
  /** Bytes of the levels; "with length" where their length stands before them. */
  readonly levels: number | "with length";
  /** True where the values are places in the dictionary. */
  readonly hasWords: boolean;
  readonly values: number;
  readonly gaps?: number;
}

/** Values without levels, and levels of one bit: those of a column that is no table of its own. */
function checkPage(page: Uint8Array, { levels, hasWords, values, gaps = 0 }: PageRuns): void {
  const from = levels === "with length" ? 4 : 0;
  const bytes = levels === "with length" ? viewOf(page).getUint32(0, true) : levels;
  const end = from + bytes;
  if (end > page.length) throw new Error("a page with levels that reach beyond it");
  if (bytes > 0) checkRuns(page, { from, to: end, width: 1, values });
  const width = page[end] ?? 0;
  // How many values there are is known by the levels alone in the first form: there may be fewer.
  if (!hasWords) return;
  if (width > 32) throw new Error("a page with places of more than 32 bits");
  checkLongestRun(page, { from: end + 1, to: page.length, width, values: values - gaps });
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
