import type { ReactElement, RefObject } from "react";
import { axisSteps } from "./axis-steps.ts";
import { isDrawable } from "./drawable.ts";
import { LeftAxis, Plot, usePlotWidth } from "./plot.tsx";
import styles from "./plots.module.css";

export interface YearBar {
  readonly year: number;
  /** Percent; null where nothing was left to grow. */
  readonly own: number | null;
  readonly benchmark: number;
  /** Growth of the average share; null where it is not shown. */
  readonly average: number | null;
}

/** A span in years: 2008.5 is the middle of 2008. */
export interface YearSpan {
  readonly from: number;
  readonly to: number;
}

interface YearBarsProps {
  readonly years: readonly YearBar[];
  /** Shaded behind the bars. */
  readonly shaded: readonly YearSpan[];
  /** Says what is drawn. */
  readonly label: string;
  readonly format: (percent: number) => string;
  /** The drawing, to be saved. */
  readonly drawing: RefObject<SVGSVGElement | null>;
}

const HEIGHT = 190;
const LEFT = 44;
const RIGHT = 4;
const TOP = 6;
const BOTTOM = 20;
/** Room for a label of the lower axis. */
const LABEL_WIDTH = 36;

/** Two bars a year, the account's filled, where it grew or fell, and the benchmark's hollow, and a line across both for the average share. */
export function YearBars({ years, shaded, label, format, drawing }: YearBarsProps): ReactElement {
  const { host, width } = usePlotWidth(560);
  const percents = years
    .flatMap(({ own, benchmark, average }) => [own ?? 0, benchmark, average ?? 0])
    .filter(isDrawable);
  const low = Math.min(0, ...percents);
  const high = Math.max(low + 1, ...percents);
  const first = years[0]?.year ?? 0;
  const step = (width - LEFT - RIGHT) / Math.max(1, years.length);
  const x = (year: number) => LEFT + Math.min(years.length, Math.max(0, year - first)) * step;
  const y = (percent: number) => TOP + ((high - percent) / (high - low)) * (HEIGHT - TOP - BOTTOM);
  const bar = (percent: number) =>
    isDrawable(percent)
      ? { y: y(Math.max(0, percent)), height: Math.abs(y(percent) - y(0)) }
      : { y: y(0), height: 0 };
  const every = Math.ceil(LABEL_WIDTH / step);
  const inSight = shaded.filter(({ from, to }) => to > first && from < first + years.length);
  return (
    <Plot host={host} width={width} height={HEIGHT} label={label} drawing={drawing}>
      {inSight.map(({ from, to }) => (
        <rect
          key={from}
          className={styles["shade"]}
          x={x(from)}
          width={Math.max(1, x(to) - x(from))}
          y={TOP}
          height={HEIGHT - TOP - BOTTOM}
        />
      ))}
      <LeftAxis values={axisSteps(low, high, 4)} at={y} from={LEFT} to={width - RIGHT} format={format} />
      {years.map(({ year, own, benchmark, average }, place) => (
        <g key={year}>
          {own !== null && (
            <rect className={styles["own"]} x={x(year) + step * 0.1} width={step * 0.4} {...bar(own)} />
          )}
          <rect
            className={styles["other"]}
            x={x(year) + step * 0.52}
            width={step * 0.36}
            {...bar(benchmark)}
          />
          {average !== null && isDrawable(average) && (
            <path
              className={styles["average"]}
              d={`M${x(year) + step * 0.04} ${y(average)}H${x(year) + step * 0.96}`}
            />
          )}
          {place % every === 0 && (
            <text className={styles["middle"]} x={x(year) + step / 2} y={HEIGHT - 5}>
              {year}
            </text>
          )}
        </g>
      ))}
      <path className={styles["zero"]} d={`M${LEFT} ${y(0)}H${width - RIGHT}`} />
    </Plot>
  );
}
