/** Fewer rows than a long curve has, for a drawing that is narrower than they are many. */

/**
 * Evenly spaced rows, the first and the last among them, and those where a curve is at its highest or lowest.
 *
 * @param count - rows of each curve
 * @param most - about as many are kept; fewer rows than that are all kept
 * @param points - of these every row with a value is kept as well
 * @returns row numbers, ascending
 */
export function thinRows(
  count: number,
  curves: readonly Float64Array[],
  most: number,
  points: readonly Float64Array[] = [],
): Int32Array {
  if (count <= most) return Int32Array.from({ length: count }, (_, row) => row);
  const kept = new Set<number>();
  const step = (count - 1) / (most - 1);
  for (let place = 0; place < most; place++) kept.add(Math.round(place * step));
  for (const curve of curves) for (const row of extremesOf(curve)) kept.add(row);
  for (const curve of points)
    for (const [row, value] of curve.entries()) if (!Number.isNaN(value)) kept.add(row);
  return Int32Array.from(kept).toSorted();
}

function extremesOf(curve: Float64Array): number[] {
  let lowest = -1;
  let highest = -1;
  for (let row = 0; row < curve.length; row++) {
    const value = curve[row] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    if (lowest < 0 || value < (curve[lowest] ?? 0)) lowest = row;
    if (highest < 0 || value > (curve[highest] ?? 0)) highest = row;
  }
  return lowest < 0 ? [] : [lowest, highest];
}
