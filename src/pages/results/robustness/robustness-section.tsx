/** How far the result hangs on costs, chance, haste, its first day and its numbers: real runs, made while the page rests. */
import type { ReactElement, ReactNode } from "react";
import { useMemo, useRef } from "react";
import { formatCount, formatPercent } from "#src/format/number.ts";
import type { RobustnessPart } from "#src/run/check-robustness.ts";
import type { RandomOutcome, RobustnessParts } from "#src/storage/robustness-record.ts";
import { axisSteps } from "#src/ui/axis-steps.ts";
import { Button } from "#src/ui/button.tsx";
import { FactList } from "#src/ui/fact-list.tsx";
import { Histogram } from "#src/ui/histogram.tsx";
import type { HistogramBin } from "#src/ui/histogram.tsx";
import { ProgressBar } from "#src/ui/progress-bar.tsx";
import { Link } from "wouter";
import type { RunRecord } from "#src/storage/records.ts";
import type { Luck } from "#workers/model/analysis.ts";
import type { Report } from "#workers/model/report.ts";
import { Chapter } from "../chapter.tsx";
import { significanceFacts } from "../luck-facts.ts";
import { saveTable } from "../report-files.ts";
import { RunAgain } from "../run-again.tsx";
import { CostTable } from "./cost-table.tsx";
import { NumbersMapPart } from "./numbers-map.tsx";
import { CSV_HEADER, csvRows } from "./robustness-csv.ts";
import { findingOf, NOT_DRAWN, pointsText, robustnessFacts } from "../robustness-words.ts";
import styles from "./robustness.module.css";
import { StartsTable } from "./starts-table.tsx";
import { useRobustness } from "./use-robustness.ts";
import type { RobustnessState } from "./use-robustness.ts";

interface RobustnessSectionProps {
  readonly run: RunRecord;
  readonly report: Report;
  /** What the analysis says of the Sharpe ratio; null without it. */
  readonly luck: Luck | null;
  /** Beside the heading. */
  readonly note?: string | undefined;
  /** What only a portfolio is asked; folded away at first. */
  readonly renderPortfolio?: (parts: RobustnessParts) => ReactNode;
  /** What other orders of the days say; folded away at first. */
  readonly children?: ReactNode;
}

export function RobustnessSection(props: RobustnessSectionProps): ReactElement {
  const { run, report, luck, note, renderPortfolio, children } = props;
  const state = useRobustness(run, report);
  const { parts } = state;
  const { costs, random, starts, map } = parts;
  return (
    <Chapter
      id="robustness"
      finding={findingOf(parts, report)}
      note={note}
      side={<FactList inColumns facts={robustnessFacts(parts, report)} />}
      rest={{
        names: namesOf(parts, luck !== null),
        renderContent: () => (
          <>
            {luck && <FactList inColumns facts={significanceFacts(report, luck)} />}
            {luck && report.equity.universe === undefined && (
              <div className={styles["bar"]}>
                <span className={styles["soft"]}>Both Sharpe figures need the average share.</span>
                <RunAgain run={run} size="small" />
              </div>
            )}
            {hasPortfolioChecks(parts) && renderPortfolio?.(parts)}
            {costs && <CostTable run={run} report={report} costs={costs} />}
            {map && <NumbersMapPart run={run} report={report} map={map} />}
            {starts && starts.length > 0 && <StartsTable report={report} starts={starts} />}
            {children}
            <div className={styles["bar"]}>
              <Link href={`/look-ahead?run=${run.id}`}>The look-ahead check in full</Link>
              <Link href={`/optimise?strategy=${run.strategyId}`}>Optimise the strategy</Link>
            </div>
          </>
        ),
      }}
    >
      <div className={styles["bar"]}>
        <Progress state={state} />
        {hasAny(parts) && (
          <Button
            size="small"
            aria-label="Save as CSV: Robustness"
            onClick={() =>
              saveTable(
                report,
                "robustness",
                CSV_HEADER,
                csvRows({ parts, report, strategy: run.strategy, lead: luck?.lead ?? null }),
              )
            }
          >
            Save as CSV
          </Button>
        )}
      </div>
      {random && <RandomPart report={report} random={random} />}
      {random === null && <p className={styles["soft"]}>{NOT_DRAWN}</p>}
      {random === undefined && <div className={styles["tall"]} />}
    </Chapter>
  );
}

