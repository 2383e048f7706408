/** The bars of the instrument in hand put together by ISO weeks or months, as columns: what weekly and monthly are worked out from. */
import { lastOfMonth, lastOfWeek } from "#workers/model/day.ts";
import type { FactSeries } from "#workers/model/market.ts";
import type { Figure, Period, Verdicts } from "#workers/rules/function-entry.ts";
import { bitAt, fillBits } from "#workers/sessions/bits.ts";
import type { InstrumentColumns } from "./instrument-columns.ts";

/** Bars are periods here: one for each week or month in which the instrument has bars. */
export interface PeriodColumns extends InstrumentColumns {
  /** Writes to each bar of the instrument the value of the last period before its own; unknown where there is none. */
  readonly toBars: (values: Float64Array, out: Float64Array) => void;
  /** The same of verdicts, to empty words. */
  readonly verdictsToBars: (verdicts: Verdicts, out: Verdicts) => void;
}

const LAST_DAY: Readonly<Record<Period, (day: number) => number>> = {
  weekly: lastOfWeek,
  monthly: lastOfMonth,
};

/** The columns of weeks or months of whichever instrument `own` has in hand. */
export function columnsOfPeriods(own: InstrumentColumns, period: Period): PeriodColumns {
  const { longest } = own;
  const lastDayOf = LAST_DAY[period];
  /** First bar of each period, and behind the last one. */
  const starts = new Int32Array(longest + 1);
  const room = new Map<Figure, { readonly figures: Float64Array; turn: number }>();
  const days = new Int32Array(longest);
  const ofBars = new Float64Array(longest);
  let count = 0;
  let turn = 0;
  let turnOfDays = 0;

  /** Divides the bars of whoever is in hand. */
  function divide(): number {
    if (turn === own.turn) return count;
    turn = own.turn;
    count = 0;
    const dayOf = own.days();
    let until = -Infinity;
    for (let bar = 0; bar < own.bars; bar++) {
      if (dayOf[bar] <= until) continue;
      until = lastDayOf(dayOf[bar]);
      starts[count++] = bar;
    }
    starts[count] = own.bars;
    return count;
  }

  /** Worked out once a turn. */
  function figureOf(name: Figure): Float64Array {
    let column = room.get(name);
    if (!column) {
      column = { figures: new Float64Array(longest), turn: 0 };
      room.set(name, column);
    }
    if (column.turn === own.turn) return column.figures;
    column.turn = own.turn;
    const periods = divide();
    JOIN[name](own.figure(name), starts, periods, column.figures);
    return column.figures;
  }

  return {
    longest,
    get turn() {
      return own.turn;
    },
    get instrument() {
      return own.instrument;
    },
    member: NO_MEMBER, // its dates are by its own days
    get bars() {
      return divide();
    },
    figure: figureOf,
    fact(series: FactSeries, out: Float64Array): void {
      own.fact(series, ofBars);
      takeLast(ofBars, starts, divide(), out);
    },
    days(): Int32Array {
      if (turnOfDays === own.turn) return days;
      turnOfDays = own.turn;
      const dayOf = own.days();
      for (let at = 0, periods = divide(); at < periods; at++) days[at] = dayOf[starts[at + 1] - 1];
      return days;
    },
    sessions(): Int32Array {
      throw new RangeError("columns: sessions of weeks or months");
    },
    toBars(values, out): void {
      for (let at = 0, periods = divide(); at < periods; at++)
        out.fill(at === 0 ? NaN : values[at - 1], starts[at], starts[at + 1]);
    },
    verdictsToBars({ yes, no }, out): void {
      for (let at = 1, periods = divide(); at < periods; at++) {
        if (bitAt(yes, at - 1) === 1) fillBits(out.yes, starts[at], starts[at + 1]);
        else if (bitAt(no, at - 1) === 1) fillBits(out.no, starts[at], starts[at + 1]);
      }
    },
  };
}

const NO_MEMBER = -1;

/** Makes of the bars' figures one a period: bars starts[p] .. starts[p + 1] - 1 are those of period p. */
type Join = (figures: Float64Array, starts: Int32Array, periods: number, out: Float64Array) => void;

const JOIN: Readonly<Record<Figure, Join>> = {
  open: takeFirst,
  high: takeHighest,
  low: takeLowest,
  close: takeLast,
  rawClose: takeLast,
  volume: addUp,
  value: addUp,
  marketCap: takeLast,
};

function takeFirst(figures: Float64Array, starts: Int32Array, periods: number, out: Float64Array): void {
  for (let at = 0; at < periods; at++) out[at] = figures[starts[at]];
}

function takeLast(figures: Float64Array, starts: Int32Array, periods: number, out: Float64Array): void {
  for (let at = 0; at < periods; at++) out[at] = figures[starts[at + 1] - 1];
}

function takeHighest(figures: Float64Array, starts: Int32Array, periods: number, out: Float64Array): void {
  for (let at = 0; at < periods; at++) {
    let most = figures[starts[at]];
    for (let bar = starts[at] + 1; bar < starts[at + 1]; bar++) if (figures[bar] > most) most = figures[bar];
    out[at] = most;
  }
}

function takeLowest(figures: Float64Array, starts: Int32Array, periods: number, out: Float64Array): void {
  for (let at = 0; at < periods; at++) {
    let least = figures[starts[at]];
    for (let bar = starts[at] + 1; bar < starts[at + 1]; bar++)
      if (figures[bar] < least) least = figures[bar];
    out[at] = least;
  }
}

function addUp(figures: Float64Array, starts: Int32Array, periods: number, out: Float64Array): void {
  for (let at = 0; at < periods; at++) {
    let sum = 0;
    for (let bar = starts[at]; bar < starts[at + 1]; bar++) sum += figures[bar];
    out[at] = sum;
  }
}
