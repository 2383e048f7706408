/**
 * The members of each session in the order of an expression that candidates are sorted by. Gains, for sweeps that trade on most
 * sessions, a sixth of their time: variants with the same candidates have them in order once, and take the first that are free.
 */
import { UNKNOWN_KEY, makeKeySort } from "#workers/engine/cross-section.ts";
import type { Calendar } from "#workers/sessions/calendar.ts";
import { membersColumn } from "./ranking.ts";

/** Gives all members, session after session, those of session s from s x members on; there for the sessions that were asked for. */
export type SessionOrder = (session: number) => Uint16Array | Uint32Array;

/** @param keys - session after session, of all members; those whose key is unknown come last, by universe place */
export function makeSessionOrder(keys: Uint32Array, { members, sessionDay }: Calendar): SessionOrder {
  const placed = membersColumn(members, members * sessionDay.length);
  const isDone = new Uint8Array(sessionDay.length);
  const sort = makeKeySort(members);
  return (session) => {
    if (isDone[session] === 1) return placed;
    isDone[session] = 1;
    const first = session * members;
    const own = keys.subarray(first, first + members);
    const { order, count } = sort(own);
    placed.set(count === members ? order : order.subarray(0, count), first);
    for (let member = 0, at = first + count; at < first + members; member++) {
      if (own[member] === UNKNOWN_KEY) placed[at++] = member;
    }
    return placed;
  };
}
