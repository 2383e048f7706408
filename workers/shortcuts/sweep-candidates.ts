/**
 * The candidates of one strategy after another on the same prices: what their rules say was judged once for all that
 * share it (sweep-ground.ts), and then the verdicts only have to be put together, 32 sessions at a time. Gains, for
 * sweeps: a variant costs an "and" and an "or" a word.
 */
import type { Calendar } from "#workers/sessions/calendar.ts";
import { keepLast } from "#workers/model/keep-last.ts";
import { conditionRules } from "#workers/engine/conditions.ts";
import type { Plan } from "#workers/engine/run-plan.ts";
import type { TruthExpression } from "#workers/rules/expression.ts";
import { membersColumn } from "./ranking.ts";
import type { SessionOrder } from "./session-order.ts";
import { WORD } from "#workers/sessions/bits.ts";
import { makeGround } from "./sweep-ground.ts";
import type { Ground, Rule, RuleLists } from "./sweep-ground.ts";

/** Common rules of so many lists are kept. */
const GROUNDS_KEPT = 4;

/** The candidates on a word's sessions; good until another word's are asked for. */
export interface WordCandidates {
  /** The word's number in the calendar. */
  word: number;
  /** For each member: the sessions on which it passes, as bits. */
  readonly bits: Int32Array;
  /** Members with a session, by universe place: the first `some`. */
  readonly member: Int32Array;
  some: number;
  /** How many pass on each session. */
  readonly count: Int32Array;
  /** In order: those of the k-th session are ranked[k x members] and on, where rankedOn() was asked for them. */
  readonly ranked: Uint16Array | Uint32Array;
  /** The sessions of which they are there, as bits, and by which order. */
  rankedSessions: number;
  rankedBy: SessionOrder | null;
}

/** The verdicts that make a strategy's candidates, as columns of the ground. */
export interface Verdicts {
  readonly ground: Ground;
  readonly first: Int32Array;
  /** One of these is enough where `first` doesn't let pass. */
  readonly some: readonly Int32Array[];
  readonly every: readonly Int32Array[];
}

export interface CandidateTable {
  /** The same verdicts for plans with the same candidates. */
  readonly judge: (plans: readonly Plan[]) => Verdicts[];
  /** Candidates of a word. */
  readonly find: (verdicts: Verdicts, word: number) => WordCandidates;
}

/** For plans on the same facts. */
export function makeCandidateTable({ members }: Calendar): CandidateTable {
  const grounds = keepLast(GROUNDS_KEPT, (_key: string, plan: Plan, common: RuleLists) =>
    makeGround(plan, common),
  );
  const found = noCandidates(members);
  const folded = new Int32Array(members);
  let last: Verdicts | null = null;
  let lastWord = -1;

  /** @param group - plans whose scanners match alike */
  function judgeGroup(group: readonly Plan[]): Map<Plan, Verdicts> {
    const lists = group.map(rulesOf);
    const common: RuleLists = {
      every: inAll(lists.map(({ every }) => every)),
      some: inAll(lists.map(({ some }) => some)),
    };
    const [first] = group;
    const ground = grounds(first.strategy.scanner.match + keyOf(common), first, common);
    askTogether(group, ground.open);
    const byKey = new Map<string, Verdicts>();
    return new Map(
      group.map((plan, at) => {
        const own = {
          every: lists[at].every.filter((rule) => !has(common.every, rule)),
          some: lists[at].some.filter((rule) => !has(common.some, rule)),
        };
        const isAny = lists[at].some.length > 0;
        const key = String(isAny) + keyOf(own);
        const verdicts = byKey.get(key) ?? {
          ground,
          first: isAny ? ground.sure : ground.base,
          some: own.some.map((rule) => ground.some(rule, plan)),
          every: own.every.map((rule) => ground.every(rule, plan)),
        };
        byKey.set(key, verdicts);
        return [plan, verdicts];
      }),
    );
  }

  function findWord({ ground, first, some, every }: Verdicts, word: number, into: WordCandidates): void {
    const start = ground.start[word];
    const places = ground.start[word + 1] - start;
    for (let at = 0; at < places; at++) folded[at] = first[start + at];
    for (const column of some) for (let at = 0; at < places; at++) folded[at] |= column[start + at];
    for (const column of every) for (let at = 0; at < places; at++) folded[at] &= column[start + at];
    for (let at = 0; at < into.some; at++) into.bits[into.member[at]] = 0;
    into.word = word;
    into.some = 0;
    for (let at = 0; at < places; at++) {
      if (folded[at] === 0) continue;
      const member = ground.member[start + at];
      into.bits[member] = folded[at];
      into.member[into.some++] = member;
    }
    into.rankedSessions = 0;
    countEach(into);
  }

  return {
    judge: (plans) => {
      const groups = (["all", "any"] as const).map((match) =>
        plans.filter(({ strategy }) => strategy.scanner.match === match),
      );
      const judged = groups.filter((group) => group.length > 0).map(judgeGroup);
      return plans.flatMap((plan) => judged.flatMap((verdictsOf) => verdictsOf.get(plan) ?? []));
    },
    find: (verdicts, word) => {
      if (verdicts !== last || word !== lastWord) {
        last = verdicts;
        lastWord = word;
        findWord(verdicts, word, found);
      }
      return found;
    },
  };
}

