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
  /** Steps of each form, in the order of FORMS. */
  readonly forms: readonly FormSteps[];
}

/** What may be the steps of a form, ascending by day. */
export interface FormSteps {
  readonly isGrowth: boolean;
  /** The last row of the day. */
  readonly row: IntList;
  readonly register: IntList;
  /** The register that a growth is on; 0 elsewhere. */
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
    const end = at + terms;
    if (terms === 4) {
      // Most are of twelve months, and written out they take half the time.
      sum += registers[words[at] ?? 0] ?? NaN;
      sum += registers[words[at + 1] ?? 0] ?? NaN;
      sum += registers[words[at + 2] ?? 0] ?? NaN;
      sum += registers[words[at + 3] ?? 0] ?? NaN;
      at = end;
    } else for (; at < end; at++) sum += registers[words[at] ?? 0] ?? NaN;
    registers[next++] = whole === 0 ? sum : (registers[whole] ?? NaN) - sum;
  }
}

export function emptyForm(isGrowth: boolean): FormSteps {
  return {
    isGrowth,
    row: createList(),
    register: createList(),
    base: createList(),
    isSamePeriod: createList(),
  };
}

/** Recipes that stay, each of their lists once: companies that publish alike have the same, and so have flows and stocks. */
export function createRecipeList(): (recipe: Recipe) => Recipe {
  const kept = new Map<number, IntList[]>();
  const keep = ({ words, count }: IntList): IntList => {
    const key = wordChecksum(words, 0, count);
    const alike = kept.get(key) ?? [];
    const known = alike.find((one) => isSameList(one, words, count));
    if (known) return known;
    const copy = { words: words.slice(0, count), count };
    kept.set(key, [...alike, copy]);
    return copy;
  };
  return ({ sums, repeats, forms }) => ({
    sums: keep(sums),
    repeats: keep(repeats),
    forms: forms.map(({ isGrowth, row, register, base, isSamePeriod }) => ({
      isGrowth,
      row: keep(row),
      register: keep(register),
      base: keep(base),
      isSamePeriod: keep(isSamePeriod),
    })),
  });
}

function isSameList(one: IntList, words: Int32Array, count: number): boolean {
  if (one.count !== count) return false;
  for (let place = 0; place < count; place++) if (words[place] !== one.words[place]) return false;
  return true;
}

const ROOM = 64;

export function createList(): IntList {
  return { words: new Int32Array(ROOM), count: 0 };
}

export function push(list: IntList, word: number): void {
  if (list.count === list.words.length) {
    const larger = new Int32Array(list.count * 2);
    larger.set(list.words);
    list.words = larger;
  }
  list.words[list.count++] = word;
}
