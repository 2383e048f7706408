/** Makes the steps of one item after the other, for all of a market's instruments. */
import { enterContradiction } from "#workers/market/facts-file.ts";
import type { FactFigure } from "#workers/market/facts-file.ts";
import type { FactsGiven } from "#workers/market/statement-notes.ts";
import { placeOf } from "#workers/model/place.ts";
import { createItemReader } from "./company-rows.ts";
import type { ItemRows, ItemSource, PlacedRows } from "./company-rows.ts";
import { createDeriving, FORMS, STOCK_FORMS } from "./derive.ts";
import type { ItemKind } from "./items.ts";
import { createRecipeList, fillSums } from "./recipe.ts";
import type { Recipe } from "./recipe.ts";
import type { StatementFigure } from "./statement-table.ts";
import {
  addDatedSteps,
  addFormSteps,
  beginSteps,
  createStepColumns,
  finishSteps,
  resetSteps,
} from "./step-columns.ts";
import type { StepColumns } from "./step-columns.ts";
import type { CompanyRows } from "./derive.ts";

export interface ItemMaker {
  /** The names of its facts that get a value with some instrument: mostly told by the first. */
  namesOf(figure: StatementFigure, sources: readonly ItemSource[]): string[];
  /**
   * Its facts with their steps, good until the next item's are made. What contradicts itself, and what the rows gave, is
   * entered once.
   */
  make(figure: StatementFigure, sources: readonly ItemSource[]): FactFigure[];
}

/** Where the steps of an item go, in the order of FORMS; undefined for a form that is not wanted. */
type WantedSteps = readonly (StepColumns | undefined)[];

/** What an item can become, in the order of FORMS. */
function formsOf({ name, kind }: StatementFigure): string[] {
  if (kind === "dated") return [name];
  const forms = kind === "flow" ? FORMS : FORMS.slice(0, STOCK_FORMS);
  return forms.map((form) => `${name}.${form}`);
}

export function createItemMaker(symbols: readonly string[]): ItemMaker {
  const read = createItemReader();
  const recipeOf = createRecipes();
  const scratch = FORMS.map(() => createStepColumns(symbols.length));
  const told = new Set<string>();
  const extents = new WeakMap<Int32Array, DayExtent>();

  /** Adds what a company's rows make by a recipe. */
  function addRows(kind: ItemKind, steps: WantedSteps, rows: ItemRows, instrument: number): Recipe {
    const recipe = recipeOf(rows, kind, instrument);
    fillSums(recipe, rows.registers, rows.count);
    for (let form = 0; form < steps.length; form++) {
      const made = recipe.forms[form];
      const columns = steps[form];
      if (made && columns) addFormSteps(columns, made, rows.registers, rows);
    }
    return recipe;
  }

  return {
    namesOf(figure, sources) {
      const names = formsOf(figure);
      const steps: (StepColumns | undefined)[] = names.map(() => createStepColumns(1));
      const found = new Set<string>();
      const { kind } = figure;
      for (const instrument of symbols.keys()) {
        if (found.size === names.length) break;
        const rows = read(sources, instrument);
        if (rows.count === 0) continue;
        if (kind !== "dated") addRows(kind, steps, rows, instrument);
        else if (steps[0]) addDatedSteps(steps[0], rows.registers, rows, () => {});
        for (let at = 0; at < steps.length; at++) {
          if ((steps[at]?.end ?? 0) === 0) continue;
          found.add(names[at] ?? "");
          steps[at] = undefined; // one step is enough
        }
      }
      return names.filter((name) => found.has(name));
    },
    make(figure, sources) {
      const names = formsOf(figure);
      const { kind } = figure;
      const steps = scratch.slice(0, names.length);
      const isFirst = !told.has(figure.name.toLowerCase());
      told.add(figure.name.toLowerCase());
      const only = sources.length === 1 ? sources[0] : undefined;
      const most = sources.reduce((sum, { placed }) => sum + placed.row.length, 0);
      for (const one of steps) resetSteps(one, most);
      for (const [instrument, symbol] of symbols.entries()) {
        for (const one of steps) beginSteps(one);
        const rows = read(sources, instrument);
        if (rows.count === 0) continue;
        if (kind === "dated") {
          const onRepeat = (row: number, first: number): void => {
            if (isFirst) tellContradiction(rows, { row, first }, figure.name, symbol);
          };
          if (steps[0]) addDatedSteps(steps[0], rows.registers, rows, onRepeat);
        } else {
          const recipe = addRows(kind, steps, rows, instrument);
          if (isFirst) tellContradictions(recipe, rows, figure.name, symbol);
        }
        if (isFirst && !only) for (const one of steps) enterGiven(one, rows);
      }
      return names.map((name, at) => {
        const made = steps[at];
        if (!made) throw new RangeError(`no steps of ${name}`);
        const finished = finishSteps(made);
        if (isFirst && only) enterAll(only.placed.rows.given, finished.day, extents);
        return { name, line: 1, steps: finished };
      });
    },
  };
}

