/**
 * A figure a row, in pages that stay where they are as rows come. A page that is full holds whole numbers above the least of
 * them, in as few bytes as these need, where all of its figures are whole multiples of 1, 1,000 or a hundredth: most of a
 * statement is in thousands.
 */

import { timesUnit } from "../cells/numbers.ts";

/** A page in the making, and one that has other figures: as they came, NaN where there is none. */
type ExactPage = Float64Array;

/** A figure is (below + code) times `times`, or over `over` where that is a hundredth's; of code 0 there is none. */
interface PackedPage {
  readonly below: number;
  /** The lower 16 bits of the codes, and what is above them; null where nothing is. */
  readonly low: Uint16Array;
  readonly high: Uint8Array | Uint16Array | null;
  readonly unit: Unit;
}

/** One with no figure is not there. */
export interface ValueColumn {
  readonly pages: (ExactPage | PackedPage | undefined)[];
  /** The memory of a page that was packed, for the next one. */
  spare: Float64Array | null;
}

interface Unit {
  readonly times: number;
  readonly over: number;
}

const PAGE_BITS = 10;
const PAGE_ROWS = 1 << PAGE_BITS;
const UNITS: readonly Unit[] = [
  { times: 1, over: 1 },
  { times: 1000, over: 1 },
  { times: 1, over: 100 },
];
const LOW_BITS = 16;
const LOW = 1 << LOW_BITS;
/** Codes of three bytes end below it, and counts of a page lie less than MOST_APART apart. */
const THREE_BYTES = 1 << 24;
const MOST_APART = 2 ** 32 - 2;
/** Where a page is packed: most that can't be are given up after a few figures. */
const COUNTS = new Float64Array(PAGE_ROWS);

export function createValueColumn(): ValueColumn {
  return { pages: [], spare: null };
}

/** NaN where the row has none. */
export function valueAt({ pages }: Pick<ValueColumn, "pages">, row: number): number {
  const page = pages[row >> PAGE_BITS];
  if (!page) return NaN;
  const at = row & (PAGE_ROWS - 1);
  return page instanceof Float64Array ? (page[at] ?? NaN) : unpacked(page, at);
}

function unpacked({ below, low, high, unit }: PackedPage, at: number): number {
  const code = (low[at] ?? 0) + (high === null ? 0 : (high[at] ?? 0) * LOW);
  return code === 0 ? NaN : ((below + code) * unit.times) / unit.over;
}

/** Rows to be read, those from .. to - 1 of a list; what the row at `from` has goes to `into` at 1, and so on. */
interface WantedRows {
  readonly rows: Int32Array;
  readonly from: number;
  readonly to: number;
  /** True where each is the one behind the one before. */
  readonly isRun: boolean;
  readonly into: Float64Array;
}

/** Reads what some rows have, page by page. @returns how many have a figure */
export function readValues({ pages }: ValueColumn, wanted: WantedRows): number {
  const { rows, to, isRun } = wanted;
  let known = 0;
  for (let { from } = wanted; from < to;) {
    const first = rows[from] ?? 0;
    const number = first >> PAGE_BITS;
    let end = from + 1;
    if (isRun) end = Math.min(to, from + PAGE_ROWS - (first & (PAGE_ROWS - 1)));
    else while (end < to && (rows[end] ?? 0) >> PAGE_BITS === number) end++;
    const page = pages[number];
    if (page instanceof Float64Array) known += readExact(page, wanted, from, end);
    else if (page) known += readPacked(page, wanted, from, end);
    else wanted.into.fill(NaN, from - wanted.from + 1, end - wanted.from + 1);
    from = end;
  }
  return known;
}

function readExact(page: ExactPage, { rows, from, into }: WantedRows, start: number, end: number): number {
  let known = 0;
  for (let at = start; at < end; at++) {
    const value = page[(rows[at] ?? 0) & (PAGE_ROWS - 1)] ?? NaN;
    into[at - from + 1] = value;
    if (!Number.isNaN(value)) known++;
  }
  return known;
}

