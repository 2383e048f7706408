/** The search that the page shows: prepared when the axes change, run on request, stopped when the page goes. */
import { useEffect, useRef, useState } from "react";
import { useReloadHold } from "#src/app/work-in-hand.ts";
import { shownName } from "#src/format/shown.ts";
import { chainYardsticks } from "#src/format/verdict-words.ts";
import { createBrowserPool } from "#src/run/browser-pool.ts";
import { prepareSearch, runSearch } from "#src/run/grid-search.ts";
import type { GridSearch } from "#src/run/grid-search.ts";
import type { VariantPool } from "#src/run/variant-pool.ts";
import type { GridCell } from "#src/storage/grid-record.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import type { Problem } from "#workers/model/problem.ts";
import type { ChainedBenchmark, ChainedRun } from "#workers/model/protocol.ts";
import type { Frequency } from "#workers/model/report.ts";
import type { GridAxes } from "#workers/model/variant-grid.ts";
import type { Yardsticks } from "#workers/words/verdict.ts";

export type Cells = readonly (GridCell | null)[];

/** ISO dates of its first and last day. */
export interface DaySpan {
  readonly from: string;
  readonly to: string;
}

/** null while it is not known. */
interface Compared {
  /** What all variants are compared with, its label as it is shown. */
  readonly benchmark: ChainedBenchmark | null;
  /** The same with the average share; `own` is of the strategy as it is saved. */
  readonly known: Yardsticks | null;
  /** The second half of the sessions that all variants run on. */
  readonly secondHalf: DaySpan | null;
  /** Of the bars that all variants run on; taken for days while it is not known. */
  readonly frequency: Frequency;
}

export interface SearchState {
  /** null while it is being prepared. */
  readonly search: GridSearch | null;
  readonly cells: Cells;
  readonly isRunning: boolean;
  /** Why the search can't be, or why it ended early. */
  readonly problem: Problem | null;
  readonly wasCancelled: boolean;
}

const NOTHING: SearchState = {
  search: null,
  cells: [],
  isRunning: false,
  problem: null,
  wasCancelled: false,
};
const NOT_COMPARED: Compared = { benchmark: null, known: null, secondHalf: null, frequency: "daily" };
/** The page shows what is found so often. */
const SHOW_MS = 150;
/** A search is prepared when nothing was typed for so long. */
const TYPING_MS = 200;

/** @param axes - null while the form is not valid */
export function useSearch(strategyId: string, axes: GridAxes | null) {
  const [state, setState] = useState<SearchState>(NOTHING);
  const [msEach, setMsEach] = useState<number | null>(null);
  const [compared, setCompared] = useState<Compared>(NOT_COMPARED);
  const stop = useRef<AbortController | null>(null);
  const isProbed = useRef(false);
  const [pool] = useState<VariantPool>(createBrowserPool);
  const key = JSON.stringify([strategyId, axes]);
  useReloadHold(state.isRunning ? "the optimisation has ended" : null);

  useEffect(
    () => () => {
      stop.current?.abort();
      pool.end();
    },
    [pool],
  );

  useEffect(() => {
    const asked = axesOf(key);
    if (!asked) return undefined;
    let isOver = false;
    const prepare = async () => {
      const prepared = await prepareSearch(strategyId, asked);
      if (isOver) return;
      stop.current?.abort();
      stop.current = null;
      setState(
        prepared.ok
          ? { ...NOTHING, search: prepared.value, cells: prepared.value.found }
          : { ...NOTHING, problem: prepared.problem },
      );
    };
    const timer = setTimeout(() => void prepare(), TYPING_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [strategyId, key]);

  const { search } = state;
  // for a moment after the axes changed, what was prepared is still the grid before
  const isCurrent = search !== null && JSON.stringify([strategyId, search.question.axes]) === key;
  useEffect(() => {
    if (!search || isProbed.current) return;
    isProbed.current = true;
    const { source, variants } = search;
    const { signal } = new AbortController();
    const probe = async () => {
      const probed = await pool.probe({ strategies: variants, source, signal });
      if (probed.ok) setMsEach(probed.value);
      // every variant is compared with the same: period and prices are not varied
      const run = await pool.chain({ strategies: variants.slice(0, 1), source, signal });
      if (run.ok) setCompared(comparedOf(run.value));
    };
    void probe();
  }, [search, pool]);

  const start = async (): Promise<void> => {
    if (!search || !isCurrent || state.isRunning) return;
    const own = new AbortController();
    stop.current = own;
    const shown = createDisplay((cells) => setState((before) => ({ ...before, cells })));
    setState((before) => ({ ...before, isRunning: true, problem: null, wasCancelled: false }));
    const done = await runSearch(
      { ...search, found: state.cells },
      { pool, onCells: (cells) => shown.show(cells), signal: own.signal, now },
    );
    shown.flush();
    if (stop.current !== own) return;
    const wasCancelled = !done.ok && done.problem.code === "cancelled";
    const problem = done.ok || wasCancelled ? null : done.problem;
    setState((before) => ({ ...before, isRunning: false, problem, wasCancelled }));
  };

  return {
    state: isCurrent || state.problem ? state : NOTHING,
    msEach,
    ...compared,
    pool,
    start: () => void start(),
    cancel: () => stop.current?.abort(),
  };
}

/** Less than two sessions have no second half. */
function comparedOf(run: ChainedRun): Compared {
  const { benchmark: own, day, frequency = "daily" } = run;
  const benchmark = own ? { ...own, label: shownName(own.label) } : null;
  const known = chainYardsticks(run);
  const [first, last] = [day[Math.floor(day.length / 2)], day.at(-1)];
  if (day.length < 2 || first === undefined || last === undefined)
    return { benchmark, known, secondHalf: null, frequency };
  return { benchmark, known, secondHalf: { from: formatIsoDay(first), to: formatIsoDay(last) }, frequency };
}

function now(): number {
  return performance.now();
}

/** Hands over the last of what comes too often. */
function createDisplay(show: (cells: Cells) => void) {
  let latest: Cells | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (latest) show(latest);
    latest = null;
  };
  return {
    show(cells: Cells) {
      latest = cells;
      timer ??= setTimeout(flush, SHOW_MS);
    },
    flush,
  };
}

function axesOf(key: string): GridAxes | null {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the key was made of them
  return (JSON.parse(key) as [string, GridAxes | null])[1];
}
