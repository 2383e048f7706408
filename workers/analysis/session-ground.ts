/**
 * What rules are worked out on where one session alone is asked about: ranks, breadths and the top by market cap are sorted
 * on that session and on no other, which takes a hundredth of the time that all of them take.
 */
import { figure, partsOf } from "#workers/rules/expression.ts";
import type { Expression } from "#workers/rules/expression.ts";
import { NO_BAR, rowOn } from "#workers/sessions/calendar.ts";
import type { Calendar } from "#workers/sessions/calendar.ts";
import { breadthOf, placesOf, topOf } from "#workers/engine/cross-section.ts";
import { makeEvaluator } from "#workers/engine/evaluate.ts";
import type { NumberColumn, TruthColumn } from "#workers/engine/evaluate.ts";
import { columnsOfMembers } from "#workers/engine/instrument-columns.ts";
import type { InstrumentColumns, MemberColumns } from "#workers/engine/instrument-columns.ts";
import { sectorsOf, seriesIn } from "#workers/engine/rule-ground.ts";
import type { AskedGround } from "#workers/engine/rule-ground.ts";
import type { Plan } from "#workers/engine/run-plan.ts";
import { makeSurroundings } from "#workers/engine/surroundings.ts";
import type { AcrossUniverse } from "#workers/engine/surroundings.ts";

/** Gives what an expression is to be worked out on; it is then good on the session alone. */
export type GroundFor = (expression: Expression) => AskedGround;

/** An expression that looks at the ranks or breadths of earlier sessions is worked out on the run's own ground. */
export function groundOfSession(plan: Plan, session: number): GroundFor {
  const { market, universe, calendar, strategy, benchmark } = plan;
  const isAdjusted = strategy.simulation.priceBasis === "adjusted";
  const series = benchmark.type === "series" ? benchmark.instrument : null;
  const around = makeSurroundings({
    facts: market.facts ?? [],
    sessionDay: calendar.sessionDay,
    seriesOf: seriesIn({ market, universe, calendar, isAdjusted, benchmark: series }),
    across: acrossOn(plan, session, ownGround),
  });
  const ground = ownGround();
  return (expression) => (looksAcrossEarlier(expression) ? plan.ground() : ground);

  /** Columns of its own: those of somebody else stay with the member that is in place. */
  function ownGround(): AskedGround {
    const columns = columnsOfMembers({ market, isAdjusted }, universe, calendar);
    return { columns, evaluator: makeEvaluator(columns, around) };
  }
}

function looksAcrossEarlier(expression: Expression): boolean {
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

function acrossOn(
  { market, universe, calendar }: Plan,
  session: number,
  ownGround: () => AskedGround,
): AcrossUniverse {
  /** A calendar of the one session, on which a member has one bar or none. */
  const single: Calendar = { ...calendar, sessionDay: calendar.sessionDay.slice(session, session + 1) };
  const barOf = (member: number): number => {
    const row = rowOn(calendar, member, session);
    return row === NO_BAR ? NO_BAR : row - calendar.fromRow[member];
  };
  return {
    placesOf: ({ of, bySector }) => {
      const { columns, evaluator } = ownGround();
      const view = viewOf(columns, barOf);
      const sectors = bySector ? sectorsOf(market.instruments, universe) : null;
      const places = placesOf(view.number(evaluator.numbers(of)), view.columns, single, sectors);
      const place = new Float64Array(1);
      return {
        write: (own, out) => {
          const bar = barOf(own.member);
          if (bar === NO_BAR) return;
          place.fill(NaN);
          places.write(oneBar(own), place);
          out[bar] = place[0];
        },
      };
    },
    breadthOf: (rule) => {
      const { columns, evaluator } = ownGround();
      const view = viewOf(columns, barOf);
      const found = breadthOf(view.truth(evaluator.truths(rule)), view.columns, single);
      const breadths = new Float64Array(calendar.sessionDay.length).fill(NaN);
      breadths.set(found, session);
      return breadths;
    },
    topOf: (percent) => {
      const { columns, evaluator } = ownGround();
      const view = viewOf(columns, barOf);
      const caps = view.number(evaluator.numbers(figure("marketCap", "none")));
      const write = topOf(caps, view.columns, single, percent);
      return (own, out) => {
        const bar = barOf(own.member);
        if (bar === NO_BAR) return;
        const found = { yes: new Int32Array(1), no: new Int32Array(1) };
        write(oneBar(own), found);
        out.yes[bar >> 5] |= found.yes[0] << (bar & 31);
        out.no[bar >> 5] |= found.no[0] << (bar & 31);
      };
    },
  };
}

/** A member's columns as if it had nothing but its bar on the session. */
interface SessionView {
  readonly columns: MemberColumns;
  readonly number: (column: NumberColumn) => NumberColumn;
  readonly truth: (column: TruthColumn) => TruthColumn;
}

function viewOf(columns: MemberColumns, barOf: (member: number) => number): SessionView {
  const value = new Float64Array(1);
  const verdict = { yes: new Int32Array(1), no: new Int32Array(1) };
  return {
    columns: {
      longest: 1,
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
        return barOf(columns.member) === NO_BAR ? 0 : 1;
      },
      figure: (name) => columns.figure(name),
      days: () => columns.days(),
      sessions: firstSession,
      putMember: columns.putMember,
    },
    number: (column) => () => {
      const bar = barOf(columns.member);
      value[0] = bar === NO_BAR ? NaN : column()[bar];
      return value;
    },
    truth: (column) => () => {
      const bar = barOf(columns.member);
      verdict.yes[0] = bar === NO_BAR ? 0 : bitAt(column().yes, bar);
      verdict.no[0] = bar === NO_BAR ? 0 : bitAt(column().no, bar);
      return verdict;
    },
  };
}

/** The columns in hand with one bar, on the one session. */
function oneBar(own: InstrumentColumns): InstrumentColumns {
  return { ...own, bars: 1, sessions: firstSession };
}

const FIRST = new Int32Array(1);
const firstSession = (): Int32Array => FIRST;

export function bitAt(words: Int32Array, at: number): number {
  return (words[at >> 5] >>> (at & 31)) & 1;
}
