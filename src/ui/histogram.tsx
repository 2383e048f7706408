import type { ReactElement, RefObject } from "react";
import { axisSteps } from "./axis-steps.ts";
import { classNames } from "./class-names.ts";
import { isDrawable } from "./drawable.ts";
import { LeftAxis, Plot, usePlotWidth } from "./plot.tsx";
import styles from "./plots.module.css";

export interface HistogramBin {
  /** The bin holds from <= value < to. */
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

interface HistogramProps {
  readonly bins: readonly HistogramBin[];
  /** Says what is drawn. */
  readonly label: string;
  readonly formatValue: (value: number) => string;
  readonly formatCount: (count: number) => string;
  /** The drawing, to be saved. */
  readonly drawing: RefObject<SVGSVGElement | null>;
}

const HEIGHT = 190;
const LEFT = 52;
const BOTTOM = 24;
const TOP = 8;
/** Room for one label of the lower axis. */
const LABEL_WIDTH = 48;

/** How often values fall into bins of one width; what is above 0 and below it differs in colour and in hatching. */
export function Histogram(props: HistogramProps): ReactElement {
  const { label, formatValue, formatCount, drawing } = props;
  const bins = props.bins.every(({ from, to }) => isDrawable(from) && isDrawable(to)) ? props.bins : [];
  const { host, width } = usePlotWidth(640);
  const low = bins[0]?.from ?? 0;
  const high = bins.at(-1)?.to ?? 1;
  const most = bins.reduce((largest, { count }) => Math.max(largest, count), 1);
  const x = (value: number) => LEFT + ((value - low) / (high - low)) * (width - LEFT - 8);
  const y = (count: number) => TOP + (1 - count / most) * (HEIGHT - TOP - BOTTOM);
  const wanted = Math.max(2, Math.floor((width - LEFT) / LABEL_WIDTH));
  return (
    <Plot host={host} width={width} height={HEIGHT} label={label} drawing={drawing}>
      <LeftAxis values={axisSteps(0, most, 4)} at={y} from={LEFT} to={width - 8} format={formatCount} />
      {bins.map(({ from, to, count }) => (
        <rect
          key={from}
          className={classNames(styles["column"], styles[from >= 0 ? "gain" : "loss"])}
          x={x(from) + 0.5}
          width={Math.max(0.5, x(to) - x(from) - 1)}
          y={y(count)}
          height={y(0) - y(count)}
        />
      ))}
      {axisSteps(low, high, wanted).map((value) => (
        <text key={value} className={styles["middle"]} x={x(value)} y={HEIGHT - 6}>
          {formatValue(value)}
        </text>
      ))}
      {low < 0 && high > 0 && <path className={styles["zero"]} d={`M${x(0)} ${TOP}V${y(0)}`} />}
    </Plot>
  );
}
