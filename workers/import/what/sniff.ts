/** What is no table at all, by a file's first bytes or lines: told by name, with the mend. */
import type { SampleRecord } from "./table.ts";

interface Signature {
  readonly bytes: readonly number[];
  readonly reason: string;
}

const SIGNATURES: readonly Signature[] = [
  {
    bytes: [0x50, 0x4b, 3, 4],
    reason: "a zip archive or a workbook inside another file; unpack it and add the file itself",
  },
  { bytes: [0x50, 0x4b, 5, 6], reason: "an empty zip archive; download it again" },
  { bytes: [0x25, 0x50, 0x44, 0x46], reason: "a PDF; download the data as CSV" },
  { bytes: [0x89, 0x50, 0x4e, 0x47], reason: "a picture; download the data as CSV" },
  { bytes: [0xff, 0xd8, 0xff], reason: "a picture; download the data as CSV" },
  { bytes: [0x47, 0x49, 0x46, 0x38], reason: "a picture; download the data as CSV" },
  {
    bytes: [0x50, 0x41, 0x52, 0x31],
    reason: "a Parquet file inside another file; unpack it and add the file itself",
  },
  {
    bytes: [0x50, 0x41, 0x52, 0x45],
    reason: "an encrypted Parquet file; write it without encryption, or as CSV",
  },
  { bytes: [0x46, 0x45, 0x41, 0x31], reason: "a Feather file; save it as Parquet or CSV" },
  {
    bytes: [0x41, 0x52, 0x52, 0x4f, 0x57, 0x31],
    reason: "a Feather or Arrow file; save it as Parquet or CSV",
  },
  { bytes: [0x89, 0x48, 0x44, 0x46], reason: "an HDF5 file; save it as CSV" },
  { bytes: [0x53, 0x51, 0x4c, 0x69, 0x74, 0x65], reason: "an SQLite database; save the table as CSV" },
  { bytes: [0x1f, 0x8b], reason: "gzip inside gzip; unpack it once more" },
  { bytes: [0x42, 0x5a, 0x68], reason: "packed with bzip2; unpack it first" },
  { bytes: [0x37, 0x7a, 0xbc, 0xaf], reason: "a 7z archive; unpack it first" },
  { bytes: [0x52, 0x61, 0x72, 0x21], reason: "a RAR archive; unpack it first" },
  { bytes: [0xfd, 0x37, 0x7a, 0x58], reason: "packed with xz; unpack it first" },
  { bytes: [0x7f, 0x45, 0x4c, 0x46], reason: "a program, not price data" },
  { bytes: [0x4d, 0x5a, 0x90], reason: "a program, not price data" },
];

/** Old files of Office, and new ones with a password. */
const OLE = [0xd0, 0xcf, 0x11, 0xe0] as const;

function startsWith(head: Uint8Array, bytes: readonly number[]): boolean {
  return bytes.every((byte, at) => head[at] === byte);
}

/** Names inside of such a file are in UTF-16. */
function oleReason(head: Uint8Array): string {
  const text = new TextDecoder("utf-16le").decode(head.subarray(0, head.length & ~1));
  if (text.includes("EncryptedPackage")) return "a workbook with a password; save it without one";
  return "an old Excel workbook (.xls); save it as .xlsx or CSV";
}

/** Why these bytes are no table; null for what may be one. */
export function refuseBytes(head: Uint8Array): string | null {
  if (head.length === 0) return "an empty file; give it a header and rows";
  if (startsWith(head, OLE)) return oleReason(head);
  const known = SIGNATURES.find(({ bytes }) => startsWith(head, bytes));
  return known?.reason ?? null;
}

/** True for what can be JSON, by its first bytes. */
export function isJson(head: Uint8Array): boolean {
  return JSON_START.test(new TextDecoder().decode(head.subarray(0, 200)));
}

const JSON_START = /^\s*(?:(?:(?:var|let|const) )?[\w$.]+\s*[=(]\s*)?[{[]\s*["{[\]}]/;

/**
 * Why this text is no table; null for what may be one.
 *
 * @param ascii - its first bytes, where each that is below 128 is a letter of it
 */
export function refuseText(text: string, ascii: Uint8Array): string | null {
  if (text.trim() === "") return "an empty file; give it a header and rows";
  if (/^\s*</.test(text) && /office:(?:spreadsheet|excel)\b/i.test(text.slice(0, 20_000))) {
    return "a spreadsheet as a web page or XML; open it in a spreadsheet and save it as .xlsx, .ods or CSV";
  }
  if (/^\s*<(?:!doctype|!--|html|head|body|\?xml|table|div|script|svg)/i.test(text)) {
    return "a web page or XML, not CSV; download the data itself and try again";
  }
  if (JSON_START.test(text)) return "JSON, not CSV; download the data as CSV";
  if (text.startsWith("version https://git-lfs"))
    return "a pointer to a file in Git LFS; fetch the file itself";
  if (CONFLICT_STARTS.some((start) => text.includes(start)) && CONFLICT.test(text)) {
    return "marks of a merge conflict in it; settle the conflict and save the file again";
  }
  if (isPrintable(ascii)) return null;
  return countControls(text) > 10 ? "not a text file; save the data as CSV in UTF-8" : null;
}

const CONFLICT = /^(?:<{7} |={7}$|>{7} )/m;
/** Found sooner than a line that begins with one of them. */
const CONFLICT_STARTS = ["<<<<<<< ", "=======", ">>>>>>> "];

/** Controls are looked for among so many letters. */
const LETTERS = 20_000;

function countControls(text: string): number {
  return text.slice(0, LETTERS).match(CONTROLS)?.length ?? 0;
}

/** True where so many bytes are printable ASCII, tabs and line ends: they have no control. */
function isPrintable(bytes: Uint8Array): boolean {
  const end = Math.min(bytes.length, LETTERS);
  for (let at = 0; at < end; at++) {
    const byte = bytes[at] ?? 0;
    if (byte > 126 || (byte < 32 && byte !== 10 && byte !== 13 && byte !== 9)) return false;
  }
  return end > 0;
}

// oxlint-disable-next-line no-control-regex -- they are what is looked for
const CONTROLS = /[\0-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffd]/g;

/** More columns than any table of prices has. */
const MAX_COLUMNS = 20_000;

/** Why these records are no table; null for what may be one. */
export function refuseRecords(records: readonly SampleRecord[]): string | null {
  if (records.length === 0) return "an empty file; give it a header and rows";
  const widest = records.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  if (widest > MAX_COLUMNS) return `${widest} columns, more than any table of prices; split the file`;
  return null;
}
