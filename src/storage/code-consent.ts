/**
 * Which code may run on this device. What a person writes here is allowed by writing it; code that came from elsewhere is looked
 * at and allowed once, by language and source. The answers are in a database of their own, of which no file, backup or second
 * copy has anything. The worker asks it before it runs any code (workers/host/allowed-code.ts).
 */
import { Dexie } from "dexie";
import type { Table } from "dexie";
import {
  BOOTH_CODE_DATABASE,
  CODE_DATABASE,
  CODE_DATABASE_VERSION,
  CODE_STORES,
  codeText,
} from "#workers/model/code-consent.ts";
import type { AllowedCode, CodeOrigin, CodeText } from "#workers/model/code-consent.ts";
import type { ComputedField } from "#workers/model/computed-field.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import { booth } from "./session.ts";
import { sha256 } from "./sha256.ts";
import { isStorageError } from "./storage-error.ts";
import { storageProblem } from "./writer.ts";

/** A field with whether it may run here, and where it is from. */
export interface CodeStanding {
  readonly field: ComputedField;
  readonly isAllowed: boolean;
  /** Where the code came from, such as "a link"; null where nothing is known of it. */
  readonly from: string | null;
}

/** Lets this text run on this device from now on. For what is written here, and for what a person looked at and allowed. */
export async function allowCode(language: ComputedField["language"], source: string): Promise<Result<null>> {
  return allowAll([{ language, source }]);
}

export async function allowAll(texts: readonly CodeText[]): Promise<Result<null>> {
  const ids = await Promise.all(texts.map(codeId));
  try {
    await withDatabase(({ allowed }) => allowed.bulkPut(ids.map((id) => ({ id }))));
    return ok(null);
  } catch (error) {
    if (isStorageError(error)) return err(storageProblem("That this code may run", error));
    throw error;
  }
}

/** Notes where code came from, where it is not allowed yet; that it can't be noted changes nothing of what may run. */
export async function noteOrigin(fields: readonly CodeText[] = [], from: string): Promise<void> {
  if (fields.length === 0) return;
  const ids = await Promise.all(fields.map(codeId));
  try {
    await withDatabase(async ({ origins }) => {
      const known = await origins.bulkGet(ids);
      await origins.bulkPut(ids.filter((_, at) => !known[at]).map((id) => ({ id, from })));
    });
  } catch (error) {
    if (!isStorageError(error)) throw error; // then it is shown without where it is from
  }
}

/** Standing of each of a strategy's fields that are on. */
export async function standingOf(fields: readonly ComputedField[] = []): Promise<readonly CodeStanding[]> {
  const on = fields.filter(({ off }) => !off);
  if (on.length === 0) return [];
  const ids = await Promise.all(on.map(codeId));
  try {
    return await withDatabase(async ({ allowed, origins }) => {
      const [may, from] = [await allowed.bulkGet(ids), await origins.bulkGet(ids)];
      return on.map((field, at) => ({
        field,
        isAllowed: may[at] !== undefined,
        from: from[at]?.from ?? null,
      }));
    });
  } catch (error) {
    if (!isStorageError(error)) throw error;
    return on.map((field) => ({ field, isAllowed: false, from: null }));
  }
}

function codeId(text: CodeText): Promise<string> {
  return sha256(codeText(text));
}

interface CodeTables {
  readonly allowed: Table<AllowedCode, string>;
  readonly origins: Table<CodeOrigin, string>;
}

/** Opened for each use alone, as in the worker: who clears the session deletes it. */
async function withDatabase<T>(work: (tables: CodeTables) => PromiseLike<T>): Promise<T> {
  const database = new Dexie(booth ? BOOTH_CODE_DATABASE : CODE_DATABASE, {
    chromeTransactionDurability: "strict",
  });
  database.version(CODE_DATABASE_VERSION).stores(CODE_STORES);
  try {
    return await work({ allowed: database.table("allowed"), origins: database.table("origins") });
  } finally {
    database.close();
  }
}
