/** What rules are worked out on: a universe's bars, and the market around them. Made anew for each run; the plain evaluator's own. */
import { keepLast } from "#workers/model/keep-last.ts";
import type { Instrument, Market } from "#workers/model/market.ts";
import { figure } from "#workers/rules/expression.ts";
import type { NumberExpression, TruthExpression } from "#workers/rules/expression.ts";
import { FULL, countBits, firstBits, spread } from "#workers/sessions/bits.ts";
import type { Calendar } from "#workers/sessions/calendar.ts";
import { breadthOf, placesOf, singlesOf, topOf } from "./cross-section.ts";
import type { Asked, SinglesOf } from "./cross-section.ts";
import { PLAIN_LOOPS, makeEvaluator } from "./evaluate.ts";
import type { Evaluator, Loops, Surroundings } from "./evaluate.ts";
import { columnsOfInstrument, columnsOfMembers } from "./instrument-columns.ts";
import type { InstrumentColumns, MemberColumns } from "./instrument-columns.ts";
import { bitsOf } from "./member-bits.ts";
import type { MemberBits } from "./member-bits.ts";
import { makeSurroundings } from "./surroundings.ts";

export interface RuleMarket {
  readonly market: Market;
  /** The market's instrument numbers, in symbol order. */
  readonly universe: Int32Array;
  readonly calendar: Calendar;
  readonly isAdjusted: boolean;
  /** The market's number of the benchmark's series; null where it is the universe itself. */
  readonly benchmark: number | null;
  /** How many bars functions count as a year. */
  readonly sessionsOfYear: number;
}

export interface RuleGround {
  readonly columns: MemberColumns;
  readonly evaluator: Evaluator;
  /** The sessions on which a rule is true. */
  readonly bitsOf: (rule: TruthExpression) => MemberBits;
  /** The sessions on which a number is above 0. */
  readonly aboveZero: (number: NumberExpression) => MemberBits;
  /** A number's values on the bars of a member as singles, by which candidates and ranks are sorted; each worked out once. */
  readonly singlesOf: (number: NumberExpression) => SinglesOf;
  /** The same values as they are. */
  readonly columnOf: (number: NumberExpression) => (member: number) => Float64Array;
  readonly remember: Remember;
}

/** What is worked out on columns, member by member. */
export type AskedGround = Pick<RuleGround, "columns" | "evaluator">;

/**
 * The same function of a member, which gives again what it has worked out of the member's bars as long as the memory has
 * room for it.
 *
 * @param bytesOf - what an answer takes
 */
export type Remember = <T>(
  workOut: (member: number) => T,
  bytesOf: (answer: T) => number,
) => (member: number) => T;

/** Of a market in memory: what is worked out of a column takes no more than the column. */
const rememberAll: Remember = <T>(workOut: (member: number) => T) => {
  const kept: T[] = [];
  return (member: number) => (kept[member] ??= workOut(member));
};

export function makeRuleGround(of: RuleMarket, around: Surroundings = surroundingsOf(of)): RuleGround {
  const { calendar, universe } = of;
  return groundOn(columnsOfMembers(of, universe, calendar), calendar, around, rememberAll);
}

/** As makeRuleGround, of columns wherever they lie. @param calendar - of the columns' members */
export function groundOn(
  columns: MemberColumns,
  calendar: Calendar,
  around: Surroundings,
  remember: Remember,
): RuleGround {
  const evaluator = makeEvaluator(columns, around, true);
  const singlesBy = keepLast(Infinity, (_key: string, number: NumberExpression) =>
    remember(singlesOf(evaluator.numbers(number), columns), ({ byteLength }) => byteLength),
  );
  const columnBy = keepLast(Infinity, (_key: string, number: NumberExpression) => {
    const pull = evaluator.numbers(number);
    const workOut = (member: number): Float64Array => {
      columns.putMember(member);
      return pull().slice(0, columns.bars);
    };
    return remember(workOut, ({ byteLength }) => byteLength);
  });
  return {
    columns,
    evaluator,
    remember,
    singlesOf: (number) => singlesBy(number.key, number),
    columnOf: (number) => columnBy(number.key, number),
    bitsOf: (rule) => {
      const truths = evaluator.truths(rule);
      return bitsOf(calendar, (member, bits) => {
        columns.putMember(member);
        bySession(calendar, member, truths().yes, bits);
      });
    },
    aboveZero: (number) => {
      const numbers = evaluator.numbers(number);
      const yes = new Int32Array((calendar.longest >> 5) + 1);
      return bitsOf(calendar, (member, bits) => {
        columns.putMember(member);
        markAboveZero(numbers(), columns.bars, yes);
        bySession(calendar, member, yes, bits);
      });
    },
  };
}

