import type { ReactElement } from "react";
import { formatPercent, formatPercentChange } from "#src/format/number.ts";
import type { RunRecord } from "#src/storage/records.ts";
import { Change } from "#src/ui/change.tsx";
import styles from "./headline.module.css";

interface HeadlineProps {
  readonly run: RunRecord;
  /** The strategy was changed since. */
  readonly isOutdated: boolean;
}

/** The latest result in three figures, with the data that it is from. */
export function Headline({ run, isOutdated }: HeadlineProps): ReactElement | null {
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
        {run.datasetTitle}
        {isOutdated && ", before the latest changes"}
      </p>
    </div>
  );
}
