import type { ReactElement } from "react";
import styles from "./keys.module.css";

/** The keys of a shortcut, pressed together. */
export function Keys({ keys }: { readonly keys: readonly string[] }): ReactElement {
  return (
    <span className={styles["keys"]}>
      {keys.map((key) => (
        <kbd key={key} className={styles["key"]}>
          {key}
        </kbd>
      ))}
    </span>
  );
}
