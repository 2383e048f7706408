import type { CsvCell } from "#src/format/csv.ts";
import type { RobustnessParts, RunGist } from "#src/storage/robustness-record.ts";
import type { Report } from "#workers/model/report.ts";
import { BEST_POSITIONS } from "#workers/model/robustness.ts";
import type { LeadSpread } from "#workers/model/analysis.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { gridCells, targetKey } from "#workers/model/variant-grid.ts";
import type { GridAxes } from "#workers/model/variant-grid.ts";

/** Percent a year. */
interface Yardsticks {
  readonly benchmark: number | null;
  readonly universe: number | null;
}

/** Of runs over years of their own. */
const NO_YARDSTICKS: Yardsticks = { benchmark: null, universe: null };

/** What is stored of a run: of some no more than the rate. */
type Gist = Pick<RunGist, "cagr"> & Partial<RunGist>;

export const CSV_HEADER = [
  "check",
  "case",
  "cagrPercent",
  "benchmarkCagrPercent",
  "endValue",
  "maxDrawdownPercent",
  "universeCagrPercent",
  "leadOver",
  "leadPoints",
  "leadLowPoints",
  "leadHighPoints",
  "leadBelowZeroPercent",
];

/** Empty cells of rows without a lead: each row has as many cells as the head. */
const NO_LEAD: readonly CsvCell[] = [null, null, null, null, null];

interface CsvSources {
  readonly parts: RobustnessParts;
  readonly report: Report;
  readonly strategy: Strategy;
  /** null while it is not known, and of a run too short for one. */
  readonly lead: LeadSpread | null;
}

/**
 * A row for each run of the checks that are there, this run's own first; without an average share its cells are empty.
 * The lead over the hardest yardstick, with the interval that 95 of 100 draws of the run's days have, is in the first row.
 */
export function csvRows({ parts, report, strategy, lead }: CsvSources): readonly (readonly CsvCell[])[] {
  const known: Yardsticks = {
    benchmark: report.benchmarkPerformance.cagr,
    universe: report.universePerformance?.cagr ?? null,
  };
  const row = (check: string, name: CsvCell, gist: Gist, others = known): readonly CsvCell[] => [
    check,
    name,
    gist.cagr,
    others.benchmark,
    gist.endValue ?? null,
    gist.maxDrawdown ?? null,
    others.universe,
  ];
  const { costs = [], setBack, scheduleDays, lasted, late, withoutBest, starts = [], random, map } = parts;
  const [rows, columns] = map?.axes ?? [];
  const axes: GridAxes | null = rows ? (columns ? [rows, columns] : [rows]) : null;
  const own = row("run", strategy.name, report.performance);
  const others = [
    ...costs.map((rung) => row("costs a side in percent", rung.side, rung)),
    ...(setBack?.ways ?? []).map((choice) => row("set back", choice.way, choice)),
    ...(scheduleDays ?? []).map((one) => row("scheduled on session", one.day, one)),
    ...(lasted?.starts ?? []).map(({ from, endValue, ranOut }) =>
      row(
        `begun for ${lasted?.years} years on`,
        ranOut === null ? from : `${from}, money gone on ${ranOut}`,
        { cagr: null, endValue },
        NO_YARDSTICKS,
      ),
    ),
    ...(late ? [row("every order a session later", null, late)] : []),
    ...(withoutBest ? [row(`without its ${BEST_POSITIONS} best positions`, null, withoutBest)] : []),
    ...starts.map((start) =>
      row("begun on", start.from, start, {
        benchmark: start.benchmarkCagr,
        universe: start.universeCagr ?? null,
      }),
    ),
    ...(random?.cagr ?? []).map((cagr, at) => row("random entries by rank", at + 1, { cagr })),
    ...(axes
      ? gridCells(axes).map((values, cell) =>
          row(axes.map((axis) => targetKey(axis)).join(", "), values.join(", "), {
            cagr: map?.cagr[cell] ?? null,
          }),
        )
      : []),
  ];
  return [own.concat(leadCells(lead, report)), ...others.map((cells) => cells.concat(NO_LEAD))];
}

function leadCells(lead: LeadSpread | null, { metadata }: Report): readonly CsvCell[] {
  if (!lead) return NO_LEAD;
  const over = lead.yardstick === "index" ? metadata.benchmark : lead.yardstick;
  return [over, lead.lead, lead.low, lead.high, lead.shareBelowZero];
}
