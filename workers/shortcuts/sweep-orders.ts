/**
 * Step 5 of the day loop for one of many variants: who is ordered, and who can't be bought. Gains, for sweeps: the
 * sessions of a word are counted together, and orders taken from a ranking.
 */
import { WORD, countBits, firstBits, lowestBit } from "#workers/sessions/bits.ts";
import { rowOn } from "#workers/sessions/calendar.ts";
import { wholeShares } from "#workers/engine/forgive.ts";
import type { WordCandidates } from "./sweep-candidates.ts";
import type { SweepRun } from "./sweep-state.ts";

/** A share that costs so many times what a slot has is too dear, however its figures are rounded. */
const SURELY = 1 + 1e-6;

/** Working out a candidate's key takes as long as looking at so many members of the order. */
const LOOKS_A_KEY = 16;

/** At the close of a session, to which equity is known and none of those held is among the candidates. */
export function decideBuys(run: SweepRun, candidates: WordCandidates, session: number): void {
  const { slots, curve, maxPositions, plan } = run;
  const free = maxPositions - slots.count + run.pending;
  const most = candidates.count[session & 31];
  if (free === 0 || most === 0) return;
  run.slotValue = curve[session - plan.firstSession] / maxPositions;
  if (most - slots.count - countSuspects(run, candidates.word) >= free) run.orderCount = free;
  else {
    const unaffordable = countUnaffordable(run, candidates, session, session + 1);
    run.orderCount = Math.min(free, most - countHeld(run, session) - unaffordable);
  }
  run.passedOver.noSlot -= run.orderCount;
  if (run.orderCount > 0) takeBest(run, candidates, session);
}

/**
 * Counts the candidates that are passed over on the sessions start .. stop - 1, all those of the word that decide buys.
 * Those that are ordered, or held, find no slot either: they are taken off elsewhere.
 */
export function countPassedOver(
  run: SweepRun,
  candidates: WordCandidates,
  start: number,
  stop: number,
): void {
  const unaffordable = countUnaffordable(run, candidates, start, stop);
  let noSlot = -unaffordable;
  for (let session = start; session < stop; session++) noSlot += candidates.count[session & 31];
  run.passedOver.unaffordable += unaffordable;
  run.passedOver.noSlot += noSlot;
}

/** Candidates that are held on the session. */
function countHeld({ slots }: SweepRun, session: number): number {
  let held = 0;
  for (let at = 0; at < slots.count; at++) held += (slots.passing[slots.order[at]] >>> (session & 31)) & 1;
  return held;
}

/** How far what a slot has may fall before the suspects are looked for again. */
const FALL = 0.9;

/** No fewer than those members of which a slot can't buy one share on a session of the word. */
function countSuspects({ suspects, slotValue, dearOrder, costFactor, plan }: SweepRun, word: number): number {
  if (suspects.word === word && suspects.leastValue <= slotValue) return suspects.count;
  suspects.word = word;
  suspects.leastValue = slotValue * FALL;
  suspects.count = 0;
  if (!(dearOrder.highest[word] * costFactor > suspects.leastValue)) return 0;
  dearOrder.ready(word);
  const start = word * plan.calendar.members;
  for (let at = start; at < start + plan.calendar.members; at++) {
    if (!(dearOrder.most[at] * costFactor > suspects.leastValue)) break;
    suspects.count++;
  }
  return suspects.count;
}

/**
 * Candidates, on each of the sessions first .. stop - 1 of a word, that are not held and of which a slot can't buy one
 * share: among the members with the highest closes.
 */
