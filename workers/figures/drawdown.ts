/** The deepest fall of an equity curve from a running peak. */

export interface Drawdown {
  /** Fraction, <= 0. */
  readonly depth: number;
  /** Rows of the curve; the peak is the last one at the high. */
  readonly peakRow: number;
  readonly troughRow: number;
  /** First row after the trough at or above the peak; null while it lasts. */
  readonly recoveryRow: number | null;
}

/**
 * @param equity - n >= 1 values, all > 0
 * @returns the earliest of equally deep falls; null where the curve never falls
 *
 * Source: Magdon-Ismail & Atiya, "Maximum drawdown", Risk 17(10), 2004.
 */
export function deepestFall(equity: Float64Array): Drawdown | null {
  let peakRow = 0;
  let depth = 0;
  let fallFrom = 0;
  let troughRow = 0;
  for (let row = 1; row < equity.length; row++) {
    if (equity[row] >= equity[peakRow]) peakRow = row;
    const fall = equity[row] / equity[peakRow] - 1;
    if (fall < depth) {
      depth = fall;
      fallFrom = peakRow;
      troughRow = row;
    }
  }
  if (depth === 0) return null;
  let recovered = troughRow + 1;
  while (recovered < equity.length && equity[recovered] < equity[fallFrom]) recovered++;
  const recoveryRow = recovered < equity.length ? recovered : null;
  return { depth, peakRow: fallFrom, troughRow, recoveryRow };
}
