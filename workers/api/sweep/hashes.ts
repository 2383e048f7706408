/** What work is bound to: one text, and one hash, for the same strategy, axes and market wherever they are read. */
import { createHash } from "node:crypto";
import { endianness } from "node:os";
import { isRecord } from "#workers/model/strategy-fault.ts";

/** JSON as RFC 8785 writes it: no spaces, keys by UTF-16 code units, numbers and texts as JSON.stringify has them. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (!isRecord(value)) return JSON.stringify(value);
  const keys = Object.keys(value).filter((key) => value[key] !== undefined);
  const members = keys.toSorted().map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key])}`);
  return `{${members.join(",")}}`;
}

/** "sha256:" and the hash, in hex, of the text's UTF-8. */
export function hashOfText(text: string): string {
  return `sha256:${createHash("sha256").update(text).digest("hex")}`;
}

/** Hash of the value's text by RFC 8785. */
export function hashOfJson(value: unknown): string {
  return hashOfText(canonicalJson(value));
}

/** "sha256:" and the hash, in hex, of the doubles in little-endian order. */
export function hashOfDoubles(values: Float64Array): string {
  const bytes = Buffer.from(values.buffer, values.byteOffset, values.byteLength);
  const ordered = endianness() === "LE" ? bytes : Buffer.from(bytes).swap64();
  return `sha256:${createHash("sha256").update(ordered).digest("hex")}`;
}
