/** The dry run of an import plan: every file's check, and what a commit would store. */

import { formatIsoDay } from "#workers/model/day.ts";
import type { ImportCheck } from "#workers/model/import-check.ts";
import type { CheckedFile, DryRun, ImportPlan, PlannedData } from "#workers/model/import-plan.ts";
import type { Market } from "#workers/model/market.ts";
import { guessDefaults } from "./guess-defaults.ts";
import { marketDigest } from "./market-digest.ts";
import type { PlanProgress, PlanReader } from "./plan-files.ts";
import { readPlanMarket } from "./plan-market.ts";
import { qualityWarnings } from "./quality.ts";

const SYMBOLS_SHOWN = 20;

/** @param base - the dataset that gets the files; null for a new one */
export async function dryRun(
  reader: PlanReader,
  plan: ImportPlan,
  base: Market | null,
  onProgress: (progress: PlanProgress) => void,
): Promise<DryRun> {
  const settings = { defaults: new Map(), base };
  const { files, notes, market, facts } = await readPlanMarket(reader, plan, settings, onProgress);
  const checks = files.map(({ check }) => check);
  return {
    files: checks.map(forPage),
    planned: describe(market, notes.length),
    before: base && describe(base, 0),
    facts,
    guesses: new Map(
      checks.filter(({ kind }) => kind === "prices").map((check) => [check.file, guessDefaults(check)]),
    ),
  };
}

/** Findings go as data; the sentences that say the same are for the command line. */
function forPage(check: ImportCheck): CheckedFile {
  const told = new Set(qualityWarnings(check.quality));
  return {
    ...check,
    symbols: check.symbols.slice(0, SYMBOLS_SHOWN),
    symbolCount: check.symbols.length,
    warnings: check.warnings.filter((warning) => !told.has(warning)),
  };
}

function describe(market: Market, files: number): PlannedData {
  let [first, last] = [Infinity, -Infinity];
  for (const day of market.day) {
    if (day < first) first = day;
    if (day > last) last = day;
  }
  const hasBars = market.day.length > 0;
  return {
    files,
    instruments: market.instruments.length,
    bars: market.day.length,
    first: hasBars ? formatIsoDay(first) : null,
    last: hasBars ? formatIsoDay(last) : null,
    digest: marketDigest(market),
  };
}
