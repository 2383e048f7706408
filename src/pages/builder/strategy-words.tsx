import { memo, useContext } from "react";
import type { ReactElement } from "react";
import { strategySentences } from "#src/format/strategy-text.ts";
import type { Dataset } from "#src/storage/datasets.ts";
import page from "#src/ui/page.module.css";
import { Panel } from "#src/ui/panel.tsx";
import type { ConditionName, Preview } from "#workers/model/preview.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { ownBenchmark } from "./benchmark-field.tsx";
import styles from "./strategy-form.module.css";
import { PreviewContext } from "./use-preview.ts";

interface StrategyWordsProps {
  /** null while a field can't be read. */
  readonly strategy: Strategy | null;
  /** What is wrong first, where there is no strategy. */
  readonly firstError: string | undefined;
  readonly currency: string;
  readonly dataset: Dataset | null;
}

/** The whole strategy in plain words, as the form stands. */
export const StrategyWords = memo(function StrategyWords(props: StrategyWordsProps): ReactElement {
  const { strategy, firstError, currency, dataset } = props;
  const { preview, isCounting, series, faultySteps } = useContext(PreviewContext);
  const counted = isCounting || faultySteps.size > 0 ? null : preview;
  return (
    <Panel title="In plain words">
      <div className={styles["words"]}>
        {strategy ? (
          strategySentences(strategy, currency, {
            leftOut: strategy && counted ? leftOutOf(strategy, counted) : [],
            ownBenchmark: ownBenchmark(series, dataset),
          }).map((sentence) => <p key={sentence}>{sentence}</p>)
        ) : (
          <p className={page["quiet"]}>
            The strategy stands here in words once every field can be read. First to mend: {firstError}
          </p>
        )}
      </div>
    </Panel>
  );
});

/** Conditions that are on and that the data has no answer to. */
function leftOutOf({ scanner, buy }: Strategy, { passing }: Preview): readonly ConditionName[] {
  const isOn: Readonly<Record<ConditionName, boolean>> = {
    priceGrowth: scanner.priceGrowth !== null,
    minPrice: scanner.minPrice !== null,
    marketCapRank: scanner.marketCapRank !== null,
    avgDailyValue: scanner.avgDailyValue !== null,
    lastPriceVsClose: buy.lastPriceVsClose,
    lastPriceVsMA: buy.lastPriceVsMA,
  };
  return CONDITIONS.filter((name) => isOn[name] && passing[name] === null);
}

const CONDITIONS = [
  "priceGrowth",
  "minPrice",
  "marketCapRank",
  "avgDailyValue",
  "lastPriceVsClose",
  "lastPriceVsMA",
] as const satisfies readonly ConditionName[];
