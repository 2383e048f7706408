import type { ReactElement } from "react";
import styles from "./fact-list.module.css";

interface FactListProps {
  readonly facts: readonly { readonly name: string; readonly value: string }[];
}

/** Names and values in columns. */
export function FactList({ facts }: FactListProps): ReactElement {
  return (
    <dl className={styles["facts"]}>
      {facts.map(({ name, value }) => (
        <div key={name} className={styles["fact"]}>
          <dt className={styles["name"]}>{name}</dt>
          <dd className={styles["value"]}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
