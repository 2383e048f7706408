/** Charts of a saved report: drawings that need no script, each with a name for screen readers. */
import { formatEpochDay } from "#src/format/day.ts";
import { formatMoneyCompact } from "#src/format/money.ts";
import { formatCount, formatDecimal, formatPercent } from "#src/format/number.ts";
import { axisSteps } from "#src/ui/axis-steps.ts";
import { isDrawable } from "#src/ui/drawable.ts";
import type { GrowthCurves } from "#src/ui/growth-curves.ts";
import type { Distribution } from "#workers/model/analysis.ts";
import { toEpochDay, yearOf } from "#workers/model/day.ts";
import { html } from "./html.ts";
import type { Html } from "./html.ts";

const WIDTH = 960;
const LEFT = 64;
const RIGHT = 12;
const GROWTH = { top: 8, bottom: 268 };
const FALL = { top: 288, bottom: 378 };
const HEIGHT = 400;
/** More points than pixels say nothing more. */
const MOST_POINTS = 900;

/** Account, benchmark and, where there is its curve, average share over time, and below them how far the account was under its high. */
export function growthDrawing(curves: GrowthCurves, currency: string, label: string): Html {
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
  const fall = path(curves.drawdown, yFall);
  return html`<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${label}">
    ${axisSteps(0, most, 5).map((value) => gridLine(y(value), formatMoneyCompact(value, currency)))}
    ${axisSteps(deepest, 0, 2).map((percent) => gridLine(yFall(percent), formatPercent(percent, 0)))}
    ${yearTicks(curves.day).map(({ day, year }) => html`<text x="${fixed(x(day))}" y="${HEIGHT - 4}" text-anchor="middle">${year}</text>`)}
    <path
      d="${path(curves.benchmark, y)}"
      fill="none"
      stroke="var(--benchmark)"
      stroke-width="1.5"
      stroke-dasharray="5 3"
    />
    ${
      curves.average
        ? html`<path
            d="${path(curves.average, y)}"
            fill="none"
            stroke="var(--average)"
            stroke-width="1.5"
            stroke-dasharray="1.5 2.5"
          />`
        : html``
    }
    <path d="${path(curves.value, y)}" fill="none" stroke="var(--strategy)" stroke-width="2" />
    <path
      d="${fall}L${WIDTH - RIGHT} ${FALL.top}L${LEFT} ${FALL.top}Z"
      fill="var(--loss)"
      fill-opacity="0.25"
      stroke="var(--loss)"
      stroke-width="1"
    />
  </svg>`;
}

type Bins = Pick<Distribution, "firstEdge" | "width" | "counts">;

/** Columns for the bins of a distribution. */
export function distributionDrawing(found: Bins, label: string): Html {
  const isDrawn =
    isDrawable(found.firstEdge) && isDrawable(found.firstEdge + found.counts.length * found.width);
  const { firstEdge, width, counts } = isDrawn ? found : { firstEdge: 0, width: 1, counts: [0] };
  const height = 200;
  const base = height - 24;
  const most = counts.reduce((largest, count) => Math.max(largest, count), 1);
  const low = firstEdge;
  const high = firstEdge + counts.length * width;
  const x = (value: number) => LEFT + ((value - low) / (high - low)) * (WIDTH - LEFT - RIGHT);
  const y = (count: number) => base - (count / most) * (base - 8);
  return html`<svg viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${label}">
    ${axisSteps(0, most, 4).map((count) => gridLine(y(count), formatCount(count)))}
    ${counts.map((count, place) => {
      const from = low + place * width;
      const color = from > -width / 2 ? "var(--gain)" : "var(--loss)";
      return html`<rect
        x="${fixed(x(from) + 0.5)}"
        y="${fixed(y(count))}"
        width="${fixed(x(from + width) - x(from) - 1)}"
        height="${fixed(base - y(count))}"
        fill="${color}"
        fill-opacity="0.7"
      />`;
    })}
    ${axisSteps(low, high, 10).map(
      (value) =>
        html`<text x="${fixed(x(value))}" y="${height - 6}" text-anchor="middle"
          >${formatDecimal(value, Number.isInteger(value) ? 0 : 1)}%</text
        >`,
    )}
  </svg>`;
}

function gridLine(y: number, text: string): Html {
  return html`<path d="M${LEFT} ${fixed(y)}H${WIDTH - RIGHT}" stroke="var(--line)" /><text
      x="${LEFT - 6}"
      y="${fixed(y + 4)}"
      text-anchor="end"
      >${text}</text
    >`;
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
