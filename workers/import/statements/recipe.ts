/** How the steps of a company's items are made of its rows' figures: worked out once, and used for each item. */
import { wordChecksum } from "#workers/market/checksum.ts";

/** The first `count` of the words. */
export interface IntList {
  words: Int32Array;
  count: number;
}

/**
 * How steps are made of the rows' figures. Registers hold figures: 0 is always NaN, row i is in i + 1, and behind the last
 * row lies what is worked out.
 */
export interface Recipe {
  /**
   * What is worked out, in its order: how many registers are added up, the register that the sum is taken from (0 for the
   * sum itself), and the registers.
   */
  readonly sums: IntList;
  /** Rows whose period an earlier row of the same day has already, which stays: the row, and that earlier row. */
  readonly repeats: IntList;
  /** In the order of FORMS. */
  readonly forms: readonly FormSteps[];
}

/** What may be the steps of a form, ascending by day. */
export interface FormSteps {
  /** The last row of the day. */
  readonly row: IntList;
  readonly register: IntList;
  /** Of growth the register that it is on; 0 elsewhere. */
  readonly base: IntList;
  /** 1 where the value is of the same period as that of the step before: then the same value is no step. */
  readonly isSamePeriod: IntList;
}

/** As many registers as a recipe needs for so many rows: a row makes four sums at most. */
export function registersFor(rows: number): number {
  return 1 + rows * 5;
}

/** Works out what lies behind the rows' registers. */
export function fillSums({ sums: { words, count } }: Recipe, registers: Float64Array, rows: number): void {
  let next = rows + 1;
  for (let at = 0; at < count;) {
    const terms = words[at] ?? 0;
    const whole = words[at + 1] ?? 0;
    at += 2;
    let sum = 0;
    for (const end = at + terms; at < end; at++) sum += registers[words[at] ?? 0] ?? NaN;
    registers[next++] = whole === 0 ? sum : (registers[whole] ?? NaN) - sum;
  }
}

export function emptyForm(): FormSteps {
  return { row: createList(), register: createList(), base: createList(), isSamePeriod: createList() };
}

/** Recipes that stay, each once: companies that publish alike have the same. */
export function createRecipeBook(): (recipe: Recipe) => Recipe {
  const kept = new Map<number, Recipe[]>();
  return (recipe) => {
    const key = listsOf(recipe).reduce(
      (sum, { words, count }) => (Math.imul(sum, 31) + wordChecksum(words, 0, count)) | 0,
      0,
    );
    const alike = kept.get(key) ?? [];
    const known = alike.find((one) => isSameRecipe(one, recipe));
    if (known) return known;
    const copy = copyRecipe(recipe);
    kept.set(key, [...alike, copy]);
    return copy;
  };
}

function listsOf({ sums, repeats, forms }: Recipe): IntList[] {
  return [sums, repeats, ...forms.flatMap((form) => [form.row, form.register, form.base, form.isSamePeriod])];
}

function isSameRecipe(a: Recipe, b: Recipe): boolean {
  const others = listsOf(b);
  return listsOf(a).every(({ words, count }, at) => {
    const other = others[at];
    if (other?.count !== count) return false;
    for (let place = 0; place < count; place++) if (words[place] !== other.words[place]) return false;
    return true;
  });
}

function copyRecipe({ sums, repeats, forms }: Recipe): Recipe {
  return {
    sums: copyList(sums),
    repeats: copyList(repeats),
    forms: forms.map(({ row, register, base, isSamePeriod }) => ({
      row: copyList(row),
      register: copyList(register),
      base: copyList(base),
      isSamePeriod: copyList(isSamePeriod),
    })),
  };
}

const ROOM = 64;

export function createList(): IntList {
  return { words: new Int32Array(ROOM), count: 0 };
}

function copyList({ words, count }: IntList): IntList {
  return { words: words.slice(0, count), count };
}

export function push(list: IntList, word: number): void {
  if (list.count === list.words.length) {
    const larger = new Int32Array(list.count * 2);
    larger.set(list.words);
    list.words = larger;
  }
  list.words[list.count++] = word;
}
