/**
 * Expressions on the bars of the instrument in hand, part by part, each equal part once: the one place that says what the
 * language means. Numbers are columns (NaN is unknown), rules are bits in two sets (in neither is unknown).
 */
import { SESSIONS_OF_YEAR } from "#workers/model/bar-length.ts";
import type { FactSeries } from "#workers/model/market.ts";
import { ago, compare, figure, joinedUnit } from "#workers/rules/expression.ts";
import type { NumberExpression, TruthExpression } from "#workers/rules/expression.ts";
import type {
  Extremes,
  NumberPass,
  Pass,
  Period,
  RollBlocks,
  Unit,
  Verdicts,
} from "#workers/rules/function-entry.ts";
import type { DateName } from "#workers/rules/name-table.ts";
import { joinVerdicts, shiftBits } from "#workers/rules/functions/verdict-bits.ts";
import { rollBlocks } from "#workers/rules/functions/known-runs.ts";
import { extremes } from "#workers/rules/functions/ranges.ts";
import { wordsFor } from "#workers/sessions/bits.ts";
import { negateColumn, runArithmetic, shiftColumn } from "./column-arithmetic.ts";
import { answerSign, compareColumns, holdAtLeast, markApart } from "./compare-columns.ts";
import type { MarkApart } from "./compare-columns.ts";
import { dateNumbers } from "./date-numbers.ts";
import type { InstrumentColumns } from "./instrument-columns.ts";
import { columnsOfPeriods } from "./period-columns.ts";
import type { PeriodColumns } from "./period-columns.ts";

/** Of the instrument in hand; good until another is put in place, and longer than its bars perhaps. */
export type NumberColumn = () => Float64Array;
export type TruthColumn = () => Verdicts;

export interface Evaluator {
  readonly numbers: (expression: NumberExpression) => NumberColumn;
  readonly truths: (expression: TruthExpression) => TruthColumn;
}

/** What most of the time goes into; whoever has it in a faster form gives the same answer to the bit. */
export interface Loops {
  readonly extremes: Extremes;
  readonly rollBlocks: RollBlocks;
  /** Faster passes by the passes of the table whose place they take. */
  readonly passes: ReadonlyMap<NumberPass, NumberPass>;
  readonly markApart: MarkApart;
  readonly runArithmetic: typeof runArithmetic;
  /** Where columns are gone along best, until the next ones who ask take it over; null where that is anywhere. */
  readonly takeRoom: () => ColumnRoom | null;
}

/** A place for columns. Nothing there holds its holder, so that a market goes with who asked about it. */
export interface ColumnRoom {
  /** A new column of so many bars; null where the buffer is full, or another's by now. */
  readonly column: (bars: number) => Float64Array | null;
  /** Whether a column lies in the buffer and the buffer is another's by now. */
  readonly isLost: (column: Float64Array) => boolean;
}

export const PLAIN_LOOPS: Loops = {
  extremes,
  rollBlocks,
  passes: new Map(),
  markApart,
  runArithmetic,
  takeRoom: () => null,
};

/** What expressions see beyond the bars of the instrument in hand. By session of the run's calendar. */
export interface Surroundings {
  /** The loops that go along the bars in hand. */
  readonly loops: Loops;
  /** How many bars functions count as a year. */
  readonly sessionsOfYear: number;
  /** Facts by their names in lower case. */
  readonly facts: ReadonlyMap<string, FactSeries>;
  readonly dates: (name: DateName) => Float64Array;
  /** Gives what writes the ranks of the bars of the instrument in hand. */
  readonly rank: (
    expression: Extract<NumberExpression, { op: "rank" }>,
  ) => (columns: InstrumentColumns, out: Float64Array, inPlaces: boolean) => void;
  readonly breadth: (expression: TruthExpression) => Float64Array;
  /** Gives what sets the bits of the bars on which the instrument in hand is among the top percent by market cap. */
  readonly top: (percent: number) => (columns: InstrumentColumns, out: Verdicts) => void;
  /** As of the other instrument's last bar on or before each session. @param symbol - null for the benchmark */
  readonly numberElsewhere: (symbol: string | null, expression: NumberExpression) => Float64Array;
  readonly truthElsewhere: (symbol: string | null, expression: TruthExpression) => Verdicts;
}

