/**
 * Shares of a whole over time, one upon the other. Each has a colour, a place in the order of the legend and, where it is
 * high enough, its name upon it; who can't see it has the figure's summary and table.
 */
import { useState } from "react";
import type { ReactElement, RefObject } from "react";
import { formatPercent } from "#src/format/number.ts";
import { LeftAxis, Plot, usePlotWidth } from "#src/ui/plot.tsx";
import styles from "./stacked-areas.module.css";

/** A part of the whole. */
export interface Area {
  readonly name: string;
  /** Percent, one a point, at least 0. */
  readonly share: Float64Array;
  /** Its colour: a number of an instrument from 0 on, or what stands for all others and for cash. */
  readonly look: number | "others" | "cash";
}

/** A stretch of time with a name. */
export interface RibbonPart {
  readonly name: string;
  /** First and last point. */
  readonly from: number;
  readonly to: number;
  /** Colours of its stripes. */
  readonly looks: readonly Area["look"][];
}

interface StackedAreasProps {
  /** EpochDay of each point, ascending. */
  readonly day: Int32Array;
  /** From the bottom to the top. */
  readonly areas: readonly Area[];
  /** Drawn below, one part after the other; none leaves no room for it. */
  readonly ribbon: readonly RibbonPart[];
  /** Says what is drawn. */
  readonly label: string;
  readonly formatDay: (day: number) => string;
  /** Names of years below the axis, and the EpochDay with which each begins. */
  readonly years: readonly { readonly name: string; readonly day: number }[];
  /** The drawing, to be saved. */
  readonly drawing: RefObject<SVGSVGElement | null>;
}

const HEIGHT = 190;
const LEFT = 44;
const RIGHT = 4;
const TOP = 6;
const BOTTOM = 20;
/** The ribbon with the gap above it, and its stripes. */
const RIBBON = 18;
const STRIPES = 12;
/** Room for a label of the lower axis. */
const LABEL_WIDTH = 40;
/** An area of so many pixels has room for its name. */
const NAME_HEIGHT = 15;
const NAME_WIDTH = 7;

export function StackedAreas(props: StackedAreasProps): ReactElement {
  const { day, areas, ribbon, label, formatDay, years, drawing } = props;
  const { host, width } = usePlotWidth(640);
  const [hovered, setHovered] = useState<number | null>(null);
  const last = day.length - 1;
  const [from, to] = [day[0] ?? 0, Math.max((day[0] ?? 0) + 1, day[last] ?? 0)];
  const x = (at: number) => LEFT + ((at - from) / (to - from)) * (width - LEFT - RIGHT);
  const y = (percent: number) => TOP + (1 - percent / 100) * (HEIGHT - TOP - BOTTOM);
  const edges = edgesOf(areas, day.length);
  const point = hovered ?? last;
  const whole = ribbon.length === 0 ? HEIGHT : HEIGHT + RIBBON;
  const every = Math.ceil(LABEL_WIDTH / ((width - LEFT - RIGHT) / Math.max(1, years.length)));
  return (
    <div data-chart="">
      <Legend
        day={formatDay(day[point] ?? 0)}
        regime={ribbon.find((part) => part.to >= point)?.name}
        areas={areas}
        point={point}
      />
      <div
        onPointerMove={({ clientX, currentTarget }) => {
          const place = clientX - currentTarget.getBoundingClientRect().left;
          setHovered(nearest(day, from + ((place - LEFT) / (width - LEFT - RIGHT)) * (to - from)));
        }}
        onPointerLeave={() => setHovered(null)}
      >
        <Plot host={host} width={width} height={whole} label={label} drawing={drawing}>
          <LeftAxis
            values={[0, 25, 50, 75, 100]}
            at={y}
            from={LEFT}
            to={width - RIGHT}
            format={(percent) => formatPercent(percent, 0)}
          />
          {areas.map(({ name, look }, at) => (
            <path
              key={name}
              className={styles["area"]}
              data-look={look}
              d={pathOf(day, edges, { at, x, y })}
            />
          ))}
          {ribbon.length === 0 &&
            namesUpon({ day, areas, edges, x, y }).map(({ name, left, top }) => (
              <text key={name} className={styles["inside"]} x={left} y={top}>
                {name}
              </text>
            ))}
          {years.map(({ name, day: begins }, at) =>
            at % every === 0 && x(Math.max(from, begins)) < width - LABEL_WIDTH / 2 ? (
              <text key={name} className={styles["year"]} x={x(Math.max(from, begins))} y={whole - 5}>
                {name}
              </text>
            ) : null,
          )}
          {ribbon.map((part) => (
            <Stripes
              key={part.from}
              part={part}
              from={x(day[Math.max(0, part.from - 1)] ?? 0)}
              to={x(day[part.to] ?? 0)}
            />
          ))}
          {hovered !== null && (
            <path className={styles["cross"]} d={`M${x(day[hovered] ?? 0)} ${TOP}V${whole - BOTTOM}`} />
          )}
        </Plot>
      </div>
    </div>
  );
}

