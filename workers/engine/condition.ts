/** What stands between an instrument and being a candidate: conditions on its sessions, 32 a word. */
import type { Calendar } from "#workers/sessions/calendar.ts";
import type { MemberBits } from "./member-bits.ts";

/** Words first..stop-1 of every member. */
export interface WordSpan {
  readonly first: number;
  readonly stop: number;
}

/**
 * Of the member's bits in `need`, by word, gives those that pass in `verdict`, which may be the same; both hold only the
 * span's words.
 *
 * @returns true, and leaves `verdict` as it is, where it says at once that all of them pass
 */
export type Condition = (member: number, need: Int32Array, verdict: Int32Array) => boolean;

export interface Conditions {
  /** All of these must hold. */
  readonly every: readonly Condition[];
  /** And one of these, unless there is none. */
  readonly some: readonly Condition[];
}

/** Holds on the sessions whose bits are set. */
export function fromBits(
  { words }: Calendar,
  { first, stop }: WordSpan,
  { bits, ready }: MemberBits,
): Condition {
  return (member, need, verdict) => {
    ready(member);
    const start = member * words;
    for (let word = first; word < stop; word++) {
      verdict[word - first] = need[word - first] & bits[start + word];
    }
    return false;
  };
}
