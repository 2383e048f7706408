import type { ReactElement } from "react";
import styles from "./change.module.css";

interface ChangeProps {
  /** Decides the colour; null and 0 have none. */
  readonly value: number | null;
  /** Carries the sign, so that colour never says it alone. */
  readonly text: string;
}

/** A gain or a loss. */
export function Change({ value, text }: ChangeProps): ReactElement {
  const isNothing = value === null || !/[1-9]/.test(text); // what rounds to zero is neither
  if (isNothing) return <span>{text}</span>;
  return <span className={styles[value > 0 ? "gain" : "loss"]}>{text}</span>;
}
