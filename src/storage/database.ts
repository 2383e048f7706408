/**
 * The database "tidemark": strategies, drafts, runs, their results, the catalogue of datasets, settings. Prices are
 * not here: the worker stores them as columns. Reads go through the files beside this one, writes through writer.ts.
 */
import { Dexie } from "dexie";
import type { Table } from "dexie";
import type { DatasetRecord, DraftRecord, RunRecord, StrategyRecord } from "./records.ts";
import { UPGRADES } from "./upgrades.ts";
import type { Report } from "#workers/model/report.ts";

/** A run's report apart from its record, so that lists of runs stay light. */
export interface ResultRecord {
  readonly runId: string;
  readonly report: Report;
  /** SHA-256 (hex) of the report, see checksum.ts. */
  readonly checksum: string;
}

interface SettingRecord {
  readonly key: string;
  readonly value: unknown;
}

export interface Tables {
  readonly strategies: Table<StrategyRecord, string>;
  readonly drafts: Table<DraftRecord, string>;
  readonly runs: Table<RunRecord, string>;
  readonly results: Table<ResultRecord, string>;
  readonly datasets: Table<DatasetRecord, string>;
  readonly settings: Table<SettingRecord, string>;
}

export type TableName = keyof Tables;

/** Opens by itself at the first read or write. Strict durability: a commit reaches the disk before it counts. */
export const database = openDatabase("tidemark");

function openDatabase(name: string): Dexie & Tables {
  const opened = new Dexie(name, { chromeTransactionDurability: "strict" });
  for (const { version, stores } of UPGRADES) opened.version(version).stores(stores);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Dexie adds a property for each store
  return opened as Dexie & Tables;
}
