/**
 * Step 5 of the day loop for one of many variants: who is ordered, and who can't be bought. Gains, for sweeps: the
 * sessions of a word are counted together, and orders taken from a ranking.
 */
import { WORD, countBits, firstBits, lowestBit } from "#workers/sessions/bits.ts";
import { rowOn } from "#workers/sessions/calendar.ts";
import { wholeShares } from "#workers/model/forgive.ts";
import { rankedOn } from "./sweep-candidates.ts";
import type { WordCandidates } from "./sweep-candidates.ts";
import { SOLD_FIELDS, isHeld } from "./sweep-account.ts";
import type { SweepRun } from "./sweep-state.ts";

/** A share that costs so many times what a slot has is unaffordable, however its figures are rounded. */
const SURELY = 1 + 1e-6;

/** Working out a candidate's key takes as long as looking at so many members of the order. */
const LOOKS_A_KEY = 16;

/**
 * Decides at the closes of the sessions first .. last of a word, to which equity is known. Positions are the same on all of them;
 * what is ordered, if anything, is ordered at the last. Who is passed over is counted here where candidates lie in order, since
 * nearly every session then has a fill; else once a word, by countPassedOver.
 */
export function decideBuys(run: SweepRun, candidates: WordCandidates, first: number, last: number): void {
  const { account, maxPositions, plan, sessionOrder, passedOver } = run;
  const counted = sessionOrder === null ? null : countStretch(run, candidates, first, last);
  const free = maxPositions - account.positions + account.pending;
  if (free === 0 || counted === 0 || last === plan.lastSession || candidates.count[last & 31] === 0) return;
  account.slotValue = account.curve[last] / maxPositions;
  const orders = Math.min(
    free,
    counted !== null && first === last ? counted : countBuyable(run, candidates, last, free),
  );
  account.orders = orders;
  passedOver.noSlot -= orders;
  if (orders > 0) takeBest(run, candidates, last);
}

/** Counts who is passed over on the sessions first .. last. @returns those of them that a slot can buy */
function countStretch(run: SweepRun, candidates: WordCandidates, first: number, last: number): number {
  const { plan, passedOver } = run;
  const stop = Math.min(last + 1, plan.lastSession);
  const unaffordable = countUnaffordable(run, candidates, sessionsOf(candidates, first, stop), false);
  const notHeld =
    first === last && first < stop
      ? candidates.count[first & 31] - run.account.heldCandidates
      : countOpen(run, candidates, first, stop);
  passedOver.unaffordable += unaffordable;
  passedOver.noSlot += notHeld - unaffordable;
  return notHeld - unaffordable;
}

/** Candidates of the session that are not held and not unaffordable; `enough` where there are as many or more. */
function countBuyable(run: SweepRun, candidates: WordCandidates, session: number, enough: number): number {
  const { positions, slotValue } = run.account;
  const surely = candidates.count[session & 31] - positions;
  if (surely >= enough && surely - countDoubtful(run, candidates, slotValue) >= enough) return enough;
  const unaffordable = countUnaffordable(run, candidates, 1 << (session & 31), false);
  return countOpen(run, candidates, session, session + 1) - unaffordable;
}

/**
 * Counts the candidates that are passed over on the sessions start .. stop - 1, all those of the word that decide buys.
 * Those that are ordered find no slot either: they are taken off elsewhere.
 */
export function countPassedOver(
  run: SweepRun,
  candidates: WordCandidates,
  start: number,
  stop: number,
): void {
  const { account, sold, passedOver } = run;
  for (let at = 0; at < account.positions; at++) {
    const slot = account.order[at];
    const since = Math.max(start, account.since[slot]);
    noteHeld(run, candidates, account.member[slot], sessionsOf(candidates, since, stop));
  }
  for (let at = 0; at < sold.count * SOLD_FIELDS; at += SOLD_FIELDS) {
    const since = Math.max(start, sold.fields[at + 1]);
    const until = Math.min(stop, sold.fields[at + 2]);
    noteHeld(run, candidates, sold.fields[at], sessionsOf(candidates, since, until));
  }
  const unaffordable = countUnaffordable(run, candidates, sessionsOf(candidates, start, stop), true);
  passedOver.unaffordable += unaffordable;
  passedOver.noSlot -= unaffordable;
  for (let session = start; session < stop; session++) passedOver.noSlot += candidates.count[session & 31];
}

