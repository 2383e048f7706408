import type { ReactElement } from "react";
import { formatMoneyCompact } from "#src/format/money.ts";
import { axisSteps } from "#src/ui/axis-steps.ts";
import { isDrawable } from "#src/ui/drawable.ts";
import plots from "#src/ui/plots.module.css";
import { GridLine, linePath, sampledRows, timeScale, WIDTH, YearTicks } from "../saved-drawing.tsx";
import styles from "../saved-report.module.css";
import type { MoneyCurves } from "#src/ui/money-curves.ts";

const TOP = 8;
const BOTTOM = 268;
const HEIGHT = 290;

interface MoneyPictureProps {
  readonly curves: MoneyCurves;
  readonly currency: string;
  /** Where the benchmark isn't the average share. */
  readonly hasAverage: boolean;
  /** Says what is drawn. */
  readonly label: string;
}

/** The account in money without a canvas: what it was worth, what was put in, and the same money elsewhere. */
export function MoneyPicture({ curves, currency, hasAverage, label }: MoneyPictureProps): ReactElement {
  const { day, account, putIn, benchmark, average } = curves;
  const rows = sampledRows(day.length);
  const x = timeScale(day);
  const drawn = [
    { look: "putIn", values: putIn },
    ...(hasAverage ? [{ look: "average", values: average }] : []),
    { look: "benchmark", values: benchmark },
    { look: "account", values: account },
  ];
  const all = drawn.flatMap(({ values }) => rows.map((row) => values[row] ?? 0).filter(isDrawable));
  const [low, high] = [Math.min(0, ...all), Math.max(0, ...all) || 1];
  const y = (value: number) => BOTTOM - ((value - low) / (high - low)) * (BOTTOM - TOP);
  return (
    <svg
      className={plots["plot"]}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an img element would not follow the page's colours
      role="img"
      aria-label={label}
    >
      {axisSteps(low, high, 5).map((value) => (
        <GridLine key={value} y={y(value)} text={formatMoneyCompact(value, currency)} />
      ))}
      <YearTicks day={day} x={x} y={HEIGHT - 4} />
      {drawn.map(({ look, values }) => (
        <path
          key={look}
          className={styles[look]}
          d={linePath(rows, { values, x: (row) => x(day[row] ?? 0), y })}
        />
      ))}
    </svg>
  );
}
