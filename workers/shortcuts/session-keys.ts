/**
 * What candidates are sorted by, session after session, of all members: those of one session then lie beside each other, where a
 * column of each is a way to the memory. A strategy that ranks by the same number has them; others get them when they run again,
 * and keep them. Gains a tenth to a quarter of a run again that is sorted by an expression and trades daily.
 */
import type { Plan } from "#workers/engine/run-plan.ts";
import { looksAt } from "#workers/engine/run-rules.ts";
import type { CandidateKeys } from "./candidate-keys.ts";
import { isRanked } from "./rank-tops.ts";

/** What the keys of a number may take that nothing ranks by, in bytes. */
const MOST_BYTES = 64e6;

const known = new WeakMap<Plan, CandidateKeys | null>();

/** null where the plan's candidates are to be sorted in another way; the first answer stands. */
export function sessionKeys(plan: Plan, mostBytes: number = MOST_BYTES): CandidateKeys | null {
  const before = known.get(plan);
  if (before !== undefined) return before;
  const keys = findKeys(plan, mostBytes);
  known.set(plan, keys);
  return keys;
}

function findKeys({ rules, asked, calendar, ground }: Plan, mostBytes: number): CandidateKeys | null {
  if (rules.sortBy === null || asked !== null) return null;
  const { expression } = rules.sortBy;
  const own = ground();
  if (!isRanked(own)) return null;
  const { members, sessionDay } = calendar;
  const isByRank = looksAt(rules, (part) => part.op === "rank" && part.of.key === expression.key);
  const bytes = members * sessionDay.length * Uint32Array.BYTES_PER_ELEMENT;
  if (!isByRank && (bytes > mostBytes || !own.isSortedAgain(expression))) return null;
  const keys = own.keysOf(expression);
  return (member, session) => keys[session * members + member];
}
