/**
 * What is known of one item of one company, day by day: the latest quarter, the latest year, twelve months and growth.
 * Rows come in the order in which they became known; a later row of an earlier period is a restatement, and changes what
 * it is part of from that day on. All of that follows from the periods and days of the rows, whatever their figures are.
 * So it is worked out once for a company, as a recipe, and each item that the same rows have is worked out by it.
 */
import type { ItemKind } from "./items.ts";
import {
  createPeriods,
  enter,
  enterWorkedOut,
  follows,
  isAt,
  isReported,
  isSaidOn,
  latestOf,
  placeOf,
  registerAYearBefore,
} from "./periods.ts";
import type { Periods } from "./periods.ts";
import { createList, emptyForm, push } from "./recipe.ts";
import type { Recipe } from "./recipe.ts";
import { LAST_QUARTER, TRAILING } from "./statement-table.ts";

export const FORMS = ["quarter", "year", "ttm", "yoy"] as const;
/** Forms that a stock has: there are neither twelve months of it nor growth. */
export const STOCK_FORMS = 2;

/** Ends of a year and of its last quarter may be written some days apart. */
const SAME_END = 10;
const QUARTERS = 4;

/** Rows of one company, by the day on which they became known: those at from .. from + count - 1 of each column. */
export interface CompanyRows {
  readonly from: number;
  readonly count: number;
  readonly day: Int32Array;
  readonly period: Int32Array;
  /** Length of each row's period in quarters, LAST_QUARTER or TRAILING. */
  readonly span: Uint8Array;
  readonly line: Int32Array;
}

/** A row on its way in: its number among the company's, and what its columns say. */
interface Row {
  readonly row: number;
  readonly day: number;
  readonly period: number;
  readonly span: number;
}

/** A recipe in the making. */
interface Making extends Recipe {
  readonly quarters: Periods;
  readonly years: Periods;
  /** Twelve months as a row has them, by their ends. */
  readonly trailing: Periods;
  /** The end of the period of each form's latest step. */
  readonly latestEnds: Int32Array;
  /** The sums made last, of a year and of twelve months: the same one is not made twice. */
  readonly yearSum: KnownSum;
  readonly monthsSum: KnownSum;
  nextRegister: number;
}

interface KnownSum {
  /** Where it begins in the list of sums. */
  at: number;
  /** 0 for none. */
  register: number;
}

/** A recipe is good until the next one is asked for; createRecipeList keeps it. */
export function createDeriving(): (rows: CompanyRows, kind: ItemKind) => Recipe {
  const making: Making = {
    sums: createList(),
    repeats: createList(),
    forms: FORMS.map((form) => emptyForm(form === "yoy")),
    quarters: createPeriods(),
    years: createPeriods(),
    trailing: createPeriods(),
    latestEnds: new Int32Array(FORMS.length),
    yearSum: { at: 0, register: 0 },
    monthsSum: { at: 0, register: 0 },
    nextRegister: 0,
  };
  return ({ from, count, day, period, span }, kind) => {
    reset(making, count);
    const isFlow = kind === "flow";
    const take = isFlow ? takeFlow : takeStock;
    for (let row = 0; row < count; row++) {
      const at = from + row;
      const today = day[at] ?? 0;
      take(making, { row, day: today, period: period[at] ?? 0, span: span[at] ?? 1 });
      if (row + 1 === count || day[at + 1] !== today) endDay(making, row, isFlow);
    }
    return making;
  };
}

function reset(making: Making, rows: number): void {
  const { quarters, years, trailing, sums, repeats, forms } = making;
  for (const { row, register, base, isSamePeriod } of forms)
    for (const list of [row, register, base, isSamePeriod]) list.count = 0;
  for (const list of [quarters, years, trailing, sums, repeats]) list.count = 0;
  [making.yearSum.register, making.monthsSum.register] = [0, 0];
  making.nextRegister = rows + 1;
}

function takeStock(making: Making, said: Row): void {
  const { row, day, period, span } = said;
  enterRow(making, making.quarters, said);
  if (span !== QUARTERS && span !== LAST_QUARTER) return;
  const { years } = making;
  const at = placeOf(years, period);
  // What contradicts itself is told once, with the quarter.
  if (!isAt(years, at, period) || !isSaidOn(years, at, day))
    enter(years, at, period, { register: row + 1, day, row });
}

function takeFlow(making: Making, said: Row): void {
  const { row, day, period, span } = said;
  const { quarters, years } = making;
  if (span === TRAILING) enterRow(making, making.trailing, said);
  else if (span === 1) enterRow(making, quarters, said);
  else if (span === LAST_QUARTER) {
    enterRow(making, quarters, said);
    const sum = sumTo(making, placeOf(quarters, period), {
      terms: QUARTERS,
      whole: 0,
      known: making.yearSum,
    });
    const known = placeOf(years, period);
    if (sum > 0 && !(isAt(years, known, period) && isReported(years, known)))
      enterWorkedOut(years, period, sum, day);
  } else fillLastQuarter(making, said, span === QUARTERS ? enterRow(making, years, said) : row + 1);
}

