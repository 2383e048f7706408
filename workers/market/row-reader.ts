/** Puts chunks together to lines for the byte readers, and takes the quotes off the lines that have some. */
import { BETWEEN_UNQUOTED, CR, LF, LINE_IN_CELL } from "./byte-cells.ts";
import type { ByteSink } from "./byte-sink.ts";
import { createByteRows } from "./byte-rows.ts";
import type { LineRows } from "./byte-rows.ts";
import { isBlank } from "./cells.ts";
import type { Layout } from "./layout.ts";
import { refusal, refuseLongLine } from "./refusal.ts";
import { MAX_LINE_BYTES } from "./row.ts";
import type { TakeRow } from "./row.ts";
import type { SymbolList } from "./symbols.ts";

export interface LineReader extends ByteSink {
  /** 1-based number of the line after those that were read. */
  nextLine(): number;
  /** True from the first quote on. */
  hasQuotes(): boolean;
}

export interface RowReader extends LineReader {
  /** Cells of the narrowest and of the widest line without quotes; Infinity and 0 without a line. */
  widths(): { readonly fewest: number; readonly most: number };
}

export interface LineSource {
  readonly file: string;
  /** One ASCII character. */
  readonly delimiter: string;
  /** 1-based. */
  readonly firstLine: number;
}

const QUOTE = 34;
const FIRST_BUFFER = 4096;

/** A sink for the bytes of prices below the header; see createLineReader. */
export function createRowReader(layout: Layout, symbols: SymbolList, take: TakeRow): RowReader {
  const plain = createByteRows(layout, symbols, take);
  const unquoted = { ...layout, delimiter: BETWEEN_UNQUOTED };
  const reader = createLineReader(layout, plain, () => createByteRows(unquoted, symbols, take));
  return { ...reader, widths: () => plain.widths() };
}

/**
 * A sink for the bytes below the header. A cell that begins with a quote ends with the next one that has a delimiter or
 * a line end behind it, blanks between them or not; two quotes in it are one, and any other is a letter of it. The rows
 * are the same wherever the chunks are cut.
 *
 * @param plain - reads the lines without quotes
 * @param openUnquoted - gives the reader of the others, whose cells have BETWEEN_UNQUOTED between them by then
 * @throws Refusal from push and end, for a quote that is not closed and for lines without an end
 */
export function createLineReader(
  { file, delimiter, firstLine }: LineSource,
  plain: LineRows,
  openUnquoted: () => LineRows,
): LineReader {
  const sign = delimiter.charCodeAt(0);
  const room = { bytes: new Uint8Array(FIRST_BUFFER) };
  let unquoted: LineRows | null = null;
  let line = firstLine;
  /** The start of a line whose end has not come yet: the first `held` bytes. */
  let buffer = new Uint8Array(FIRST_BUFFER);
  let held = 0;
  let hasOpenQuote = false;

  function hold(bytes: Uint8Array): void {
    if (held + bytes.length > buffer.length) {
      const larger = new Uint8Array(Math.max(buffer.length * 2, held + bytes.length));
      larger.set(buffer.subarray(0, held));
      buffer = larger;
    }
    buffer.set(bytes, held);
    held += bytes.length;
  }

  /** Reads the lines that end in these bytes and holds the rest; they have no quote. */
  function readPlain(bytes: Uint8Array): void {
    let start = 0;
    if (held > 0) {
      start = bytes.indexOf(LF) + 1;
      if (start > 0) {
        hold(bytes.subarray(0, start));
        line = plain.readLines(buffer.subarray(0, held), line);
        held = 0;
      }
    }
    const end = bytes.lastIndexOf(LF) + 1;
    if (end > start) line = plain.readLines(bytes.subarray(start, end), line);
    hold(bytes.subarray(end));
  }

  /** The same for bytes with quotes, or behind an open one. */
  function readQuoted(chunk: Uint8Array): void {
    let bytes = chunk;
    if (held > 0) {
      hold(chunk);
      bytes = buffer.subarray(0, held);
      held = 0;
    }
    unquoted ??= openUnquoted();
    hasOpenQuote = false;
    let at = 0;
    for (let quote = bytes.indexOf(QUOTE); quote >= 0; quote = bytes.indexOf(QUOTE, at)) {
      const start = Math.max(at, bytes.lastIndexOf(LF, quote) + 1);
      if (start > at) line = plain.readLines(bytes.subarray(at, start), line);
      at = start;
      const record = takeQuotesOff(bytes, start, sign, room);
      if (!record) {
        hasOpenQuote = true;
        hold(bytes.subarray(at));
        return;
      }
      line = unquoted.readLines(record.bytes, line, record.lines);
      at = record.end;
    }
    readPlain(bytes.subarray(at));
  }

  return {
    push(chunk) {
      if (hasOpenQuote || chunk.indexOf(QUOTE) >= 0) readQuoted(chunk);
      else readPlain(chunk);
      if (held <= MAX_LINE_BYTES) return;
      throw hasOpenQuote ? refuseOpenQuote(file, line) : refuseLongLine(file, line);
    },
    end() {
      if (held === 0) return;
      const read = hasOpenQuote ? readQuoted : readPlain;
      read(Uint8Array.of(LF));
      if (hasOpenQuote) throw refuseOpenQuote(file, line);
    },
    nextLine: () => line,
    hasQuotes: () => unquoted !== null,
  };
}

