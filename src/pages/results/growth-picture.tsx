import type { ReactElement } from "react";
import { formatMoneyCompact } from "#src/format/money.ts";
import { formatPercent } from "#src/format/number.ts";
import { axisSteps, ratioSteps } from "#src/ui/axis-steps.ts";
import { isDrawable } from "#src/ui/drawable.ts";
import type { GrowthCurves } from "#src/ui/growth-curves.ts";
import plots from "#src/ui/plots.module.css";
import type { Scale } from "#src/ui/scale-switch.tsx";
import {
  GridLine,
  LEFT,
  linePath,
  RIGHT,
  sampledRows,
  timeScale,
  WIDTH,
  YearTicks,
} from "./saved-drawing.tsx";
import styles from "./saved-report.module.css";

const GROWTH = { top: 8, bottom: 268 };
const FALL = { top: 288, bottom: 378 };
const HEIGHT = 400;
/** Lines across the growth, about: of equal amounts, and of ratios, which are 2 or 2.5. */
const STEPS = { amounts: 5, ratios: 10 };

interface GrowthPictureProps {
  readonly curves: GrowthCurves;
  readonly currency: string;
  /** "log" only of curves that have ratios. */
  readonly scale: Scale;
  /** Says what is drawn. */
  readonly label: string;
}

/**
 * The growth curve without a canvas: account, benchmark and, where there is its curve, average share over time, and
 * below them how far the account was under its high.
 */
export function GrowthPicture({ curves, currency, scale, label }: GrowthPictureProps): ReactElement {
  const rows = sampledRows(curves.day.length);
  const x = timeScale(curves.day);
  const upper = [curves.value, curves.benchmark, ...(curves.average ? [curves.average] : [])];
  const drawn = upper.flatMap((values) => rows.map((row) => values[row] ?? 0).filter(isDrawable));
  const { y, steps } = scale === "log" ? ratioAxis(drawn) : amountAxis(drawn);
  const deepest = rows.reduce((low, row) => Math.min(low, curves.drawdown[row] ?? 0), -1e-9);
  const yFall = (percent: number) => FALL.top + (percent / deepest) * (FALL.bottom - FALL.top);
  const path = (values: Float64Array, at: (value: number) => number) =>
    linePath(rows, { values, x: (row) => x(curves.day[row] ?? 0), y: at });
  return (
    <svg
      className={plots["plot"]}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an img element would not follow the page's colours
      role="img"
      aria-label={label}
    >
      {steps.map((value) => (
        <GridLine key={value} y={y(value)} text={formatMoneyCompact(value, currency)} />
      ))}
      {axisSteps(deepest, 0, 2).map((percent) => (
        <GridLine key={percent} y={yFall(percent)} text={formatPercent(percent, 0)} />
      ))}
      <YearTicks day={curves.day} x={x} y={HEIGHT - 4} />
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

/** Whether equal ratios can be drawn: of 0, and of what is below, there are none. */
export function haveRatios({ value, benchmark, average }: GrowthCurves): boolean {
  return [value, benchmark, average ?? []].every((curve) => curve.every((one) => !(one <= 0)));
}

interface Axis {
  readonly y: (value: number) => number;
  /** Values that have a line across. */
  readonly steps: readonly number[];
}

/** From 0 on, equal amounts equally high. */
function amountAxis(drawn: readonly number[]): Axis {
  const most = Math.max(...drawn, 0) || 1;
  return { y: (value) => heightAt(value / most), steps: axisSteps(0, most, STEPS.amounts) };
}

/** From the least value on, equal ratios equally high. */
function ratioAxis(drawn: readonly number[]): Axis {
  const [least, most] = [Math.min(...drawn), Math.max(...drawn)];
  if (!(most > least)) return amountAxis(drawn);
  const whole = Math.log(most / least);
  return {
    y: (value) => heightAt(Math.log(value / least) / whole),
    steps: ratioSteps(least, most, STEPS.ratios),
  };
}

/** @param share - of the axis, from its foot */
function heightAt(share: number): number {
  return GROWTH.bottom - share * (GROWTH.bottom - GROWTH.top);
}
