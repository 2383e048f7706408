/** What a backup, or this device, has of each table. */
import type { DatasetRecord, DraftRecord, RunRecord, SettingRecord, StrategyRecord } from "../records.ts";
import type { DeploymentRecord, EntryRecord } from "../deployment-record.ts";
import type { GridRecord } from "../grid-record.ts";
import type { WalkRecord } from "../walk-record.ts";

/** The records of a backup's tables, or of this device's. */
export interface BackupRecords {
  readonly strategies: readonly StrategyRecord[];
  readonly drafts: readonly DraftRecord[];
  readonly settings: readonly SettingRecord[];
  readonly datasets: readonly DatasetRecord[];
  readonly runs: readonly RunRecord[];
  readonly grids: readonly GridRecord[];
  readonly walks: readonly WalkRecord[];
  readonly deployments: readonly DeploymentRecord[];
  /** Entries of the deployments' ledgers, by session. */
  readonly entries: readonly EntryRecord[];
}
