/** Drawings over time of a saved file: as wide as its page, without a script. */
import type { ReactElement } from "react";
import { formatEpochDay } from "#src/format/day.ts";
import { isDrawable } from "#src/ui/drawable.ts";
import plots from "#src/ui/plots.module.css";
import { toEpochDay, yearOf } from "#workers/model/day.ts";

/** Units of the drawing. */
export const WIDTH = 960;
export const LEFT = 64;
export const RIGHT = 12;
/** More points than pixels say nothing more. */
const MOST_POINTS = 900;

/** Where a day lies. @param day - EpochDay of each session */
export function timeScale(day: Int32Array): (at: number) => number {
  const first = day[0] ?? 0;
  const days = Math.max(1, (day.at(-1) ?? 0) - first);
  return (at) => LEFT + ((at - first) / days) * (WIDTH - LEFT - RIGHT);
}

interface Line {
  readonly values: Float64Array;
  readonly x: (row: number) => number;
  readonly y: (value: number) => number;
}

/** Through those of the rows that have a value. */
export function linePath(rows: readonly number[], { values, x, y }: Line): string {
  return rows
    .filter((row) => isDrawable(values[row] ?? 0))
    .map((row, place) => `${place === 0 ? "M" : "L"}${fixed(x(row))} ${fixed(y(values[row] ?? 0))}`)
    .join("");
}

export function GridLine({ y, text }: { readonly y: number; readonly text: string }): ReactElement {
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
export function sampledRows(count: number): readonly number[] {
  const wanted = Math.min(count, MOST_POINTS);
  if (wanted < 2) return count === 0 ? [] : [0];
  return Array.from({ length: wanted }, (_, place) => Math.round((place * (count - 1)) / (wanted - 1)));
}

interface YearTicksProps {
  readonly day: Int32Array;
  readonly x: (day: number) => number;
  /** Of the labels' feet. */
  readonly y: number;
}

export function YearTicks({ day, x, y }: YearTicksProps): ReactElement[] {
  return yearTicks(day).map((tick) => (
    <text key={tick.year} className={plots["middle"]} x={fixed(x(tick.day))} y={y}>
      {tick.year}
    </text>
  ));
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
