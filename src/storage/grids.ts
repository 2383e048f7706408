/**
 * Stored grids of variants, each with its last walk-forward: kept so that an optimisation goes on after a cancel or a
 * reload, and so that its variants count. They stay when their strategy is deleted, as its runs do, which they count for.
 */
import { Dexie } from "dexie";
import { database } from "./database.ts";
import { gridHeadOf } from "./grid-head.ts";
import { gridHeadSchema, gridRecordSchema } from "./grid-record.ts";
import type { GridCell, GridHead, GridRecord } from "./grid-record.ts";
import { readRecords } from "./records.ts";
import type { RunRecord } from "./records.ts";
import { sha256 } from "./sha256.ts";
import type { TableName } from "./tables.ts";
import { whereStored } from "./where-stored.ts";
import { write } from "./writer.ts";
import { walkRecordSchema } from "./walk-record.ts";
import type { WalkRecord } from "./walk-record.ts";
import type { Result } from "#workers/model/problem.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { fieldValue, gridVariants } from "#workers/model/variant-grid.ts";
import type { Axis, GridAxes } from "#workers/model/variant-grid.ts";

/** Everything that decides what is in the cells. */
export interface GridQuestion {
  readonly strategyId: string;
  readonly strategy: Strategy;
  readonly datasetFingerprint: string;
  readonly engineVersion: string;
  readonly axes: GridAxes;
}

/** The name of the strategy changes nothing. */
export function gridId({ strategy, ...others }: GridQuestion): Promise<string> {
  return sha256(JSON.stringify({ ...others, strategy: settingsOf(strategy) }));
}

/** What was found of the grid so far; null for nothing, or where it can't be read: it is run again then. */
export async function loadGrid(id: string): Promise<GridRecord | null> {
  return gridRecordSchema.safeParse(await whereStored(() => database.grids.get(id), undefined)).data ?? null;
}

/** The grid of a strategy that was worked at last, of those that can be read; null for none. */
export async function latestGrid(strategyId: string): Promise<GridRecord | null> {
  const ofStrategy = () =>
    database.grids
      .where("[strategyId+updatedAt]")
      .between([strategyId, Dexie.minKey], [strategyId, Dexie.maxKey])
      // oxlint-disable-next-line unicorn/no-array-reverse -- of a Dexie collection, no array
      .reverse()
      .primaryKeys();
  for (const id of await whereStored(ofStrategy, [])) {
    // oxlint-disable-next-line no-await-in-loop -- mostly the first is the one
    const grid = await loadGrid(id);
    if (grid) return grid;
  }
  return null;
}

/** Stores the cells in place of those before. */
export function storeGrid(
  id: string,
  question: GridQuestion,
  cells: readonly (GridCell | null)[],
): Promise<Result<null>> {
  const record: GridRecord = { ...question, id, cells, updatedAt: Date.now() };
  return write("The optimisation", GRID_TABLES, async () => {
    await putGrids([record]);
    return null;
  });
}

/** What a write of grids is over. */
export const GRID_TABLES = ["grids", "gridHeads"] as const satisfies readonly TableName[];

/** Within a write over GRID_TABLES. */
export async function putGrids(grids: readonly GridRecord[]): Promise<void> {
  await database.grids.bulkPut([...grids]);
  await database.table("gridHeads").bulkPut(grids.map(gridHeadOf));
}

/** Likewise. */
export async function dropGrids(ids: readonly string[]): Promise<void> {
  await database.grids.bulkDelete([...ids]);
  await database.gridHeads.bulkDelete([...ids]);
}

/** Deletes a grid, damaged or not, with its walk-forward. */
export function deleteGrid(id: string): Promise<Result<null>> {
  return write("The deletion of the optimisation", [...GRID_TABLES, "walks"], async () => {
    await dropGrids([id]);
    await database.walks.delete(id);
    return null;
  });
}

/** The last walk-forward over a grid; null for none, or where it can't be read. */
export async function loadWalk(id: string): Promise<WalkRecord | null> {
  return walkRecordSchema.safeParse(await whereStored(() => database.walks.get(id), undefined)).data ?? null;
}

/**
 * Stores a walk-forward in place of the one before, and its grid where nothing of that was run: the page opens with the
 * grid that was worked at last.
 */
export function storeWalk(
  walk: Omit<WalkRecord, "updatedAt">,
  question: GridQuestion,
  cells: readonly (GridCell | null)[],
): Promise<Result<null>> {
  return write("The walk-forward", [...GRID_TABLES, "walks"], async () => {
    const { id } = walk;
    const updatedAt = Date.now();
    const grid = (await database.grids.get(id)) ?? { ...question, id, cells };
    await putGrids([{ ...grid, updatedAt }]);
    await database.walks.put({ ...walk, updatedAt });
    return null;
  });
}

/**
 * The settings of the variants of grids that a run is one choice out of: of the grids of its strategy's family, and of
 * any grid that has the run's settings among its cells, on the same data.
 *
 * @param family - ids of its strategies
 */
export async function listGridTrials(
  run: Pick<RunRecord, "datasetFingerprint" | "strategy">,
  family: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const { datasetFingerprint } = run;
  const onSameData = await database.gridHeads.where({ datasetFingerprint }).toArray();
  const { records } = readRecords<GridHead>(gridHeadSchema, onSameData, "grid");
  const trials = new Set<string>();
  for (const { strategy, strategyId, axes, tried } of records) {
    const [rows, columns] = axes;
    if (!rows) continue;
    const of: GridAxes = columns ? [rows, columns] : [rows];
    const variants = family.has(strategyId)
      ? settingsOfCells(strategy, of)
      : settingsAmong(strategy, of, run.strategy);
    for (const cell of tried) {
      const settings = variants[cell];
      if (settings !== undefined) trials.add(settings);
    }
  }
  return trials;
}

/** A strategy without its name, as text: the same for variants that are one. */
export function settingsOf(strategy: Strategy): string {
  return JSON.stringify({ ...strategy, name: "" });
}

/** Of all cells of a grid where the chosen settings are those of one of them; else none, and only one is worked out. */
export function settingsAmong(strategy: Strategy, axes: GridAxes, chosen: Strategy): readonly string[] {
  const wanted = settingsOf(chosen);
  const [own] = settingsOfCells(strategy, atValuesOf(chosen, axes));
  const settings = own === wanted ? settingsOfCells(strategy, axes) : [];
  return settings.includes(wanted) ? settings : [];
}

/** Axes that have the strategy's own values alone; none of them where it has none. */
function atValuesOf(strategy: Strategy, [rows, columns]: GridAxes): GridAxes {
  const at = (axis: Axis): Axis => {
    const value = fieldValue(strategy, axis) ?? Number.NaN;
    return { ...axis, from: value, to: value };
  };
  return columns ? [at(rows), at(columns)] : [at(rows)];
}

function settingsOfCells(strategy: Strategy, axes: GridAxes): readonly string[] {
  const variants = gridVariants(strategy, axes);
  return variants.ok ? variants.value.map(settingsOf) : [];
}
