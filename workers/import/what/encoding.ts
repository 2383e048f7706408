/** Which encoding a file's first bytes are in: marks first, then what decodes without fault and reads as a table. */
import { knowsHeaderWord } from "../columns/header-names.ts";

export interface Encoding {
  /** For people: `UTF-8`, `UTF-16LE`, `GBK`. */
  readonly name: string;
  /** The encoding's name for TextDecoder. */
  readonly label: string;
}

export const UTF8: Encoding = { name: "UTF-8", label: "utf-8" };
const UTF8_MARKED: Encoding = { name: "UTF-8 BOM", label: "utf-8" };
const UTF16LE: Encoding = { name: "UTF-16LE", label: "utf-16le" };
const UTF16BE: Encoding = { name: "UTF-16BE", label: "utf-16be" };
const WINDOWS_1252: Encoding = { name: "windows-1252", label: "windows-1252" };
const GBK: Encoding = { name: "GBK", label: "gb18030" };
const SHIFT_JIS: Encoding = { name: "Shift-JIS", label: "shift_jis" };

/** Tried in this order where a file is no UTF-8: the first in which the header has a known word. */
const LEGACY: readonly Encoding[] = [
  SHIFT_JIS,
  GBK,
  { name: "Big5", label: "big5" },
  { name: "EUC-KR", label: "euc-kr" },
  { name: "windows-1251", label: "windows-1251" },
  WINDOWS_1252,
  { name: "windows-1250", label: "windows-1250" },
];

const HEADER_BYTES = 4096;
/** A sequence is cut by the end of the sample; so many bytes are the longest one. */
const LONGEST_SEQUENCE = 4;

/** The encoding of a file that starts with these bytes; null for what is no text. */
export function detectEncoding(head: Uint8Array): Encoding | null {
  const [first = 0, second = 0, third = 0] = head;
  if (first === 0xef && second === 0xbb && third === 0xbf) return UTF8_MARKED;
  if (first === 0xff && second === 0xfe) return UTF16LE;
  if (first === 0xfe && second === 0xff) return UTF16BE;
  if (head.includes(0)) return unmarkedUtf16(head);
  if (decodes(UTF8, head)) return UTF8;
  return legacyEncoding(head);
}

/** ASCII in UTF-16 has a zero in every second byte, nearly. */
function unmarkedUtf16(head: Uint8Array): Encoding | null {
  let even = 0;
  let odd = 0;
  const length = Math.min(head.length, HEADER_BYTES) & ~1;
  for (let at = 0; at < length; at += 2) {
    if (head[at] === 0) even++;
    if (head[at + 1] === 0) odd++;
  }
  const enough = (length / 2) * 0.8;
  if (odd >= enough && even === 0) return UTF16LE;
  if (even >= enough && odd === 0) return UTF16BE;
  return null;
}

function legacyEncoding(head: Uint8Array): Encoding {
  const fits = LEGACY.filter((encoding) => decodes(encoding, head));
  const headerBytes = head.subarray(0, HEADER_BYTES);
  const reads = fits.find((encoding) => {
    const cells = new TextDecoder(encoding.label).decode(headerBytes).split(/[,;\t|\r\n"]+/);
    return cells.some((cell) => hasHighCharacter(cell) && knowsHeaderWord(cell));
  });
  if (reads) return reads;
  const wide = hasPairedHighBytes(head) ? [GBK, SHIFT_JIS].find((encoding) => fits.includes(encoding)) : null;
  return wide ?? WINDOWS_1252;
}

function hasHighCharacter(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 127) return true;
  return false;
}

/** Letters with accents stand alone among ASCII; characters of two bytes come in runs. */
function hasPairedHighBytes(head: Uint8Array): boolean {
  let single = 0;
  let paired = 0;
  for (let at = 0; at < head.length; at++) {
    if ((head[at] ?? 0) < 128) continue;
    const start = at;
    while ((head[at + 1] ?? 0) >= 128) at++;
    if (at === start) single++;
    else paired++;
  }
  return paired > single;
}

/** True when all but a sequence that the end cuts is valid. */
function decodes({ label }: Encoding, bytes: Uint8Array): boolean {
  try {
    new TextDecoder(label, { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return label !== "utf-8" && bytes.length > LONGEST_SEQUENCE && decodesBeforeEnd(label, bytes);
  }
}

function decodesBeforeEnd(label: string, bytes: Uint8Array): boolean {
  try {
    new TextDecoder(label, { fatal: true }).decode(bytes.subarray(0, -LONGEST_SEQUENCE));
    return true;
  } catch {
    return false;
  }
}
