/** What the list of runs is ordered by, and the words and figures of its rows. */
import { formatMoment } from "#src/format/day.ts";
import { formatPercent } from "#src/format/number.ts";
import { shown, shownName } from "#src/format/shown.ts";
import type { RunState } from "#src/storage/records.ts";
import type { RunSummary } from "#src/storage/run-history.ts";
import type { TableSort } from "#src/ui/table-sort.ts";

export interface RunColumn {
  readonly title: string;
  /** Figures are aligned at the end. */
  readonly end?: boolean;
  /** Its class in runs-page.module.css; one without takes what is left. */
  readonly width?: string;
  /** Said under the pointer. */
  readonly about?: string;
  readonly sortBy?: (run: RunSummary) => string | number;
}

export const NEWEST_FIRST: TableSort = { column: "Run on", direction: "descending" };

const RUN_ON: RunColumn = { title: "Run on", width: "momentWidth", sortBy: ({ startedAt }) => startedAt };
const CAGR: RunColumn = {
  title: "CAGR",
  end: true,
  width: "figureWidth",
  sortBy: (run) => run.headline?.cagr ?? -Infinity,
};
const EXCESS: RunColumn = {
  title: "Excess, points",
  end: true,
  width: "excessWidth",
  about: "CAGR above that of the benchmark",
  sortBy: (run) => excessOf(run) ?? -Infinity,
};
const FALL: RunColumn = {
  title: "Deepest fall",
  end: true,
  width: "fallWidth",
  sortBy: (run) => run.headline?.maxDrawdown ?? -Infinity,
};

/** A column each, after those of the tick and the pin. */
export const COLUMNS: readonly RunColumn[] = [
  { title: "Strategy", sortBy: ({ strategyName }) => strategyName.toLowerCase() },
  RUN_ON,
  { title: "Data", width: "wordsWidth", sortBy: ({ datasetTitle }) => datasetTitle },
  CAGR,
  EXCESS,
  FALL,
  { title: "Tags", width: "tagsWidth" },
  { title: "Note", width: "wordsWidth" },
];

/** What rows of two lines are ordered by. */
export const FEW_COLUMNS: readonly RunColumn[] = [RUN_ON, CAGR, EXCESS, FALL];

/** In points; null where either is undefined, or the benchmark's was not noted yet. */
export function excessOf({ headline }: Pick<RunSummary, "headline">): number | null {
  const { cagr = null, benchmarkCagr = null } = headline ?? {};
  return cagr === null || benchmarkCagr === null ? null : cagr - benchmarkCagr;
}

/** Stands where a run without a result has no figures. */
export const STATE_WORDS: Readonly<Record<RunState, string>> = {
  queued: "Waiting for its turn",
  running: "Running",
  cancelled: "Cancelled",
  complete: "",
  failed: "Failed",
  interrupted: "Interrupted",
};

/** By which a screen reader tells its controls from those of other rows. */
export function nameOf({ strategyName, number }: RunSummary): string {
  return `${shownName(strategyName)}, run ${number}`;
}

/** The second line of a row, where rows have two. */
export function aboutOf({ startedAt, datasetTitle, remark }: RunSummary): string {
  const { tags = [], note = "" } = remark ?? {};
  return [formatMoment(startedAt), ...tags, note, datasetTitle]
    .filter((part) => part !== "")
    .map(shown)
    .join(" · ");
}

export function percentOf(value: number | null | undefined): string {
  return formatPercent(value ?? null, 1);
}

export function isPinned({ remark }: RunSummary): boolean {
  return remark?.isPinned === true;
}

/** Pinned ones first, else in the order given. */
export function withPinnedFirst(runs: readonly RunSummary[]): readonly RunSummary[] {
  return runs.some(isPinned) ? [...runs.filter(isPinned), ...runs.filter((run) => !isPinned(run))] : runs;
}
