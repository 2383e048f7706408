/** What setting back to plan cost and did, beside the same strategy without it. */
import { wordsAtEnds } from "#src/format/bar-words.ts";
import { formatDecimal } from "#src/format/number.ts";
import type { RobustnessParts } from "#src/storage/robustness-record.ts";
import type { Frequency, Report } from "#workers/model/report.ts";
import type { Strategy } from "#workers/model/strategy.ts";

export interface SetBackEffect {
  /** Points a year that it made more than without. */
  readonly points: number;
  /** Points by which the deepest fall is shallower. */
  readonly shallower: number;
  /** Of the closes between which falls are not seen. */
  readonly frequency?: Frequency | undefined;
}

/** null where the run isn't set back, and until the one without is there. */
export function setBackEffect(
  { performance, metadata }: Report,
  { simulation }: Strategy,
  { setBack }: Pick<RobustnessParts, "setBack">,
): SetBackEffect | null {
  const never = setBack?.ways.find(({ way }) => way === "never");
  const isNever = (simulation.rebalance ?? "never") === "never";
  if (!never || isNever || never.cagr === null || performance.cagr === null) return null;
  return {
    points: performance.cagr - never.cagr,
    shallower: performance.maxDrawdown - never.maxDrawdown,
    frequency: metadata.frequency,
  };
}

/** "Setting back cost 0.1 points a year and made the deepest fall 3.0 points shallower." */
export function effectInWords({ points, shallower, frequency }: SetBackEffect): string {
  const rate = size(points);
  const made =
    rate === null
      ? "made no difference to the return"
      : `${points > 0 ? "brought" : "cost"} ${rate} points a year`;
  const fall = size(shallower);
  const deepest = wordsAtEnds("deepest fall", frequency);
  return fall === null
    ? `Setting back ${made} and left the ${deepest} as it was.`
    : `Setting back ${made} and made the ${deepest} ${fall} points ${shallower > 0 ? "shallower" : "deeper"}.`;
}

/** null for what is 0 to the digit that is shown. */
function size(points: number): string | null {
  const text = formatDecimal(Math.abs(points), 1);
  return /[1-9]/.test(text) ? text : null;
}