function readPacked(
  { low, high, below, unit: { times, over } }: PackedPage,
  { rows, from, isRun, into }: WantedRows,
  start: number,
  end: number,
): number {
  const isOne = times === over;
  let known = 0;
  if (high === null && isOne && isRun) {
    let place = (rows[start] ?? 0) & (PAGE_ROWS - 1);
    let unknown = 0;
    for (let at = start - from + 1; at <= end - from; at++) {
      const code = low[place++] ?? 0;
      into[at] = below + code;
      if (code !== 0) continue;
      into[at] = NaN;
      unknown++;
    }
    return end - start - unknown;
  }
  if (high === null && isOne) {
    for (let at = start; at < end; at++) {
      const code = low[(rows[at] ?? 0) & (PAGE_ROWS - 1)] ?? 0;
      if (code !== 0) known++;
      into[at - from + 1] = code === 0 ? NaN : below + code;
    }
    return known;
  }
  for (let at = start; at < end; at++) {
    const place = (rows[at] ?? 0) & (PAGE_ROWS - 1);
    const code = (low[place] ?? 0) + (high === null ? 0 : (high[place] ?? 0) * LOW);
    if (code !== 0) known++;
    const count = code === 0 ? NaN : below + code;
    into[at - from + 1] = isOne ? count : (count * times) / over;
  }
  return known;
}

/** How many of the first rows have a figure below 0 and how many one above it. */
export function countSigns(
  { pages }: ValueColumn,
  rows: number,
): { readonly below: number; readonly above: number } {
  let [below, above] = [0, 0];
  for (const [number, page] of pages.entries()) {
    if (!page) continue;
    const end = Math.min(PAGE_ROWS, rows - number * PAGE_ROWS);
    if (page instanceof Float64Array) {
      for (let at = 0; at < end; at++) {
        const value = page[at] ?? NaN;
        if (value > 0) above++;
        else if (value < 0) below++;
      }
      continue;
    }
    const { low, high, below: start } = page;
    for (let at = 0; at < end; at++) {
      const code = (low[at] ?? 0) + (high === null ? 0 : (high[at] ?? 0) * LOW);
      if (code === 0) continue;
      if (start + code > 0) above++;
      else if (start + code < 0) below++;
    }
  }
  return { below, above };
}

/** Sets a row's figure, in any order of rows; NaN says nothing. */
export function setValue(column: ValueColumn, row: number, value: number): void {
  if (Number.isNaN(value)) return;
  const at = row >> PAGE_BITS;
  const page = column.pages[at];
  const exact = page instanceof Float64Array ? page : openPage(column, at, page);
  exact[row & (PAGE_ROWS - 1)] = value + 0; // -0 is what a sign makes of nothing
}

function openPage(column: ValueColumn, at: number, known: PackedPage | undefined): Float64Array {
  const exact = (column.spare ?? new Float64Array(PAGE_ROWS)).fill(NaN);
  column.spare = null;
  if (known) for (let row = 0; row < PAGE_ROWS; row++) exact[row] = unpacked(known, row);
  column.pages[at] = exact;
  return exact;
}

/** True for the first row of a page but that of the first one: then the page before may be packed. */
export function isPageStart(row: number): boolean {
  return (row & (PAGE_ROWS - 1)) === 0 && row > 0;
}

/** To be called when rows go on behind a page; a page that is set again opens anew. */
export function packBefore(column: ValueColumn, row: number): void {
  if (!isPageStart(row)) return;
  const at = (row >> PAGE_BITS) - 1;
  const exact = column.pages[at];
  if (!(exact instanceof Float64Array)) return;
  const page = packedPage(exact);
  if (!page) return;
  column.pages[at] = page;
  column.spare = exact;
}

/** The pages of several columns whose rows come whole, in one piece of memory until they are full. */
export interface OpenPages {
  /** A column behind the other, each with some room behind its page: see ROOM. */
  readonly figures: Float64Array;
  /** How many columns. */
  readonly columns: number;
}

