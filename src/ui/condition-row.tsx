import type { ReactElement, ReactNode } from "react";
import styles from "./condition-row.module.css";

interface ConditionRowProps {
  /** The checkbox that switches the condition, or the fields that are always on. */
  readonly lead: ReactNode;
  readonly children?: ReactNode;
}

/** One condition of a form: what it is on the left, its figures on the right. */
export function ConditionRow({ lead, children }: ConditionRowProps): ReactElement {
  return (
    <div className={styles["row"]}>
      {lead}
      {children !== undefined && <div className={styles["fields"]}>{children}</div>}
    </div>
  );
}
