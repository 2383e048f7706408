/** How far a share of the account may be off its plan (`simulation.rebalanceBand`): its record and its limits. */
import { isRecord, ownValue, unknownField, wrongValue } from "./strategy-fault.ts";
import type { Fault, Path } from "./strategy-fault.ts";

/** Outside is what is off by more than the nearer of the two; null is infinitely far, and one of them is a number. */
export interface RebalanceBand {
  /** How far a weight may be off, in points of the account. */
  readonly points: number | null;
  /** How far a weight may be off, in percent of its target. */
  readonly percent: number | null;
}

const KEYS = ["points", "percent"] as const;

/** @returns null where it is wrong, which is noted */
export function readBand(value: unknown, path: Path, faults: Fault[]): RebalanceBand | null {
  if (!isRecord(value)) {
    faults.push(wrongValue(path, value, "must be an object with points, percent or both, or null"));
    return null;
  }
  for (const key of Object.keys(value)) {
    if (!KEYS.some((known) => known === key)) faults.push(unknownField([...path, key]));
  }
  const [points, percent] = KEYS.map((key) => ownValue(value, key) ?? null);
  for (const [at, found] of [points, percent].entries()) {
    if (found !== null && !isDistance(found))
      faults.push(wrongValue([...path, KEYS[at] ?? ""], found, "must be above 0, at most 100, or null"));
  }
  if (points === null && percent === null)
    faults.push(wrongValue(path, value, "must have points, percent or both"));
  return isBound(points) && isBound(percent) ? { points, percent } : null;
}

function isBound(value: unknown): value is number | null {
  return value === null || isDistance(value);
}

function isDistance(value: unknown): value is number {
  return typeof value === "number" && value > 0 && value <= 100;
}
