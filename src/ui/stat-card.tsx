import type { ReactElement, ReactNode } from "react";
import { ExplainTip } from "./explain-tip.tsx";
import styles from "./stat-card.module.css";

interface StatCardsProps {
  readonly label: string;
  readonly children: ReactNode;
}

/** A row of figures. */
export function StatCards({ label, children }: StatCardsProps): ReactElement {
  return (
    <section aria-label={label}>
      <dl className={styles["cards"]}>{children}</dl>
    </section>
  );
}

interface StatCardProps {
  readonly label: string;
  readonly children: ReactNode;
  /** What to compare the figure with. */
  readonly note?: string;
  /** Between which values the figure may lie. */
  readonly range?: string;
  readonly explanation?: string;
}

export function StatCard({ label, children, note, range, explanation }: StatCardProps): ReactElement {
  return (
    <div className={styles["card"]}>
      <dt className={styles["label"]}>
        {label}
        {explanation !== undefined && <ExplainTip subject={label} text={explanation} />}
      </dt>
      <dd className={styles["value"]}>{children}</dd>
      {note !== undefined && <dd className={styles["note"]}>{note}</dd>}
      {range !== undefined && <dd className={styles["range"]}>{range}</dd>}
    </div>
  );
}
