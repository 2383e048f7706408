import type { ReactElement } from "react";
import { strategySentences } from "#src/format/strategy-text.ts";
import { Panel } from "#src/ui/panel.tsx";
import type { Strategy } from "#workers/model/strategy.ts";
import styles from "./strategy-form.module.css";

interface StrategyWordsProps {
  /** null while a field can't be read. */
  readonly strategy: Strategy | null;
  /** What is wrong first, where there is no strategy. */
  readonly firstError: string | undefined;
  readonly currency: string;
}

/** The whole strategy in plain words, as the form stands. */
export function StrategyWords({ strategy, firstError, currency }: StrategyWordsProps): ReactElement {
  return (
    <Panel title="In plain words">
      <div className={styles["words"]}>
        {strategy ? (
          strategySentences(strategy, currency).map((sentence) => <p key={sentence}>{sentence}</p>)
        ) : (
          <p className={styles["soft"]}>
            The strategy stands here in words once every field can be read. First to mend: {firstError}
          </p>
        )}
      </div>
    </Panel>
  );
}
