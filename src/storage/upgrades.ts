/**
 * The database's versions, oldest first; they only grow. A version that changes records gets a pure function from the
 * old record to the new, with a frozen record of the old version in tests/fixtures/. A shipped step is never edited.
 */

import { gridHeadOf } from "./grid-head.ts";

export type StoredRecord = Readonly<Record<string, unknown>>;

interface Upgrade {
  readonly version: number;
  /** Dexie's index lists by table: the primary key first. Tables that are not named stay as they are. */
  readonly stores: Readonly<Record<string, string>>;
  /** For each table, the old record to the new; it only adds. */
  readonly steps: Readonly<Record<string, (old: StoredRecord) => StoredRecord>>;
  /** A new table that has a record beside each of another's, worked out of it. */
  readonly beside?: {
    readonly table: string;
    readonly of: string;
    readonly made: (record: StoredRecord) => StoredRecord;
  };
}

export const UPGRADES: readonly Upgrade[] = [
  {
    version: 1,
    stores: {
      strategies: "id",
      drafts: "strategyId",
      runs: "id, [strategyId+startedAt], state",
      results: "runId",
      datasets: "id",
      settings: "key",
    },
    steps: {},
  },
  {
    version: 2, // marks of the storage itself (marks.ts); what a run's result takes
    stores: { marks: "key" },
    steps: { runs: (run) => ({ resultBytes: null, ...run }) },
  },
  {
    version: 3, // what an optimisation found, cell by cell (grids.ts)
    stores: { grids: "id, strategyId" },
    steps: {},
  },
  {
    version: 4, // the last walk-forward over each grid (grids.ts)
    stores: { walks: "id" },
    steps: {},
  },
  {
    version: 5, // what templates would have earned, worked out on this device (sketches.ts)
    stores: { sketches: "id, updatedAt" },
    steps: {},
  },
  {
    version: 6, // virtual deployments, each entry of a ledger by itself (deployments.ts)
    stores: { deployments: "id", entries: "id" },
    steps: {},
  },
  {
    version: 7, // what of a grid counts as trials, and a strategy's grids by their time: no list reads whole grids
    stores: { grids: "id, [strategyId+updatedAt]", gridHeads: "id, datasetFingerprint" },
    steps: {},
    beside: { table: "gridHeads", of: "grids", made: gridHeadOf },
  },
];

/** A record that left a database of `version` (in the second copy, in a backup), as this app stores it. */
export function upgradeRecord(table: string, record: StoredRecord, version: number): StoredRecord {
  const later = UPGRADES.filter((upgrade) => upgrade.version > version);
  return later.reduce((old, { steps }) => steps[table]?.(old) ?? old, record);
}

/** What this app writes; a database of a higher version belongs to a newer app. */
export const DATABASE_VERSION = Math.max(...UPGRADES.map((upgrade) => upgrade.version));
