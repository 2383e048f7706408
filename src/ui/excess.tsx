import type { ReactElement } from "react";
import { classNames } from "./class-names.ts";
import styles from "./excess.module.css";

interface ExcessProps {
  /** Above 0 is better than what it is compared with; null, and what rounds to nothing, is neither. */
  readonly value: number | null;
  /** Says in words which side it is on, so that colour and arrow never say it alone. */
  readonly text: string;
}

/** How much better or worse than something else: coloured, with an arrow, and in words. */
export function Excess({ value, text }: ExcessProps): ReactElement {
  const isNothing = value === null || !/[1-9]/.test(text);
  if (isNothing) return <span className={styles["excess"]}>{text}</span>;
  const isBetter = value > 0;
  return (
    <span className={classNames(styles["excess"], styles[isBetter ? "gain" : "loss"])}>
      <span aria-hidden="true">{isBetter ? "▲ " : "▼ "}</span>
      {text}
    </span>
  );
}
