/**
 * Means over the last n rows of a column, one pass, without drift. Gains, for daily-values.ts and buy-rules.ts: two
 * additions a bar, whatever the length of the window.
 */

/**
 * Writes the mean of the n values that end at each row.
 *
 * Rows are cut into runs of n. A window is the end of one run and the start of the next: two sums that only ever
 * grow, so nothing is taken away again and no rounding error travels further than 2 n additions (1e-12 relative
 * for values >= 0 and n up to 5,000). Until its row is reached, `out` keeps the end of the run before.
 *
 * @param column - values by row, all >= 0; rows from..to-1 belong to one instrument, oldest first
 * @param out - receives row from + k at index k; NaN while fewer than n rows are there
 *
 * Source: van Herk, "A fast algorithm for local minimum and maximum filters", Pattern Recognition Letters 13,
 * 1992; here with sums.
 */
export function rollingMean(
  column: Float64Array,
  rows: { readonly from: number; readonly to: number },
  n: number,
  out: Float64Array,
): void {
  const { from, to } = rows;
  const count = to - from;
  out.fill(NaN, 0, Math.min(n - 1, count));
  if (count >= n) out[n - 1] = 0;
  let start = 0;
  for (; start + 2 * n <= count; start += n) {
    let begun = 0;
    let ended = 0;
    const last = start + n - 1;
    for (let at = 0; at < n - 1; at++) {
      begun += column[from + start + at];
      out[start + at] = (out[start + at] + begun) / n;
      ended += column[from + last - at];
      out[last + n - 1 - at] = ended;
    }
    out[last] = (out[last] + begun + column[from + last]) / n;
    out[last + n] = 0;
  }
  finish(column, { from, start, count }, n, out);
}

/** The last runs, of which the second is short. */
function finish(
  column: Float64Array,
  { from, start, count }: { readonly from: number; readonly start: number; readonly count: number },
  n: number,
  out: Float64Array,
): void {
  let ended = 0;
  const stop = start + n < count ? start : start + n; // without a second run nobody needs the end of the first
  for (let at = start + n - 1; at > stop; at--) {
    ended += column[from + at];
    if (at + n - 1 < count) out[at + n - 1] = ended;
  }
  let begun = 0;
  for (let at = start; at < count; at++) {
    if (at === start + n) begun = 0;
    begun += column[from + at];
    out[at] = (out[at] + begun) / n;
  }
}
