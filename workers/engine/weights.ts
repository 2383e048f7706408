/** What a strategy's weights say of its instruments, bar by bar: section 3 of the account's contract. */
import { NO_BAR, rowOn, rowsBefore } from "#workers/sessions/calendar.ts";
import { markAsked } from "#workers/sessions/schedule.ts";
import type { AskedSessions } from "#workers/sessions/schedule.ts";
import { bitsOf } from "./member-bits.ts";
import type { RuleGround } from "./rule-ground.ts";
import type { MemberBits } from "./member-bits.ts";
import type { RunPlan } from "./run-plan.ts";

type WeightGround = Pick<RunPlan, "rules" | "ground" | "universe" | "market" | "calendar">;

/** The weight on the member's last bar on or before a session; NaN where it is unknown. */
export type WeightOf = (member: number, session: number) => number;

export function weightsOf(plan: RunPlan): WeightOf {
  const { calendar, sessionDay } = plan;
  const asked = markAsked(groundSessions(plan), sessionDay.length);
  const columnOf = columnsOf(plan, plan.ground());
  let anywhere: typeof columnOf | null = null;
  return (member, session) => {
    const bar = rowsBefore(calendar, member, session + 1) - 1;
    const isAsked = asked[session] === 1 && rowOn(calendar, member, session) !== NO_BAR;
    const of = isAsked ? columnOf : (anywhere ??= columnsOf(plan, plan.wholeGround()));
    return of(member)?.[bar] ?? 0;
  };
}

/**
 * The sessions on which a plan's ground is asked; null for all. Those of weights are those of new ones and of setting back, and
 * those on which money is due; on others they are seldom looked at, while something is still owed.
 */
export function groundSessions({
  asked,
  rebalanced,
  flows,
}: Pick<RunPlan, "asked" | "rebalanced" | "flows">): AskedSessions | null {
  if (asked === null || rebalanced === null) return asked;
  const marks = rebalanced.slice();
  for (const session of asked.sessions) marks[session] = 1;
  for (const session of flows.session) marks[session] = 1;
  if (!marks.includes(0)) return null;
  const sessions = Int32Array.from(marks.keys()).filter((session) => marks[session] === 1);
  return { sessions, name: `${asked.name} and ${sessions.join(" ")}` };
}

/** The weights on a member's bars; null where it has none. */
function columnsOf(
  { rules, universe, market }: WeightGround,
  { columnOf }: RuleGround,
): (member: number) => Float64Array | null {
  const ofAll = rules.weight && columnOf(rules.weight.expression);
  const own = new Map(rules.weights.map(({ symbol, expression }) => [symbol, columnOf(expression)]));
  const columns = Array.from(
    universe,
    (instrument) => own.get(market.instruments[instrument].symbol) ?? ofAll,
  );
  return (member) => columns[member]?.(member) ?? null;
}

/** By member: 1 where the strategy gives its symbol a weight of its own. */
export function namedMembers({ rules, universe, market }: WeightGround): Uint8Array {
  const named = new Set(rules.weights.map(({ symbol }) => symbol));
  return Uint8Array.from(universe, (instrument) => Number(named.has(market.instruments[instrument].symbol)));
}

/**
 * What a new one's weight would cost if nobody else had one: whole shares are held against it before the targets are known.
 * In parts it is a place's share, and without bound where the strategy names the symbol.
 */
export function moneyByWeight(
  plan: RunPlan,
): (equity: number, close: number, member: number, bar: number) => number {
  const { weightsAre = "parts", maxPositions } = plan.strategy.simulation;
  if (weightsAre === "parts") {
    const named = namedMembers(plan);
    return (equity, _close, member) => (named[member] === 1 ? Infinity : equity / maxPositions);
  }
  const columnOf = columnsOf(plan, plan.ground());
  return (equity, _close, member, bar) => ((columnOf(member)?.[bar] ?? 0) / 100) * equity;
}

/** The bars on which the weight is known and above 0. */
export function weighted(of: WeightGround): MemberBits {
  const { rules, universe, market, calendar } = of;
  const { aboveZero } = of.ground();
  const ofAll = rules.weight && aboveZero(rules.weight.expression);
  const own = new Map(rules.weights.map(({ symbol, expression }) => [symbol, aboveZero(expression)]));
  return bitsOf(calendar, (member, bits) => {
    const from = own.get(market.instruments[universe[member]].symbol) ?? ofAll;
    if (from === null) return;
    from.ready(member);
    const start = member * calendar.words;
    bits.set(from.bits.subarray(start, start + calendar.words), start);
  });
}
