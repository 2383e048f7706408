import type { ReactElement, ReactNode } from "react";
import styles from "./disclosure.module.css";
import { ChevronIcon } from "./icons.tsx";

interface DisclosureProps {
  readonly summary: string;
  /** Open at first, e.g. because something inside needs attention. */
  readonly open?: boolean;
  readonly children: ReactNode;
}

/** What is there for those who look for it, as the browser's own details element. */
export function Disclosure({ summary, open = false, children }: DisclosureProps): ReactElement {
  return (
    <details className={styles["disclosure"]} open={open}>
      <summary className={styles["summary"]}>
        <ChevronIcon />
        {summary}
      </summary>
      <div className={styles["content"]}>{children}</div>
    </details>
  );
}
