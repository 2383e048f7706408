/** Figures and curves of the templates on the chosen data: known ones at once, the others one after the other. */
import { useEffect, useState } from "react";
import { sketchRuns } from "#src/run/sketch-runs.ts";
import type { Problem, Result } from "#workers/model/problem.ts";
import type { RunSketch } from "#workers/model/run-sketch.ts";
import type { DataChoice } from "#src/run/data-choices.ts";
import type { FittedTemplate } from "#src/run/templates/fit-template.ts";

export interface Sketches {
  /** By the template's id; absent for what is still to be worked out. */
  readonly found: ReadonlyMap<string, Result<RunSketch>>;
  /** What ended the work early, or kept its results from being stored. */
  readonly problem: Problem | null;
}

const NOTHING: Sketches = { found: new Map(), problem: null };

/**
 * Leaving, and other data, end the work at once.
 *
 * @param fitted - of the choice; the same list as long as the choice is the same
 */
export function useSketches(choice: DataChoice | null, fitted: readonly FittedTemplate[]): Sketches {
  const [state, setState] = useState({ fitted, sketches: NOTHING });
  useEffect(() => {
    if (!choice) return undefined;
    const own = new AbortController();
    const runnable = fitted.filter(({ lacks }) => lacks.length === 0);
    const idOf = (place: number) => runnable[place]?.card.id ?? "";
    let sketches = NOTHING;
    const show = (changed: Partial<Sketches>) => {
      if (own.signal.aborted) return;
      sketches = { ...sketches, ...changed };
      setState({ fitted, sketches });
    };
    const work = async () => {
      const job = {
        datasetId: choice.dataset.id,
        exchange: choice.exchange,
        strategies: runnable.map(({ strategy }) => strategy),
      };
      const done = await sketchRuns(job, {
        signal: own.signal,
        onSketches: (found) =>
          show({
            found: new Map([...sketches.found, ...[...found].map(([at, one]) => [idOf(at), one] as const)]),
          }),
      });
      if (!done.ok) show({ problem: done.problem });
    };
    void work();
    return () => own.abort();
  }, [choice, fitted]);
  return state.fitted === fitted ? state.sketches : NOTHING;
}
