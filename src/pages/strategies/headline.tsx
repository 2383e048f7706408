import type { ReactElement } from "react";
import { formatPercent, formatPercentChange } from "#src/format/number.ts";
import { shownName } from "#src/format/shown.ts";
import type { RunRecord } from "#src/storage/records.ts";
import { Change } from "#src/ui/change.tsx";
import styles from "./headline.module.css";

interface HeadlineProps {
  readonly run: RunRecord;
  /** What of the strategy has changed since, in words; "" for nothing. */
  readonly since: string;
}

/** The latest result in three figures, with the data that it is from. */
export function Headline({ run, since }: HeadlineProps): ReactElement | null {
  if (!run.headline) return null;
  const { totalGrowthPercent, cagr, maxDrawdown } = run.headline;
  return (
    <div className={styles["headline"]}>
      <dl className={styles["figures"]}>
        <div>
          <dt>Total growth</dt>
          <dd>
            <Change value={totalGrowthPercent} text={formatPercentChange(totalGrowthPercent, 1)} />
          </dd>
        </div>
        <div>
          <dt>CAGR</dt>
          <dd>{formatPercent(cagr, 1)}</dd>
        </div>
        <div>
          <dt>Max drawdown</dt>
          <dd>{formatPercent(maxDrawdown, 1)}</dd>
        </div>
      </dl>
      <p className={styles["source"]}>
        {shownName(run.datasetTitle)}
        {since !== "" && `, ${since}`}
      </p>
    </div>
  );
}
