/** The start of a file: enough bytes to tell what it is, and the rest of it on demand. */
import { concatBytes } from "#workers/market/source.ts";
import type { PriceSource } from "#workers/market/source.ts";
import { unpackedChunks } from "#workers/market/unpack.ts";
import type { Encoding } from "./encoding.ts";
import type { TextSink } from "./records.ts";

export const HEAD_BYTES = 262_144;

export interface Head {
  readonly bytes: Uint8Array;
  /** True when the file has no more. */
  readonly isWhole: boolean;
}

/** The first bytes of a file, gzip taken off. */
export async function readHead(source: PriceSource): Promise<Head> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of unpackedChunks(source, () => {})) {
    const start = chunk.subarray(0, HEAD_BYTES - length);
    parts.push(source.isHeld ? start : start.slice());
    length += parts.at(-1)?.length ?? 0;
    if (length >= HEAD_BYTES) return { bytes: concatBytes(parts), isWhole: false };
  }
  const [only, ...others] = parts;
  return { bytes: only && others.length === 0 ? only : concatBytes(parts), isWhole: true };
}

/** The text of the first bytes without the line that they cut. */
export function headText({ bytes, isWhole }: Head, { label }: Encoding): string {
  return wholeLines(new TextDecoder(label).decode(bytes, { stream: !isWhole }), { isWhole });
}

function wholeLines(text: string, { isWhole }: Pick<Head, "isWhole">): string {
  if (isWhole) return text;
  const end = Math.max(text.lastIndexOf("\n"), text.includes("\n") ? -1 : text.lastIndexOf("\r"));
  return end < 0 ? text : text.slice(0, end + 1);
}

/** The same of bytes that are UTF-8 beyond doubt and have no mark, as most are; null for others. */
export function cleanText(head: Head): string | null {
  const [first = 0] = head.bytes;
  if (first === 0xef || first >= 0xfe) return null;
  const text = UTF8.decode(head.bytes);
  return text.includes("\0") || text.includes("\u{FFFD}") ? null : wholeLines(text, head);
}

const UTF8 = new TextDecoder();

/** All text of a file, chunk by chunk; gzip and archives are checked to their ends. */
export async function pushText(source: PriceSource, { label }: Encoding, sink: TextSink): Promise<void> {
  const decoder = new TextDecoder(label);
  for await (const chunk of unpackedChunks(source, () => {})) {
    sink.push(decoder.decode(chunk, { stream: true }));
  }
  sink.push(decoder.decode());
  sink.end();
}