function markAboveZero(values: Float64Array, bars: number, yes: Int32Array): void {
  yes.fill(0);
  for (let bar = 0; bar < bars; bar++) yes[bar >> 5] |= Number(values[bar] > 0) << (bar & 31);
}

/** Bits of a member's bars, moved to the sessions of these, in the calendar's words. */
function bySession(calendar: Calendar, member: number, yes: Int32Array, bits: Int32Array): void {
  const { words, present, barsBefore } = calendar;
  for (let at = member * words; at < (member + 1) * words; at++) {
    const places = present[at];
    if (places === 0) continue;
    const [word, shift] = [barsBefore[at] >> 5, barsBefore[at] & 31];
    const packed = shift === 0 ? yes[word] : (yes[word] >>> shift) | (yes[word + 1] << (32 - shift));
    bits[at] = places === FULL ? packed : spread(packed & firstBits(countBits(places)), places);
  }
}

/** How a market is looked at. */
interface Looking {
  readonly loops: Loops;
  readonly asked: Asked;
  /** What ranks, breadths and the like are worked out on. */
  readonly groundOn: (around: Surroundings) => AskedGround;
}

export function surroundingsOf(of: RuleMarket, looking: Partial<Looking> = {}): Surroundings {
  const { market, universe, calendar } = of;
  const { loops = PLAIN_LOOPS, asked = null, groundOn: ownGround = (own) => groundWith(of, own) } = looking;
  const around = makeSurroundings({
    loops,
    sessionsOfYear: of.sessionsOfYear,
    facts: market.facts ?? [],
    sessionDay: calendar.sessionDay,
    seriesOf: seriesIn(of),
    across: {
      placesOf: ({ of: ranked, bySector }) => {
        const { columns, evaluator } = ownGround(around);
        const sectorOf = bySector ? sectorsOf(market.instruments, universe) : null;
        return placesOf(evaluator.numbers(ranked), columns, calendar, { sectorOf, asked });
      },
      breadthOf: (rule) => {
        const { columns, evaluator } = ownGround(around);
        return breadthOf(evaluator.truths(rule), columns, calendar, asked);
      },
      topOf: (percent) => {
        const { columns, evaluator } = ownGround(around);
        return topOf(evaluator.numbers(figure("marketCap", "none")), columns, calendar, { percent, asked });
      },
    },
  });
  return around;
}

/** Columns of its own: those of somebody else stay with the member that is in place. */
export function groundWith(of: RuleMarket, around: Surroundings): AskedGround {
  const columns = columnsOfMembers(of, of.universe, of.calendar);
  return { columns, evaluator: makeEvaluator(columns, around) };
}

/** The bars of a symbol's instrument; of the benchmark for null. */
export function seriesIn(of: RuleMarket): (symbol: string | null) => InstrumentColumns {
  const { market, benchmark, isAdjusted } = of;
  return (symbol) => {
    const found =
      symbol === null ? benchmark : market.instruments.findIndex((each) => each.symbol === symbol);
    if (found === null || found < 0) throw new RangeError(`rules: no series ${symbol}; look it up first`);
    return columnsOfInstrument({ market, place: found, instrument: found }, isAdjusted);
  };
}

/** Numbers of the members' sectors; those without one are a sector together. */
export function sectorsOf(instruments: readonly Instrument[], universe: Int32Array): Int32Array {
  const numbers = new Map<string, number>();
  return universe.map((instrument) => {
    const sector = instruments[instrument].sector ?? "";
    const number = numbers.get(sector) ?? numbers.size;
    numbers.set(sector, number);
    return number;
  });
}
