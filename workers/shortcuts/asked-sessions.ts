/**
 * What rules are worked out on where some sessions alone are asked about, those of a schedule or the one that is explained:
 * ranks, breadths and the top by market cap are sorted on those and on no other. Gains nine tenths of a rank that is looked at
 * monthly, and nearly all of one on a single session.
 */
import { breadthOf, placesOf, topOf } from "#workers/engine/cross-section.ts";
import { makeEvaluator } from "#workers/engine/evaluate.ts";
import type { Places } from "#workers/engine/cross-section.ts";
import type { NumberColumn, Surroundings, TruthColumn } from "#workers/engine/evaluate.ts";
import { columnsOfMembers } from "#workers/engine/instrument-columns.ts";
import type { InstrumentColumns, MemberColumns } from "#workers/engine/instrument-columns.ts";
import { sectorsOf, seriesIn } from "#workers/engine/rule-ground.ts";
import type { AskedGround, RuleMarket } from "#workers/engine/rule-ground.ts";
import { makeSurroundings } from "#workers/engine/surroundings.ts";
import type { AcrossUniverse } from "#workers/engine/surroundings.ts";
import { figure, partsOf } from "#workers/rules/expression.ts";
import type { Expression, NumberExpression } from "#workers/rules/expression.ts";
import { BLOCK } from "#workers/rules/functions/known-runs.ts";
import { fitLines, trendOf } from "#workers/rules/functions/lines.ts";
import { wordsFor } from "#workers/sessions/bits.ts";
import { NO_BAR, rowOn } from "#workers/sessions/calendar.ts";
import type { Calendar } from "#workers/sessions/calendar.ts";
import { WIDE_LOOPS } from "./wide-loops.ts";

/** Whether it looks across the universe, and on the bar in hand alone: then it may be worked out on what looksAround gives. */
export function looksAcrossOnTheDay(expression: Expression): boolean {
  return Array.from(partsOf(expression)).some(looksAcross) && !looksAcrossEarlier(expression);
}

/** Whether it looks across the universe on bars before the one in hand. */
export function looksAcrossEarlier(expression: Expression): boolean {
  const { op } = expression;
  if (op !== "ago" && op !== "call") return Array.from(partsOf(expression)).some(isEarlierPart);
  for (const part of partsOf(expression)) if (looksAcross(part)) return true;
  return false;
}

function isEarlierPart(part: Expression): boolean {
  return (part.op === "ago" || part.op === "call") && looksAcrossEarlier(part);
}

function looksAcross({ op }: Expression): boolean {
  return op === "rank" || op === "breadth" || op === "top";
}

/** Places on the same sessions of the same members, by the key of the rank. */
export type KnownRanks = Map<string, Places>;

/**
 * What expressions see beyond the bars in hand, good on the sessions alone.
 *
 * @param sessions - ascending
 * @param known - ranks found before; those that are worked out here are put to them
 */
export function surroundingsOn(
  of: RuleMarket,
  sessions: Int32Array,
  known: KnownRanks = new Map(),
): Surroundings {
  const { market, calendar } = of;
  const across = acrossOn(of, sessions, () => groundWith(of, around));
  const around = makeSurroundings({
    loops: WIDE_LOOPS,
    facts: market.facts ?? [],
    sessionDay: calendar.sessionDay,
    seriesOf: seriesIn(of),
    across: {
      ...across,
      placesOf: (rank) => {
        const places = known.get(rank.key) ?? across.placesOf(rank);
        known.set(rank.key, places);
        return places;
      },
    },
  });
  return around;
}

/** Columns of its own: those of somebody else stay with the member that is in place. */
export function groundWith(
  { market, universe, calendar, isAdjusted }: RuleMarket,
  around: Surroundings,
): AskedGround {
  const columns = columnsOfMembers({ market, isAdjusted }, universe, calendar);
  return { columns, evaluator: makeEvaluator(columns, around) };
}

function acrossOn(
  { market, universe, calendar }: RuleMarket,
  sessions: Int32Array,
  ownGround: () => AskedGround,
): AcrossUniverse {
  const few = calendarOn(calendar, sessions);
  /** Where a member has its bars on them. */
  const bars = makeFewBars(calendar, sessions);
  return {
    placesOf: ({ of, bySector }) => {
      const { columns, evaluator } = ownGround();
      const view = viewOf(columns, bars);
      const sectors = bySector ? sectorsOf(market.instruments, universe) : null;
      const values = trendOn(of, { columns, evaluator }, bars) ?? evaluator.numbers(of);
      const places = placesOf(view.number(values), view.columns, few, sectors);
      const found = new Float64Array(sessions.length);
      return {
        write: (own, out, inPlaces) => {
          places.write(viewOf(own, bars).columns, found, inPlaces);
          const { count, bar } = bars.of(own.member);
          out.fill(NaN, 0, own.bars);
          for (let at = 0; at < count; at++) out[bar[at]] = found[at];
        },
      };
    },
    breadthOf: (rule) => {
      const { columns, evaluator } = ownGround();
      const view = viewOf(columns, bars);
      const found = breadthOf(view.truth(evaluator.truths(rule)), view.columns, few);
      const breadths = new Float64Array(calendar.sessionDay.length).fill(NaN);
      for (let at = 0; at < sessions.length; at++) breadths[sessions[at]] = found[at];
      return breadths;
    },
    topOf: (percent) => {
      const { columns, evaluator } = ownGround();
      const view = viewOf(columns, bars);
      const caps = view.number(evaluator.numbers(figure("marketCap", "none")));
      const write = topOf(caps, view.columns, few, percent);
      const words = wordsFor(sessions.length);
      const found = { yes: new Int32Array(words), no: new Int32Array(words) };
      return (own, out) => {
        found.yes.fill(0);
        found.no.fill(0);
        write(viewOf(own, bars).columns, found);
        const { count, bar } = bars.of(own.member);
        for (let at = 0; at < count; at++) {
          out.yes[bar[at] >> 5] |= bitAt(found.yes, at) << (bar[at] & 31);
          out.no[bar[at] >> 5] |= bitAt(found.no, at) << (bar[at] & 31);
        }
      };
    },
  };
}

