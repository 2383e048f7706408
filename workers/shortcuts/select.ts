/** The value at a place of a list that is not sorted. For cap-top.ts and rank-tops.ts: an edge costs a few looks at each value. */

/** The k-th largest (from 0) of values[0..count-1]; reorders them. Source: Hoare, "Find", CACM 4(7), 1961. */
export function selectDescending(values: Float64Array | Uint32Array, count: number, k: number): number {
  let low = 0;
  let high = count - 1;
  while (low < high) {
    const pivot = values[(low + high) >> 1];
    let left = low;
    let right = high;
    while (left <= right) {
      while (values[left] > pivot) left++;
      while (values[right] < pivot) right--;
      if (left > right) break;
      const swapped = values[left];
      values[left++] = values[right];
      values[right--] = swapped;
    }
    if (k <= right) high = right;
    else if (k >= left) low = left;
    else return values[k];
  }
  return values[k];
}
