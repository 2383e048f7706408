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
  /** For figures, which are short: those of a row stand below those of the row before. */
  readonly inColumns?: boolean;
}

/** Names with their values below, side by side. */
export function FactList({ facts, inColumns = false }: FactListProps): ReactElement {
  return (
    <dl className={styles[inColumns ? "columns" : "facts"]}>
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
