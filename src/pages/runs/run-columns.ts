/** What the list of runs is ordered by, and the words and figures of its rows. */
import { formatMoment } from "#src/format/day.ts";
import { formatPercent } from "#src/format/number.ts";
import { shown, shownName } from "#src/format/shown.ts";
import { leastLead } from "#src/format/verdict-words.ts";
import { headlineYardsticks } from "#src/storage/headline.ts";
import type { RunState } from "#src/storage/records.ts";
import type { RunSummary } from "#src/storage/run-history.ts";
import type { TableSort } from "#src/ui/table-sort.ts";
import { hasYearlyRate } from "#workers/words/verdict.ts";

export interface RunColumn {
  readonly title: string;
  /** Figures are aligned at the end. */
  readonly end?: boolean;
  /** Its class in runs-page.module.css; one without takes what is left. */
  readonly width?: string;
  /** Said under the pointer. */
  readonly about?: string;
  readonly sortBy?: (run: RunSummary) => string | number;
  /** Left out where no run has anything in it. */
  readonly isInUse?: (run: RunSummary) => boolean;
}

export const NEWEST_FIRST: TableSort = { column: "Run on", direction: "descending" };

const RUN_ON: RunColumn = { title: "Run on", width: "momentWidth", sortBy: ({ startedAt }) => startedAt };
const DATA: RunColumn = {
  title: "Data",
  width: "wordsWidth",
  sortBy: ({ datasetTitle }) => datasetTitle,
};
const WIDE_DATA: RunColumn = { ...DATA, width: "dataWidth" };
const CAGR: RunColumn = {
  title: "CAGR",
  end: true,
  width: "figureWidth",
  sortBy: (run) => cagrOf(run) ?? -Infinity,
};
const VERDICT: RunColumn = {
  title: "Verdict",
  width: "verdictWidth",
  about:
    "Against the index, the average share and random runs, as far as they are known: the first that it fails",
  sortBy: ({ headline }) => (headline ? -leastLead(headlineYardsticks(headline)) : Infinity), // the best first
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
  DATA,
  CAGR,
  FALL,
  VERDICT,
  { title: "Tags", width: "tagsWidth", isInUse: ({ remark }) => (remark?.tags.length ?? 0) > 0 },
  { title: "Note", width: "wordsWidth", isInUse: ({ remark }) => (remark?.note ?? "") !== "" },
];

/** Those in which any of these runs has something; without both tags and notes there is room for the data's name. */
export function columnsFor(runs: readonly RunSummary[]): readonly RunColumn[] {
  const inUse = COLUMNS.filter(({ isInUse }) => !isInUse || runs.some(isInUse));
  if (inUse.some(({ isInUse }) => isInUse)) return inUse;
  return inUse.map((column) => (column === DATA ? WIDE_DATA : column));
}

/** What rows of three lines are ordered by. */
export const FEW_COLUMNS: readonly RunColumn[] = [RUN_ON, CAGR, FALL, VERDICT];

/** null for a run of less than a year, too. */
export function cagrOf({ headline }: Pick<RunSummary, "headline">): number | null {
  return headline && hasYearlyRate({ days: headline.days ?? null }) ? headline.cagr : null;
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

/** The last line of a row, where rows have three. */
export function aboutOf({ startedAt, datasetTitle, remark }: RunSummary): string {
  const { tags = [], note = "" } = remark ?? {};
  return [formatMoment(startedAt), ...tags, note, datasetTitle]
    .filter((part) => part !== "")
    .map(shown)
    .join(" · ");
}

export function percentOf(value: number | null): string {
  return formatPercent(value, 1);
}

export function isPinned({ remark }: RunSummary): boolean {
  return remark?.isPinned === true;
}

/** Pinned ones first, else in the order given. */
export function withPinnedFirst(runs: readonly RunSummary[]): readonly RunSummary[] {
  return runs.some(isPinned) ? [...runs.filter(isPinned), ...runs.filter((run) => !isPinned(run))] : runs;
}
