/**
 * Steps of a fact as they are made, instrument by instrument and day by day; the same value of the same period is no step.
 * Facts that are made of the same rows mostly have steps on the same days: those are kept once for all of them.
 */
import type { ArrangedSteps } from "#workers/market/fact-steps.ts";
import type { ItemRows } from "./company-rows.ts";
import type { CompanyRows } from "./derive.ts";
import type { FormSteps, IntList } from "./recipe.ts";

const FIRST = 256;

/** Where and when steps are, without their values. */
type StepDays = Pick<ArrangedSteps, "stepOffset" | "day" | "line">;

const NO_DAYS: StepDays = {
  stepOffset: new Int32Array(0),
  day: new Int32Array(0),
  line: new Int32Array(0),
};

/** What has made steps, so that the same again gives the same days. */
interface Made {
  /** By instrument, the rows that may make steps, where all of them did. */
  readonly lists: (IntList | undefined)[];
  /** The days of all rows of their table; null where no instrument is in `lists`. */
  days: Int32Array | null;
}

export interface StepColumns {
  readonly stepOffset: Int32Array;
  /** Of the steps from 0 to end - 1, unless they are on the days of `shared` so far. */
  day: Int32Array;
  line: Int32Array;
  value: Float64Array;
  end: number;
  made: Made;
  /** The longest steps of an earlier fact, and what has made them. */
  shared: StepDays;
  sharedMade: Made;
  isShared: boolean;
  /** Instruments that were begun. */
  instruments: number;
}

export function createStepColumns(instruments: number): StepColumns {
  return {
    stepOffset: new Int32Array(instruments + 1),
    day: NO_DAYS.day,
    line: NO_DAYS.line,
    value: new Float64Array(FIRST),
    end: 0,
    made: { lists: [], days: null },
    shared: NO_DAYS,
    sharedMade: { lists: [], days: null },
    isShared: true,
    instruments: 0,
  };
}

/** Forgets all steps, for another fact, which has so many at most. */
export function resetSteps(columns: StepColumns, most: number): void {
  [columns.end, columns.instruments, columns.isShared] = [0, 0, true];
  columns.made = { lists: [], days: null };
  if (columns.value.length < most) columns.value = new Float64Array(most);
}

/** What is added from now on is of the next instrument. */
export function beginSteps(columns: StepColumns): void {
  columns.stepOffset[columns.instruments++] = columns.end;
}

/** Adds the steps that the rows of an instrument make; `registers` as the recipe of these rows has filled them. */
export function addFormSteps(
  columns: StepColumns,
  form: FormSteps,
  registers: Float64Array,
  rows: ItemRows,
): void {
  const { row, register, base, isSamePeriod } = form;
  makeRoom(columns, row.count);
  if (addOnSharedDays(columns, form, registers, rows)) return;
  const { value } = columns;
  let { end } = columns;
  let before = NaN;
  for (let at = 0; at < row.count; at++) {
    const on = base.words[at] ?? 0;
    const figure = registers[register.words[at] ?? 0] ?? NaN;
    const now = on === 0 ? figure : growth(figure, registers[on] ?? NaN);
    if (now === before ? isSamePeriod.words[at] === 1 : Number.isNaN(now) && Number.isNaN(before)) continue;
    const place = rows.from + (row.words[at] ?? 0);
    setDay(columns, end, rows.day[place] ?? 0, rows.line[place] ?? 0);
    value[end++] = now;
    before = now;
  }
  if (rows.isWhole && end - columns.end === row.count) noteMade(columns, form, rows);
  columns.end = end;
}

function noteMade({ made, instruments }: StepColumns, form: FormSteps, rows: ItemRows): void {
  made.lists[instruments - 1] = form.row;
  made.days = rows.day;
}

/**
 * Adds values alone where the steps are on the days of an earlier fact: those that the same rows of the same table made.
 *
 * @returns false where that is not so, or not each is a step
 */
function addOnSharedDays(
  columns: StepColumns,
  form: FormSteps,
  registers: Float64Array,
  rows: ItemRows,
): boolean {
  const { shared, sharedMade, instruments, value, end } = columns;
  const at = instruments - 1;
  const isAlike = rows.isWhole && sharedMade.lists[at] === form.row && sharedMade.days === rows.day;
  if (!columns.isShared || !isAlike || shared.stepOffset[at] !== end) return false;
  const isEach = form.isGrowth
    ? addGrowth(value, end, form, registers)
    : addFigures(value, end, form, registers);
  if (!isEach) return false;
  columns.end = end + form.row.count;
  noteMade(columns, form, rows);
  return true;
}