function noCandidates(members: number): WordCandidates {
  return {
    word: -1,
    bits: new Int32Array(members),
    member: new Int32Array(members),
    some: 0,
    count: new Int32Array(WORD),
    ranked: membersColumn(members, WORD * members),
    rankedSessions: 0,
    rankedBy: null,
  };
}

/** Puts the candidates of the session in order, once for all that ask. @returns where they begin in `ranked` */
export function rankedOn(found: WordCandidates, by: SessionOrder, session: number): number {
  const { bits, ranked, count } = found;
  const own = session & 31;
  const members = bits.length;
  if (found.rankedBy !== by) found.rankedSessions = 0;
  found.rankedBy = by;
  if (((found.rankedSessions >>> own) & 1) === 1) return own * members;
  found.rankedSessions |= 1 << own;
  const order = by(session);
  const stop = own * members + count[own];
  for (let at = own * members, place = session * members; at < stop; place++) {
    ranked[at] = order[place];
    at += (bits[order[place]] >>> own) & 1;
  }
  return own * members;
}

/**
 * Works out what the plans' rules and orders say of the members, one member after the other: what they share is worked out
 * once, while the member's columns are at hand.
 */
function askTogether(plans: readonly Plan[], members: readonly number[]): void {
  const asks = new Map<string, (member: number) => unknown>();
  for (const plan of plans) {
    const { rules, ground, benchmark } = plan;
    const seen = JSON.stringify(benchmark);
    const { scanner, buy } = conditionRules(plan);
    for (const rule of [...scanner, ...buy]) asks.set(`${rule.key} ${seen}`, ground().bitsOf(rule).ready);
    if (rules.sortBy === null) continue;
    const { expression } = rules.sortBy;
    asks.set(`by ${expression.key} ${seen}`, ground().singlesOf(expression));
  }
  for (const member of members) for (const ask of asks.values()) ask(member);
}

/** What must hold of a candidate, and that of which one is enough. */
function rulesOf(plan: Plan): RuleLists {
  const { scanner, buy } = conditionRules(plan);
  const ruleOf = (rule: TruthExpression): Rule => ({ key: JSON.stringify([rule.key, plan.benchmark]), rule });
  const isAny = plan.strategy.scanner.match === "any";
  return {
    every: [...buy, ...(isAny ? [] : scanner)].map(ruleOf),
    some: isAny ? scanner.map(ruleOf) : [],
  };
}

/** The rules that all lists have. */
function inAll([first, ...others]: readonly (readonly Rule[])[]): readonly Rule[] {
  return first.filter((rule) => others.every((list) => has(list, rule)));
}

function has(list: readonly Rule[], { key }: Rule): boolean {
  return list.some((other) => other.key === key);
}

/** Lists with the same rules in the same order have the same. */
function keyOf({ every, some }: RuleLists): string {
  return JSON.stringify([every.map(({ key }) => key), some.map(({ key }) => key)]);
}

/** Every fourth session in a sum of four bits each: fifteen members a time don't overflow it. */
const FOURTHS = 0x1111_1111;
const AT_ONCE = 15;

function countEach({ bits, member, some, count }: WordCandidates): void {
  count.fill(0);
  for (let at = 0; at < some;) {
    const stop = Math.min(some, at + AT_ONCE);
    let [zeroth, first, second, third] = [0, 0, 0, 0];
    for (; at < stop; at++) {
      const passing = bits[member[at]];
      zeroth = (zeroth + (passing & FOURTHS)) | 0;
      first = (first + ((passing >>> 1) & FOURTHS)) | 0;
      second = (second + ((passing >>> 2) & FOURTHS)) | 0;
      third = (third + ((passing >>> 3) & FOURTHS)) | 0;
    }
    for (let k = 0; k < WORD; k += 4) {
      count[k] += (zeroth >>> k) & 15;
      count[k + 1] += (first >>> k) & 15;
      count[k + 2] += (second >>> k) & 15;
      count[k + 3] += (third >>> k) & 15;
    }
  }
}
