import type { ReactElement, ReactNode } from "react";
import styles from "./deployments-page.module.css";

/** Holds a table that may be wider than the screen; reachable by keyboard, and named for that. */
export function ScrollBox({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ReactNode;
}): ReactElement {
  return (
    // A box that scrolls must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles["scroll"]} aria-label={`${label}, scrolling`} tabIndex={0}>
      {children}
    </section>
  );
}
