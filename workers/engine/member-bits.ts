/**
 * Verdicts on bars as bits, one member after the other, in the layout of the calendar's words; and what needs
 * nothing but a member's own bars, worked out when the member is first asked for.
 */
import type { Calendar } from "#workers/sessions/calendar.ts";

/** Bits that are there for a member once `ready` was called with it. */
export interface MemberBits {
  readonly bits: Int32Array;
  readonly ready: (member: number) => void;
}

/** Calls `workOut` the first time that a member is asked for. */
export function oncePerMember(members: number, workOut: (member: number) => void): (member: number) => void {
  const isDone = new Uint8Array(members);
  return (member) => {
    if (isDone[member] === 1) return;
    workOut(member);
    isDone[member] = 1;
  };
}

/** The bars that pass. @param judge - sets a member's bits in the calendar's words; all are 0 before */
export function bitsOf(
  { members, present }: Calendar,
  judge: (member: number, bits: Int32Array) => void,
): MemberBits {
  const bits = new Int32Array(present.length);
  return { bits, ready: oncePerMember(members, (member) => judge(member, bits)) };
}