/** A trend at a member's bars on the sessions, as most of it is dear elsewhere; null for any other number. */
function trendOn(
  number: NumberExpression,
  { columns, evaluator }: AskedGround,
  bars: ReturnType<typeof makeFewBars>,
): NumberColumn | null {
  if (number.op !== "call" || number.entry.name !== "trend") return null;
  const n = number.counts[0] | 0;
  const pull = evaluator.numbers(number.numbers[0]);
  const [logs, fits, rises, out] = Array.from({ length: 4 }, () => new Float64Array(columns.longest));
  return () => {
    const x = pull();
    const { count, bar } = bars.of(columns.member);
    if (count === 0) return out;
    const first = firstThatMatters(x, bar[0], n);
    const pass = {
      bars: bar[count - 1] + 1 - first,
      numbers: [x.subarray(first)],
      rules: [],
      n,
      k: NaN,
      floors: null,
      floor: 0,
      scratch: () => logs,
      extremes: WIDE_LOOPS.extremes,
      rollBlocks: WIDE_LOOPS.rollBlocks,
    };
    fitLines(pass, fits, rises);
    for (let at = 0; at < count; at++) out[bar[at]] = trendOf(rises[bar[at] - first], fits[bar[at] - first]);
    return out;
  };
}

/** The first bar that has a part in the values of bar `from` and later: none before its block's first window has. */
function firstThatMatters(x: Float64Array, from: number, n: number): number {
  let first = from;
  while (first > 0 && x[first - 1] > 0) first--;
  return first + BLOCK * Math.max(0, Math.floor((from - first - n + 1) / BLOCK));
}

/** A calendar of some sessions alone. */
function calendarOn(calendar: Calendar, sessions: Int32Array): Calendar {
  const { members } = calendar;
  const words = wordsFor(sessions.length);
  const present = new Int32Array(members * words);
  const barsBefore = new Uint32Array(members * words);
  for (let member = 0; member < members; member++) {
    for (let at = 0, bars = 0; at < sessions.length; at++) {
      const word = member * words + (at >> 5);
      if ((at & 31) === 0) barsBefore[word] = bars;
      if (rowOn(calendar, member, sessions[at]) === NO_BAR) continue;
      present[word] |= 1 << (at & 31);
      bars++;
    }
  }
  const sessionDay = sessions.map((session) => calendar.sessionDay[session]);
  return { ...calendar, sessionDay, words, present, barsBefore };
}

/** A member's bars on some sessions: the first `count` of each list. Good until another member is asked for. */
interface FewBars {
  readonly count: number;
  /** By their place among all bars of the member. */
  readonly bar: Int32Array;
  /** The session of each, by its place among the sessions asked about. */
  readonly session: Int32Array;
}

function makeFewBars(
  calendar: Calendar,
  sessions: Int32Array,
): { readonly most: number; readonly of: (member: number) => FewBars } {
  const few = { count: 0, bar: new Int32Array(sessions.length), session: new Int32Array(sessions.length) };
  let known = -1;
  return {
    most: sessions.length,
    of: (member) => {
      if (member === known) return few;
      known = member;
      few.count = 0;
      for (let at = 0; at < sessions.length; at++) {
        const row = rowOn(calendar, member, sessions[at]);
        if (row === NO_BAR) continue;
        few.bar[few.count] = row - calendar.fromRow[member];
        few.session[few.count++] = at;
      }
      return few;
    },
  };
}

/** A member's columns as if it had nothing but its bars on the sessions. */
interface FewBarsView<Columns> {
  readonly columns: Columns;
  readonly number: (column: NumberColumn) => NumberColumn;
  readonly truth: (column: TruthColumn) => TruthColumn;
}

function viewOf<Columns extends InstrumentColumns | MemberColumns>(
  columns: Columns,
  bars: ReturnType<typeof makeFewBars>,
): FewBarsView<Columns> {
  const own = (): FewBars => bars.of(columns.member);
  const length = bars.most;
  const value = new Float64Array(length);
  const verdict = { yes: new Int32Array(wordsFor(length)), no: new Int32Array(wordsFor(length)) };
  return {
    columns: {
      ...columns,
      longest: length,
      get turn() {
        return columns.turn;
      },
      get instrument() {
        return columns.instrument;
      },
      get member() {
        return columns.member;
      },
      get bars() {
        return own().count;
      },
      sessions: () => own().session,
    },
    number: (column) => () => {
      const { count, bar } = own();
      const all = column();
      for (let at = 0; at < count; at++) value[at] = all[bar[at]];
      return value;
    },
    truth: (column) => () => {
      const { count, bar } = own();
      const all = column();
      verdict.yes.fill(0);
      verdict.no.fill(0);
      for (let at = 0; at < count; at++) {
        verdict.yes[at >> 5] |= bitAt(all.yes, bar[at]) << (at & 31);
        verdict.no[at >> 5] |= bitAt(all.no, bar[at]) << (at & 31);
      }
      return verdict;
    },
  };
}

export function bitAt(words: Int32Array, at: number): number {
  return (words[at >> 5] >>> (at & 31)) & 1;
}