/** As far apart as whole pages, the figures of a row would compete for the same places of a processor's cache. */
const ROOM = PAGE_ROWS + 8;

export function openPages(columns: number): OpenPages {
  return { figures: new Float64Array(columns * ROOM), columns };
}

/** Sets all figures of a row. @param factors - what each is multiplied by */
export function setRow(
  { figures, columns }: OpenPages,
  row: number,
  raw: Float64Array,
  factors: Float64Array,
): void {
  let place = row & (PAGE_ROWS - 1);
  for (let column = 0; column < columns; column++) {
    const factor = factors[column] ?? NaN;
    const figure = raw[column] ?? NaN;
    figures[place] = (factor === 1 ? figure : timesUnit(figure, factor)) + 0; // as in setValue
    place += ROOM;
  }
}

/** Hands the pages that end in front of a row over to their columns. */
export function closePages({ figures }: OpenPages, columns: readonly ValueColumn[], row: number): void {
  const number = (row - 1) >> PAGE_BITS;
  const rows = row - number * PAGE_ROWS;
  for (const [at, { pages }] of columns.entries()) {
    const exact = figures.subarray(at * ROOM, at * ROOM + PAGE_ROWS).fill(NaN, rows);
    if (exact.every(Number.isNaN)) continue;
    pages[number] = packedPage(exact) ?? exact.slice();
  }
}

/** null where a figure would not come back as it was. */
function packedPage(exact: Float64Array): PackedPage | null {
  for (const unit of UNITS) {
    const page = packed(exact, unit);
    if (page) return page;
  }
  return null;
}

/** The same in one unit. */
function packed(exact: Float64Array, unit: Unit): PackedPage | null {
  const counts = unit.times === unit.over ? exact : countsIn(exact, unit);
  if (!counts) return null;
  let [least, most] = [Infinity, -Infinity];
  for (let at = 0; at < PAGE_ROWS; at++) {
    const count = counts[at] ?? NaN;
    if (Math.trunc(count) !== count) {
      if (Number.isNaN(count)) continue;
      return null;
    }
    if (count < least) least = count;
    if (count > most) most = count;
  }
  return most - least < MOST_APART && Number.isSafeInteger(least) && Number.isSafeInteger(most)
    ? coded(counts, least - 1, most, unit)
    : null;
}

/** What figures are multiples of a unit; NaN where there is none, null where one is no whole multiple. */
function countsIn(exact: Float64Array, { times, over }: Unit): Float64Array | null {
  for (let at = 0; at < PAGE_ROWS; at++) {
    const value = exact[at] ?? NaN;
    const count = Math.round((value * over) / times);
    COUNTS[at] = count;
    if ((count * times) / over !== value && !Number.isNaN(value)) return null;
  }
  return COUNTS;
}

/** Codes of the counts, from 1 for the least. */
function coded(counts: Float64Array, below: number, most: number, unit: Unit): PackedPage {
  const low = new Uint16Array(PAGE_ROWS);
  const codes = most - below + 1;
  // Of a code that is 0 there is no count; of others the lower bits are taken.
  if (codes <= LOW) {
    for (let at = 0; at < PAGE_ROWS; at++) low[at] = (counts[at] ?? NaN) - below;
    return { below, low, high: null, unit };
  }
  const high = codes <= THREE_BYTES ? new Uint8Array(PAGE_ROWS) : new Uint16Array(PAGE_ROWS);
  for (let at = 0; at < PAGE_ROWS; at++) {
    const code = ((counts[at] ?? NaN) - below) >>> 0;
    low[at] = code;
    high[at] = code >>> LOW_BITS;
  }
  return { below, low, high, unit };
}

/** A column with what another has where it has nothing. @param rows - how many there are */
export function filledColumn(column: ValueColumn, other: ValueColumn, rows: number): ValueColumn {
  const filled = createValueColumn();
  for (let row = 0; row < rows; row++) {
    packBefore(filled, row);
    const own = valueAt(column, row);
    setValue(filled, row, Number.isNaN(own) ? valueAt(other, row) : own);
  }
  return filled;
}
