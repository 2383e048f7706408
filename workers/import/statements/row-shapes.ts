/**
 * Recipes by what they follow from: the periods and spans of a company's rows, and which of them became known on one day. Most
 * companies publish like others, and what was worked out for one is not worked out again.
 */
import type { CompanyRows } from "./derive.ts";
import type { Recipe } from "./recipe.ts";

interface KnownShape {
  readonly rows: CompanyRows;
  readonly recipe: Recipe;
}

/** @param workOut - the recipe of rows, to be kept. Columns of rows stay as they are. */
export function createShapeBook(workOut: (rows: CompanyRows) => Recipe): (rows: CompanyRows) => Recipe {
  const known = new Map<number, KnownShape[]>();
  return (rows) => {
    const key = keyOf(rows);
    const alike = known.get(key) ?? [];
    const same = alike.find((one) => isSameShape(one.rows, rows));
    if (same) return same.recipe;
    const { from, count, day, period, span, line } = rows;
    const recipe = workOut(rows);
    known.set(key, [...alike, { rows: { from, count, day, period, span, line }, recipe }]);
    return recipe;
  };
}

function keyOf({ from, count, day, period, span }: CompanyRows): number {
  let key = count;
  for (let at = from; at < from + count; at++) {
    const isNewDay = at === from || day[at] !== day[at - 1] ? 1 : 0;
    key = Math.imul(key ^ ((period[at] ?? 0) * 512 + (span[at] ?? 0) * 2 + isNewDay), 0x9e3779b1);
    key ^= key >>> 15;
  }
  return key;
}

function isSameShape(a: CompanyRows, b: CompanyRows): boolean {
  if (a.count !== b.count) return false;
  for (let row = 0; row < a.count; row++) {
    const [one, other] = [a.from + row, b.from + row];
    if (a.period[one] !== b.period[other] || a.span[one] !== b.span[other]) return false;
    if (row > 0 && (a.day[one] === a.day[one - 1]) !== (b.day[other] === b.day[other - 1])) return false;
  }
  return true;
}
