/** Whether a grid's best cell stands on a plateau or alone: a lone peak is more likely luck than a better rule. */

/** Rows and columns of a grid; cells are numbered row by row. One column for a grid of one axis. */
export interface GridShape {
  readonly rows: number;
  readonly columns: number;
}

export interface Peak {
  /** Its number. */
  readonly cell: number;
  readonly value: number;
  /** Mean of the known cells around it; null where none is. */
  readonly neighbours: number | null;
}

export interface Robustness {
  readonly best: Peak;
  /** The cell with the best mean of itself and its neighbours. */
  readonly steadiest: Peak;
  /** The best is far above its neighbours, by the spread of the whole grid. */
  readonly isLonely: boolean;
  /** Too few cells are known for such a judgement. */
  readonly isTooSmall: boolean;
}

/** A best cell so many standard deviations of all cells above its neighbours stands alone. */
const LONELY_DEVIATIONS = 1.5;
const FEWEST_CELLS = 5;

/**
 * @param values - by number of the cell, the higher the better; null where unknown or undefined
 * @returns null where no value is known
 */
export function judgeGrid(values: readonly (number | null)[], shape: GridShape): Robustness | null {
  const known = values.flatMap((value, cell) => (value === null ? [] : [{ cell, value }]));
  const [first] = known;
  if (!first) return null;
  const peaks = known.map(({ cell, value }): Peak => ({
    cell,
    value,
    neighbours: meanAround(values, shape, cell),
  }));
  const best = highest(peaks, ({ value }) => value);
  const steadiest = highest(peaks, (peak) => steadiness(values, shape, peak));
  const isTooSmall = known.length < FEWEST_CELLS;
  const spread = deviationOf(known.map(({ value }) => value));
  const above = best.neighbours === null ? 0 : best.value - best.neighbours;
  return { best, steadiest, isTooSmall, isLonely: !isTooSmall && above > LONELY_DEVIATIONS * spread };
}

/** The cells around one, corners too. */
export function neighboursOf({ rows, columns }: GridShape, cell: number): readonly number[] {
  const [row, column] = [Math.floor(cell / columns), cell % columns];
  const around: number[] = [];
  for (let r = Math.max(0, row - 1); r <= Math.min(rows - 1, row + 1); r++) {
    for (let c = Math.max(0, column - 1); c <= Math.min(columns - 1, column + 1); c++) {
      if (r !== row || c !== column) around.push(r * columns + c);
    }
  }
  return around;
}

function meanAround(values: readonly (number | null)[], shape: GridShape, cell: number): number | null {
  return meanOf(knownAround(values, shape, cell));
}

function steadiness(values: readonly (number | null)[], shape: GridShape, { cell, value }: Peak): number {
  return meanOf([value, ...knownAround(values, shape, cell)]) ?? value;
}

function knownAround(values: readonly (number | null)[], shape: GridShape, cell: number): readonly number[] {
  return neighboursOf(shape, cell).flatMap((at) => values[at] ?? []);
}

/** The first of equally high ones; the list is not empty. */
function highest(peaks: readonly Peak[], scoreOf: (peak: Peak) => number): Peak {
  return peaks.reduce((best, peak) => (scoreOf(peak) > scoreOf(best) ? peak : best));
}

function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Standard deviation of all the values, as of a whole population. */
function deviationOf(values: readonly number[]): number {
  const mean = meanOf(values) ?? 0;
  return Math.sqrt(meanOf(values.map((value) => (value - mean) ** 2)) ?? 0);
}
