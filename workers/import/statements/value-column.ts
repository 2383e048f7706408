/**
 * A figure a row, in pages that stay where they are as rows come. A page that is full holds whole numbers in four bytes
 * where all of its figures are whole multiples of 1, 1,000 or a hundredth: most of a statement is in thousands.
 */

interface Page {
  /** As they came, NaN where there is none; null once they are in `whole`. */
  readonly exact: Float64Array | null;
  /** The figure times `times`, or over it where that is a hundredth's; NOTHING where there is none. */
  readonly whole: Int32Array | null;
  readonly unit: Unit;
}

/** One with no figure is not there. */
export interface ValueColumn {
  readonly pages: (Page | undefined)[];
  /** The memory of a page that was packed, for the next one. */
  spare: Float64Array | null;
}

interface Unit {
  readonly times: number;
  readonly over: number;
}

const PAGE_BITS = 10;
const PAGE_ROWS = 1 << PAGE_BITS;
const NOTHING = -2_147_483_648;
const UNITS: readonly Unit[] = [
  { times: 1, over: 1 },
  { times: 1000, over: 1 },
  { times: 1, over: 100 },
];
const [ONE] = UNITS;
/** Where a page is packed: most that can't be are given up after a few figures. */
const SCRATCH = new Int32Array(PAGE_ROWS);

export function createValueColumn(): ValueColumn {
  return { pages: [], spare: null };
}

/** NaN where the row has none. */
export function valueAt({ pages }: Pick<ValueColumn, "pages">, row: number): number {
  const page = pages[row >> PAGE_BITS];
  if (!page) return NaN;
  const at = row & (PAGE_ROWS - 1);
  if (page.exact) return page.exact[at] ?? NaN;
  const whole = page.whole?.[at] ?? NOTHING;
  return whole === NOTHING ? NaN : (whole * page.unit.times) / page.unit.over;
}

/** Sets a row's figure, in any order of rows; NaN says nothing. */
export function setValue(column: ValueColumn, row: number, value: number): void {
  if (Number.isNaN(value)) return;
  const at = row >> PAGE_BITS;
  const known = column.pages[at];
  const exact = known?.exact ?? openPage(column, at, known);
  exact[row & (PAGE_ROWS - 1)] = value + 0; // -0 is what a sign makes of nothing
}

function openPage(column: ValueColumn, at: number, known: Page | undefined): Float64Array {
  const exact = (column.spare ?? new Float64Array(PAGE_ROWS)).fill(NaN);
  column.spare = null;
  if (known) for (let row = 0; row < PAGE_ROWS; row++) exact[row] = valueAt({ pages: [known] }, row);
  column.pages[at] = { exact, whole: null, unit: ONE ?? { times: 1, over: 1 } };
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
  const exact = column.pages[at]?.exact;
  if (!exact) return;
  for (const unit of UNITS) {
    const whole = packed(exact, unit);
    if (!whole) continue;
    column.pages[at] = { exact: null, whole, unit };
    column.spare = exact;
    return;
  }
}

/** null where a figure would not come back as it was. */
function packed(exact: Float64Array, { times, over }: Unit): Int32Array | null {
  const whole = SCRATCH;
  for (let at = 0; at < PAGE_ROWS; at++) {
    const value = exact[at] ?? NaN;
    const count = Math.round((value * over) / times);
    if (Number.isNaN(value)) whole[at] = NOTHING;
    else if ((count * times) / over === value && Math.abs(count) < -NOTHING) whole[at] = count;
    else return null;
  }
  return whole.slice();
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
