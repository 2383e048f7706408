/** Which variants of a strategy were tried: what the deflated Sharpe ratio of a run counts. */
import { database } from "./database.ts";
import { strategiesOf } from "./families.ts";
import { listGridTrials, settingsAmong, settingsOf } from "./grids.ts";
import { countDrawn } from "./drawn-previews.ts";
import { eachPiece } from "./read-pieces.ts";
import { readRecords, runRecordSchema } from "./records.ts";
import type { RunRecord } from "./records.ts";
import { readRobustness } from "./robustness-record.ts";
import type { Strategy } from "#workers/model/strategy.ts";

/**
 * How many variants of a run's strategy were tried on the same data, itself among them: run to the end, in runs of
 * their own or in the grid of an optimisation, or drawn beside the builder's form; those of its copies, and of what was
 * imported from the same link, are variants of it; so are those of another run's map where the run is one choice out of
 * them. Equal settings are one variant, whatever its name. Deleted runs are not known any more.
 */
export async function countTrials(
  run: Pick<RunRecord, "strategyId" | "family" | "datasetFingerprint" | "strategy">,
): Promise<number> {
  const { datasetFingerprint } = run;
  const family = run.family ?? run.strategyId;
  const strategies = new Set([...(await strategiesOf(family)), run.strategyId]);
  const tried = new Set<string>();
  await eachPiece(database.runs, (stored) => {
    const ofFamily = stored.filter((other) => (other.family ?? other.strategyId) === family);
    for (const { strategyId } of ofFamily) strategies.add(strategyId);
    const onSameData = ofFamily.filter(
      (other) => other.state === "complete" && other.datasetFingerprint === datasetFingerprint,
    );
    for (const record of readRecords(runRecordSchema, onSameData, "run").records) {
      tried.add(settingsOf(record.strategy));
      for (const settings of mapTrials(record, run.strategy)) tried.add(settings);
    }
  });
  for (const settings of await listGridTrials(run, strategies)) tried.add(settings);
  return tried.size + (await countDrawn({ family, datasetFingerprint }, tried));
}

/** The variants of a run's map of its numbers, by their settings, where `chosen` is another one of them than the run. */
function mapTrials({ strategy, robustness }: RunRecord, chosen: Strategy): readonly string[] {
  const { map } = readRobustness(robustness, null); // what was tried counts, whatever tried it
  const [rows, columns] = map?.axes ?? [];
  if (!rows || settingsOf(strategy) === settingsOf(chosen)) return [];
  return settingsAmong(strategy, columns ? [rows, columns] : [rows], chosen);
}
