/** What takes how much on this device, item by item, and what of it is damaged. */
import { database } from "./database.ts";
import { deploymentRecordSchema } from "./deployment-record.ts";
import type { DeploymentRecord } from "./deployment-record.ts";
import { listDeployments, removeDeployment } from "./deployments.ts";
import { gridRecordSchema } from "./grid-record.ts";
import { deleteGrid } from "./grids.ts";
import { eachPiece, readAll } from "./read-pieces.ts";
import { datasetRecordSchema, readRecords, runRecordSchema, strategyRecordSchema } from "./records.ts";
import type { DamagedRecord, RunRecord } from "./records.ts";
import { deleteRun } from "./runs.ts";
import { deleteDatasetRecord } from "./datasets.ts";
import { removeStrategy } from "./strategies.ts";
import { sizeOf } from "./touched.ts";
import type { Result } from "#workers/model/problem.ts";

/** A run whose result is stored. */
export interface StoredResult {
  readonly run: RunRecord;
  /** About; null for runs from before it was noted. */
  readonly bytes: number | null;
}

/** What a list says of a grid of variants and of its walk-forward. */
export interface StoredGrid {
  readonly id: string;
  readonly strategyName: string;
  readonly updatedAt: number;
  readonly variants: number;
  readonly hasWalk: boolean;
  /** About, of both. */
  readonly bytes: number;
}

export interface StoredLedger {
  readonly record: DeploymentRecord;
  /** About. */
  readonly bytes: number;
}

export interface QuarantinedRecord {
  readonly kind: "strategy" | "run" | "dataset" | "optimisation" | "deployment";
  readonly record: DamagedRecord;
}

/** The last finished first. */
export async function listStoredResults(): Promise<readonly StoredResult[]> {
  const stored = new Set(await database.results.toCollection().primaryKeys());
  const { records } = await readAll(database.runs, runRecordSchema, "run");
  return records
    .filter(({ id }) => stored.has(id))
    .toSorted((a, b) => (b.finishedAt ?? 0) - (a.finishedAt ?? 0))
    .map((run) => ({ run, bytes: run.resultBytes }));
}

/** The cells of a grid are let go of as soon as they are counted: hundreds of grids are hundreds of megabytes. */
const gridSchema = gridRecordSchema.transform((grid) => ({
  id: grid.id,
  strategyName: grid.strategy.name,
  updatedAt: grid.updatedAt,
  variants: grid.cells.length,
  bytes: sizeOf(grid),
}));

/** The last worked at first. */
export async function listStoredGrids(): Promise<readonly StoredGrid[]> {
  const { records } = await readAll(database.grids, gridSchema, "optimisation");
  const walks = new Map<string, number>();
  await eachPiece(database.walks, (piece) => {
    for (const walk of piece) walks.set(walk.id, sizeOf(walk));
  });
  return records
    .map((grid) =>
      Object.assign(grid, { hasWalk: walks.has(grid.id), bytes: grid.bytes + (walks.get(grid.id) ?? 0) }),
    )
    .toSorted((a, b) => b.updatedAt - a.updatedAt);
}

/** Deployments with their ledgers, the last made first. */
export async function listStoredLedgers(): Promise<readonly StoredLedger[]> {
  const { records } = await listDeployments();
  const bytes = new Map<string, number>();
  await database.entries.each(({ id, entry }) => {
    const owner = id.slice(0, id.lastIndexOf(" "));
    bytes.set(owner, (bytes.get(owner) ?? 0) + sizeOf(entry));
  });
  return records.map((record) => ({ record, bytes: sizeOf(record) + (bytes.get(record.id) ?? 0) }));
}

/** Records that can't be read; they harm nothing where they are, and the rest is readable. */
export async function listQuarantined(): Promise<readonly QuarantinedRecord[]> {
  const strategies = await readAll(database.strategies, strategyRecordSchema, "strategy");
  const runs = await readAll(database.runs, runRecordSchema, "run");
  const datasets = readRecords(datasetRecordSchema, await database.datasets.toArray(), "dataset");
  const grids = await readAll(database.grids, gridSchema, "optimisation");
  const deployments = readRecords(deploymentRecordSchema, await database.deployments.toArray(), "deployment");
  return [
    ...strategies.damaged.map((record) => ({ kind: "strategy" as const, record })),
    ...runs.damaged.map((record) => ({ kind: "run" as const, record })),
    ...datasets.damaged.map((record) => ({ kind: "dataset" as const, record })),
    ...grids.damaged.map((record) => ({ kind: "optimisation" as const, record })),
    ...deployments.damaged.map((record) => ({ kind: "deployment" as const, record })),
  ];
}

export async function deleteQuarantined({ kind, record }: QuarantinedRecord): Promise<Result<unknown>> {
  const { id } = record;
  switch (kind) {
    case "strategy":
      return removeStrategy(id);
    case "run":
      return deleteRun(id);
    case "dataset":
      return deleteDatasetRecord(id);
    case "optimisation":
      return deleteGrid(id);
    case "deployment":
      return removeDeployment(id);
  }
}
