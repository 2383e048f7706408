/** Two curves in the space of a few lines of text: an account and its index, without axes but for the line of the start. */
import type { ReactElement } from "react";
import { isDrawable } from "./drawable.ts";
import styles from "./small-curves.module.css";

interface SmallCurvesProps {
  /** Above 0, in one unit and at the same moments, evenly apart; fewer than two points draw nothing. */
  readonly account: readonly number[];
  readonly index: readonly number[];
}

const WIDTH = 240;
const HEIGHT = 72;
/** So that a line at the very top or bottom is drawn in its full width. */
const MARGIN = 2;

/** Logarithmic, so that equal growth is equally high. A picture alone: the figures beside it say what it shows. */
export function SmallCurves({ account, index }: SmallCurvesProps): ReactElement {
  const [start = 1] = account;
  const known = [...account, ...index].filter(isDrawn);
  const [least, most] = [Math.log(Math.min(...known)), Math.log(Math.max(...known))];
  const heightOf = (value: number) => {
    const share = most > least ? (Math.log(value) - least) / (most - least) : 0.5;
    return HEIGHT - MARGIN - share * (HEIGHT - 2 * MARGIN);
  };
  return (
    <svg
      className={styles["curves"]}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      <path className={styles["start"]} d={pathOf([start, start], heightOf)} />
      <path className={styles["index"]} d={pathOf(index, heightOf)} />
      <path className={styles["account"]} d={pathOf(account, heightOf)} />
    </svg>
  );
}

function isDrawn(value: number): boolean {
  return value > 0 && isDrawable(value);
}

/** "" for fewer than two points; a point that is not above 0, or too far above it, is left out. */
function pathOf(curve: readonly number[], heightOf: (value: number) => number): string {
  const apart = WIDTH / Math.max(1, curve.length - 1);
  const points = curve.flatMap((value, at) =>
    isDrawn(value) ? [`${(at * apart).toFixed(1)} ${heightOf(value).toFixed(1)}`] : [],
  );
  return points.length < 2 ? "" : `M${points.join("L")}`;
}
