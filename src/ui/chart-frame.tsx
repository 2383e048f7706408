/** The place of a chart's canvas, with the mark of its library's makers. People who can't see it read what is beside it. */
import type { ReactElement, RefObject } from "react";
import styles from "./chart-frame.module.css";
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

/**
 * The attribution that the chart library asks for. Its own way to draw it writes a style element and markup, which the
 * page's policy forbids; this is the same mark as an element of ours.
 */
function ChartLogo(): ReactElement {
  return (
    <a
      className={styles["link"]}
      href="https://www.tradingview.com/"
      target="_blank"
      rel="noreferrer"
      title="Charting by TradingView (opens a new tab, needs the internet)"
      aria-label="Charting by TradingView"
    >
      <svg viewBox="0 0 35 19" width="35" height="19" aria-hidden="true" focusable="false">
        <path
          className={styles["edge"]}
          fillRule="evenodd"
          d="M2 0H0v10h6v9h21.4l.5-1.3 6-15 1-2.7H23.7l-.5 1.3-.2.6a5 5 0 0 0-7-.9V0H2Zm20 17h4l5.2-13 .8-2h-7l-1 2.5-.2.5-1.5 3.8-.3.7V17Zm-.8-10a3 3 0 0 0 .7-2.7A3 3 0 1 0 16.8 7h4.4ZM14 7V2H2v6h6v9h4V7h2Z"
        />
        <path
          className={styles["mark"]}
          fillRule="evenodd"
          d="M14 2H2v6h6v9h6V2Zm12 15h-7l6-15h7l-6 15Zm-7-9a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z"
        />
      </svg>
    </a>
  );
}
