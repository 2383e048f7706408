import type { ReactElement, ReactNode } from "react";
import page from "#src/ui/page.module.css";
import styles from "./settings-page.module.css";

interface SettingRowProps {
  readonly name: string;
  readonly hint: ReactNode;
  /** Has a label of its own. */
  readonly children: ReactNode;
}

/** One setting: what it is on the left, its control on the right. */
export function SettingRow({ name, hint, children }: SettingRowProps): ReactElement {
  return (
    <div className={styles["row"]}>
      <div>
        <p className={styles["name"]}>{name}</p>
        <div className={page["soft"]}>{hint}</div>
      </div>
      <div className={styles["control"]}>{children}</div>
    </div>
  );
}
