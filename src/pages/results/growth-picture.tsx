import type { ReactElement } from "react";
import { formatEpochDay } from "#src/format/day.ts";
import { formatMoneyCompact } from "#src/format/money.ts";
import { formatPercent } from "#src/format/number.ts";
import { axisSteps } from "#src/ui/axis-steps.ts";
import { isDrawable } from "#src/ui/drawable.ts";
import type { GrowthCurves } from "#src/ui/growth-curves.ts";
import plots from "#src/ui/plots.module.css";
import { toEpochDay, yearOf } from "#workers/model/day.ts";
import styles from "./saved-report.module.css";

const WIDTH = 960;
const LEFT = 64;
const RIGHT = 12;
const GROWTH = { top: 8, bottom: 268 };
const FALL = { top: 288, bottom: 378 };
const HEIGHT = 400;
/** More points than pixels say nothing more. */
const MOST_POINTS = 900;

interface GrowthPictureProps {
  readonly curves: GrowthCurves;
  readonly currency: string;
  /** Says what is drawn. */
  readonly label: string;
}

/**
 * The growth curve without a canvas: account, benchmark and, where there is its curve, average share over time, and
 * below them how far the account was under its high.
 */
export function GrowthPicture({ curves, currency, label }: GrowthPictureProps): ReactElement {
  const rows = sampledRows(curves.day.length);
  const firstDay = curves.day[0] ?? 0;
  const days = Math.max(1, (curves.day.at(-1) ?? 0) - firstDay);
  const x = (day: number) => LEFT + ((day - firstDay) / days) * (WIDTH - LEFT - RIGHT);
  const upper = [curves.value, curves.benchmark, ...(curves.average ? [curves.average] : [])];
  const most =
    Math.max(...upper.flatMap((values) => rows.map((row) => values[row] ?? 0).filter(isDrawable)), 0) || 1;
  const deepest = rows.reduce((low, row) => Math.min(low, curves.drawdown[row] ?? 0), -1e-9);
  const y = (value: number) => GROWTH.bottom - (value / most) * (GROWTH.bottom - GROWTH.top);
  const yFall = (percent: number) => FALL.top + (percent / deepest) * (FALL.bottom - FALL.top);
  const path = (values: Float64Array, at: (value: number) => number) =>
    rows
      .filter((row) => isDrawable(values[row] ?? 0))
      .map(
        (row, place) =>
          `${place === 0 ? "M" : "L"}${fixed(x(curves.day[row] ?? 0))} ${fixed(at(values[row] ?? 0))}`,
      )
      .join("");
  return (
    <svg
      className={plots["plot"]}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an img element would not follow the page's colours
      role="img"
      aria-label={label}
    >
      {axisSteps(0, most, 5).map((value) => (
        <GridLine key={value} y={y(value)} text={formatMoneyCompact(value, currency)} />
      ))}
      {axisSteps(deepest, 0, 2).map((percent) => (
        <GridLine key={percent} y={yFall(percent)} text={formatPercent(percent, 0)} />
      ))}
      {yearTicks(curves.day).map(({ day, year }) => (
        <text key={year} className={plots["middle"]} x={fixed(x(day))} y={HEIGHT - 4}>
          {year}
        </text>
      ))}
      <path className={styles["benchmark"]} d={path(curves.benchmark, y)} />
      {curves.average && <path className={styles["average"]} d={path(curves.average, y)} />}
      <path className={styles["account"]} d={path(curves.value, y)} />
      <path
        className={styles["fall"]}
        d={`${path(curves.drawdown, yFall)}L${WIDTH - RIGHT} ${FALL.top}L${LEFT} ${FALL.top}Z`}
      />
    </svg>
  );
}

function GridLine({ y, text }: { readonly y: number; readonly text: string }): ReactElement {
  return (
    <>
      <path className={plots["grid"]} d={`M${LEFT} ${fixed(y)}H${WIDTH - RIGHT}`} />
      <text className={plots["end"]} x={LEFT - 6} y={fixed(y + 4)}>
        {text}
      </text>
    </>
  );
}

/** Evenly spread, the first and the last among them. */
function sampledRows(count: number): readonly number[] {
  const wanted = Math.min(count, MOST_POINTS);
  if (wanted < 2) return count === 0 ? [] : [0];
  return Array.from({ length: wanted }, (_, place) => Math.round((place * (count - 1)) / (wanted - 1)));
}

/** New years' days that lie in the period, few enough to be read; the first session for a period within one year. */
function yearTicks(day: Int32Array): readonly { readonly day: number; readonly year: string }[] {
  const first = day[0] ?? 0;
  const [from, to] = [yearOf(first) + 1, yearOf(day.at(-1) ?? 0)];
  if (from > to) return [{ day: first, year: formatEpochDay(first) }];
  const step = Math.ceil((to - from + 1) / 14);
  return Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, place) => {
    const year = from + place * step;
    return { day: toEpochDay(year, 1, 1), year: String(year) };
  });
}

function fixed(value: number): string {
  return value.toFixed(1);
}