/** Recipes of whole companies are kept: other items have the same rows. */
function createRecipes(): (rows: ItemRows, kind: ItemKind, instrument: number) => Recipe {
  const derive = createDeriving();
  const keep = createRecipeList();
  const ofShape = {
    flow: createShapeList((rows) => keep(derive(rows, "flow"))),
    stock: createShapeList((rows) => keep(derive(rows, "stock"))),
  };
  const known = new Map<PlacedRows, Record<ItemKind, Recipe[]>>();
  return (rows, kind, instrument) => {
    if (!rows.isWhole) return derive(rows, kind);
    const { placed } = rows.sourceOf(0);
    const own = known.get(placed) ?? { flow: [], stock: [] };
    known.set(placed, own);
    return (own[kind][instrument] ??= ofShape[kind](rows));
  };
}

function tellContradictions({ repeats }: Recipe, rows: ItemRows, name: string, symbol: string): void {
  for (let at = 0; at < repeats.count; at += 2) {
    const [row = 0, first = 0] = repeats.words.subarray(at, at + 2);
    tellContradiction(rows, { row, first }, name, symbol);
  }
}

/** Nothing is told of a row that says the same. */
function tellContradiction(
  rows: ItemRows,
  { row, first }: { readonly row: number; readonly first: number },
  name: string,
  symbol: string,
): void {
  if (rows.registers[row + 1] === rows.registers[first + 1]) return;
  const place = placeOf(rows.sourceOf(first).placed.rows.table.tally.file, rows.line[rows.from + first] ?? 0);
  const day = rows.day[rows.from + row] ?? 0;
  const { tally } = rows.sourceOf(row).placed.rows.table;
  enterContradiction(tally, rows.line[rows.from + row] ?? 0, { name, symbol, day, first: place });
}

/** Counts the steps of the instrument begun last, each with the table of the row that made it. */
function enterGiven(columns: StepColumns, rows: ItemRows): void {
  const from = columns.stepOffset[columns.instruments - 1] ?? 0;
  const days = columns.isShared ? columns.shared.day : columns.day;
  let row = 0;
  for (let step = from; step < columns.end; step++) {
    const day = days[step] ?? 0;
    while (row + 1 < rows.count && (rows.day[row + 1] ?? 0) <= day) row++;
    enter(rows.sourceOf(row).placed.rows.given, 1, { first: day, last: day });
  }
}

interface DayExtent {
  readonly first: number;
  readonly last: number;
}

/** Counts steps that rows of one table made. @param extents - of days that were counted before: those of many facts are the same ones */
function enterAll(given: FactsGiven, days: Int32Array, extents: WeakMap<Int32Array, DayExtent>): void {
  let extent = extents.get(days);
  if (!extent) {
    let [first, last] = [Infinity, -Infinity];
    for (let step = 0; step < days.length; step++) {
      const day = days[step] ?? 0;
      if (day < first) first = day;
      if (day > last) last = day;
    }
    extent = { first, last };
    extents.set(days, extent);
  }
  enter(given, days.length, extent);
}

function enter(given: FactsGiven, steps: number, { first, last }: DayExtent): void {
  given.steps += steps;
  if (first < given.firstDay) given.firstDay = first;
  if (last > given.lastDay) given.lastDay = last;
}

interface KnownShape {
  readonly rows: CompanyRows;
  readonly recipe: Recipe;
}

/**
 * Recipes by what they follow from: the periods and spans of a company's rows, and which of them became known on one
 * day. Most companies publish like others, and what was worked out for one is not worked out again.
 *
 * @param workOut - the recipe of rows, to be kept. Columns of rows stay as they are.
 */
function createShapeList(workOut: (rows: CompanyRows) => Recipe): (rows: CompanyRows) => Recipe {
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