function countUnaffordable(run: SweepRun, candidates: WordCandidates, first: number, stop: number): number {
  const { plan, dearOrder, costFactor, curve, maxPositions, heldDuring } = run;
  const { word, bits } = candidates;
  const { order, most, least, highest } = dearOrder;
  const { members } = plan.calendar;
  if (first === stop) return 0;
  let lowestEquity = Infinity;
  let highestEquity = -Infinity;
  for (let at = first - plan.firstSession; at < stop - plan.firstSession; at++) {
    if (curve[at] < lowestEquity) lowestEquity = curve[at];
    if (curve[at] > highestEquity) highestEquity = curve[at];
  }
  const leastValue = lowestEquity / maxPositions;
  if (!(highest[word] * costFactor > leastValue)) return 0;
  const surelyDear = (highestEquity / maxPositions) * SURELY;
  const sessions = firstBits(stop - word * WORD) & ~firstBits(first & 31);
  dearOrder.ready(word);
  let count = 0;
  for (let at = word * members; at < (word + 1) * members; at++) {
    if (!(most[at] * costFactor > leastValue)) return count;
    const member = order[at];
    let passing = bits[member] & sessions;
    if (heldDuring.wordOf[member] === heldDuring.word) passing &= ~heldDuring.sessions[member];
    if (passing === 0) continue;
    if (least[at] * costFactor > surelyDear) count += countBits(passing);
    else count += countDear(run, member, word, passing);
  }
  return count;
}

/** Sessions, of those of the word that are set, on which a slot can't buy one share of the member. */
function countDear(run: SweepRun, member: number, word: number, sessions: number): number {
  const { curve, maxPositions, plan } = run;
  let count = 0;
  for (let rest = sessions; rest !== 0; rest &= rest - 1) {
    const session = word * WORD + lowestBit(rest);
    const slotValue = curve[session - plan.firstSession] / maxPositions;
    if (isDear(run, slotValue, session, member)) count++;
  }
  return count;
}

/** The best candidates that are neither held nor dear become the run's orders; there are as many as are wanted. */
function takeBest(run: SweepRun, candidates: WordCandidates, session: number): void {
  const { dearOrder, costFactor, slotValue, slots, orderCount, plan } = run;
  const isAnyDear = dearOrder.highest[session >> 5] * costFactor > slotValue;
  const count = candidates.count[session & 31];
  const looks = (plan.calendar.members / count) * (slots.count + orderCount); // where all that are held come first
  if (count * LOOKS_A_KEY <= looks) takeBestOfFew(run, candidates, session, isAnyDear);
  else takeBestRanked(run, candidates, session, isAnyDear);
}

function takeBestRanked(run: SweepRun, { bits }: WordCandidates, session: number, isAnyDear: boolean): void {
  const { ranking, orders, orderCount } = run;
  ranking.ready(session >> 5);
  let ranked = ranking.best;
  let at = session * ranking.places;
  let stop = at + ranking.known[session];
  for (let taken = 0; taken < orderCount; at++) {
    if (at === stop) {
      ranked = ranking.complete(session);
      at = ranking.known[session];
      stop = ranked.length;
    }
    const member = ranked[at];
    if (((bits[member] >>> (session & 31)) & 1) === 0) continue;
    if (isAnyDear && isDear(run, run.slotValue, session, member)) continue;
    orders[taken++] = member;
  }
}

/** As takeBestRanked, by the keys of all candidates. */
function takeBestOfFew(
  run: SweepRun,
  { bits, member: memberOf, some }: WordCandidates,
  session: number,
  isAnyDear: boolean,
): void {
  const { orders, orderKeys, orderCount, plan, ranking } = run;
  let taken = 0;
  for (let at = 0; at < some; at++) {
    const member = memberOf[at];
    if (((bits[member] >>> (session & 31)) & 1) === 0) continue;
    if (isAnyDear && isDear(run, run.slotValue, session, member)) continue;
    const key = ranking.keyOf(rowOn(plan.calendar, member, session), member);
    let place = taken < orderCount ? taken++ : orderCount;
    for (; place > 0 && key > orderKeys[place - 1]; place--) {
      if (place === orderCount) continue;
      orders[place] = orders[place - 1];
      orderKeys[place] = orderKeys[place - 1];
    }
    if (place === orderCount) continue;
    orders[place] = member;
    orderKeys[place] = key;
  }
}

/** Whether a slot can't buy one share, costs included, of a member with a bar on the session. */
function isDear(
  { carried, costFactor }: SweepRun,
  slotValue: number,
  session: number,
  member: number,
): boolean {
  carried.ready(member);
  const cost = carried.value[member * carried.sessions + session] * costFactor;
  return cost > slotValue && wholeShares(slotValue / cost) < 1;
}
