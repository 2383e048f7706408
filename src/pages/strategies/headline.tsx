import type { ReactElement } from "react";
import { formatPercent, formatPercentChange } from "#src/format/number.ts";
import { shownName } from "#src/format/shown.ts";
import { shownVerdict } from "#src/format/verdict-words.ts";
import { headlineYardsticks } from "#src/storage/headline.ts";
import type { RunRecord } from "#src/storage/records.ts";
import { VerdictPhrase } from "#src/ui/verdict-text.tsx";
import { hasYearlyRate } from "#workers/words/verdict.ts";
import styles from "./headline.module.css";

interface HeadlineProps {
  readonly run: RunRecord;
  /** What of the strategy has changed since, in words; "" for nothing. */
  readonly since: string;
}

/** The latest result in three figures and its verdict, with the data that it is from. */
export function Headline({ run, since }: HeadlineProps): ReactElement | null {
  if (!run.headline) return null;
  const { totalGrowthPercent, cagr, maxDrawdown } = run.headline;
  const known = headlineYardsticks(run.headline);
  return (
    <div className={styles["headline"]}>
      <dl className={styles["figures"]}>
        <div>
          <dt>Total growth</dt>
          <dd>{formatPercentChange(totalGrowthPercent, 1)}</dd>
        </div>
        <div>
          <dt>CAGR</dt>
          <dd>{formatPercent(hasYearlyRate(known) ? cagr : null, 1)}</dd>
        </div>
        <div>
          <dt>Max drawdown</dt>
          <dd>{formatPercent(maxDrawdown, 1)}</dd>
        </div>
      </dl>
      <p className={styles["verdict"]}>
        <VerdictPhrase verdict={shownVerdict(known)} />
      </p>
      <p className={styles["source"]}>
        {shownName(run.datasetTitle)}
        {since !== "" && `, ${since}`}
      </p>
    </div>
  );
}
