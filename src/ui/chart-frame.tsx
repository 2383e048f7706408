/** The place of a chart's canvas, with the mark of its library's makers. People who can't see it read what is beside it. */
import type { ReactElement, RefObject } from "react";
import styles from "./chart-frame.module.css";
import { ChartLogo } from "./chart-logo.tsx";
import { classNames } from "./class-names.ts";

interface ChartFrameProps {
  /** Gets the element to draw into. */
  readonly host: RefObject<HTMLDivElement | null>;
  /** Says how high it is. */
  readonly className: string | undefined;
}

export function ChartFrame({ host, className }: ChartFrameProps): ReactElement {
  return (
    <div className={styles["frame"]}>
      <div className={classNames(styles["canvas"], className)} ref={host} aria-hidden="true" />
      <ChartLogo />
    </div>
  );
}