/** What nodes are made of. */
interface Workshop {
  readonly columns: InstrumentColumns;
  readonly around: Surroundings;
  readonly numbers: Evaluator["numbers"];
  readonly truths: Evaluator["truths"];
  /** At least (`yes`) and at most (`no`): what all signs between two sides are told by. */
  readonly sides: Map<string, TruthColumn>;
  readonly byPeriods: (period: Period) => EvaluatedPeriods;
  readonly scratch: Pass["scratch"];
  /** The column of before; a new one where there was none, or its buffer was lost. */
  readonly column: (before: Float64Array | undefined) => Float64Array;
  /** Whether prices are copied to columns of the buffer. */
  readonly isRoomy: boolean;
}

/** @param isRoomy - whether columns are to lie where they are gone along best; no other evaluator may be amid a column meanwhile */
export function makeEvaluator(columns: InstrumentColumns, around: Surroundings, isRoomy = false): Evaluator {
  const numberNodes = new Map<string, NumberColumn>();
  const truthNodes = new Map<string, TruthColumn>();
  const periods = new Map<Period, EvaluatedPeriods>();
  const scratch: Float64Array[] = [];
  const room = isRoomy ? around.loops.takeRoom() : null;
  const { longest } = columns;
  const column = (before: Float64Array | undefined): Float64Array =>
    before && !room?.isLost(before) ? before : (room?.column(longest) ?? new Float64Array(longest));
  const shop: Workshop = {
    columns,
    around,
    numbers: (expression) => {
      const node = numberNodes.get(expression.key) ?? makeNumbers(shop, expression);
      numberNodes.set(expression.key, node);
      return node;
    },
    truths: (expression) => {
      const node = truthNodes.get(expression.key) ?? makeTruths(shop, expression);
      truthNodes.set(expression.key, node);
      return node;
    },
    sides: new Map(),
    byPeriods: (period) => {
      const found = periods.get(period) ?? evaluatePeriods(columns, around, period);
      periods.set(period, found);
      return found;
    },
    scratch: (place) => (scratch[place] = column(scratch[place])),
    column,
    isRoomy: room !== null,
  };
  return { numbers: shop.numbers, truths: shop.truths };
}

/** The bars in hand put together, and what is worked out on them. */
interface EvaluatedPeriods {
  readonly periods: PeriodColumns;
  readonly evaluator: Evaluator;
}

function evaluatePeriods(columns: InstrumentColumns, around: Surroundings, period: Period): EvaluatedPeriods {
  const periods = columnsOfPeriods(columns, period);
  return {
    periods,
    evaluator: makeEvaluator(periods, { ...around, sessionsOfYear: SESSIONS_OF_YEAR[period] }),
  };
}

/** A column that is worked out once for each instrument. @param write - writes every bar */
function numberNode(shop: Workshop, write: (out: Float64Array) => void): NumberColumn {
  const { columns, column } = shop;
  let out: Float64Array | undefined;
  let turn = 0;
  return () => {
    const own = column(out);
    if (own === out && turn === columns.turn) return own;
    out = own;
    turn = columns.turn;
    write(out);
    return out;
  };
}

/** As numberNode, of bits; what `write` leaves alone is unknown. */
function truthNode({ columns }: Workshop, write: (out: Verdicts) => void): TruthColumn {
  const words = wordsFor(columns.longest);
  const out = { yes: new Int32Array(words), no: new Int32Array(words) };
  let turn = 0;
  return () => {
    if (turn === columns.turn) return out;
    turn = columns.turn;
    out.yes.fill(0);
    out.no.fill(0);
    write(out);
    return out;
  };
}

