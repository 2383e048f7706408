import type { ReactElement } from "react";
import { formatDayRange } from "#src/format/day.ts";
import { formatDecimal, formatPercentChange } from "#src/format/number.ts";
import { shownName } from "#src/format/shown.ts";
import type { VariantPool } from "#src/run/variant-pool.ts";
import type { Result } from "#workers/model/problem.ts";
import type { DatasetSource } from "#workers/model/dataset-source.ts";
import type { ChainedRun } from "#workers/model/protocol.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import styles from "./optimise-page.module.css";
import { useSecondHalf } from "./use-second-half.ts";
import type { DaySpan } from "./use-search.ts";

interface BestOnSecondHalfProps {
  readonly pool: VariantPool;
  readonly strategy: Strategy;
  readonly source: DatasetSource;
  readonly span: DaySpan;
}

/** Runs the best variant on the second half of the time alone, and says what came out. */
export function BestOnSecondHalf(props: BestOnSecondHalfProps): ReactElement | null {
  const { pool, strategy, source, span } = props;
  const run = useSecondHalf(pool, { strategy, source, from: span.from });
  return <SecondHalf run={run} {...span} />;
}

interface SecondHalfProps {
  /** Of the best variant; null while it is not known. */
  readonly run: Result<ChainedRun> | null;
  /** ISO dates. */
  readonly from: string;
  readonly to: string;
}

/** Whether the best variant beats the index on the second half of the time by itself, too. */
export function SecondHalf({ run, from, to }: SecondHalfProps): ReactElement | null {
  if (run === null)
    return <p className={styles["soft"]}>The best is being run on the second half of the time alone.</p>;
  const days = `On the second half alone, ${formatDayRange(from, to)},`;
  if (!run.ok) return <p className={styles["soft"]}>{`${days} it can't be run: ${run.problem.message}`}</p>;
  const { cagr, benchmark } = run.value;
  if (cagr === null || !benchmark || benchmark.cagr === null) return null;
  const ahead = cagr - benchmark.cagr;
  const made = `it made ${formatPercentChange(cagr, 1)} a year and ${shownName(benchmark.label)} ${formatPercentChange(benchmark.cagr, 1)}`;
  const points = `${formatDecimal(Math.abs(ahead), 1)} points a year`;
  if (ahead > 0) {
    return (
      <p>
        {days} {made}: it holds there, {points} ahead. It was chosen on these days too; the walk-forward below
        is the stricter test.
      </p>
    );
  }
  return (
    <p className={styles["warning"]}>
      ⚠ {days} {made}: it does not hold there, {points} behind.
    </p>
  );
}
