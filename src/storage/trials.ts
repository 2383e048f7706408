/** Which variants of a strategy were tried: what the deflated Sharpe ratio of a run counts. */
import { database } from "./database.ts";
import { strategiesOf } from "./families.ts";
import { listGridTrials, settingsOf } from "./grids.ts";
import { readRecords, runRecordSchema } from "./records.ts";
import type { RunRecord } from "./records.ts";
import { readRobustness } from "./robustness-record.ts";
import { ENGINE_VERSION } from "#workers/model/engine-version.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { fieldValue, gridVariants } from "#workers/model/variant-grid.ts";
import type { Axis, GridAxes } from "#workers/model/variant-grid.ts";

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
  const stored = await database.runs.toArray();
  const ofFamily = stored
    .filter((other) => (other.family ?? other.strategyId) === family)
    .toSorted((a, b) => a.startedAt - b.startedAt);
  const strategies = new Set([
    ...ofFamily.map(({ strategyId }) => strategyId),
    ...(await strategiesOf(family)),
    run.strategyId,
  ]);
  const onSameData = ofFamily.filter(
    ({ state, datasetFingerprint }) => state === "complete" && datasetFingerprint === run.datasetFingerprint,
  );
  const trials = new Map<string, number | null>(await listGridTrials(run, strategies));
  const { records } = readRecords(runRecordSchema, onSameData, "run");
  for (const record of records)
    for (const [settings, sharpe] of mapTrials(record, run.strategy)) trials.set(settings, sharpe);
  for (const { strategy, headline } of records)
    trials.set(settingsOf(strategy), headline?.sharpeRatio ?? null);
  return [...trials.values()];
}

/** The variants of a run's map of its numbers, by their settings, where `chosen` is another one of them than the run. */
function mapTrials(
  { strategy, robustness }: RunRecord,
  chosen: Strategy,
): ReadonlyMap<string, number | null> {
  const { map } = readRobustness(robustness, ENGINE_VERSION);
  const [rows, columns] = map?.axes ?? [];
  const wanted = settingsOf(chosen);
  if (!map || !rows || settingsOf(strategy) === wanted) return NO_TRIALS;
  const axes: GridAxes = columns ? [rows, columns] : [rows];
  const [own] = settingsOn(strategy, atValuesOf(chosen, axes)); // one, before all are worked out
  const settings = own === wanted ? settingsOn(strategy, axes) : [];
  if (!settings.includes(wanted)) return NO_TRIALS;
  return new Map(settings.map((one, cell) => [one, map.sharpe[cell] ?? null]));
}

/** Axes that have the strategy's own values alone; none of them where it has none. */
function atValuesOf(strategy: Strategy, [rows, columns]: GridAxes): GridAxes {
  const at = (axis: Axis): Axis => {
    const value = fieldValue(strategy, axis) ?? Number.NaN;
    return { ...axis, from: value, to: value };
  };
  return columns ? [at(rows), at(columns)] : [at(rows)];
}

/** Of all cells. */
function settingsOn(strategy: Strategy, axes: GridAxes): readonly string[] {
  const variants = gridVariants(strategy, axes);
  return variants.ok ? variants.value.map(settingsOf) : [];
}

const NO_TRIALS: ReadonlyMap<string, number | null> = new Map();
