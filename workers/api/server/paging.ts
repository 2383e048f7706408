/** Lists page by page: `after` is the `next` of the last answer, and stays good when what it names is gone. */

export interface Page<T> {
  readonly items: readonly T[];
  readonly next: string | null;
}

export interface Paging {
  readonly limit: number;
  readonly after?: string | undefined;
}

/**
 * @param items - in their order, which is by `keyOf`, ascending or descending
 * @param order - whether keys descend: newest first
 */
export function pageOf<T>(
  items: readonly T[],
  { limit, after }: Paging,
  keyOf: (item: T) => string,
  order: "as-listed" | "descending" = "as-listed",
): Page<T> {
  const from = after === undefined ? 0 : placeAfter(items.map(keyOf), after, order);
  const page = items.slice(from, from + limit);
  const last = page.at(-1);
  return { items: page, next: last !== undefined && from + limit < items.length ? keyOf(last) : null };
}

function placeAfter(keys: readonly string[], after: string, order: "as-listed" | "descending"): number {
  const at = keys.indexOf(after);
  if (at >= 0) return at + 1;
  const next = keys.findIndex((key) => (order === "descending" ? key < after : key > after));
  return next < 0 ? keys.length : next;
}