/** Takes off the sessions of the word on which a position was held: a candidate that is held is not passed over. */
function noteHeld(
  { heldDuring, passedOver }: SweepRun,
  { bits }: WordCandidates,
  member: number,
  sessions: number,
): void {
  const held = bits[member] & sessions;
  if (held === 0) return;
  passedOver.noSlot -= countBits(held);
  const before = heldDuring.wordOf[member] === heldDuring.word ? heldDuring.sessions[member] : 0;
  heldDuring.wordOf[member] = heldDuring.word;
  heldDuring.sessions[member] = before | held;
}

/** Candidates, on each of the sessions first .. stop - 1 of a word, that are not held. */
function countOpen({ account }: SweepRun, candidates: WordCandidates, first: number, stop: number): number {
  const { bits, count } = candidates;
  let open = 0;
  for (let session = first; session < stop; session++) open += count[session & 31];
  if (open === 0) return 0;
  const sessions = sessionsOf(candidates, first, stop);
  for (let at = 0; at < account.positions; at++)
    open -= countBits(bits[account.member[account.order[at]]] & sessions);
  return open;
}

/** The bits of the sessions first .. stop - 1 of the word. */
function sessionsOf({ word }: WordCandidates, first: number, stop: number): number {
  return firstBits(stop - word * WORD) & ~firstBits(first & 31);
}

/**
 * Candidates, on each of some sessions of a word that follow one another, that are not held and of which a slot can't buy one share.
 *
 * @param sessions - as bits
 * @param isWord - whether the sessions on which they were held are noted; else positions are the same on all of them
 */
function countUnaffordable(
  run: SweepRun,
  candidates: WordCandidates,
  sessions: number,
  isWord: boolean,
): number {
  const { closeOrder, costFactor, account, maxPositions, doubtful, heldDuring } = run;
  const { curve } = account;
  const { word, bits } = candidates;
  if (sessions === 0) return 0;
  const { order, most, least } = closeOrder;
  let lowestEquity = Infinity;
  let highestEquity = -Infinity;
  const first = word * WORD + lowestBit(sessions);
  for (let at = first; at < first + countBits(sessions); at++) {
    if (curve[at] < lowestEquity) lowestEquity = curve[at];
    if (curve[at] > highestEquity) highestEquity = curve[at];
  }
  const leastValue = lowestEquity / maxPositions;
  if (countDoubtful(run, candidates, leastValue) === 0 || (doubtful.sessions & sessions) === 0) return 0;
  const surelyUnaffordable = (highestEquity / maxPositions) * SURELY;
  let count = 0;
  for (let each = 0; each < doubtful.count; each++) {
    const at = doubtful.places[each];
    if (!(most[at] * costFactor > leastValue)) return count;
    const member = order[at];
    let passing = bits[member] & sessions;
    if (isWord) {
      if (heldDuring.wordOf[member] === heldDuring.word) passing &= ~heldDuring.sessions[member];
    } else if (isHeld(account, member)) continue;
    if (passing === 0) continue;
    if (least[at] * costFactor > surelyUnaffordable) count += countBits(passing);
    else count += countUnaffordableOf(run, member, word, passing);
  }
  return count;
}

/** How far what a slot has may fall before the doubtful members are looked for again. */
const FALL = 0.9;

/** Finds the candidates of the word of whom one share may cost more than `leastValue`. @returns how many they are, at most */
function countDoubtful(run: SweepRun, candidates: WordCandidates, leastValue: number): number {
  const { closeOrder, costFactor, doubtful } = run;
  const { word } = candidates;
  if (!(closeOrder.highest[word] * costFactor > leastValue)) return 0;
  if (doubtful.word !== word || doubtful.leastValue > leastValue)
    findDoubtful(run, candidates, leastValue * FALL);
  return doubtful.count;
}

/** Finds candidates that may be unaffordable, in the order of their highest closes. */
function findDoubtful(run: SweepRun, { word, bits }: WordCandidates, leastValue: number): void {
  const { plan, closeOrder, costFactor, doubtful } = run;
  const { members } = plan.calendar;
  closeOrder.ready(word);
  doubtful.isOne.fill(0);
  doubtful.word = word;
  doubtful.leastValue = leastValue;
  doubtful.count = 0;
  doubtful.sessions = 0;
  for (let at = word * members; at < (word + 1) * members; at++) {
    if (!(closeOrder.most[at] * costFactor > leastValue)) return;
    const member = closeOrder.order[at];
    if (bits[member] === 0) continue;
    doubtful.places[doubtful.count++] = at;
    doubtful.sessions |= bits[member];
    doubtful.isOne[member] = 1;
  }
}