/** Enters a row's figure. @returns the register that the period has then */
function enterRow({ repeats }: Making, periods: Periods, { row, day, period }: Row): number {
  const at = placeOf(periods, period);
  if (!isAt(periods, at, period) || !isSaidOn(periods, at, day)) {
    enter(periods, at, period, { register: row + 1, day, row });
    return row + 1;
  }
  push(repeats, row);
  push(repeats, periods.row[at] ?? 0);
  return periods.register[at] ?? 0;
}

/** What the last quarter of a longer span must have been, where the others are known. @param whole - the register of the span */
function fillLastQuarter(making: Making, { period, span, day }: Row, whole: number): void {
  const { quarters } = making;
  const at = placeOf(quarters, period);
  if (isAt(quarters, at, period) && isReported(quarters, at)) return;
  const before = at - 1;
  if (before < 0 || !follows(quarters.end[before], period)) return;
  const rest = sumTo(making, before, { terms: span - 1, whole, known: null });
  if (rest > 0) enterWorkedOut(quarters, period, rest, day);
}

interface WantedSum {
  readonly terms: number;
  /** The register that the sum is taken from; 0 for the sum itself. */
  readonly whole: number;
  /** null for a sum that is not made again. */
  readonly known: KnownSum | null;
}

/** The register of the sum of so many quarters up to and with the one at a place; 0 where one is missing. */
function sumTo(making: Making, place: number, { terms, whole, known }: WantedSum): number {
  const { quarters, sums } = making;
  for (let at = place; at > place - terms; at--) {
    if (at < 0 || at >= quarters.count) return 0;
    if (at < place && !follows(quarters.end[at], quarters.end[at + 1])) return 0;
  }
  if (known && known.register > 0 && isSumOf(making, known.at, place)) return known.register;
  if (known) [known.at, known.register] = [sums.count, making.nextRegister];
  push(sums, terms);
  push(sums, whole);
  for (let at = place; at > place - terms; at--) push(sums, quarters.register[at] ?? 0);
  return making.nextRegister++;
}

/** True where the sum that begins there is of the quarters up to and with the one at a place. */
function isSumOf({ sums: { words }, quarters }: Making, at: number, place: number): boolean {
  const terms = words[at] ?? 0;
  for (let term = 0; term < terms; term++)
    if (words[at + 2 + term] !== quarters.register[place - term]) return false;
  return true;
}

/** What is known at the end of a day whose last row it is. */
function endDay(making: Making, row: number, isFlow: boolean): void {
  const { quarters, years } = making;
  const last = years.count - 1;
  if (last >= 0 && !isReported(years, last)) {
    const place = placeOf(quarters, years.end[last] ?? 0);
    const sum = sumTo(making, place, { terms: QUARTERS, whole: 0, known: making.yearSum });
    if (sum > 0) years.register[last] = sum; // one of its quarters was restated
  }
  const [hasQuarters, hasYears] = [quarters.count > 0, years.count > 0];
  const quarter = quarters.end[quarters.count - 1] ?? 0;
  const year = years.end[last] ?? 0;
  addStep(making, 0, { row, end: quarter, register: latestOf(quarters), base: 0 });
  addStep(making, 1, { row, end: year, register: latestOf(years), base: 0 });
  if (!isFlow) return;
  const latest = Math.max(
    hasQuarters ? quarter : -Infinity,
    hasYears ? year : -Infinity,
    lastEnd(making.trailing),
  );
  addStep(making, 2, { row, end: latest, register: twelveMonths(making), base: 0 });
  const growing = hasQuarters ? quarters : years;
  const base = registerAYearBefore(growing);
  const register = base === 0 ? 0 : latestOf(growing);
  addStep(making, 3, { row, end: hasQuarters ? quarter : year, register, base });
}

function twelveMonths(making: Making): number {
  const { quarters, years, trailing, monthsSum } = making;
  const [lastYear, lastQuarter, lastMonths] = [lastEnd(years), lastEnd(quarters), lastEnd(trailing)];
  if (lastYear >= Math.max(lastQuarter, lastMonths) - SAME_END) return latestOf(years);
  const isOfQuarters = lastQuarter >= lastMonths - SAME_END;
  const sum = isOfQuarters
    ? sumTo(making, quarters.count - 1, { terms: QUARTERS, whole: 0, known: monthsSum })
    : 0;
  return sum > 0 || lastMonths < lastQuarter - SAME_END ? sum : latestOf(trailing);
}

/** EpochDay; -Infinity for no period. */
function lastEnd({ count, end }: Periods): number {
  return count === 0 ? -Infinity : (end[count - 1] ?? 0);
}

interface Step {
  readonly row: number;
  /** The end of the period of its value; of no meaning for register 0. */
  readonly end: number;
  readonly register: number;
  readonly base: number;
}

/** A step that says what the one before says is left out. */
function addStep({ forms, latestEnds }: Making, form: number, { row, end, register, base }: Step): void {
  const steps = forms[form];
  if (!steps) throw new RangeError(`no form ${form}`);
  const last = steps.row.count - 1;
  const isSamePeriod = last >= 0 && latestEnds[form] === end;
  const before = last < 0 ? 0 : (steps.register.words[last] ?? 0);
  const isSame = register === before && (register === 0 || steps.base.words[last] === base);
  if (isSame && (isSamePeriod || register === 0)) return;
  push(steps.row, row);
  push(steps.register, register);
  push(steps.base, base);
  push(steps.isSamePeriod, isSamePeriod ? 1 : 0);
  latestEnds[form] = end;
}
