import type { ReactElement, RefObject } from "react";
import { axisSteps } from "./axis-steps.ts";
import { classNames } from "./class-names.ts";
import { isDrawable } from "./drawable.ts";
import { LeftAxis, Plot, usePlotWidth } from "./plot.tsx";
import styles from "./plots.module.css";

interface ScatterProps {
  /** One dot a place; of equal length. */
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** Whose dots are gains: drawn as discs, the others as crosses. */
  readonly isGain: (place: number) => boolean;
  readonly xTitle: string;
  readonly yTitle: string;
  readonly label: string;
  readonly format: (value: number) => string;
  /** The drawing, to be saved. */
  readonly drawing: RefObject<SVGSVGElement | null>;
}

const HEIGHT = 320;
const LEFT = 56;
const RIGHT = 8;
const TOP = 8;
const BOTTOM = 40;
/** Half the arm of a cross. */
const ARM = 2;

/** Two values of many things against each other, those far out at the edge; two paths, so that thousands of dots cost no more than ten. */
export function Scatter(props: ScatterProps): ReactElement {
  const { x, y, isGain, xTitle, yTitle, label, format, drawing } = props;
  const { host, width } = usePlotWidth(640);
  const [lowX, highX] = rangeOf(x);
  const [lowY, highY] = rangeOf(y);
  const atX = (value: number) =>
    LEFT + ((within(value, lowX, highX) - lowX) / (highX - lowX)) * (width - LEFT - RIGHT);
  const atY = (value: number) =>
    TOP + (1 - (within(value, lowY, highY) - lowY) / (highY - lowY)) * (HEIGHT - TOP - BOTTOM);
  let [discs, crosses] = ["", ""];
  for (let place = 0; place < x.length; place++) {
    if (!isDrawable(x[place] ?? 0) || !isDrawable(y[place] ?? 0)) continue;
    const [px, py] = [atX(x[place] ?? 0), atY(y[place] ?? 0)];
    if (isGain(place)) discs += `M${px.toFixed(1)} ${py.toFixed(1)}h0`;
    else crosses += `M${(px - ARM).toFixed(1)} ${(py - ARM).toFixed(1)}l4 4m0-4l-4 4`;
  }
  return (
    <Plot host={host} width={width} height={HEIGHT} label={label} drawing={drawing}>
      <LeftAxis values={axisSteps(lowY, highY, 5)} at={atY} from={LEFT} to={width - RIGHT} format={format} />
      {axisSteps(lowX, highX, Math.max(2, Math.floor(width / 110))).map((value) => (
        <g key={value}>
          <path className={styles["grid"]} d={`M${atX(value)} ${TOP}V${HEIGHT - BOTTOM}`} />
          <text className={styles["middle"]} x={atX(value)} y={HEIGHT - BOTTOM + 16}>
            {format(value)}
          </text>
        </g>
      ))}
      <text className={styles["end"]} x={width - RIGHT} y={HEIGHT - 4}>
        {xTitle}
      </text>
      <text x={LEFT + 6} y={TOP + 12}>
        {yTitle}
      </text>
      <path className={classNames(styles["dots"], styles["loss"])} d={crosses} />
      <path className={classNames(styles["dots"], styles["gain"])} d={discs} />
    </Plot>
  );
}

/**
 * With 0 in it, and never empty. The outermost hundredth on each side doesn't stretch it where it is far out: those dots
 * stand at the edge.
 */
function rangeOf(values: Float64Array): readonly [low: number, high: number] {
  const sorted = values.filter(isDrawable).toSorted();
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))] ?? 0;
  const [least, most] = [Math.min(0, at(0)), Math.max(0, at(1))];
  const [usualLeast, usualMost] = [Math.min(0, at(FAR_OUT)), Math.max(0, at(1 - FAR_OUT))];
  const room = (usualMost - usualLeast) * ROOM;
  const low = least < usualLeast - room ? usualLeast - room : least;
  const high = most > usualMost + room ? usualMost + room : most;
  return low === high ? [low, low + 1] : [low, high];
}

/** Share of the values on each side that may be far out. */
const FAR_OUT = 0.01;
/** Part of the usual range that is left empty beyond it on each side. */
const ROOM = 0.25;

function within(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
