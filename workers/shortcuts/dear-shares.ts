/**
 * Unaffordable shares: a slot can't buy one. There are few of them most of the time, but the run counts them on every
 * session: who can be among them is worked out once for 32 sessions. For best-orders.ts: a session costs a look at the
 * suspects in place of one at each candidate.
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

/** How far the slot value may fall before the suspects are looked for again. */
const FALL = 0.95;
/** And how far it may rise. */
const RISE = 1.05;
/** A close so far above what a slot can pay is too dear, however it is rounded. */
const SURELY = 1.001;

/** By a bit for each member, on each session of a word: everyone else can be afforded throughout. */
export interface Suspects {
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

export interface DearWatch {
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
  readonly suspects: Suspects;
  /** What a slot may spend, in currency; what is asked is about this value. */
  slotValue: number;
  /** Closes up to it are surely not too dear. */
  cheap: number;
  /** Closes from it on surely are. */
  dear: number;
  /** The word whose suspects were looked for last; -1 before. */
  listedWord: number;
  /** They hold while a slot can pay a close of at least this, */
  listedFrom: number;
  /** and of at most this. */
  listedTo: number;
}

export function makeDearWatch(plan: RunPlan, closeZones: Zones): DearWatch {
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
    suspects: {
      sure: new Int32Array(memberWords),
      open: new Int32Array(memberWords),
      group: new Int32Array(memberWords),
      groups: 0,
      listing: 0,
    },
    slotValue: 0,
    cheap: 0,
    dear: Infinity,
    listedWord: -1,
    listedFrom: Infinity,
    listedTo: 0,
  };
}

export function setSlotValue(watch: DearWatch, value: number): void {
  const { costFactor } = watch;
  watch.slotValue = value;
  watch.cheap = value / (costFactor * SURELY);
  watch.dear = (value / costFactor) * SURELY;
}

/**
 * True where the slot can't buy one share at that close, costs included. Grows with the close: what holds for the least of some
 * closes holds for all of them.
 */
export function isTooDear({ cheap, dear, slotValue, costFactor }: DearWatch, close: number): boolean {
  return close > cheap && (close >= dear || wholeShares(slotValue / (close * costFactor)) < 1);
}

/** The same at the close of a session with a bar; never where shares are bought in parts. */
export function isDear(watch: DearWatch, member: number, session: number): boolean {
  const { plan, closeZones, highest } = watch;
  if (plan.strategy.simulation.fractionalShares) return false;
  if (!isTooDear(watch, highest[member])) return false;
  const word = session >> 5;
  if (!isTooDear(watch, closeZones.most(member, word))) return false;
  const least = closeZones.least(member, word);
  if (least > 0 && isTooDear(watch, least)) return true;
  return isTooDear(watch, plan.priceOf.close(rowOn(plan.calendar, member, session), member));
}

/** Those of a word, looked for again where the word is another or the slot value has moved too far. */
export function suspectsIn(watch: DearWatch, word: number): Suspects {
  const { suspects, plan } = watch;
  const affordable = watch.slotValue / watch.costFactor;
  const isListed =
    word === watch.listedWord && watch.listedFrom <= affordable && affordable <= watch.listedTo;
  if (plan.strategy.simulation.fractionalShares || isListed) return suspects;
  watch.listedWord = word;
  watch.listedFrom = affordable * FALL;
  watch.listedTo = affordable * RISE;
  listSuspects(watch, word);
  return suspects;
}

/** Closes up to `listedFrom` are of nobody's concern, those well above `listedTo` are too dear in any case. */
function listSuspects(watch: DearWatch, word: number): void {
  const { suspects, members, highest, listedFrom, listedTo, plan } = watch;
  const { words } = plan.calendar;
  suspects.sure.fill(0);
  suspects.open.fill(0);
  suspects.groups = 0;
  suspects.listing++;
  for (let at = 0; at < members.length && highest[members[at]] > listedFrom; at++) {
    if (at === watch.boundsKnown) learnBounds(watch);
    const place = at * words + word;
    if (!(watch.bounds.most[place] > listedFrom)) continue;
    const member = members[at];
    const isSure = watch.bounds.least[place] > listedTo * SURELY;
    const bits = isSure ? suspects.sure : suspects.open;
    const group = member >> 5;
    if ((suspects.sure[group] | suspects.open[group]) === 0) suspects.group[suspects.groups++] = group;
    bits[group] |= 1 << (member & 31);
  }
  suspects.group.subarray(0, suspects.groups).sort();
}

/** Takes in the bounds of the next of the members. */
function learnBounds(watch: DearWatch): void {
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
