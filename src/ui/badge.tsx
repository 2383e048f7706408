import type { ReactElement, ReactNode } from "react";
import styles from "./badge.module.css";
import { classNames } from "./class-names.ts";

export type BadgeTone = "plain" | "accent" | "notice" | "danger";

interface BadgeProps {
  readonly tone?: BadgeTone;
  readonly children: ReactNode;
}

/** A short word about a thing: its status or its kind. The word carries the meaning, the tone only helps. */
export function Badge({ tone = "plain", children }: BadgeProps): ReactElement {
  return <span className={classNames(styles["badge"], tone !== "plain" && styles[tone])}>{children}</span>;
}
