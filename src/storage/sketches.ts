/**
 * What templates would have earned: figures and small curves of runs that this device worked out, kept so that they are
 * not worked out again. They can be had anew at any time, so no backup and no second copy holds them.
 */
import { database } from "./database.ts";
import { sha256 } from "./sha256.ts";
import { sketchRecordSchema } from "./sketch-record.ts";
import { whereStored } from "./where-stored.ts";
import { write } from "./writer.ts";
import type { Result } from "#workers/model/problem.ts";
import type { RunSketch } from "#workers/model/run-sketch.ts";
import type { Strategy } from "#workers/model/strategy.ts";

/** Everything that decides what comes out. */
export interface SketchQuestion {
  readonly strategy: Strategy;
  readonly datasetFingerprint: string;
  readonly engineVersion: string;
}

/** All templates on two dozen datasets; the ones worked out first go first. */
const MOST_KEPT = 700;

/** The same for the same question. */
export function sketchId({ strategy, datasetFingerprint, engineVersion }: SketchQuestion): Promise<string> {
  return sha256(JSON.stringify([strategy, datasetFingerprint, engineVersion]));
}

/** In the order of the ids; null for what is not kept, or can't be read: it is worked out again then. */
export async function loadSketches(ids: readonly string[]): Promise<readonly (RunSketch | null)[]> {
  const stored: readonly unknown[] = await whereStored(() => database.sketches.bulkGet([...ids]), []);
  return ids.map((_, at) => sketchRecordSchema.safeParse(stored[at]).data?.sketch ?? null);
}

export function storeSketch(id: string, sketch: RunSketch): Promise<Result<null>> {
  return write("A template's figures", ["sketches"], async () => {
    await database.sketches.put({ id, sketch, updatedAt: Date.now() });
    const tooMany = (await database.sketches.count()) - MOST_KEPT;
    if (tooMany > 0) {
      const oldest = await database.sketches.orderBy("updatedAt").limit(tooMany).primaryKeys();
      await database.sketches.bulkDelete(oldest);
    }
    return null;
  });
}
