/**
 * What candidates are sorted by where an expression says it, packed while an instrument's columns are at hand: a key for each of
 * its sessions as a candidate. The day loop then goes along a short list, and no column of keys is kept for all bars. Gains a tenth to a sixth of a first run (5,000 x 6,500).
 */
import type { Plan } from "#workers/engine/run-plan.ts";
import { spanOf } from "#workers/engine/candidates.ts";
import type { NumberExpression } from "#workers/rules/expression.ts";
import { WORD, lowestBit } from "#workers/sessions/bits.ts";
import { rowOn } from "#workers/sessions/calendar.ts";

/** The key of a candidate on a session, -Infinity where it is unknown. */
export type CandidateKeys = (member: number, session: number) => number;

/** Takes in a member. @param passing - its sessions as a candidate, a word for each 32 of the period */
type PackKeys = (member: number, passing: Int32Array) => void;

const packed = new WeakMap<Plan, CandidateKeys>();

/** null where nobody has packed the plan's keys. */
export function packedKeys(plan: Plan): CandidateKeys | null {
  return packed.get(plan) ?? null;
}

/** Members come in their order. */
export function packKeys(plan: Plan, number: NumberExpression): PackKeys {
  const { calendar, firstSession, lastSession, ground } = plan;
  const { fromRow, members } = calendar;
  const { first } = spanOf(firstSession, lastSession + 1);
  const { columns, evaluator } = ground();
  const pull = evaluator.numbers(number);
  /** By candidate, member after member: the session, and beside it the key. */
  let session = new Int32Array(2 * members);
  let key = new Float32Array(session.buffer);
  let count = 0;
  const start = new Int32Array(members);
  /** Where a member was looked at last: sessions come in their order. */
  const at = new Int32Array(members);

  function grow(): void {
    const before = session;
    session = new Int32Array(2 * before.length);
    session.set(before);
    key = new Float32Array(session.buffer);
  }

  packed.set(plan, (member, asked) => {
    let place = at[member];
    if (session[2 * place] > asked) place = start[member];
    while (session[2 * place] < asked) place++;
    at[member] = place;
    const own = key[2 * place + 1];
    return own === own ? Math.max(own, -Number.MAX_VALUE) : -Infinity;
  });
  return (member, passing) => {
    columns.putMember(member);
    const values = pull();
    start[member] = count;
    at[member] = count;
    for (let word = 0; word < passing.length; word++) {
      for (let rest = passing[word]; rest !== 0; rest &= rest - 1) {
        const own = (first + word) * WORD + lowestBit(rest);
        if (2 * count + 1 >= session.length) grow();
        session[2 * count] = own;
        key[2 * count + 1] = values[rowOn(calendar, member, own) - fromRow[member]];
        count++;
      }
    }
  };
}