function makeNumbers(shop: Workshop, expression: NumberExpression): NumberColumn {
  const { columns, around, numbers } = shop;
  switch (expression.op) {
    case "literal": {
      const everywhere = new Float64Array(columns.longest).fill(expression.value);
      return () => everywhere;
    }
    case "figure":
      if (!shop.isRoomy) return () => columns.figure(expression.name);
      return numberNode(shop, (out) => out.set(columns.figure(expression.name).subarray(0, columns.bars)));
    case "date":
      return dateNode(shop, expression.name);
    case "fact": {
      const series = around.facts.get(expression.name);
      if (!series) throw new RangeError(`evaluate: no fact ${expression.name}; look it up first`);
      return numberNode(shop, (out) => columns.fact(series, out));
    }
    case "position":
      throw new RangeError(`evaluate: ${expression.name} is no number of an instrument alone`);
    case "arithmetic": {
      const [left, right] = [numbers(expression.left), numbers(expression.right)];
      return numberNode(shop, (out) =>
        around.loops.runArithmetic(expression.operator, { left: left(), right: right() }, columns.bars, out),
      );
    }
    case "negate": {
      const of = numbers(expression.of);
      return numberNode(shop, (out) => negateColumn(of(), columns.bars, out));
    }
    case "ago": {
      const of = numbers(expression.of);
      return numberNode(shop, (out) => shiftColumn(of(), expression.bars, columns.bars, out));
    }
    case "call": {
      const { meaning, name } = expression.entry;
      if (meaning.type !== "numbers") throw new RangeError(`evaluate: ${name} has no pass`);
      const pass = passOf(shop, expression);
      const run = around.loops.passes.get(meaning.run) ?? meaning.run;
      return numberNode(shop, (out) => run(pass(), out));
    }
    case "period": {
      const { periods, evaluator } = shop.byPeriods(expression.period);
      const of = evaluator.numbers(expression.of);
      return numberNode(shop, (out) => periods.toBars(of(), out));
    }
    case "rank":
      return numberNode(shop, (out) => around.rank(expression)(columns, out, expression.inPlaces));
    case "breadth":
      return bySession(shop, () => around.breadth(expression.of));
    case "elsewhere":
      return bySession(shop, () => around.numberElsewhere(expression.symbol, expression.of));
  }
}

function bySession(shop: Workshop, read: () => Float64Array): NumberColumn {
  const { columns } = shop;
  return numberNode(shop, (out) => {
    const [values, sessions] = [read(), columns.sessions()];
    for (let bar = 0; bar < columns.bars; bar++) out[bar] = values[sessions[bar]];
  });
}

/** Of a member by its sessions, whose numbers all members share; of another series by its own days. */
function dateNode(shop: Workshop, name: DateName): NumberColumn {
  const bySessions = bySession(shop, () => shop.around.dates(name));
  const byDays = numberNode(shop, (out) => out.set(dateNumbers(name, shop.columns.days())));
  return () => (shop.columns.member < 0 ? byDays() : bySessions());
}

/** What a function's pass gets for the instrument in hand. */
function passOf(
  shop: Workshop,
  expression: Extract<NumberExpression | TruthExpression, { readonly op: "call" }>,
): () => Pass {
  const numbers = expression.numbers.map(shop.numbers);
  const rules = expression.rules.map(shop.truths);
  const { floors, floor } = floorsOf(shop, joinedUnit(expression.numbers));
  const { loops, sessionsOfYear } = shop.around;
  const [n, k = NaN] = expression.counts;
  // each by name: the compiler forgets its code for objects that begin with a spread
  return () => ({
    bars: shop.columns.bars,
    numbers: numbers.map((pull) => pull()),
    rules: rules.map((pull) => pull()),
    n: n | 0,
    k,
    floors: floors(),
    floor,
    sessionsOfYear,
    scratch: shop.scratch,
    extremes: loops.extremes,
    rollBlocks: loops.rollBlocks,
  });
}

