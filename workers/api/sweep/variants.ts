/** One variant of a sweep by its index: the last axis runs fastest, from 0. */
import { withNumber } from "#workers/model/rule-lines.ts";
import { isFigurePlace } from "#workers/model/figure-places.ts";
import { LATEST_FORMAT, parseStrategy } from "#workers/model/strategy.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import type { Result } from "#workers/model/problem.ts";
import { withValueAt } from "#workers/model/strategy-place.ts";
import { isTextPlace, textAt, withText } from "#workers/model/variant-grid.ts";
import type { AxisValue, SweepAxes } from "./axes.ts";

/** The values of a variant, one an axis. */
export function valuesAt(axes: SweepAxes, index: number): readonly AxisValue[] {
  let rest = index;
  return axes
    .toReversed()
    .map(({ values }) => {
      const value = values[rest % values.length] ?? null;
      rest = Math.floor(rest / values.length);
      return value;
    })
    .toReversed();
}

/** The strategy with these values, as the reader of strategies takes it: not yet judged. */
export function variantOf(strategy: Strategy, axes: SweepAxes, values: readonly AxisValue[]): Strategy {
  let varied: Strategy = { ...strategy, format: LATEST_FORMAT }; // the reader says which one it is
  for (const [at, { path, number, also = [] }] of axes.entries()) {
    const value = values[at] ?? null;
    varied =
      number === undefined ? withSetting(varied, path, value) : withOther(varied, path, [number, value]);
    for (const one of also) varied = withOther(varied, one.path, [one.number, value]);
  }
  return varied;
}

/** The variant of an index, or why the values don't make a strategy. */
export function variantAt(strategy: Strategy, axes: SweepAxes, index: number): Result<Strategy> {
  return parseStrategy(variantOf(strategy, axes, valuesAt(axes, index)));
}

function withSetting(strategy: Strategy, path: string, value: AxisValue): Strategy {
  if (isFigurePlace(path)) return withValueAt(strategy, path, value);
  const [section = "", name = ""] = path.split(".");
  const settings: unknown = Reflect.get(strategy, section);
  const own = typeof settings === "object" && settings !== null ? settings : {};
  return { ...strategy, [section]: { ...own, [name]: value } };
}

function withOther(
  strategy: Strategy,
  place: string,
  [number, value]: readonly [number, AxisValue],
): Strategy {
  if (!isTextPlace(place) || typeof value !== "number") return strategy;
  const text = withNumber(textAt(strategy, place) ?? "", number, value);
  return text === null ? strategy : withText(strategy, place, text);
}
