/**
 * Which strategies the builder drew beside its form: who changes a number until the picture looks good has tried as many
 * variants as pictures. A mark each, so on this device only.
 */
import { database } from "./database.ts";
import { settingsOf } from "./grids.ts";
import { DRAWN_PREVIEW } from "./marks.ts";
import { sha256 } from "./sha256.ts";
import { whereStored } from "./where-stored.ts";
import { write } from "./writer.ts";
import { ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import type { Strategy } from "#workers/model/strategy.ts";

/** What is tried together: a family (see families.ts) on the same data. */
export interface TriedTogether {
  readonly family: string;
  readonly datasetFingerprint: string;
}

/** Call once the picture is on the page. @param strategy - as a run of it would have it */
export async function noteDrawn(together: TriedTogether, strategy: Strategy): Promise<Result<null>> {
  const key = (await keyBegin(together)) + (await sha256(settingsOf(strategy)));
  if (await whereStored(() => database.marks.get(key), undefined)) return ok(null);
  return write("That this variant was tried", ["marks"], async () => {
    await database.marks.put({ key, value: true });
    return null;
  });
}

/** Variants that were drawn and are none of those known otherwise. @param known - by their settings */
export async function countDrawn(together: TriedTogether, known: ReadonlySet<string>): Promise<number> {
  const begin = await keyBegin(together);
  const drawn = await database.marks.where("key").startsWith(begin).primaryKeys();
  if (drawn.length === 0) return 0;
  const tried = new Set(await Promise.all(Array.from(known, sha256)));
  return drawn.filter((key) => !tried.has(key.slice(begin.length))).length;
}

async function keyBegin({ family, datasetFingerprint }: TriedTogether): Promise<string> {
  return `${DRAWN_PREVIEW} ${await sha256(JSON.stringify([family, datasetFingerprint]))} `;
}