/** Sets the values of all steps from a place on. @returns false where one of them is no step */
function addFigures(
  into: Float64Array,
  place: number,
  { row: { count }, register: { words }, isSamePeriod: { words: same } }: FormSteps,
  registers: Float64Array,
): boolean {
  let before = NaN;
  for (let step = 0; step < count; step++) {
    const now = registers[words[step] ?? 0] ?? NaN;
    if (now === before ? same[step] === 1 : Number.isNaN(now) && Number.isNaN(before)) return false;
    into[place + step] = now;
    before = now;
  }
  return true;
}

/** The same of growth. */
function addGrowth(
  into: Float64Array,
  place: number,
  { row: { count }, register: { words }, base, isSamePeriod: { words: same } }: FormSteps,
  registers: Float64Array,
): boolean {
  let before = NaN;
  for (let step = 0; step < count; step++) {
    const now = growth(registers[words[step] ?? 0] ?? NaN, registers[base.words[step] ?? 0] ?? NaN);
    if (now === before ? same[step] === 1 : Number.isNaN(now) && Number.isNaN(before)) return false;
    into[place + step] = now;
    before = now;
  }
  return true;
}

/** Percent on the value a year before; NaN where that is unknown or not above 0. */
function growth(value: number, base: number): number {
  return base > 0 ? (value / base - 1) * 100 : NaN;
}

/**
 * Adds values as they stand in the rows: each day is a step, and of one day the first row stays.
 *
 * @param onRepeat - told of a row that has a day again, and of the row that stays, by their places among these
 */
export function addDatedSteps(
  columns: StepColumns,
  registers: Float64Array,
  rows: CompanyRows,
  onRepeat: (row: number, first: number) => void,
): void {
  makeRoom(columns, rows.count);
  let first = -1;
  for (let row = 0; row < rows.count; row++) {
    const place = rows.from + row;
    if (first >= 0 && rows.day[place] === rows.day[rows.from + first]) {
      onRepeat(row, first);
      continue;
    }
    first = row;
    setDay(columns, columns.end, rows.day[place] ?? 0, rows.line[place] ?? 0);
    columns.value[columns.end++] = registers[row + 1] ?? NaN;
  }
}

/** The steps of all instruments, the last of which was begun; values are good until reset. */
export function finishSteps(columns: StepColumns): ArrangedSteps {
  const { stepOffset, end, instruments } = columns;
  stepOffset[instruments] = end;
  const value = columns.value.subarray(0, end);
  const { shared } = columns;
  const isWhole = columns.isShared && end === shared.day.length && isEqual(stepOffset, shared.stepOffset);
  if (isWhole) return { ...shared, value };
  leaveShared(columns, end);
  const own = { stepOffset, day: columns.day.subarray(0, end), line: columns.line.subarray(0, end) };
  if (end <= shared.day.length) return { ...own, value };
  columns.shared = { ...own, stepOffset: stepOffset.slice() };
  columns.sharedMade = columns.made;
  [columns.day, columns.line] = [NO_DAYS.day, NO_DAYS.line];
  return { ...columns.shared, value };
}

/** The days stay shared as long as they agree. */
function setDay(columns: StepColumns, at: number, day: number, line: number): void {
  if (columns.isShared) {
    if (columns.shared.day[at] === day && columns.shared.line[at] === line) return;
    leaveShared(columns, at);
  }
  columns.day[at] = day;
  columns.line[at] = line;
}

/** Goes on with days of its own, behind the first `end` shared ones. */
function leaveShared(columns: StepColumns, end: number): void {
  if (!columns.isShared) return;
  columns.isShared = false;
  const room = columns.value.length;
  if (columns.day.length < room) [columns.day, columns.line] = [new Int32Array(room), new Int32Array(room)];
  columns.day.set(columns.shared.day.subarray(0, end));
  columns.line.set(columns.shared.line.subarray(0, end));
}

/** For so many further steps. */
function makeRoom(columns: StepColumns, more: number): void {
  const { end, value, isShared } = columns;
  if (end + more <= value.length) return;
  const room = Math.max(end + more, value.length * 2);
  columns.value = new Float64Array(room);
  columns.value.set(value);
  if (isShared) return;
  const { day, line } = columns;
  [columns.day, columns.line] = [new Int32Array(room), new Int32Array(room)];
  columns.day.set(day);
  columns.line.set(line);
}

function isEqual(a: Int32Array, b: Int32Array): boolean {
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return false;
  return true;
}
