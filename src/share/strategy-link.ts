/**
 * A strategy in a link: its record as JSON, compressed, behind the # of the address, so that no server ever sees it.
 * Whoever opens the link looks at it before anything is stored.
 */
import { err } from "#workers/model/problem.ts";
import type { Problem, Result } from "#workers/model/problem.ts";
import { MOST_STRATEGY_BYTES } from "#workers/model/strategy.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { STRATEGY_HASH } from "./link-prefix.ts";
import { readSharedStrategy } from "./read-shared-strategy.ts";

/** @param base - the app's own address, "/": every host has it, and the app finds the page that opens strategies */
export async function strategyLink(base: string, strategy: Strategy): Promise<string> {
  const packed = await throughStream(
    new TextEncoder().encode(JSON.stringify(strategy)),
    new CompressionStream("deflate-raw"),
  );
  return base + STRATEGY_HASH + toBase64Url(packed ?? new Uint8Array());
}

/** Whether an address carries a strategy at all. */
export function hasStrategy(hash: string): boolean {
  return hash.startsWith(STRATEGY_HASH);
}

/** The strategy of a link's hash, with all the limits of a file. */
export async function readStrategyLink(hash: string): Promise<Result<Strategy>> {
  const packed = fromBase64Url(hash.slice(STRATEGY_HASH.length));
  const bytes = packed && (await throughStream(packed, new DecompressionStream("deflate-raw")));
  if (!bytes) return err(unreadable);
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return err(unreadable);
  }
  return readSharedStrategy(value);
}

/** null where the bytes are not what the stream takes, or become more than a strategy has. */
async function throughStream(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  try {
    const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- a stream is read one part after the other
      const { done, value } = await reader.read();
      if (done) break;
      size += value.length;
      if (size > MOST_STRATEGY_BYTES) {
        await reader.cancel(); // oxlint-disable-line no-await-in-loop -- and this ends it
        return null;
      }
      parts.push(value);
    }
  } catch {
    return null;
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function toBase64Url(bytes: Uint8Array): string {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[\w-]+$/.test(text)) return null;
  try {
    return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) =>
      sign.charCodeAt(0),
    );
  } catch {
    return null;
  }
}

const unreadable: Problem = {
  code: "strategy-unreadable",
  message:
    "This link does not hold a whole strategy; a part of it may have been cut off. Ask for it again, or for the strategy's file.",
};
