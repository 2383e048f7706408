/** Packs one part of a backup; parts can be packed on several threads, for they know nothing of each other. */
import { sha256Of } from "#workers/import/plan/sha256.ts";
import { packText } from "#workers/market/zip-writer.ts";
import type { PackedText } from "#workers/model/backup.ts";

/** A record, or a list of them, as JSON; curves as lists of numbers. */
export async function packRecord(path: string, value: unknown): Promise<PackedText> {
  const text = JSON.stringify(value, plainCurves);
  return { ...(await packText(path, [text])), sha256: await sha256Of(new TextEncoder().encode(text)) };
}

function plainCurves(_key: string, value: unknown): unknown {
  return value instanceof Float64Array || value instanceof Int32Array ? Array.from(value) : value;
}
