/**
 * A walk-forward: in each window the grid's best variant on the years of choosing is traded on the years after them,
 * which it has not seen. What the traded years make together is what the choosing is worth.
 */
import type { GridSearch } from "./grid-search.ts";
import type { VariantPool } from "./variant-pool.ts";
import { loadDataset } from "#src/storage/datasets.ts";
import type { WalkOutcome } from "#src/storage/walk-record.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Problem, Result } from "#workers/model/problem.ts";
import type { Performance } from "#workers/model/report.ts";
import type { Strategy } from "#workers/model/strategy.ts";

import type { DateSpan, WalkWindow } from "#workers/model/walk-windows.ts";

export interface WalkQuestion {
  readonly search: GridSearch;
  readonly windows: readonly WalkWindow[];
  /** The higher the better; null is never chosen. */
  readonly scoreOf: (figures: Performance) => number | null;
}

/** More simulations than this are a slip of the finger. */
export const MOST_SIMULATIONS = 20_000;

/** The strategy's period as far as the dataset has prices for it. */
export async function periodWithData(strategy: Strategy, datasetId: string): Promise<Result<DateSpan>> {
  const dataset = await loadDataset(datasetId);
  if (!dataset.ok) return dataset;
  const { firstDate, lastDate } = dataset.value;
  const { startDate, endDate } = strategy.simulation;
  return ok({
    from: firstDate !== null && firstDate > startDate ? firstDate : startDate,
    to: lastDate !== null && lastDate < endDate ? lastDate : endDate,
  });
}

interface WalkTools {
  readonly pool: VariantPool;
  /** Simulations done so far. */
  readonly onDone: (simulations: number) => void;
  readonly signal: AbortSignal;
}

/** @param question - with at least one window */
export async function walkForward(question: WalkQuestion, tools: WalkTools): Promise<Result<WalkOutcome>> {
  const { search, windows, scoreOf } = question;
  const { source, variants } = search;
  const { pool, signal, onDone } = tools;
  const best = windows.map((): { cell: number; score: number; figures: Performance } | null => null);
  let done = 0;
  const searched = await pool.run({
    strategies: windows.flatMap(({ chosenOn }) => variants.map((variant) => during(variant, chosenOn))),
    source,
    signal,
    onFigures(first, results) {
      for (const [at, result] of results.entries()) {
        const window = Math.floor((first + at) / variants.length);
        const cell = (first + at) % variants.length;
        const score = result.ok ? scoreOf(result.value.performance) : null;
        if (!result.ok || score === null) continue;
        const before = best[window];
        const isBetter = !before || score > before.score || (score === before.score && cell < before.cell);
        if (isBetter) best[window] = { cell, score, figures: result.value.performance };
      }
      done += results.length;
      onDone(done);
    },
  });
  if (!searched.ok) return searched;
  const chosen = windows.flatMap((window, at) => {
    const found = best[at];
    const variant = found ? variants[found.cell] : undefined;
    return found && variant ? [{ window, found, variant }] : [];
  });
  const [first] = chosen;
  if (!first) return err(nothingChosen);
  const walked = await pool.chain({
    strategies: chosen.map(({ window, variant }) => during(variant, window.tradedOn)),
    source,
    signal,
  });
  if (!walked.ok) return walked;
  const { strategy } = search.question;
  const saved = await pool.chain({
    strategies: chosen.map(({ window }) => during(strategy, window.tradedOn)),
    source,
    signal,
  });
  if (!saved.ok) return saved;
  const walkedWindows = chosen.flatMap(({ window, found }, at) => {
    const outOfSample = walked.value.performances[at];
    return outOfSample ? [{ ...window, cell: found.cell, inSample: found.figures, outOfSample }] : [];
  });
  return ok({ windows: walkedWindows, walked: walked.value, saved: saved.value });
}

function during(strategy: Strategy, { from, to }: DateSpan): Strategy {
  return { ...strategy, simulation: { ...strategy.simulation, startDate: from, endDate: to } };
}

const nothingChosen: Problem = {
  code: "period-empty",
  message: "In no window could a variant be run. Choose a longer period, or fewer years to choose on.",
};
