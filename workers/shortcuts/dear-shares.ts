/**
 * Shares so dear that a slot can't buy one. There are few of them most of the time, but the run counts them on every
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
  /** Too dear on every session with a bar. */
  readonly sure: Int32Array;
  /** Those of whom single closes may be too dear. */
  readonly open: Int32Array;
  /** The words that have a bit in either, ascending: the first `groups`. */
  readonly group: Int32Array;
  groups: number;
  /** How often they were looked for so far. */
  listing: number;
}

export interface DearWatch {
  /** In currency; what follows is about this one. */
  readonly setSlotValue: (slotValue: number) => void;
  /** True where the slot can't buy one share at that close, costs included. */
  readonly isTooDear: (close: number) => boolean;
  /** The same at the close of a session with a bar; never where shares are bought in parts. */
  readonly isDear: (member: number, session: number) => boolean;
  readonly suspects: (word: number) => Suspects;
}

export function makeDearWatch({ strategy, calendar, costs, priceOf }: RunPlan, closeZones: Zones): DearWatch {
  const { fractionalShares } = strategy.simulation;
  const costFactor = costs.buySlippage * (1 + costs.commission);
  const memberWords = wordsFor(calendar.members);
  const suspects: Suspects = {
    sure: new Int32Array(memberWords),
    open: new Int32Array(memberWords),
    group: new Int32Array(memberWords),
    groups: 0,
    listing: 0,
  };
  const { highest, members } = membersByHighestClose(calendar, closeZones);
  const boundsAt = boundsInOrder(calendar, closeZones, members);
  let slotValue = 0;
  /** Closes up to the first are surely not too dear, those from the second on surely are. */
  let [cheap, dear] = [0, Infinity];
  let listedWord = -1;
  /** Closes up to the first are of nobody's concern, those from the second on surely too dear. */
  let [listedFrom, listedTo] = [Infinity, 0];

  /** Grows with the close: what holds for the least of some closes holds for all of them. */
  const isTooDear = (close: number): boolean =>
    close > cheap && (close >= dear || wholeShares(slotValue / (close * costFactor)) < 1);

  return {
    setSlotValue: (value) => {
      slotValue = value;
      cheap = value / (costFactor * SURELY);
      dear = (value / costFactor) * SURELY;
    },
    isTooDear,
    isDear: (member, session) => {
      if (fractionalShares) return false;
      if (!isTooDear(highest[member])) return false;
      const word = session >> 5;
      if (!isTooDear(closeZones.most(member, word))) return false;
      const least = closeZones.least(member, word);
      if (least > 0 && isTooDear(least)) return true;
      return isTooDear(priceOf.close(rowOn(calendar, member, session), member));
    },
    suspects: (word) => {
      const affordable = slotValue / costFactor;
      const isListed = word === listedWord && listedFrom <= affordable && affordable <= listedTo;
      if (fractionalShares || isListed) return suspects;
      listedWord = word;
      listedFrom = affordable * FALL;
      listedTo = affordable * RISE;
      suspects.sure.fill(0);
      suspects.open.fill(0);
      suspects.groups = 0;
      suspects.listing++;
      for (let at = 0; at < members.length && highest[members[at]] > listedFrom; at++) {
        const { least, most, start } = boundsAt(at);
        if (!(most[start + word] > listedFrom)) continue;
        const member = members[at];
        const isSure = least[start + word] > listedTo * SURELY;
        const bits = isSure ? suspects.sure : suspects.open;
        const group = member >> 5;
        if ((suspects.sure[group] | suspects.open[group]) === 0) suspects.group[suspects.groups++] = group;
        bits[group] |= 1 << (member & 31);
      }
      suspects.group.subarray(0, suspects.groups).sort();
      return suspects;
    },
  };
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

/** Bounds of members by place in an order, of which mostly the first few are asked about: word w's at start + w. */
function boundsInOrder(
  { words }: Calendar,
  closeZones: Zones,
  members: Uint16Array | Uint32Array,
): (place: number) => ZoneBounds & { readonly start: number } {
  let found = { ...makeBounds(0), start: 0 };
  let known = 0;
  return (place) => {
    if (known === 0) found = { ...makeBounds(members.length * words), start: 0 };
    for (; known <= place; known++) {
      const { least, most } = closeZones.wordsOf(members[known]);
      found.least.set(least, known * words);
      found.most.set(most, known * words);
    }
    found.start = place * words;
    return found;
  };
}
