import type { HistogramBin } from "#src/ui/histogram.tsx";
import { axisSteps } from "#src/ui/axis-steps.ts";

/** About so many columns. */
const BINS = 16;

/** How many of the values lie in each of some columns of one round width; 0 is an edge of theirs. None without a value. */
export function pointsBins(values: readonly number[]): readonly HistogramBin[] {
  if (values.length === 0) return [];
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const [first = 0, second = 1] = axisSteps(low, high, BINS);
  const width = second - first || 1;
  const [from, to] = [Math.floor(low / width), Math.floor(high / width)];
  const counts = Array.from({ length: to - from + 1 }, () => 0);
  for (const value of values) {
    const at = Math.floor(value / width) - from;
    counts[at] = (counts[at] ?? 0) + 1;
  }
  return counts.map((count, at) => ({ from: (from + at) * width, to: (from + at + 1) * width, count }));
}
