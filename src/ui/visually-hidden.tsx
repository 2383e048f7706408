import type { ReactElement, ReactNode } from "react";
import styles from "./visually-hidden.module.css";

/** Text for screen readers that the eye gets from elsewhere. */
export function VisuallyHidden({ children }: { readonly children: ReactNode }): ReactElement {
  return <span className={styles["hidden"]}>{children}</span>;
}
