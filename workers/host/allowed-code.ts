/** What a person lets run on this device, as the worker sees it; the page alone writes it (src/storage/code-consent.ts). */
import { Dexie } from "dexie";
import type { Table } from "dexie";
import {
  BOOTH_CODE_DATABASE,
  CODE_DATABASE,
  CODE_DATABASE_VERSION,
  CODE_STORES,
  codeText,
} from "../model/code-consent.ts";
import type { AllowedCode, CodeText } from "../model/code-consent.ts";
import { isBoothWorker } from "../model/session.ts";

/** Of the texts those that may not run here; all of them where the browser keeps nothing. */
export async function findForbidden<Text extends CodeText>(texts: readonly Text[]): Promise<readonly Text[]> {
  const ids = await Promise.all(texts.map((text) => sha256Hex(codeText(text))));
  const known = new Set(await allowedAmong(ids));
  return texts.filter((_, at) => !known.has(ids[at] ?? ""));
}

async function allowedAmong(ids: string[]): Promise<readonly string[]> {
  const name = isBoothWorker(globalThis.name) ? BOOTH_CODE_DATABASE : CODE_DATABASE;
  const database = new Dexie(name);
  database.version(CODE_DATABASE_VERSION).stores(CODE_STORES);
  const allowed: Table<AllowedCode, string> = database.table("allowed");
  try {
    const found = await allowed.bulkGet(ids);
    return found.flatMap((one) => (one ? [one.id] : []));
  } catch (error) {
    if (error instanceof Dexie.DexieError) return [];
    throw error;
  } finally {
    database.close(); // opened for each use alone: who clears the session deletes it
  }
}

async function sha256Hex(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