/** A line, or several with a quote over their ends, whose quotes were taken off. */
interface Unquoted {
  /** Ends with its one line feed; good until the next one is taken. */
  readonly bytes: Uint8Array;
  /** Where it ends in the bytes that it was taken from, and how many lines it takes there. */
  readonly end: number;
  readonly lines: number;
}

const DELIMITER = BETWEEN_UNQUOTED.charCodeAt(0);

/** The record that starts at `start`; null where it has no end in these bytes. @param room - for its bytes */
function takeQuotesOff(
  bytes: Uint8Array,
  start: number,
  delimiter: number,
  room: { bytes: Uint8Array },
): Unquoted | null {
  if (room.bytes.length < bytes.length - start) room.bytes = new Uint8Array(bytes.length - start);
  const out = room.bytes;
  let length = 0;
  let lines = 1;
  for (let at = start; at < bytes.length; at++) {
    const isQuoted = bytes[at] === QUOTE;
    if (isQuoted) at++;
    for (; at < bytes.length; at++) {
      const byte = bytes[at] ?? LF;
      if (isQuoted && byte === QUOTE) {
        const end = endBehind(bytes, at + 1, delimiter);
        if (end >= 0) {
          at = end;
          break;
        }
        if (bytes[at + 1] === QUOTE) at++;
        out[length++] = QUOTE;
      } else if (isQuoted && byte === LF) {
        lines++;
        if (out[length - 1] === CR) length--;
        out[length++] = LINE_IN_CELL;
      } else if (!isQuoted && (byte === delimiter || byte === LF)) break;
      else out[length++] = byte === DELIMITER ? LINE_IN_CELL : byte;
    }
    const isEnd = bytes[at] === LF;
    out[length++] = isEnd ? LF : DELIMITER;
    if (isEnd) return { bytes: out.subarray(0, length), end: at + 1, lines };
  }
  return null;
}

/** The delimiter or line feed that comes next, blanks before it or not; the end of the bytes is none, -1 for none. */
function endBehind(bytes: Uint8Array, from: number, delimiter: number): number {
  let at = from;
  while (at < bytes.length && isBlank(bytes[at] ?? 0) && bytes[at] !== delimiter) at++;
  if (at >= bytes.length) return bytes.length;
  return bytes[at] === delimiter || bytes[at] === LF ? at : -1;
}

function refuseOpenQuote(file: string, line: number): Error {
  return refusal(
    "file-refused",
    file,
    line,
    "a line or a quote that does not end; close the quote or mend the line ends",
  );
}
