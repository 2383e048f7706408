/** The known names that are nearest to one that is not known. Letters count in any case. */

/** The nearest known name, the first of equally near ones; null where none is known. */
export function nearestName(name: string, known: Iterable<string>): string | null {
  return nearestNames(name, known, 1)[0] ?? null;
}

/** The nearest first, of equally near names the one that comes first; `most` of them. */
export function nearestNames(name: string, known: Iterable<string>, most: number): readonly string[] {
  const wanted = name.toLowerCase();
  return Array.from(new Set(known), (each) => ({ each, edits: editsBetween(wanted, each.toLowerCase()) }))
    .toSorted((a, b) => a.edits - b.edits)
    .slice(0, most)
    .map(({ each }) => each);
}

/**
 * Letters put in, left out or replaced, and neighbours swapped, to make one text of the other; no part is edited twice.
 * Source: Damerau, "A technique for computer detection and correction of spelling errors", CACM 7(3), 1964.
 */
export function editsBetween(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      let edits = Math.min(
        editsAt(last, j) + 1,
        editsAt(row, j - 1) + 1,
        editsAt(last, j - 1) + (isSame ? 0 : 1),
      );
      const areSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (areSwapped) edits = Math.min(edits, editsAt(beforeLast, j - 2) + 1);
      row[j] = edits;
    }
    beforeLast = last;
    last = row;
  }
  return editsAt(last, b.length);
}

/** What the row of the table has for the first j letters; each row reaches as far as it is asked. */
function editsAt(row: readonly number[], j: number): number {
  return row[j] ?? Infinity;
}
