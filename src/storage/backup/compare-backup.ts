/** What a restore would change: each record of a backup against the one of its id on this device. Pure. */
import { BACKUP_TABLES } from "./backup-format.ts";
import type { BackupTable } from "./backup-format.ts";
import type { BackupRecords } from "./backup-records.ts";
import type { RunRecord } from "../records.ts";

/** How the backup's record stands to the device's. */
export type Standing = "newer" | "older" | "different";

export interface NamedRecord {
  readonly key: string;
  readonly name: string;
}

export interface DifferingRecord extends NamedRecord {
  readonly standing: Standing;
}

export interface TableComparison {
  readonly table: BackupTable;
  readonly inBackup: number;
  readonly added: readonly NamedRecord[];
  readonly same: number;
  readonly differing: readonly DifferingRecord[];
  readonly onlyHere: readonly NamedRecord[];
}

interface Facts extends NamedRecord {
  /** When it changed last; null where nothing tells. */
  readonly changedAt: number | null;
  readonly content: string;
}

export function compareBackup(backup: BackupRecords, here: BackupRecords): readonly TableComparison[] {
  const [factsOfBackup, factsHere] = [factsByTable(backup), factsByTable(here)];
  return BACKUP_TABLES.map((table) => compareTable(table, factsOfBackup[table], factsHere[table]));
}

function compareTable(table: BackupTable, backup: readonly Facts[], here: readonly Facts[]): TableComparison {
  const mine = new Map(here.map((facts) => [facts.key, facts]));
  const theirs = new Set(backup.map(({ key }) => key));
  const known = backup.flatMap((facts) => {
    const other = mine.get(facts.key);
    return other ? [{ facts, other }] : [];
  });
  const differing = known.filter(({ facts, other }) => facts.content !== other.content);
  return {
    table,
    inBackup: backup.length,
    added: backup.filter(({ key }) => !mine.has(key)),
    same: known.length - differing.length,
    differing: differing.map(({ facts, other }) => ({
      key: facts.key,
      name: facts.name,
      standing: standingOf(facts.changedAt, other.changedAt),
    })),
    onlyHere: here.filter(({ key }) => !theirs.has(key)),
  };
}

function standingOf(theirs: number | null, mine: number | null): Standing {
  if (theirs === null || mine === null || theirs === mine) return "different";
  return theirs > mine ? "newer" : "older";
}

function factsByTable({
  strategies,
  drafts,
  settings,
  datasets,
  runs,
  grids,
  walks,
  deployments,
  entries,
}: BackupRecords): Record<BackupTable, Facts[]> {
  const names = new Map(strategies.map(({ id, name }) => [id, name]));
  const gridNames = new Map(grids.map(({ id, strategy }) => [id, strategy.name]));
  return {
    strategies: strategies.map((one) => toFacts(one, one.id, one.name, one.updatedAt)),
    drafts: drafts.map((one) =>
      toFacts(one, one.strategyId, names.get(one.strategyId) ?? "of a strategy", one.updatedAt),
    ),
    settings: settings.map((one) => toFacts(one, one.key, one.key, null)),
    datasets: datasets.map((one) => toFacts(one, one.id, one.title, one.importedAt)),
    runs: runs.map((one) => toFacts(one, one.id, one.strategyName, lastChange(one))),
    grids: grids.map((one) => toFacts(one, one.id, one.strategy.name, one.updatedAt)),
    walks: walks.map((one) => toFacts(one, one.id, gridNames.get(one.id) ?? "of a grid", one.updatedAt)),
    deployments: deployments.map((one) => toFacts(one, one.id, one.head.name, one.updatedAt)),
    entries: entries.map((one) => toFacts(one, one.id, `the session ${one.entry.session}`, null)),
  };
}

function lastChange({ startedAt, finishedAt, remark }: RunRecord): number {
  return Math.max(startedAt, finishedAt ?? 0, remark?.changedAt ?? 0);
}

function toFacts(record: object, key: string, name: string, changedAt: number | null): Facts {
  return { key, name, changedAt, content: canonical(record) };
}

/** The value as text in which the order of keys doesn't count. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part) && !ArrayBuffer.isView(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
