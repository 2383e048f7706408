import { useId } from "react";
import type { ReactElement, ReactNode } from "react";
import styles from "./panel.module.css";

interface PanelProps {
  readonly title: string;
  /** A few words beside the title. */
  readonly note?: ReactNode;
  readonly children: ReactNode;
}

/** A titled part of a page, named for screen readers by its heading. */
export function Panel({ title, note, children }: PanelProps): ReactElement {
  const headingId = useId();
  return (
    <section className={styles["panel"]} aria-labelledby={headingId}>
      <div className={styles["heading"]}>
        <h2 id={headingId}>{title}</h2>
        {note !== undefined && <div className={styles["note"]}>{note}</div>}
      </div>
      {children}
    </section>
  );
}
