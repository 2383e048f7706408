/**
 * Curves over the sessions, one pane above the other over one time axis. The canvas says nothing to people who can't
 * see it: put it into a ChartFigure. Give new arrays to redraw; it changes none.
 */
import { useEffect, useRef, useState } from "react";
import type { ReactElement } from "react";
import { ChartFrame } from "./chart-frame.tsx";
import { ChartLegend, LegendEntry } from "./chart-legend.tsx";
import { awaitTurn } from "./drawing-turns.ts";
import styles from "./time-chart.module.css";
import { drawTimeChart } from "./time-drawing.ts";
import type { TimeDrawing, TimePane } from "./time-drawing.ts";

interface TimeChartProps {
  /** EpochDay of each row. */
  readonly day: Int32Array;
  readonly panes: readonly TimePane[];
  readonly formatDay: (day: number) => string;
  /** Told of the drawing, to save it as a picture, and of its end. */
  readonly onDrawing: (drawing: TimeDrawing | null) => void;
  readonly size?: "low" | "high";
}

export function TimeChart({ day, panes, formatDay, onDrawing, size = "low" }: TimeChartProps): ReactElement {
  const host = useRef<HTMLDivElement>(null);
  const [hoveredRow, setHoveredRow] = useState<number | null>(null);
  useEffect(() => {
    const place = host.current;
    if (!place) return undefined;
    let drawn: TimeDrawing | null = null;
    let callOff = awaitTurn(place, () => {
      const empty = drawTimeChart(place, { day, panes, formatDay, onHover: setHoveredRow });
      drawn = empty;
      callOff = awaitTurn(place, () => {
        empty.fill();
        onDrawing(empty);
      });
    });
    return () => {
      callOff();
      onDrawing(null);
      drawn?.remove();
    };
  }, [day, panes, formatDay, onDrawing]);
  const row = hoveredRow ?? day.length - 1;
  return (
    <div className={styles["chart"]} data-chart="">
      <ChartLegend day={formatDay(day[row] ?? 0)}>
        {panes.flatMap(({ series, format }) =>
          series.map(({ name, look, values, textAt }) => (
            <LegendEntry key={`${name} ${look}`} name={name} look={look}>
              {textAt ? textAt(row) : format(values[row] ?? Number.NaN)}
            </LegendEntry>
          )),
        )}
      </ChartLegend>
      <ChartFrame host={host} className={styles[size]} />
    </div>
  );
}
