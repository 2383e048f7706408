import type { ReactElement } from "react";
import styles from "./progress-bar.module.css";

interface ProgressBarProps {
  readonly label: string;
  /** 0..100. */
  readonly percent: number;
}

export function ProgressBar({ label, percent }: ProgressBarProps): ReactElement {
  return <progress className={styles["bar"]} aria-label={label} value={Math.floor(percent)} max={100} />;
}
