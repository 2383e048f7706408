import type { ReactElement, ReactNode } from "react";
import { shown, shownName } from "#src/format/shown.ts";
import styles from "./empty-state.module.css";

interface EmptyStateProps {
  readonly title: string;
  readonly text: string;
  /** The ways on. */
  readonly children: ReactNode;
}

export function EmptyState({ title, text, children }: EmptyStateProps): ReactElement {
  return (
    <section className={styles["empty"]}>
      <h2>{shownName(title)}</h2>
      <p>{shown(text)}</p>
      <div className={styles["actions"]}>{children}</div>
    </section>
  );
}