/** What rounding is forgiven against: the closes, or a number that holds on all bars. */
function floorsOf({ numbers }: Workshop, unit: Unit): { floors: () => Float64Array | null; floor: number } {
  const floors = unit === "price" ? numbers(figure("close", unit)) : () => null;
  return { floors, floor: unit === "percent" ? 100 : 0 };
}

function makeTruths(shop: Workshop, expression: TruthExpression): TruthColumn {
  const { columns, around, truths } = shop;
  switch (expression.op) {
    case "compare":
      return compareNode(shop, expression);
    case "top":
      return truthNode(shop, (out) => around.top(expression.percent)(columns, out));
    case "and":
    case "or": {
      const members = expression.members.map(truths);
      const isAnd = expression.op === "and";
      return truthNode(shop, (out) => joinVerdicts(members, isAnd, columns.bars, out));
    }
    case "not": {
      const of = truths(expression.of);
      return () => {
        const { yes, no } = of();
        return { yes: no, no: yes };
      };
    }
    case "ago": {
      const of = truths(expression.of);
      return truthNode(shop, (out) => {
        const { yes, no } = of();
        shiftBits(yes, expression.bars, columns.bars, out.yes);
        shiftBits(no, expression.bars, columns.bars, out.no);
      });
    }
    case "call": {
      const { meaning, name } = expression.entry;
      if (meaning.type !== "truths") throw new RangeError(`evaluate: ${name} has no pass`);
      const pass = passOf(shop, expression);
      return truthNode(shop, (out) => meaning.run(pass(), out));
    }
    case "period": {
      const { periods, evaluator } = shop.byPeriods(expression.period);
      const of = evaluator.truths(expression.of);
      return truthNode(shop, (out) => periods.verdictsToBars(of(), out));
    }
    case "elsewhere":
      return truthElsewhere(shop, expression);
  }
}

function compareNode(shop: Workshop, expression: Extract<TruthExpression, { op: "compare" }>): TruthColumn {
  const { columns, numbers, sides, around } = shop;
  const { sign, left, right } = expression;
  const unit = joinedUnit([left, right]);
  const [a, b] = [numbers(left), numbers(right)];
  const rightValue = right.op === "literal" ? right.value : null;
  const { markApart: mark } = around.loops;
  if (expression.isFixed)
    return truthNode(shop, (out) =>
      holdAtLeast({ left: a(), right: b(), rightValue }, columns.bars, out, mark),
    );
  if (unit !== "price" && left.op === "ago" && right.op === "ago" && left.bars === right.bars)
    return shop.truths(ago(compare(sign, left.of, right.of), left.bars)); // no bar forgives more than another
  const { floors, floor } = floorsOf(shop, unit);
  const write = (out: Verdicts): void => {
    const both = { left: a(), right: b(), rightValue, floors: floors(), floor };
    compareColumns(both, columns.bars, out, mark);
  };
  const key = `${left.key} beside ${right.key} ${unit}`;
  const compared = sides.get(key) ?? truthNode(shop, write);
  sides.set(key, compared);
  return truthNode(shop, (out) => answerSign(sign, compared(), columns.bars, out));
}

function truthElsewhere(
  shop: Workshop,
  { symbol, of }: Extract<TruthExpression, { op: "elsewhere" }>,
): TruthColumn {
  const { columns, around } = shop;
  return truthNode(shop, (out) => {
    const found = around.truthElsewhere(symbol, of);
    const sessions = columns.sessions();
    for (let bar = 0; bar < columns.bars; bar++) {
      const session = sessions[bar];
      out.yes[bar >> 5] |= ((found.yes[session >> 5] >>> (session & 31)) & 1) << (bar & 31);
      out.no[bar >> 5] |= ((found.no[session >> 5] >>> (session & 31)) & 1) << (bar & 31);
    }
  });
}
