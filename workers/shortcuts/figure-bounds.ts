/**
 * A close held against a number, as rawClose >= 25, by bounds of 32 sessions' closes: a member on whose words they all decide is not
 * looked at. Gains a third and more of a run again with another minimum price, and of variants that differ in it.
 */
import { NEAR } from "#workers/engine/compare-columns.ts";
import { oncePerMember } from "#workers/engine/member-bits.ts";
import type { MemberBits } from "#workers/engine/member-bits.ts";
import type { TruthExpression } from "#workers/rules/expression.ts";
import type { Calendar } from "#workers/sessions/calendar.ts";
import type { FastFacts } from "./fast-facts.ts";
import type { Zones } from "./zones.ts";

/** @param workOut - gives the bits of any rule; asked where bounds leave a member open @returns null for any other rule */
export function boundedBits(
  rule: TruthExpression,
  facts: FastFacts,
  { members, words, present }: Calendar,
  workOut: (rule: TruthExpression) => MemberBits,
): MemberBits | null {
  const edge = edgeOf(rule, facts);
  if (edge === null) return null;
  const { zones, isAbove, sure, lost } = edge;
  const bits = new Int32Array(present.length);
  let exact: MemberBits | null = null;

  function boundMember(member: number): boolean {
    const { least, most } = zones.wordsOf(member);
    for (let word = 0, at = member * words; word < words; word++, at++) {
      if (present[at] === 0) continue;
      if (!(least[word] > sure || most[word] < lost)) return false;
      bits[at] = least[word] > sure === isAbove ? present[at] : 0;
    }
    return true;
  }

  const ready = oncePerMember(members, (member) => {
    if (boundMember(member)) return;
    exact ??= workOut(rule);
    exact.ready(member);
    bits.set(exact.bits.subarray(member * words, (member + 1) * words), member * words);
  });
  return { bits, ready };
}

/** Closes above `sure` are above the number, those below `lost` below it, whatever is forgiven. */
interface Edge {
  readonly zones: Zones;
  /** Whether the rule is true above the number; it is false on the other side. */
  readonly isAbove: boolean;
  readonly sure: number;
  readonly lost: number;
}

function edgeOf(rule: TruthExpression, { closeZones, fileCloseZones }: FastFacts): Edge | null {
  if (rule.op !== "compare" || rule.left.op !== "figure" || rule.right.op !== "literal") return null;
  const { sign, left, right, isFixed } = rule;
  if (sign === "=" || sign === "!=") return null;
  const isRaw = left.name === "rawClose";
  if (!isRaw && left.name !== "close") return null;
  if (isRaw && !isFixed && closeZones !== fileCloseZones) return null; // the run's closes say how much is forgiven
  const reach = 2 * NEAR * Math.abs(right.value);
  return {
    zones: isRaw ? fileCloseZones : closeZones,
    isAbove: sign === ">" || sign === ">=",
    sure: right.value + reach,
    lost: right.value - reach,
  };
}
