/**
 * The search through a grid of variants: what was found before is kept and not run again, what is found is stored
 * while the search goes on, so that a cancel or a reload loses next to nothing.
 */
import { comparedWith } from "./compared-with.ts";
import { engineOf } from "./engine-of.ts";
import type { VariantPool } from "./variant-pool.ts";
import { sourceFor } from "#src/storage/datasets.ts";
import type { GridCell } from "#src/storage/grid-record.ts";
import { gridId, loadGrid, storeGrid } from "#src/storage/grids.ts";
import type { GridQuestion } from "#src/storage/grids.ts";
import { loadStrategy } from "#src/storage/strategies.ts";
import { ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import type { DatasetSource } from "#workers/model/dataset-source.ts";
import type { VariantFigures } from "#workers/model/protocol.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { gridVariants } from "#workers/model/variant-grid.ts";
import type { GridAxes } from "#workers/model/variant-grid.ts";

/** A grid that can be searched. */
export interface GridSearch {
  readonly id: string;
  readonly question: GridQuestion;
  readonly source: DatasetSource;
  /** By number of the cell; each compared with what its own run would be. */
  readonly variants: readonly Strategy[];
  /** What was found before; null for a cell that is still to be run. */
  readonly found: readonly (GridCell | null)[];
}

/** Cells are stored at most so often while the search goes on. */
const STORE_MS = 500;

/** Refused where the strategy or its data is gone, and where the strategy's limits forbid a value of the axes. */
export async function prepareSearch(strategyId: string, axes: GridAxes): Promise<Result<GridSearch>> {
  const record = await loadStrategy(strategyId);
  if (!record.ok) return record;
  const { strategy, datasetId } = record.value;
  const data = await sourceFor(datasetId, strategy.scanner.exchange);
  if (!data.ok) return data;
  const { source, fingerprint, benchmark } = data.value;
  const variants = gridVariants(comparedWith(strategy, benchmark), axes);
  if (!variants.ok) return variants;
  const question: GridQuestion = {
    strategyId,
    strategy,
    datasetFingerprint: fingerprint,
    engineVersion: await engineOf(strategy),
    axes,
  };
  const id = await gridId(question);
  const before = await loadGrid(id);
  const found = variants.value.map((_, at) => before?.cells[at] ?? null);
  return ok({ id, question, source, variants: variants.value, found });
}

export interface SearchTools {
  readonly pool: VariantPool;
  /** All cells as they now are; called as often as workers answer. */
  readonly onCells: (cells: readonly (GridCell | null)[]) => void;
  readonly signal: AbortSignal;
  /** Milliseconds, never going back. */
  now(): number;
}

/** Runs what is still to be run; the cells found are stored whatever the end is. */
export async function runSearch(search: GridSearch, tools: SearchTools): Promise<Result<null>> {
  const { id, question, source, variants } = search;
  const cells = [...search.found];
  const open = cells.flatMap((cell, at) => (cell === null ? [at] : []));
  let storedAt = tools.now();
  const stores: Promise<Result<null>>[] = [];
  const store = () => {
    storedAt = tools.now();
    stores.push(storeGrid(id, question, [...cells]));
  };
  const done = await tools.pool.run({
    strategies: open.flatMap((at) => variants[at] ?? []),
    source,
    signal: tools.signal,
    onFigures(first, figures) {
      for (const [at, one] of figures.entries()) cells[open[first + at] ?? -1] = toCell(one);
      tools.onCells([...cells]);
      if (tools.now() - storedAt >= STORE_MS) store();
    },
  });
  store();
  const stored = await Promise.all(stores);
  return done.ok ? (stored.find((one) => !one.ok) ?? ok(null)) : done;
}

function toCell(result: Result<VariantFigures>): GridCell {
  return result.ok
    ? { type: "figures", figures: result.value.performance }
    : { type: "refused", message: result.problem.message };
}
