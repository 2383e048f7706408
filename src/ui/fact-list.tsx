import type { ReactElement, ReactNode } from "react";
import { shownNode } from "#src/format/shown.ts";
import { ExplainTip } from "./explain-tip.tsx";
import page from "./page.module.css";
import styles from "./fact-list.module.css";

interface FactListProps {
  readonly facts: readonly {
    readonly name: string;
    readonly value: ReactNode;
    readonly explanation?: string;
  }[];
}

/** Names and values in columns. */
export function FactList({ facts }: FactListProps): ReactElement {
  return (
    <dl className={styles["facts"]}>
      {facts.map(({ name, value, explanation }) => (
        <div key={name} className={styles["fact"]}>
          <dt className={page["soft"]}>
            {explanation === undefined ? name : <ExplainTip subject={name} text={explanation} />}
          </dt>
          <dd className={styles["value"]}>{shownNode(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
