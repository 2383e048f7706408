/** The address of the page Optimise with its axes chosen: "/optimise?strategy=a&axis=sell.trailingStopLoss,5,25,5". */
import { readTarget } from "#workers/model/variant-grid.ts";
import type { Axis } from "#workers/model/variant-grid.ts";

const AXIS = "axis";
const MOST_AXES = 2;

/** @param axes - one or two, or none for those that the page begins with */
export function optimiseAddress(strategyId: string, axes: readonly Axis[]): string {
  const params = new URLSearchParams({ strategy: strategyId });
  for (const { field, number, also = [], from, to, step } of axes) {
    const others = also.flatMap((one) => [one.field, one.number]);
    params.append(
      AXIS,
      [field, from, to, step, ...(number === undefined ? [] : [number]), ...others].join(","),
    );
  }
  return `/optimise?${params.toString()}`;
}

/** The axes of an address; [] where it has none, or one that can't be read. */
export function axesOfAddress(params: URLSearchParams): readonly Axis[] {
  const axes = params.getAll(AXIS).slice(0, MOST_AXES).map(readAxis);
  return axes.every((axis) => axis !== null) ? axes : [];
}

function readAxis(text: string): Axis | null {
  const [field = "", ...parts] = text.split(",");
  const [from = Number.NaN, to = Number.NaN, step = Number.NaN, number] = parts.map(Number);
  const others = parts.slice(4); // a place and its number, and so on
  const also = others.flatMap((place, at) =>
    at % 2 === 0 ? [{ field: place, number: Number(others[at + 1]) }] : [],
  );
  const target = readTarget(field, number, also);
  const isRange = [from, to, step].every(Number.isFinite) && step > 0 && from <= to;
  return target && isRange ? { ...target, from, to, step } : null;
}
