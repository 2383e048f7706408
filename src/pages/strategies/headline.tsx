import type { ReactElement } from "react";
import { formatPercent, formatPercentChange, formatPoints } from "#src/format/number.ts";
import { shownName } from "#src/format/shown.ts";
import type { RunRecord } from "#src/storage/records.ts";
import { Excess } from "#src/ui/excess.tsx";
import styles from "./headline.module.css";

interface HeadlineProps {
  readonly run: RunRecord;
  /** What of the strategy has changed since, in words; "" for nothing. */
  readonly since: string;
}

/** The latest result in three figures, coloured by the lead over its benchmark, with the data that it is from. */
export function Headline({ run, since }: HeadlineProps): ReactElement | null {
  if (!run.headline) return null;
  const { totalGrowthPercent, cagr, maxDrawdown, benchmark, benchmarkCagr = null } = run.headline;
  const excess = cagr === null || benchmarkCagr === null ? null : cagr - benchmarkCagr;
  return (
    <div className={styles["headline"]}>
      <dl className={styles["figures"]}>
        <div>
          <dt>Total growth</dt>
          <dd>{formatPercentChange(totalGrowthPercent, 1)}</dd>
        </div>
        <div>
          <dt>CAGR</dt>
          <dd>{formatPercent(cagr, 1)}</dd>
          {excess !== null && (
            <dd className={styles["excess"]}>
              <Excess value={excess} text={`${formatPoints(excess)} points`} />
            </dd>
          )}
        </div>
        <div>
          <dt>Max drawdown</dt>
          <dd>{formatPercent(maxDrawdown, 1)}</dd>
        </div>
      </dl>
      <p className={styles["source"]}>
        {shownName(run.datasetTitle)}
        {excess !== null &&
          `, ${shownName(benchmark ?? "the benchmark")} made ${formatPercent(benchmarkCagr, 1)} a year`}
        {since !== "" && `, ${since}`}
      </p>
    </div>
  );
}
