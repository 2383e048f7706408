import type { ReactElement } from "react";
import { classNames } from "./class-names.ts";
import styles from "./sort-icon.module.css";

/** The order of a column; the heading's aria-sort says it in words. */
export function SortIcon({
  direction,
}: {
  readonly direction: "ascending" | "descending" | null;
}): ReactElement {
  return (
    <svg className={styles["icon"]} viewBox="0 0 8 12" aria-hidden="true" focusable="false">
      <path className={classNames(direction === "ascending" && styles["on"])} d="M4 1l3 3.800H1z" />
      <path className={classNames(direction === "descending" && styles["on"])} d="M4 11L1 7.200h6z" />
    </svg>
  );
}
