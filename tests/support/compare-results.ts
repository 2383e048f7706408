/** Compares result/1 files as the contract asks: names, dates, counts exactly, figures within 1e-9 relative. */

/**
 * @param money - in currency: sums of money are compared as if they were at least that
 * @returns one line a difference, e.g. "positions[3].exitDate: 2004-03-18, expected 2004-03-19"
 */
export function compareResults(actual: unknown, expected: unknown, money = 0): string[] {
  const differences: string[] = [];
  walk({ actual, expected, path: "", money }, differences);
  return differences;
}

interface Pair {
  readonly actual: unknown;
  readonly expected: unknown;
  readonly path: string;
  readonly money: number;
}

/** What is a sum of money. */
const MONEY =
  /^equity\.|^money\.(?!\w*oneyWeighted|ranOut)|[Vv]alue$|\.(?:growth|totalGrowth|flows|profit|owed)$/;

/** Texts that each implementation words for itself. */
const OWN_WORDING = /^warnings\[\d+\]\.message$/;

function walk({ actual, expected, path, money }: Pair, differences: string[]): void {
  if (OWN_WORDING.test(path)) return;
  if (Array.isArray(expected)) {
    const list: unknown[] = Array.isArray(actual) ? actual : [];
    if (list.length !== expected.length) {
      differences.push(`${path}: ${list.length} entries, expected ${expected.length}`);
    }
    for (const [at, item] of expected.entries()) {
      if (at < list.length)
        walk({ actual: list[at], expected: item, path: `${path}[${at}]`, money }, differences);
    }
    return;
  }
  if (typeof expected === "object" && expected !== null) {
    for (const [key, item] of Object.entries(expected)) {
      const found: unknown =
        typeof actual === "object" && actual !== null ? Reflect.get(actual, key) : undefined;
      walk({ actual: found, expected: item, path: path === "" ? key : `${path}.${key}`, money }, differences);
    }
    return;
  }
  const same =
    typeof expected === "number" && typeof actual === "number"
      ? isClose(actual, expected, MONEY.test(path) ? money : 0)
      : actual === expected;
  if (!same) differences.push(`${path}: ${String(actual)}, expected ${String(expected)}`);
}

/** Relative; figures under a thousandth are compared as if they were one. Whole counts must be equal. */
function isClose(actual: number, expected: number, least: number): boolean {
  const scale = Math.max(Math.abs(actual), Math.abs(expected), least, 1e-3);
  return Math.abs(actual - expected) <= 1e-9 * scale;
}
