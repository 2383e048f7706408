import { useState } from "react";
import type { ReactElement, ReactNode } from "react";
import styles from "./disclosure.module.css";
import { ChevronIcon } from "./icons.tsx";

interface DisclosureProps {
  readonly summary: string;
  /** Open at first, e.g. because something inside needs attention. */
  readonly open?: boolean;
  /** A function is called when it is first opened: a page with many of them is there sooner. */
  readonly children: ReactNode | (() => ReactNode);
}

/** What is there for those who look for it, as the browser's own details element. */
export function Disclosure({ summary, open = false, children }: DisclosureProps): ReactElement {
  const [wasOpened, setWasOpened] = useState(open);
  return (
    <details
      className={styles["disclosure"]}
      open={open}
      onToggle={(event) => setWasOpened((before) => before || event.currentTarget.open)}
    >
      <summary className={styles["summary"]}>
        <ChevronIcon />
        {summary}
      </summary>
      <div className={styles["content"]}>
        {typeof children === "function" ? wasOpened && children() : children}
      </div>
    </details>
  );
}
