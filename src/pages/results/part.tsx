import { useId } from "react";
import type { ReactElement, ReactNode } from "react";
import page from "#src/ui/page.module.css";
import styles from "./part.module.css";

interface PartProps {
  readonly title: string;
  /** A few words beside the title. */
  readonly note?: ReactNode;
  readonly children: ReactNode;
}

/** A titled part of a chapter, named for screen readers by its heading. */
export function Part({ title, note, children }: PartProps): ReactElement {
  const headingId = useId();
  return (
    <section className={styles["part"]} aria-labelledby={headingId}>
      <div className={styles["heading"]}>
        <h3 id={headingId}>{title}</h3>
        {note !== undefined && <div className={page["soft"]}>{note}</div>}
      </div>
      {children}
    </section>
  );
}
