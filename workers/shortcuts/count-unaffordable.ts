/**
 * Candidates of which a slot can't buy one share. For best-orders.ts: nobody but the few with high closes is looked at.
 */
import { WORD, countBits, lowestBit } from "#workers/sessions/bits.ts";
import type { Candidates } from "#workers/engine/candidate-bits.ts";
import { isBeyondSlot, doubtfulIn } from "./unaffordable.ts";
import type { UnaffordableWatch, Doubtful } from "./unaffordable.ts";
import type { RunPlan } from "#workers/engine/run-plan.ts";

/** What is counted: the watch's slot value is that of the session. */
export interface UnaffordableField {
  readonly plan: RunPlan;
  readonly candidates: Candidates;
  readonly watch: UnaffordableWatch;
}

/** For one run. Doubtful members are looked at once a word where it is asked about sessions in their order. */
export function makeUnaffordableCount({ plan, candidates, watch }: UnaffordableField): UnaffordableCount {
  return {
    plan,
    candidates,
    watch,
    sureOn: new Int32Array(WORD),
    member: new Int32Array(0),
    close: new Float64Array(0),
    openCount: 0,
    listing: -1,
  };
}

/** How many there are on a session. @param without - bits of members that don't count */
export function countUnaffordable(count: UnaffordableCount, session: number, without: Int32Array): number {
  const doubtful = doubtfulIn(count.watch, session >> 5);
  if (count.listing !== doubtful.listing) {
    countSure(count.candidates, doubtful, session >> 5, count.sureOn);
    gatherOpen(count, doubtful, session >> 5);
  }
  count.listing = doubtful.listing;
  return (
    count.sureOn[session & 31] -
    countSureWithin(count.candidates, doubtful, session, without) +
    countOpen(count, session, without)
  );
}

/** What is counted, and what is known of members that may be unaffordable in the word that was asked about last. */
export interface UnaffordableCount extends UnaffordableField {
  /** For each session of the word: how many candidates are surely unaffordable, held or not. */
  readonly sureOn: Int32Array;
  /** The others that are a candidate on one of its sessions: the first `openCount`. */
  member: Int32Array;
  /** Their closes, 32 each; 0 where there is no bar. */
  close: Float64Array;
  openCount: number;
  /** The listing of these members that it is known of. */
  listing: number;
}

function countSure(
  { stride, bits, firstSession }: Candidates,
  { sure, group, groups }: Doubtful,
  word: number,
  sureOn: Int32Array,
): void {
  sureOn.fill(0);
  for (let at = 0; at < groups; at++) {
    const members = sure[group[at]];
    if (members === 0) continue;
    const start = group[at] * stride + word * WORD - firstSession;
    for (let k = 0; k < WORD; k++) sureOn[k] += countBits(bits[start + k] & members);
  }
}

/** The surely unaffordable members that don't count. */
function countSureWithin(
  { stride, bits, firstSession }: Candidates,
  { sure, group, groups }: Doubtful,
  session: number,
  without: Int32Array,
): number {
  let count = 0;
  for (let at = 0; at < groups; at++) {
    const within = sure[group[at]] & without[group[at]];
    if (within !== 0) count += countBits(bits[group[at] * stride + session - firstSession] & within);
  }
  return count;
}

/** Their closes side by side: one after the other each would be a way to the memory, and that on every session. */
function gatherOpen(found: UnaffordableCount, { open, group, groups }: Doubtful, word: number): void {
  const { candidates } = found;
  const { calendar, priceOf } = found.plan;
  found.openCount = 0;
  for (let at = 0; at < groups; at++) {
    for (let rest = open[group[at]] & everOf(candidates, group[at], word); rest !== 0; rest &= rest - 1) {
      const member = group[at] * WORD + lowestBit(rest);
      const place = member * calendar.words + word;
      if (found.openCount === found.member.length) growRoom(found);
      const start = found.openCount * WORD;
      let row = calendar.fromRow[member] + calendar.barsBefore[place];
      for (let k = 0; k < WORD; k++) {
        const isThere = ((calendar.present[place] >>> k) & 1) === 1;
        found.close[start + k] = isThere ? priceOf.close(row++, member) : 0;
      }
      found.member[found.openCount++] = member;
    }
  }
}

/** Of the group's members, those that are a candidate on one of the word's sessions. */
function everOf({ stride, bits, firstSession }: Candidates, group: number, word: number): number {
  const start = group * stride + word * WORD - firstSession;
  let ever = 0;
  for (let k = 0; k < WORD; k++) ever |= bits[start + k];
  return ever;
}

function growRoom(found: UnaffordableCount): void {
  const { member, close } = found;
  found.member = new Int32Array(Math.max(WORD, 2 * member.length));
  found.close = new Float64Array(found.member.length * WORD);
  found.member.set(member);
  found.close.set(close);
}

function countOpen(found: UnaffordableCount, session: number, without: Int32Array): number {
  const { candidates, watch, openCount, member, close } = found;
  const { stride, bits, firstSession } = candidates;
  let count = 0;
  for (let at = 0, place = session & 31; at < openCount; at++, place += WORD) {
    const group = member[at] >> 5;
    const free = (bits[group * stride + session - firstSession] & ~without[group]) >>> (member[at] & 31);
    count += free & Number(isBeyondSlot(watch, close[place]));
  }
  return count;
}
