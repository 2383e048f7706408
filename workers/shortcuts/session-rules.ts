/**
 * Rules that say the same of all instruments on a session (dates, market, of, breadth): worked out once, and not for each of
 * them. Gains nearly all of such a rule's time.
 */
import type { Expression, TruthExpression } from "#workers/rules/expression.ts";
import { membersOf } from "#workers/rules/expression.ts";
import type { Calendar } from "#workers/sessions/calendar.ts";
import { makeEvaluator } from "#workers/engine/evaluate.ts";
import type { Surroundings } from "#workers/engine/evaluate.ts";
import type { InstrumentColumns } from "#workers/engine/instrument-columns.ts";
import { bitsOf } from "#workers/engine/member-bits.ts";
import type { MemberBits } from "#workers/engine/member-bits.ts";
import type { RuleGround } from "#workers/engine/rule-ground.ts";

/** Functions of the numbers of one bar alone. */
export const OF_ONE_BAR: ReadonlySet<string> = new Set(["min", "max", "abs", "sqrt", "ln", "if"]);

/** The same ground, which answers such rules its own way. @param calendar - of the ground's members */
export function withSessionRules(ground: RuleGround, calendar: Calendar, around: Surroundings): RuleGround {
  return {
    ...ground,
    bitsOf: (rule) => (isOfSession(rule) ? bitsOfSessions(rule, calendar, around) : ground.bitsOf(rule)),
  };
}

/** Whether it hangs on the session alone. */
function isOfSession(expression: Expression): boolean {
  switch (expression.op) {
    case "literal":
    case "date":
    case "breadth":
    case "elsewhere":
      return true;
    case "figure":
    case "position":
    case "fact":
    case "ago":
    case "rank":
    case "top":
    case "period":
      return false;
    case "arithmetic":
    case "compare":
    case "negate":
    case "not":
    case "and":
    case "or":
      return membersOf(expression).every(isOfSession);
    case "call":
      return OF_ONE_BAR.has(expression.entry.name) && membersOf(expression).every(isOfSession);
  }
}

/** The members' bars on the sessions on which such a rule is true. */
function bitsOfSessions(rule: TruthExpression, calendar: Calendar, around: Surroundings): MemberBits {
  const { words, present } = calendar;
  const truths = makeEvaluator(columnsOfSessions(calendar), around).truths(rule);
  return bitsOf(calendar, (member, bits) => {
    const { yes } = truths();
    for (let word = 0, at = member * words; word < words; word++, at++) bits[at] = present[at] & yes[word];
  });
}

/** The sessions themselves, as if they were the bars of an instrument without prices. */
function columnsOfSessions({ sessionDay }: Calendar): InstrumentColumns {
  const sessions = Int32Array.from(sessionDay, (_, session) => session);
  return {
    longest: sessionDay.length,
    turn: 1,
    instrument: -1,
    member: -1,
    bars: sessionDay.length,
    figure: (name) => {
      throw new RangeError(`session rules: ${name} of no instrument`);
    },
    fact: ({ name }) => {
      throw new RangeError(`session rules: ${name} of no instrument`);
    },
    days: () => sessionDay,
    sessions: () => sessions,
  };
}
