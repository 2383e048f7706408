/** The tables of the database, and what a record of each is. */
import type { Table } from "dexie";
import type { Report } from "#workers/model/report.ts";
import type { DeploymentRecord, EntryRecord } from "./deployment-record.ts";
import type { GridHead, GridRecord } from "./grid-record.ts";
import type { MarkRecord } from "./marks.ts";
import type { DatasetRecord, DraftRecord, RunRecord, SettingRecord, StrategyRecord } from "./records.ts";
import type { SketchRecord } from "./sketch-record.ts";
import type { WalkRecord } from "./walk-record.ts";

/** A run's report apart from its record, so that lists of runs stay light. */
export interface ResultRecord {
  readonly runId: string;
  readonly report: Report;
  /** SHA-256 (hex) of the report, see checksum.ts. */
  readonly checksum: string;
}

export interface Tables {
  readonly strategies: Table<StrategyRecord, string>;
  readonly drafts: Table<DraftRecord, string>;
  readonly runs: Table<RunRecord, string>;
  readonly results: Table<ResultRecord, string>;
  readonly datasets: Table<DatasetRecord, string>;
  readonly settings: Table<SettingRecord, string>;
  readonly marks: Table<MarkRecord, string>;
  readonly grids: Table<GridRecord, string>;
  /** One beside each grid. */
  readonly gridHeads: Table<GridHead, string>;
  readonly walks: Table<WalkRecord, string>;
  readonly sketches: Table<SketchRecord, string>;
  readonly deployments: Table<DeploymentRecord, string>;
  /** Entries of the deployments' ledgers. */
  readonly entries: Table<EntryRecord, string>;
}

export type TableName = keyof Tables;
