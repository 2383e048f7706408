/**
 * Which strategies are tries of one idea: copies, saved variants, and what was imported from one link or file. Their runs
 * on the same data count together, or a copy would make every result look like the first try.
 */
import { database } from "./database.ts";
import { settingsOf } from "./grids.ts";
import { eachPiece } from "./read-pieces.ts";
import type { StrategyRecord } from "./records.ts";
import { SAMPLE_STRATEGIES } from "./samples.ts";
import { sha256 } from "./sha256.ts";
import type { Strategy } from "#workers/model/strategy.ts";

/** What a copy of the strategy belongs to. */
export function familyOf({ id, family }: Pick<StrategyRecord, "id" | "family">): string {
  return family ?? id;
}

/** Ids of the stored strategies of a family. */
export async function strategiesOf(family: string): Promise<readonly string[]> {
  const ids: string[] = [];
  await eachPiece(database.strategies, (stored) => {
    for (const one of stored) if (familyOf(one) === family) ids.push(one.id);
  });
  return ids;
}

/** The family of a strategy that comes from elsewhere: that of one with the same settings here, else one of its own. */
export async function familyOfImport(strategy: Strategy): Promise<string> {
  const settings = settingsOf(strategy);
  const stored = [...SAMPLE_STRATEGIES, ...(await database.strategies.toArray())];
  const same = stored.find((one) => settingsOf(one.strategy) === settings);
  return same ? familyOf(same) : `imported ${await sha256(settings)}`;
}
