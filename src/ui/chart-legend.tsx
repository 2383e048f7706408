/**
 * What a chart's colours and lines stand for, with the values under its crosshair; the same is in the table beside the
 * chart for people who can't see it.
 */
import type { ReactElement, ReactNode } from "react";
import styles from "./chart-legend.module.css";

interface ChartLegendProps {
  /** Whose values are shown. */
  readonly day: string;
  readonly children: ReactNode;
}

export function ChartLegend({ day, children }: ChartLegendProps): ReactElement {
  return (
    <div className={styles["legend"]}>
      <span className={styles["day"]} aria-hidden="true">
        {day}
      </span>
      {children}
    </div>
  );
}

interface LegendEntryProps {
  readonly name: string;
  /** Of the series, as chart-legend.module.css has it: the drawing takes its colour from the swatch. Without it there is none. */
  readonly look?: string;
  /** The value. */
  readonly children: ReactNode;
}

export function LegendEntry({ name, look, children }: LegendEntryProps): ReactElement {
  return (
    <span className={styles["entry"]} aria-hidden="true">
      {look !== undefined && <Swatch look={look} />}
      <span className={styles["name"]}>{name}</span>
      <strong>{children}</strong>
    </span>
  );
}

interface LegendToggleProps extends LegendEntryProps {
  readonly look: string;
  readonly isOn: boolean;
  readonly onToggle: (isOn: boolean) => void;
}

/** An entry whose name switches its line on and off. */
export function LegendToggle({ name, look, children, isOn, onToggle }: LegendToggleProps): ReactElement {
  return (
    <span className={styles["entry"]}>
      <button
        type="button"
        className={styles["toggle"]}
        data-term="" // stays on paper: it names a line
        aria-label={`${name} on the chart`}
        aria-pressed={isOn}
        onClick={() => onToggle(!isOn)}
      >
        <Swatch look={look} />
        <span className={styles["name"]}>{name}</span>
      </button>
      <strong aria-hidden="true">{isOn && children}</strong>
    </span>
  );
}

/** The drawing takes its colour from it. */
function Swatch({ look }: { readonly look: string }): ReactElement {
  return <span className={styles["swatch"]} data-look={look} />;
}
