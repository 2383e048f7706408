import type { ReactElement } from "react";
import { shown } from "#src/format/shown.ts";
import { summarySections } from "#src/format/strategy-sections.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { OwnNumbers } from "./own-numbers.tsx";
import { RuleWords } from "./rule-words.tsx";
import styles from "./strategy-summary.module.css";

interface StrategySummaryProps {
  readonly strategy: Strategy;
  readonly currency: string;
  /** What a run of it was compared with, as its report calls that. */
  readonly benchmark?: string | undefined;
}

/** A section of more lines stands below the others, in as many columns as there is room for. */
const MOST_IN_COLUMN = 10;

/** Everything that a strategy sets, step by step, and below it the code of its own numbers. */
export function StrategySummary({ strategy, currency, benchmark }: StrategySummaryProps): ReactElement {
  return (
    <>
      <dl className={styles["summary"]}>
        {summarySections(strategy, currency, benchmark).map(({ title, lead, lines }) => (
          <div key={title} className={styles[lines.length > MOST_IN_COLUMN ? "long" : "section"]}>
            <dt className={styles["title"]}>
              {title}
              {lead !== null && <span className={styles["lead"]}>{lead}</span>}
            </dt>
            {lines.map(({ words, formula, group }) => (
              <dd key={`${words} ${formula}`} className={styles[formula === null ? "line" : "ruled"]}>
                {formula === null ? (
                  shown(words)
                ) : (
                  <RuleWords words={words} formula={formula} group={group} />
                )}
              </dd>
            ))}
          </div>
        ))}
      </dl>
      <OwnNumbers fields={strategy.computed ?? []} />
    </>
  );
}
