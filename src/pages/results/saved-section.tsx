import type { ReactElement, ReactNode } from "react";
import styles from "./saved-report.module.css";

interface SectionProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** A titled part of a saved file. */
export function Section({ title, children }: SectionProps): ReactElement {
  return (
    <section className={styles["section"]}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