interface LegendProps {
  readonly day: string;
  /** Of the ribbon. */
  readonly regime: string | undefined;
  readonly areas: readonly Area[];
  /** Whose shares are told. */
  readonly point: number;
}

function Legend({ day, regime, areas, point }: LegendProps): ReactElement {
  return (
    <ul className={styles["legend"]} aria-hidden="true">
      <li className={styles["day"]}>{day}</li>
      {regime !== undefined && <li className={styles["regime"]}>{regime}</li>}
      {areas.map(({ name, share, look }) => (
        <li key={name} className={styles["entry"]}>
          <span className={styles["swatch"]} data-look={look} />
          <span className={styles["name"]}>{name}</span>
          <strong>{formatPercent(share[point] ?? 0, 1)}</strong>
        </li>
      ))}
    </ul>
  );
}

interface StripesProps {
  readonly part: RibbonPart;
  /** CSS pixels from the left. */
  readonly from: number;
  readonly to: number;
}

/** One stripe of each colour, one below the other. */
function Stripes({ part, from, to }: StripesProps): ReactElement {
  const height = STRIPES / part.looks.length;
  return (
    <g>
      <title>{part.name}</title>
      {part.looks.map((look, at) => (
        <rect
          key={look}
          className={styles["area"]}
          data-look={look}
          x={from}
          y={HEIGHT - BOTTOM + RIBBON - STRIPES + at * height}
          width={Math.max(1, to - from)}
          height={height}
        />
      ))}
    </g>
  );
}

/** The lower edge of each area and, as the last, the upper one of all; at most 100. */
export function edgesOf(areas: readonly Area[], points: number): readonly Float64Array[] {
  let edge = new Float64Array(points);
  const edges = [edge];
  for (const { share } of areas) {
    edge = edge.map((below, at) => Math.min(100, below + (share[at] ?? 0)));
    edges.push(edge);
  }
  return edges;
}

interface Drawing {
  readonly at: number;
  readonly x: (day: number) => number;
  readonly y: (percent: number) => number;
}

/** Along the upper edge, and back along the lower one. */
function pathOf(day: Int32Array, edges: readonly Float64Array[], { at, x, y }: Drawing): string {
  const along = (edge: Float64Array | undefined) =>
    Array.from(day, (each, point) => `${x(each).toFixed(1)} ${y(edge?.[point] ?? 0).toFixed(1)}`);
  return `M${along(edges[at + 1]).join("L")}L${along(edges[at]).toReversed().join("L")}Z`;
}

interface Naming extends Pick<StackedAreasProps, "day" | "areas"> {
  readonly edges: readonly Float64Array[];
  readonly x: (day: number) => number;
  readonly y: (percent: number) => number;
}

interface PlacedName {
  readonly name: string;
  /** Of its middle. */
  readonly left: number;
  /** Of its foot. */
  readonly top: number;
}

/** Names upon areas that are high enough for them over all their width, where they are highest. */
function namesUpon({ day, areas, edges, x, y }: Naming): readonly PlacedName[] {
  const last = day.length - 1;
  const [left, right] = [x(day[0] ?? 0), x(day[last] ?? 0)];
  return areas.flatMap(({ name, share }, at): PlacedName[] => {
    const points = Math.ceil((name.length * NAME_WIDTH * last) / Math.max(1, right - left));
    const from = roomiest(share, points);
    if (from === null) return [];
    const within = share.subarray(from, from + points + 1);
    if (y(0) - y(Math.min(...within)) < NAME_HEIGHT) return [];
    const [low, high] = [edges[at], edges[at + 1]].map((edge) => edge?.subarray(from, from + points + 1));
    const middle = (Math.max(...(low ?? [])) + Math.min(...(high ?? []))) / 2;
    return [{ name, left: x(day[from + Math.floor(points / 2)] ?? 0), top: y(middle) + 4 }];
  });
}

/** The first of so many points and one over which the least share is largest; null where there are not so many. */
export function roomiest(share: Float64Array, points: number): number | null {
  let [best, most] = [-1, -1];
  for (let from = 0; from + points < share.length; from++) {
    const least = Math.min(...share.subarray(from, from + points + 1));
    if (least > most) [best, most] = [from, least];
  }
  return best < 0 ? null : best;
}

function nearest(day: Int32Array, wanted: number): number {
  let best = 0;
  for (let at = 1; at < day.length; at++)
    if (Math.abs((day[at] ?? 0) - wanted) < Math.abs((day[best] ?? 0) - wanted)) best = at;
  return best;
}
