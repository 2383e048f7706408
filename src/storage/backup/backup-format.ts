/**
 * The backup file, "tidemark-backup/1": a zip archive of JSON texts, one a table and one a run's result, with the
 * prices of imported datasets as they are stored where they were asked for, and a manifest that names every part with
 * its size and checksum.
 */
import { z } from "zod";
import "#workers/model/jitless.ts";

export const BACKUP_FORMAT = "tidemark-backup/1";
export const MANIFEST = "manifest.json";

/** The tables of a backup: each is one JSON list of its records. */
export const BACKUP_TABLES = [
  "strategies",
  "drafts",
  "settings",
  "datasets",
  "runs",
  "grids",
  "walks",
  "deployments",
  "entries",
] as const;
export type BackupTable = (typeof BACKUP_TABLES)[number];

/** Tables that the first backups don't have; then nothing of them is in the backup. */
export const LATER_TABLES: readonly BackupTable[] = ["grids", "walks", "deployments", "entries"];

const MOST_PARTS = 50_000;

const partSchema = z.strictObject({
  path: z.string().max(2000),
  bytes: z.number().int().min(0),
  /** Hex, of a text; null for prices, which carry checksums of their own. */
  sha256: z.string().length(64).nullable(),
});

export const manifestSchema = z.strictObject({
  format: z.literal(BACKUP_FORMAT),
  appVersion: z.string().max(100),
  databaseVersion: z.number().int().min(1),
  /** ISO date and time (UTC). */
  writtenAt: z.iso.datetime(),
  parts: z.array(partSchema).max(MOST_PARTS),
});

export type Manifest = z.infer<typeof manifestSchema>;
export type BackupPart = z.infer<typeof partSchema>;

export function tablePath(table: BackupTable): string {
  return `${table}.json`;
}

export function resultPath(runId: string): string {
  return `results/${encodeURIComponent(runId)}.json`;
}

export function pricesPath(datasetId: string): string {
  return `prices/${encodeURIComponent(datasetId)}.columns`;
}
