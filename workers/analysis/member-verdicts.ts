/** What rules say of each member of a universe on one session, three-valued: a bit a member. */
import type { NumberExpression, TruthExpression } from "#workers/rules/expression.ts";
import type { Verdicts } from "#workers/rules/function-entry.ts";
import type { PlacedRule } from "#workers/rules/strategy-rules.ts";
import { bitAt, wordsFor } from "#workers/sessions/bits.ts";
import { NO_BAR, rowOn } from "#workers/sessions/calendar.ts";
import { fixedRulesOn } from "#workers/engine/conditions.ts";
import type { Plan } from "#workers/engine/run-plan.ts";
import type { KnownRanks } from "#workers/shortcuts/asked-sessions.ts";
import { groundOfSession } from "./session-ground.ts";
import type { GroundFor } from "./session-ground.ts";

/** What was found on a session, for the next count on it. */
export interface KeptVerdicts {
  /** By the key of a rule, and of the figures that a position is sized by. */
  readonly verdicts: Map<string, Verdicts>;
  /** Another number beside a rank costs no rank. */
  readonly ranks: KnownRanks;
}

export interface MemberVerdicts {
  /** Members with a bar on the session. */
  readonly present: Int32Array;
  /** The verdicts of a line that is in use and does not ask for a position. */
  readonly ofLine: (rule: TruthExpression) => Verdicts;
  /** Whose position can be sized, where that hangs on a distance or a weight; else none. */
  readonly sizable: readonly Verdicts[];
}

/** All that is not known yet is worked out together, a member at a time: what rules share is worked out once. */
export function verdictsOn(
  plan: Plan,
  session: number,
  { verdicts: kept, ranks }: KeptVerdicts,
): MemberVerdicts {
  const { scanner, buy, sell } = plan.rules;
  const fixed = fixedRulesOn(plan);
  const groundFor = groundOfSession(plan, session, ranks);
  const questions = new Map<string, () => Question>();
  for (const rule of [...fixed.scanner, ...scanner, ...fixed.buy, ...buy, ...sell].flatMap(linesIn))
    questions.set(rule.key, () => aboutRule(groundFor, rule));
  const size = sizeQuestion(plan, groundFor);
  if (size !== null) questions.set(size.key, size.ask);
  const missing = [...questions].filter(([key]) => !kept.has(key));
  const { present, answers } = askAll(
    plan,
    session,
    missing.map(([, makeQuestion]) => makeQuestion()),
  );
  for (const [at, [key]] of missing.entries()) kept.set(key, answers[at]);
  const known = (key: string): Verdicts => {
    const found = kept.get(key);
    if (!found) throw new RangeError(`preview: ${key} is no line of the plan`);
    return found;
  };
  return { present, ofLine: ({ key }) => known(key), sizable: size === null ? [] : [known(size.key)] };
}

/** Whether the distance or the weight by which a position is sized is above 0; null where it hangs on none. */
function sizeQuestion(
  { rules, rebalanced, universe, market }: Plan,
  groundFor: GroundFor,
): { readonly key: string; readonly ask: () => Question } | null {
  const { riskDistance, weight, weights } = rules;
  if (riskDistance !== null)
    return {
      key: `above 0: ${riskDistance.expression.key}`,
      ask: () => aboutNumber(groundFor, riskDistance.expression),
    };
  if (rebalanced === null) return null;
  const own = weights.map(({ symbol, expression }) => `${symbol} ${expression.key}`);
  return {
    key: `weight above 0: ${weight?.expression.key ?? 0}; ${own.join("; ")}`,
    ask: () => {
      const ofAll = weight === null ? NOBODY : aboutNumber(groundFor, weight.expression);
      const bySymbol = new Map(
        weights.map(({ symbol, expression }) => [symbol, aboutNumber(groundFor, expression)]),
      );
      const byMember = Array.from(
        universe,
        (instrument) => bySymbol.get(market.instruments[instrument].symbol) ?? ofAll,
      );
      return (member, bar) => byMember[member](member, bar);
    },
  };
}

const NOBODY: Question = () => false;

function linesIn({ rule, members }: PlacedRule): readonly TruthExpression[] {
  if (rule === null) return [];
  if (members.length > 0) return members.flatMap(linesIn);
  return rule.isOfPosition ? [] : [rule];
}

/** Of a bar of a member, by its place among the member's own; null is unknown. */
type Question = (member: number, bar: number) => boolean | null;

function aboutRule(groundFor: GroundFor, rule: TruthExpression): Question {
  const ground = groundFor(rule);
  const pull = ground.evaluator.truths(rule);
  return (member, bar) => {
    ground.columns.putMember(member);
    const { yes, no } = pull();
    if (bitAt(yes, bar) === 1) return true;
    return bitAt(no, bar) === 1 ? false : null;
  };
}

/** Whether it is above 0. */
function aboutNumber(groundFor: GroundFor, number: NumberExpression): Question {
  const ground = groundFor(number);
  const pull = ground.evaluator.numbers(number);
  return (member, bar) => {
    ground.columns.putMember(member);
    return pull()[bar] > 0;
  };
}

function askAll(
  { calendar }: Plan,
  session: number,
  questions: readonly Question[],
): { readonly present: Int32Array; readonly answers: readonly Verdicts[] } {
  const words = wordsFor(calendar.members);
  const present = new Int32Array(words);
  const answers = questions.map(() => ({ yes: new Int32Array(words), no: new Int32Array(words) }));
  for (let member = 0; member < calendar.members; member++) {
    const row = rowOn(calendar, member, session);
    if (row === NO_BAR) continue;
    const bar = row - calendar.fromRow[member];
    const [word, bit] = [member >> 5, 1 << (member & 31)];
    present[word] |= bit;
    for (const [at, ask] of questions.entries()) {
      const holds = ask(member, bar);
      if (holds === true) answers[at].yes[word] |= bit;
      if (holds === false) answers[at].no[word] |= bit;
    }
  }
  return { present, answers };
}
