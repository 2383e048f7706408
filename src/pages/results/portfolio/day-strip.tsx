/** What a run ended with, by the session of its month on which it decides; the run's own is a filled square. */
import type { ReactElement, RefObject } from "react";
import type { ScheduleDay } from "#src/storage/robustness-record.ts";
import { axisSteps } from "#src/ui/axis-steps.ts";
import { LeftAxis, Plot, usePlotWidth } from "#src/ui/plot.tsx";
import plots from "#src/ui/plots.module.css";

interface DayStripProps {
  readonly days: readonly ScheduleDay[];
  /** The run's own. */
  readonly own: number;
  /** Says what is drawn. */
  readonly label: string;
  readonly format: (value: number) => string;
  /** The drawing, to be saved. */
  readonly drawing: RefObject<SVGSVGElement | null>;
}

const HEIGHT = 150;
const LEFT = 64;
const RIGHT = 12;
const TOP = 10;
const BOTTOM = 22;
const RADIUS = 4;
/** Room for a label of the lower axis. */
const LABEL_WIDTH = 22;

export function DayStrip({ days, own, label, format, drawing }: DayStripProps): ReactElement {
  const { host, width } = usePlotWidth(560);
  const values = days.map(({ endValue }) => endValue);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const margin = (high - low) * 0.08 || Math.abs(high) * 0.01 || 1;
  const [from, to] = [low - margin, high + margin];
  const step = (width - LEFT - RIGHT) / Math.max(1, days.length);
  const x = (place: number) => LEFT + (place + 0.5) * step;
  const y = (value: number) => TOP + ((to - value) / (to - from)) * (HEIGHT - TOP - BOTTOM);
  const every = Math.ceil(LABEL_WIDTH / step);
  return (
    <Plot host={host} width={width} height={HEIGHT} label={label} drawing={drawing}>
      <LeftAxis values={axisSteps(from, to, 3)} at={y} from={LEFT} to={width - RIGHT} format={format} />
      {days.map(({ day, endValue }, place) => (
        <g key={day}>
          {day === own ? (
            <rect
              className={plots["own"]}
              x={x(place) - RADIUS - 1}
              y={y(endValue) - RADIUS - 1}
              width={2 * RADIUS + 2}
              height={2 * RADIUS + 2}
            />
          ) : (
            <circle className={plots["other"]} cx={x(place)} cy={y(endValue)} r={RADIUS} />
          )}
          {place % every === 0 && (
            <text className={plots["middle"]} x={x(place)} y={HEIGHT - 6}>
              {day}
            </text>
          )}
        </g>
      ))}
    </Plot>
  );
}