/** Sessions, of those of the word that are set, on which a slot can't buy one share of the member. */
function countUnaffordableOf(run: SweepRun, member: number, word: number, sessions: number): number {
  const { account, maxPositions } = run;
  let count = 0;
  for (let rest = sessions; rest !== 0; rest &= rest - 1) {
    const session = word * WORD + lowestBit(rest);
    const slotValue = account.curve[session] / maxPositions;
    if (isUnaffordable(run, slotValue, session, member)) count++;
  }
  return count;
}

/** The best candidates that are neither held nor unaffordable become the run's orders; there are as many as are wanted. */
function takeBest(run: SweepRun, candidates: WordCandidates, session: number): void {
  const { account, plan, sessionOrder, doubtful } = run;
  const hasDoubtful = countDoubtful(run, candidates, account.slotValue) > 0;
  const isAnyUnaffordable = hasDoubtful && ((doubtful.sessions >>> (session & 31)) & 1) === 1;
  if (sessionOrder !== null) {
    takeBestInOrder(run, candidates, session, isAnyUnaffordable);
    return;
  }
  const looks =
    (plan.calendar.members / candidates.count[session & 31]) * (account.positions + account.orders); // where all that are held come first
  if (candidates.count[session & 31] * LOOKS_A_KEY <= looks)
    takeBestOfFew(run, candidates, session, isAnyUnaffordable);
  else takeBestRanked(run, candidates, session, isAnyUnaffordable);
}

function takeBestRanked(
  run: SweepRun,
  { bits }: WordCandidates,
  session: number,
  isAnyUnaffordable: boolean,
): void {
  const { ranking, account } = run;
  const { ordered } = account;
  const orderCount = account.orders;
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
    if (((bits[member] >>> (session & 31)) & 1) === 0 || isHeld(account, member)) continue;
    if (isAnyUnaffordable && isUnaffordable(run, account.slotValue, session, member)) continue;
    ordered[taken++] = member;
  }
}

/** Does what takeBestRanked does, where all candidates lie in order. */
function takeBestInOrder(
  run: SweepRun,
  candidates: WordCandidates,
  session: number,
  isAnyUnaffordable: boolean,
): void {
  const { account, sessionOrder } = run;
  if (sessionOrder === null) return;
  const { ordered } = account;
  const orderCount = account.orders;
  const { slotValue } = account;
  const { ranked } = candidates;
  for (let at = rankedOn(candidates, sessionOrder, session), taken = 0; taken < orderCount; at++) {
    const member = ranked[at];
    if (isHeld(account, member)) continue;
    if (isAnyUnaffordable && isUnaffordable(run, slotValue, session, member)) continue;
    ordered[taken++] = member;
  }
}

/** Does what takeBestRanked does, by the keys of all candidates. */
function takeBestOfFew(
  run: SweepRun,
  { bits, member: listed, some }: WordCandidates,
  session: number,
  isAnyUnaffordable: boolean,
): void {
  const { account, orderKeys, plan, ranking } = run;
  const { ordered } = account;
  const orderCount = account.orders;
  let taken = 0;
  for (let at = 0; at < some; at++) {
    const member = listed[at];
    if (((bits[member] >>> (session & 31)) & 1) === 0 || isHeld(account, member)) continue;
    if (isAnyUnaffordable && isUnaffordable(run, account.slotValue, session, member)) continue;
    const key = ranking.keyOf(rowOn(plan.calendar, member, session), member);
    let place = taken < orderCount ? taken++ : orderCount;
    for (; place > 0 && key > orderKeys[place - 1]; place--) {
      if (place === orderCount) continue;
      ordered[place] = ordered[place - 1];
      orderKeys[place] = orderKeys[place - 1];
    }
    if (place === orderCount) continue;
    ordered[place] = member;
    orderKeys[place] = key;
  }
}

/**
 * Whether a slot can't buy one share, costs included, of a member with a bar on the session. Only after countDoubtful has
 * found some, by this slot value or a lower one.
 */
function isUnaffordable(
  { carried, costFactor, doubtful }: SweepRun,
  slotValue: number,
  session: number,
  member: number,
): boolean {
  if (doubtful.isOne[member] === 0) return false;
  carried.ready(member);
  const cost = carried.value[member * carried.sessions + session] * costFactor;
  return cost > slotValue && wholeShares(slotValue / cost) < 1;
}
