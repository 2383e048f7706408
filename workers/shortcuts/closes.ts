/**
 * The closes of a universe: a column of them, or what is left in its stored code and worked out as it is looked at.
 * Gains, for markets from the store: a column that is looked at here and there is not decoded as a whole.
 */
import type { CopyRows, LateColumn } from "#workers/model/late-column.ts";
import type { RowSpan } from "#workers/model/price-zones.ts";
import type { BarFigure, RowsOfMember } from "#workers/engine/bar-prices.ts";
import type { Calendar } from "#workers/sessions/calendar.ts";

/** Those of one such object stay as they are. */
export interface Closes {
  /** Unique. */
  readonly id: number;
  readonly calendar: Calendar;
  readonly rows: RowsOfMember;
  readonly at: BarFigure;
  /** Writes those of some of a member's rows, the first one at into[0]. */
  readonly copy: (member: number, span: RowSpan, into: Float64Array) => void;
}

let lastId = 0;

/** @param column - by the market's row */
export function closesInMemory(calendar: Calendar, column: Float64Array): Closes {
  return {
    id: ++lastId,
    calendar,
    rows: (_, from, to) => column.subarray(from, to),
    at: (row) => column[row],
    copy: (_, span, into) => copyFigures(column, span, into),
  };
}

function copyFigures(column: Float64Array, { from, to }: RowSpan, into: Float64Array): void {
  if (to - from > STRETCH) into.set(column.subarray(from, to));
  else for (let row = from; row < to; row++) into[row - from] = column[row];
}

/** @param universe - the instrument that each member is */
export function closesInCode(calendar: Calendar, universe: Int32Array, { rows, copy }: LateColumn): Closes {
  const id = ++lastId;
  return {
    id,
    calendar,
    rows: (member, from, to) => rows(universe[member], from, to),
    at: figuresInStretches(id, calendar, universe, copy),
    copy: (member, span, into) => copy(universe[member], span, into, 0),
  };
}

/** Bars that are read at a time: 2^6, the first one of a member at a multiple of it. */
const STRETCH_SHIFT = 6;
const STRETCH = 1 << STRETCH_SHIFT;
/**
 * Of each member: who looks at all of them on one session after another finds them again, and the closes 300 bars before, which
 * an order of candidates asks for, in another place.
 */
const STRETCHES_OF_MEMBER = 3;
/** A power of two: members beyond some five thousand share places. Memory that nobody comes to costs nothing. */
const STRETCHES_KEPT = 2 ** 14;
/** One memory for all: a market that is read in parts has closes for each of them. */
const figures = new Float64Array(STRETCHES_KEPT << STRETCH_SHIFT);
/** By place, which a stretch shares with others: the one asked for last, and the id of its closes. */
const stretchAt = new Int32Array(STRETCHES_KEPT);
const ownerAt = new Int32Array(STRETCHES_KEPT);

/**
 * Single figures of a column that is not there: worked out with those around them, and kept for a while.
 *
 * @param id - of the closes
 * @param universe - the instrument that each member is
 */
function figuresInStretches(
  id: number,
  { fromRow, toRow, longest }: Calendar,
  universe: Int32Array,
  copyRows: CopyRows,
): BarFigure {
  const stretchesOfMember = Math.ceil(longest / STRETCH);
  return (row, member) => {
    const bar = row - fromRow[member];
    const own = bar >> STRETCH_SHIFT;
    const stretch = member * stretchesOfMember + own;
    const place = (member * STRETCHES_OF_MEMBER + (own % STRETCHES_OF_MEMBER)) & (STRETCHES_KEPT - 1);
    const within = bar & (STRETCH - 1);
    if (stretchAt[place] !== stretch || ownerAt[place] !== id) {
      const from = row - within;
      const to = Math.min(from + STRETCH, toRow[member]);
      copyRows(universe[member], { from, to }, figures, place << STRETCH_SHIFT);
      stretchAt[place] = stretch;
      ownerAt[place] = id;
    }
    return figures[(place << STRETCH_SHIFT) + within];
  };
}
