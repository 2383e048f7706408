import type { ReactElement, ReactNode } from "react";
import { ExplainTip } from "./explain-tip.tsx";
import styles from "./stat-card.module.css";

interface StatCardsProps {
  readonly label: string;
  readonly children: ReactNode;
}

/** A thin row of figures. */
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
  /** How far it is from what it is compared with, beside it. */
  readonly distance?: ReactNode;
  /** What to compare the figure with. */
  readonly note?: string | undefined;
  /** Between which values the figure may lie. */
  readonly range?: string | undefined;
  readonly explanation?: string;
}

export function StatCard(props: StatCardProps): ReactElement {
  const { label, children, distance, note, range, explanation } = props;
  return (
    <div className={styles["card"]}>
      <dt className={styles["label"]}>
        {explanation === undefined ? label : <ExplainTip subject={label} text={explanation} />}
      </dt>
      <dd className={styles["value"]}>{children}</dd>
      {distance !== undefined && <dd className={styles["distance"]}>{distance}</dd>}
      {note !== undefined && <dd className={styles["note"]}>{note}</dd>}
      {range !== undefined && <dd className={styles["range"]}>{range}</dd>}
    </div>
  );
}
