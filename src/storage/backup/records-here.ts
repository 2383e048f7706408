/** What this device has of the tables of a backup; damaged records are no part of a comparison. */
import type { BackupRecords } from "./backup-records.ts";
import { database } from "../database.ts";
import { deploymentRecordSchema, entryRecordSchema } from "../deployment-record.ts";
import { gridRecordSchema } from "../grid-record.ts";
import {
  datasetRecordSchema,
  draftRecordSchema,
  readRecords,
  runRecordSchema,
  strategyRecordSchema,
} from "../records.ts";
import { settingRecordSchema } from "../settings.ts";
import { walkRecordSchema } from "../walk-record.ts";

export async function readHere(): Promise<BackupRecords> {
  const [strategies, drafts, settings, datasets, runs, grids, walks, deployments, entries] =
    await Promise.all([
      database.strategies.toArray(),
      database.drafts.toArray(),
      database.settings.toArray(),
      database.datasets.toArray(),
      database.runs.toArray(),
      database.grids.toArray(),
      database.walks.toArray(),
      database.deployments.toArray(),
      database.entries.toArray(),
    ]);
  return {
    strategies: readRecords(strategyRecordSchema, strategies, "strategy").records,
    drafts: readRecords(draftRecordSchema, drafts, "draft").records,
    settings: readRecords(settingRecordSchema, settings, "setting").records,
    datasets: readRecords(datasetRecordSchema, datasets, "dataset").records,
    runs: readRecords(runRecordSchema, runs, "run").records,
    grids: readRecords(gridRecordSchema, grids, "optimisation").records,
    walks: readRecords(walkRecordSchema, walks, "walk-forward").records,
    deployments: readRecords(deploymentRecordSchema, deployments, "deployment").records,
    entries: readRecords(entryRecordSchema, entries, "entry of a ledger").records,
  };
}
