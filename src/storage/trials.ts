/** Which variants of a strategy were tried: what the deflated Sharpe ratio of a run counts. */
import { database } from "./database.ts";
import { strategiesOf } from "./families.ts";
import { listGridTrials, settingsAmong, settingsOf } from "./grids.ts";
import { eachPiece } from "./read-pieces.ts";
import { readRecords, runRecordSchema } from "./records.ts";
import type { RunRecord } from "./records.ts";
import { readRobustness } from "./robustness-record.ts";
import type { Strategy } from "#workers/model/strategy.ts";

/**
 * Yearly Sharpe ratios of the variants of a run's strategy that were run to the end on the same data, its own among
 * them, in runs of their own or in the grid of an optimisation; those of its copies, and of what was imported from the
 * same link, are variants of it; so are those of another run's map where the run is one choice out of them. Equal
 * settings are one variant, whatever its name. Deleted runs are not known any more.
 */
export async function listTrials(
  run: Pick<RunRecord, "strategyId" | "family" | "datasetFingerprint" | "strategy">,
): Promise<readonly (number | null)[]> {
  const family = run.family ?? run.strategyId;
  const strategies = new Set([...(await strategiesOf(family)), run.strategyId]);
  const tried: Tried[] = [];
  await eachPiece(database.runs, (stored) => {
    const ofFamily = stored.filter((other) => (other.family ?? other.strategyId) === family);
    for (const { strategyId } of ofFamily) strategies.add(strategyId);
    const onSameData = ofFamily.filter(
      ({ state, datasetFingerprint }) =>
        state === "complete" && datasetFingerprint === run.datasetFingerprint,
    );
    for (const record of readRecords(runRecordSchema, onSameData, "run").records)
      tried.push(triedBy(record, run.strategy));
  });
  const trials = new Map<string, number | null>(await listGridTrials(run, strategies));
  const inOrder = tried.toSorted((a, b) => a.startedAt - b.startedAt);
  for (const { map } of inOrder) for (const [settings, sharpe] of map) trials.set(settings, sharpe);
  for (const { settings, sharpe } of inOrder) trials.set(settings, sharpe);
  return [...trials.values()];
}

/** What a run is among the variants. */
interface Tried {
  readonly startedAt: number;
  readonly settings: string;
  readonly sharpe: number | null;
  readonly map: ReadonlyMap<string, number | null>;
}

function triedBy(record: RunRecord, chosen: Strategy): Tried {
  const { startedAt, strategy, headline } = record;
  const sharpe = headline?.sharpeRatio ?? null;
  return { startedAt, settings: settingsOf(strategy), sharpe, map: mapTrials(record, chosen) };
}

/** The variants of a run's map of its numbers, by their settings, where `chosen` is another one of them than the run. */
function mapTrials(
  { strategy, robustness }: RunRecord,
  chosen: Strategy,
): ReadonlyMap<string, number | null> {
  const { map } = readRobustness(robustness, null); // what was tried counts, whatever tried it
  const [rows, columns] = map?.axes ?? [];
  const wanted = settingsOf(chosen);
  if (!map || !rows || settingsOf(strategy) === wanted) return NO_TRIALS;
  const settings = settingsAmong(strategy, columns ? [rows, columns] : [rows], chosen);
  return new Map(settings.map((one, cell) => [one, map.sharpe[cell] ?? null]));
}

const NO_TRIALS: ReadonlyMap<string, number | null> = new Map();
