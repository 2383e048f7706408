/**
 * Unaffordable shares: a slot can't buy one. There are few of them most of the time, but the run counts them on every
 * session: who can be among them is worked out once for 32 sessions. For best-orders.ts: a session costs a look at the
 * doubtful members in place of one at each candidate.
 */
import type { ZoneBounds } from "#workers/model/market.ts";
import { makeBounds } from "#workers/model/price-zones.ts";
import { wordsFor } from "#workers/sessions/bits.ts";
import { rowOn } from "#workers/sessions/calendar.ts";
import type { Calendar } from "#workers/sessions/calendar.ts";
import { wholeShares } from "#workers/model/forgive.ts";
import type { RunPlan } from "#workers/engine/run-plan.ts";
import { makeDescending, membersColumn } from "./ranking.ts";
import type { Zones } from "./zones.ts";

/** How far the slot value may fall before the doubtful members are looked for again. */
const FALL = 0.95;
/** And how far it may rise. */
const RISE = 1.05;
/** A close so far above what a slot can pay is unaffordable, however it is rounded. */
const SURELY = 1.001;

/** By a bit for each member, on each session of a word: everyone else can be afforded throughout. */
export interface Doubtful {
  /** Members that are unaffordable on every session with a bar. */
  readonly sure: Int32Array;
  /** Members of which single closes may be unaffordable. */
  readonly open: Int32Array;
  /** The words that have a bit in either, ascending: the first `groups`. */
  readonly group: Int32Array;
  groups: number;
  /** How often they were looked for so far. */
  listing: number;
}

export interface UnaffordableWatch {
  readonly plan: RunPlan;
  readonly closeZones: Zones;
  /** What a slot pays for a share, by its close. */
  readonly costFactor: number;
  /** Those with the highest close of all sessions first, and by member that close. */
  readonly members: Uint16Array | Uint32Array;
  readonly highest: Float64Array;
  /** Bounds of these members by place, of which mostly the first few are asked about: word w's of place p at p x words + w. */
  bounds: ZoneBounds;
  /** For how many members, from the first on, the bounds are there. */
  boundsKnown: number;
  readonly doubtful: Doubtful;
  /** What a slot may spend, in currency; what is asked is about this value. */
  slotValue: number;
  /** Closes up to it are surely not unaffordable. */
  cheap: number;
  /** Closes from it on surely are. */
  unaffordableFrom: number;
  /** The word whose doubtful members were looked for last; -1 before. */
  listedWord: number;
  /** They hold while a slot can pay a close of at least this, */
  listedFrom: number;
  /** and of at most this. */
  listedTo: number;
}

export function makeUnaffordableWatch(plan: RunPlan, closeZones: Zones): UnaffordableWatch {
  const { calendar, costs } = plan;
  const memberWords = wordsFor(calendar.members);
  const { members, highest } = membersByHighestClose(calendar, closeZones);
  return {
    plan,
    closeZones,
    costFactor: costs.buySlippage * (1 + costs.commission),
    members,
    highest,
    bounds: makeBounds(0),
    boundsKnown: 0,
    doubtful: {
      sure: new Int32Array(memberWords),
      open: new Int32Array(memberWords),
      group: new Int32Array(memberWords),
      groups: 0,
      listing: 0,
    },
    slotValue: 0,
    cheap: 0,
    unaffordableFrom: Infinity,
    listedWord: -1,
    listedFrom: Infinity,
    listedTo: 0,
  };
}

export function setSlotValue(watch: UnaffordableWatch, value: number): void {
  const { costFactor } = watch;
  watch.slotValue = value;
  watch.cheap = value / (costFactor * SURELY);
  watch.unaffordableFrom = (value / costFactor) * SURELY;
}

/**
 * True where the slot can't buy one share at that close, costs included. Grows with the close: what holds for the least of some
 * closes holds for all of them.
 */
export function isBeyondSlot(
  { cheap, unaffordableFrom, slotValue, costFactor }: UnaffordableWatch,
  close: number,
): boolean {
  return close > cheap && (close >= unaffordableFrom || wholeShares(slotValue / (close * costFactor)) < 1);
}

/** The same at the close of a session with a bar; never where shares are bought in parts. */
export function isUnaffordable(watch: UnaffordableWatch, member: number, session: number): boolean {
  const { plan, closeZones, highest } = watch;
  if (plan.strategy.simulation.fractionalShares) return false;
  if (!isBeyondSlot(watch, highest[member])) return false;
  const word = session >> 5;
  if (!isBeyondSlot(watch, closeZones.most(member, word))) return false;
  const least = closeZones.least(member, word);
  if (least > 0 && isBeyondSlot(watch, least)) return true;
  return isBeyondSlot(watch, plan.priceOf.close(rowOn(plan.calendar, member, session), member));
}

/** Those of a word, looked for again where the word is another or the slot value has moved too far. */
export function doubtfulIn(watch: UnaffordableWatch, word: number): Doubtful {
  const { doubtful, plan } = watch;
  const affordable = watch.slotValue / watch.costFactor;
  const isListed =
    word === watch.listedWord && watch.listedFrom <= affordable && affordable <= watch.listedTo;
  if (plan.strategy.simulation.fractionalShares || isListed) return doubtful;
  watch.listedWord = word;
  watch.listedFrom = affordable * FALL;
  watch.listedTo = affordable * RISE;
  listDoubtful(watch, word);
  return doubtful;
}

/** Closes up to `listedFrom` are of nobody's concern, those well above `listedTo` are unaffordable in any case. */
function listDoubtful(watch: UnaffordableWatch, word: number): void {
  const { doubtful, members, highest, listedFrom, listedTo, plan } = watch;
  const { words } = plan.calendar;
  doubtful.sure.fill(0);
  doubtful.open.fill(0);
  doubtful.groups = 0;
  doubtful.listing++;
  for (let at = 0; at < members.length && highest[members[at]] > listedFrom; at++) {
    if (at === watch.boundsKnown) learnBounds(watch);
    const place = at * words + word;
    if (!(watch.bounds.most[place] > listedFrom)) continue;
    const member = members[at];
    const isSure = watch.bounds.least[place] > listedTo * SURELY;
    const bits = isSure ? doubtful.sure : doubtful.open;
    const group = member >> 5;
    if ((doubtful.sure[group] | doubtful.open[group]) === 0) doubtful.group[doubtful.groups++] = group;
    bits[group] |= 1 << (member & 31);
  }
  doubtful.group.subarray(0, doubtful.groups).sort();
}

/** Takes in the bounds of the next of the members. */
function learnBounds(watch: UnaffordableWatch): void {
  const { members, plan, closeZones, boundsKnown } = watch;
  const { words } = plan.calendar;
  if (boundsKnown === 0) watch.bounds = makeBounds(members.length * words);
  const { least, most } = closeZones.wordsOf(members[boundsKnown]);
  watch.bounds.least.set(least, boundsKnown * words);
  watch.bounds.most.set(most, boundsKnown * words);
  watch.boundsKnown++;
}

/** Those with the highest close of all sessions first: behind the first that a slot can buy, it can buy all. */
function membersByHighestClose(
  calendar: Calendar,
  closeZones: Zones,
): { readonly members: Uint16Array | Uint32Array; readonly highest: Float64Array } {
  const highest = new Float64Array(calendar.members);
  for (let member = 0; member < calendar.members; member++) {
    highest[member] = closeZones.highest(member);
  }
  const members = membersColumn(calendar.members, calendar.members);
  makeDescending(calendar.members)(highest, members, -Infinity);
  return { members, highest };
}
