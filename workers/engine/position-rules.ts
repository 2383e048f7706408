/** Sell rules: what is asked of an open position at a close, with the numbers that only a position has. */
import type { NumberExpression, TruthExpression } from "#workers/rules/expression.ts";
import { joinedUnit } from "#workers/rules/expression.ts";
import type { PositionName } from "#workers/rules/name-table.ts";
import type { Operator } from "#workers/rules/syntax.ts";
import { wordsFor } from "#workers/sessions/bits.ts";
import { compareNumbers } from "./compare-columns.ts";
import { keepLast } from "#workers/model/keep-last.ts";
import type { AskedGround } from "./rule-ground.ts";

/** An open position at the close of a session on which its instrument has a bar. */
export interface HeldPosition {
  member: number;
  /** Number of the bar among the instrument's own, from 0. */
  bar: number;
  session: number;
  close: number;
  entryPrice: number;
  /** Highest of the entry price and the closes since. */
  peak: number;
  /** Sessions held if it is sold at the next fill. */
  held: number;
}

/** null is unknown. */
export type AskTruth = (position: HeldPosition) => boolean | null;
/** NaN is unknown. */
export type AskNumber = (position: HeldPosition) => number;

/** Columns of so many bytes are kept, of the instruments that were asked for last. */
const KEPT_BYTES = 128e6;

function numberOfBars({ columns, evaluator }: AskedGround, expression: NumberExpression): AskNumber {
  const pull = evaluator.numbers(expression);
  const most = Math.ceil(KEPT_BYTES / (8 * (1 + columns.longest)));
  const columnOf = keepLast(most, (member: number) => {
    columns.putMember(member);
    return pull().slice(0, columns.bars);
  });
  return ({ member, bar }) => columnOf(member)[bar];
}

function truthOfBars({ columns, evaluator }: AskedGround, expression: TruthExpression): AskTruth {
  const pull = evaluator.truths(expression);
  const most = Math.ceil((KEPT_BYTES * 4) / (1 + columns.longest));
  const verdictsOf = keepLast(most, (member: number) => {
    columns.putMember(member);
    const { yes, no } = pull();
    const words = wordsFor(columns.bars);
    return { yes: yes.slice(0, words), no: no.slice(0, words) };
  });
  return ({ member, bar }) => {
    const { yes, no } = verdictsOf(member);
    if (((yes[bar >> 5] >>> (bar & 31)) & 1) === 1) return true;
    return ((no[bar >> 5] >>> (bar & 31)) & 1) === 1 ? false : null;
  };
}

/** Parts of it that look at the bars alone are worked out an instrument at a time, when one of its positions is first asked about. */
export function askNumber(ground: AskedGround, expression: NumberExpression): AskNumber {
  if (expression.op === "literal") return () => expression.value;
  if (!expression.isOfPosition) return numberOfBars(ground, expression);
  switch (expression.op) {
    case "position":
      return POSITION_NUMBERS[expression.name];
    case "arithmetic": {
      const [left, right] = [askNumber(ground, expression.left), askNumber(ground, expression.right)];
      const run = ARITHMETIC[expression.operator];
      return (position) => known(run(left(position), right(position)));
    }
    case "negate": {
      const of = askNumber(ground, expression.of);
      return (position) => -of(position);
    }
    case "call": {
      const run = SINGLE_FUNCTIONS[expression.entry.name];
      if (!run) throw new RangeError(`sell rules: ${expression.entry.name} of a position's numbers`);
      const numbers = expression.numbers.map((each) => askNumber(ground, each));
      const rules = expression.rules.map((each) => askTruth(ground, each));
      const numbersAt = (position: HeldPosition) => numbers.map((ask) => ask(position));
      const rulesAt = (position: HeldPosition) => rules.map((ask) => ask(position));
      return (position) => known(run(numbersAt(position), rulesAt(position)));
    }
    case "figure":
    case "date":
    case "fact":
    case "ago":
    case "rank":
    case "breadth":
    case "period":
    case "elsewhere":
      throw new RangeError(`sell rules: ${expression.key} can't look at a position`);
  }
}

/** Parts of it that look at the bars alone are worked out as those of a number are. */
export function askTruth(ground: AskedGround, expression: TruthExpression): AskTruth {
  if (!expression.isOfPosition) return truthOfBars(ground, expression);
  switch (expression.op) {
    case "compare": {
      const { sign } = expression;
      const [left, right] = [askNumber(ground, expression.left), askNumber(ground, expression.right)];
      const unit = joinedUnit([expression.left, expression.right]);
      const floor = unit === "percent" ? 100 : 0;
      return (position) =>
        compareNumbers(sign, left(position), right(position), unit === "price" ? position.close : floor);
    }
    case "and":
    case "or": {
      const members = expression.members.map((each) => askTruth(ground, each));
      const settles = expression.op === "or";
      return (position) => joinStates(members, settles, position);
    }
    case "not": {
      const of = askTruth(ground, expression.of);
      return (position) => {
        const state = of(position);
        return state === null ? null : !state;
      };
    }
    case "top":
    case "ago":
    case "call":
    case "period":
    case "elsewhere":
      throw new RangeError(`sell rules: ${expression.key} can't look at a position`);
  }
}

/** @param settles - the state of one member that settles the whole: true for or, false for and */
function joinStates(members: readonly AskTruth[], settles: boolean, position: HeldPosition): boolean | null {
  let state: boolean | null = !settles;
  for (const ask of members) {
    const own = ask(position);
    if (own === settles) return settles;
    if (own === null) state = null;
  }
  return state;
}

function known(value: number): number {
  return Number.isFinite(value) ? value : NaN;
}

const POSITION_NUMBERS: Readonly<Record<PositionName, AskNumber>> = {
  profit: ({ close, entryPrice }) => (close / entryPrice - 1) * 100,
  held: ({ held }) => held,
  entryPrice: ({ entryPrice }) => entryPrice,
  peak: ({ peak }) => peak,
  fall: ({ close, peak }) => (1 - close / peak) * 100,
};

const ARITHMETIC: Readonly<Record<Operator, (a: number, b: number) => number>> = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => a / b,
};

/** The functions of which a position's numbers may be arguments; check.ts lets no other through. */
const SINGLE_FUNCTIONS: Readonly<
  Record<string, (numbers: readonly number[], rules: readonly (boolean | null)[]) => number>
> = {
  min: ([a, b]) => Math.min(a, b),
  max: ([a, b]) => Math.max(a, b),
  abs: ([a]) => Math.abs(a),
  sqrt: ([a]) => Math.sqrt(a),
  ln: ([a]) => Math.log(a),
  if: ([a, b], [rule]) => (rule === null ? NaN : rule ? a : b),
};