function hasPortfolioChecks({ setBack, scheduleDays, lasted }: RobustnessParts): boolean {
  return Boolean(setBack ?? scheduleDays ?? lasted);
}

/** What is folded away at first. */
function namesOf(
  { setBack, scheduleDays, lasted, costs, map, starts }: RobustnessParts,
  hasLuck: boolean,
): string {
  return [
    setBack && "is setting back worth it",
    scheduleDays && "luck of the day",
    lasted && "would the money have lasted",
    costs && "costs",
    map && "other numbers",
    starts && starts.length > 0 && "started later",
    hasLuck && "is the Sharpe ratio luck",
    "order of days",
    "look-ahead in full",
  ]
    .filter(Boolean)
    .join(", ");
}

const PART_NAMES: Readonly<Record<RobustnessPart, string>> = {
  costs: "Runs with costs",
  setBack: "Runs set back in other ways",
  scheduleDays: "Runs on other days of the month",
  lasted: "Runs from other months",
  random: "Runs with random entries",
  late: "A run a session later",
  withoutBest: "A run without its best positions",
  starts: "Runs started later",
  map: "Runs with other numbers",
  lookAhead: "Look-ahead check",
};

/** Always of one height, so that nothing below moves when the checks end. */
function Progress({ state }: { readonly state: RobustnessState }): ReactElement {
  const { parts, progress, problem, wasStopped, start, stop } = state;
  if (progress) {
    return (
      <div className={styles["progress"]}>
        <span className={styles["soft"]}>{PART_NAMES[progress.part]}...</span>
        <ProgressBar label="Checks of the result" percent={progress.percent} />
        <Button size="small" onClick={stop}>
          Stop the checks
        </Button>
      </div>
    );
  }
  const isDone = Object.keys(PART_NAMES).every((part) => Object.hasOwn(parts, part));
  const rest = isDone ? "All checks are done." : "The checks begin when the page rests.";
  return (
    <div className={styles["progress"]}>
      <span className={styles["soft"]}>
        {problem?.message ?? (wasStopped ? "The checks were stopped." : rest)}
      </span>
      {wasStopped && (
        <Button size="small" onClick={start}>
          {problem ? "Try again" : "Go on with the checks"}
        </Button>
      )}
    </div>
  );
}

function hasAny(parts: RobustnessParts): boolean {
  return Object.keys(parts).length > 0;
}

interface RandomPartProps {
  readonly report: Report;
  readonly random: RandomOutcome;
}

/** How far the run lies before or behind each run that bought by chance. */
function RandomPart({ report, random }: RandomPartProps): ReactElement {
  const drawing = useRef<SVGSVGElement>(null);
  const own = report.performance.cagr;
  const bins = useMemo(
    () => (own === null ? [] : pointsBins(random.cagr.map((cagr) => own - cagr))),
    [random, own],
  );
  if (random.cagr.length === 0) return <p className={styles["soft"]}>The period is too short for a CAGR.</p>;
  const median = random.cagr[Math.floor(random.cagr.length / 2)] ?? null;
  return (
    <section className={styles["part"]} aria-label="Random entries">
      <div className={styles["bar"]}>
        <h3>Random entries</h3>
        <p className={styles["soft"]}>
          Points of CAGR by which this run is ahead of each random run; half of those made more than{" "}
          {formatPercent(median, 1)} a year
        </p>
      </div>
      {bins.length > 0 && (
        <Histogram
          bins={bins}
          drawing={drawing}
          formatValue={pointsText}
          formatCount={(count) => formatCount(count)}
          label={`Points of CAGR by which this run is ahead of each of ${formatCount(random.runs)} runs with random entries`}
        />
      )}
    </section>
  );
}

/** About so many columns. */
const BINS = 16;

/** How many of the values lie in each of some columns of one round width; 0 is an edge of theirs. None without a value. */
export function pointsBins(values: readonly number[]): readonly HistogramBin[] {
  if (values.length === 0) return [];
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const [first = 0, second = 1] = axisSteps(low, high, BINS);
  const width = second - first || 1;
  const [from, to] = [Math.floor(low / width), Math.floor(high / width)];
  const counts = Array.from({ length: to - from + 1 }, () => 0);
  for (const value of values) {
    const at = Math.floor(value / width) - from;
    counts[at] = (counts[at] ?? 0) + 1;
  }
  return counts.map((count, at) => ({ from: (from + at) * width, to: (from + at + 1) * width, count }));
}
