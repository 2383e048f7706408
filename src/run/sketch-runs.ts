/**
 * Runs strategies one after the other for a few figures and a small curve each, on a worker of its own. What this device
 * has worked out before is not run again.
 */
import { comparedWith } from "./compared-with.ts";
import { engineOf } from "./engine-of.ts";
import type { BacktestClient } from "./backtest-client.ts";
import { sourceFor } from "#src/storage/datasets.ts";
import { loadSketches, sketchId, storeSketch } from "#src/storage/sketches.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Problem, ProblemCode, Result } from "#workers/model/problem.ts";
import type { RunSketch } from "#workers/model/run-sketch.ts";
import type { Strategy } from "#workers/model/strategy.ts";

export interface SketchJob {
  readonly datasetId: string;
  /** All of one exchange. */
  readonly exchange: string;
  readonly strategies: readonly Strategy[];
}

export interface SketchTools {
  /** Its worker is ended when the runs are over; without one, one is started where something is to be run. */
  readonly client?: BacktestClient;
  /** Called with what is known, by place in the list of strategies, and then with each as it is found. */
  readonly onSketches: (found: ReadonlyMap<number, Result<RunSketch>>) => void;
  readonly signal: AbortSignal;
}

/** Of a run by itself; any other problem is one of the device, and ends all of them. */
const ENDS_ALL: ReadonlySet<ProblemCode> = new Set(["cancelled", "worker-lost", "memory-short"]);

/**
 * A strategy that can't be run has its own problem. Refused as a whole where the data is gone, the worker is lost, or
 * what was found can't be kept; aborting gives the problem "cancelled" at once.
 */
export async function sketchRuns(
  { datasetId, exchange, strategies }: SketchJob,
  { client: given, onSketches, signal }: SketchTools,
): Promise<Result<null>> {
  const data = await sourceFor(datasetId, exchange);
  if (!data.ok) return data;
  const { source, benchmark, fingerprint } = data.value;
  const compared = strategies.map((strategy) => comparedWith(strategy, benchmark));
  const ids = await Promise.all(
    compared.map(async (strategy) =>
      sketchId({ strategy, datasetFingerprint: fingerprint, engineVersion: await engineOf(strategy) }),
    ),
  );
  const kept = await loadSketches(ids);
  if (signal.aborted) return err(cancelled);
  onSketches(new Map(kept.flatMap((sketch, at) => (sketch ? [[at, ok(sketch)]] : []))));
  const open = compared.flatMap((strategy, at) => (kept[at] ? [] : [{ strategy, at, id: ids[at] ?? "" }]));
  if (open.length === 0) return ok(null);
  const client = given ?? (await import("./browser-client.ts")).createBrowserClient();
  let notKept: Problem | null = null;
  try {
    for (const { strategy, at, id } of open) {
      if (signal.aborted) return err(cancelled);
      // oxlint-disable-next-line no-await-in-loop -- one worker: one run after the other
      const sketch = await client.call("sketchRun", { strategy, source }, { signal });
      if (!sketch.ok && ENDS_ALL.has(sketch.problem.code)) return sketch;
      // oxlint-disable-next-line no-await-in-loop -- as above
      const stored = sketch.ok ? await storeSketch(id, sketch.value) : ok(null);
      if (!stored.ok) notKept ??= stored.problem;
      onSketches(new Map([[at, sketch]]));
    }
  } finally {
    client.endIdle();
  }
  return notKept ? err(notKept) : ok(null);
}

const cancelled: Problem = { code: "cancelled", message: "Cancelled. Nothing was changed." };
