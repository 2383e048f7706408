/**
 * The database's versions, oldest first; they only grow. A version that changes records gets a pure function from the
 * old record to the new, with a frozen record of the old version in tests/fixtures/. A shipped step is never edited.
 */

export interface Upgrade {
  readonly version: number;
  /** Dexie's index lists by table: the primary key first. */
  readonly stores: Readonly<Record<string, string>>;
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
  },
];

/** What this app writes; a database of a higher version belongs to a newer app. */
export const DATABASE_VERSION = Math.max(...UPGRADES.map((upgrade) => upgrade.version));
