/**
 * What a list of strategies has in common, judged once: the sessions that rules of all of them leave open. The rules in
 * which they differ are judged on those alone, and their verdicts lie beside one another, word by word. Gains, for
 * sweeps: rules that are shared are worked out once, and where the others are open alone.
 */
import { narrowingBy } from "#workers/engine/candidates.ts";
import { keepLast } from "#workers/model/keep-last.ts";
import type { Plan } from "#workers/engine/run-plan.ts";
import type { TruthExpression } from "#workers/rules/expression.ts";
import { membersColumn } from "./ranking.ts";

/** Verdicts that are kept take no more than about so many bytes. */
const BYTES_KEPT = 1 << 26;

export interface Rule {
  /** What it says, and the series that it may look at. */
  readonly key: string;
  readonly rule: TruthExpression;
}

/** Rules of a strategy, or of many. */
export interface RuleLists {
  /** All of these must hold. */
  readonly every: readonly Rule[];
  /** And one of these, unless there is none. */
  readonly some: readonly Rule[];
}

/** A column has a place for each member and word of which the common rules leave a session open. */
export interface Ground {
  /** The places of word w are start[w] .. start[w + 1] - 1, by member. */
  readonly start: Int32Array;
  readonly member: Uint16Array | Uint32Array;
  /** Members that have a place, each once. */
  readonly open: readonly number[];
  /** Sessions on which all that must hold for every strategy does. */
  readonly base: Int32Array;
  /** Those of them on which one of the common rules does of which one is enough. */
  readonly sure: Int32Array;
  /** Those of `base` that pass the rule, one that must hold. */
  readonly every: (rule: Rule, plan: Plan) => Int32Array;
  /** The same of a rule that is enough, without those of `sure`. */
  readonly some: (rule: Rule, plan: Plan) => Int32Array;
}

/** @param plan - one of those that have these rules in common */
export function makeGround(plan: Plan, { every, some }: RuleLists): Ground {
  const { calendar } = plan;
  const { members, words } = calendar;
  const base = calendar.present.slice();
  narrowTo(base, plan, every, false);
  const sure = some.length > 0 ? base.slice() : new Int32Array(base.length);
  if (some.length > 0) narrowTo(sure, plan, some, true);
  const open = base.map((bits, at) => bits & ~sure[at]);

  const start = new Int32Array(words + 1);
  const openMembers: number[] = [];
  for (let at = 0, of = 0; of < members; of++) {
    let isOpen = false;
    for (let word = 0; word < words; word++, at++) {
      if (base[at] === 0) continue;
      start[word + 1]++;
      isOpen = true;
    }
    if (isOpen) openMembers.push(of);
  }
  for (let word = 0; word < words; word++) start[word + 1] += start[word];
  const member = membersColumn(members, start[words]);

  /** Calls `take` with each place and where its bits lie in a list by member. */
  function eachPlace(take: (place: number, at: number, of: number) => void): void {
    const next = start.slice();
    for (let at = 0, of = 0; of < members; of++) {
      for (let word = 0; word < words; word++, at++) if (base[at] !== 0) take(next[word]++, at, of);
    }
  }

  eachPlace((place, _at, of) => {
    member[place] = of;
  });
  const columnOf = (bits: Int32Array): Int32Array => {
    const column = new Int32Array(start[words]);
    eachPlace((place, at) => {
      column[place] = bits[at];
    });
    return column;
  };
  const bytes = (start[words] + 1) * Int32Array.BYTES_PER_ELEMENT;
  const most = Math.max(8, Math.floor(BYTES_KEPT / bytes));
  const judgeWithin = (asked: Int32Array) => {
    const judged = keepLast(most, (_key: string, rule: Rule, of: Plan) => {
      const bits = asked.slice();
      narrowTo(bits, of, [rule], false);
      return columnOf(bits);
    });
    return (rule: Rule, of: Plan) => judged(rule.key, rule, of);
  };
  return {
    start,
    member,
    open: openMembers,
    base: columnOf(base),
    sure: columnOf(sure),
    every: judgeWithin(base),
    some: judgeWithin(open),
  };
}

/** Keeps the sessions on which all of the rules hold, or one of them where that is enough; all of them without a rule. */
function narrowTo(bits: Int32Array, plan: Plan, rules: readonly Rule[], isOneEnough: boolean): void {
  if (rules.length === 0) return;
  const { members, words } = plan.calendar;
  const conditions = rules.map(({ rule }) => plan.ground().bitsOf(rule));
  const keepPassing = narrowingBy(
    isOneEnough ? { every: [], some: conditions } : { every: conditions, some: [] },
    plan.calendar,
    { first: 0, stop: words, words },
  );
  for (let member = 0; member < members; member++) {
    keepPassing(member, bits.subarray(member * words, (member + 1) * words));
  }
}
