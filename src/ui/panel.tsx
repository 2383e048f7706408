import { useId } from "react";
import type { ReactElement, ReactNode } from "react";
import { shownName } from "#src/format/shown.ts";
import styles from "./panel.module.css";

interface PanelProps {
  /** What links lead to. */
  readonly id?: string;
  readonly title: ReactNode;
  /** A few words beside the title. */
  readonly note?: ReactNode;
  readonly children: ReactNode;
}

/** A titled part of a page, named for screen readers by its heading. */
export function Panel({ id, title, note, children }: PanelProps): ReactElement {
  const headingId = useId();
  return (
    <section id={id} className={styles["panel"]} aria-labelledby={headingId}>
      <div className={styles["heading"]}>
        <h2 id={headingId}>{typeof title === "string" ? shownName(title) : title}</h2>
        {note !== undefined && <div className={styles["note"]}>{note}</div>}
      </div>
      {children}
    </section>
  );
}
