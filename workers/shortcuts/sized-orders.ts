/**
 * Orders of a run whose positions are sized by risk: each candidate has a slot value of its own. Bounds of closes and distances
 * over 32 sessions say of nearly all who is affordable, without a look at their bars. Gains half of such a run: 1.6 s in place of
 * 3.1 (the Turtle's first system on 5,000 x 6,500, first time).
 */
import { WORD, lowestBit } from "#workers/sessions/bits.ts";
import { rowOn } from "#workers/sessions/calendar.ts";
import type { Calendar } from "#workers/sessions/calendar.ts";
import { countOn } from "#workers/engine/candidate-bits.ts";
import type { Candidates } from "#workers/engine/candidate-bits.ts";
import type { FindOrders } from "#workers/engine/order-list.ts";
import { canBuyOne } from "#workers/engine/orders.ts";
import type { RunPlan } from "#workers/engine/run-plan.ts";
import { makeSizing } from "#workers/engine/sizing.ts";
import { makeShortlist, shortlist } from "./shortlist.ts";
import type { Field, OrderBounds, Shortlist } from "./shortlist.ts";

/** By word, then member: no candidate's distance of the word is below `least`, none above `most`. */
export interface DistanceBounds {
  readonly least: Float32Array;
  readonly most: Float32Array;
}

export interface SizedField extends OrderBounds {
  /** null where shares are bought in parts, and everything is affordable. */
  readonly distances: DistanceBounds | null;
}

/** Those of a market in memory. @param distanceOf - by bar of a member */
export function distanceBounds(
  calendar: Calendar,
  { memberWords, stride, bits, firstSession }: Candidates,
  distanceOf: (member: number) => Float64Array,
): DistanceBounds {
  const { members, words, fromRow, sessionDay } = calendar;
  const least = new Float32Array(members * words).fill(Infinity);
  const most = new Float32Array(members * words);
  const last = sessionDay.length - 1;
  for (let group = 0; group < memberWords; group++) {
    for (let session = firstSession; session <= last && session - firstSession < stride; session++) {
      const passing = bits[group * stride + session - firstSession];
      for (let rest = passing; rest !== 0; rest &= rest - 1) {
        const member = group * WORD + lowestBit(rest);
        const distance = distanceOf(member)[rowOn(calendar, member, session) - fromRow[member]];
        const at = (session >> 5) * members + member;
        if (distance < least[at]) least[at] = distance;
        if (distance > most[at]) most[at] = distance;
      }
    }
  }
  return { least, most };
}

/** Who can be afforded is looked for again where the equity has moved so far. */
const FALL = 0.95;
const RISE = 1.05;
/** What is so far from the edge is on its side of it, however it is rounded. */
const SURELY = 1.001;

const AFFORDABLE = 0;
const DEAR = 1;
const OPEN = 2;

/** For one run: its searches are of sessions in their order. */
export function findSized(plan: RunPlan, candidates: Candidates, field: SizedField): FindOrders {
  const watch = makeSizeWatch(plan, field);
  let list: Shortlist | null = null;
  const own: Field = {
    calendar: plan.calendar,
    candidates,
    keyBounds: field.keyBounds,
    keys: field.keys,
    isDear: watch.isDear,
  };
  return (orders, { session, slots, equity, without }, passed) => {
    if (list?.orders !== orders) list = makeShortlist(orders, plan.calendar.members);
    watch.look(session, equity);
    const free = countOn(candidates, session, without);
    const unaffordable = countDear(candidates, watch, session, without);
    const affordable = free - unaffordable;
    const wanted = Math.min(slots, affordable);
    if (wanted > 0) shortlist(list, own, { session, wanted, free, without });
    passed.unaffordable = unaffordable;
    passed.noSlot = affordable - orders.count;
  };
}

interface SizeWatch {
  /** What follows is about this session and the equity at its close. */
  readonly look: (session: number, equity: number) => void;
  /** True where the slot of a member's bar can't buy one share. */
  readonly isDear: (member: number, session: number) => boolean;
  readonly isAnyDear: () => boolean;
}

function makeSizeWatch(plan: RunPlan, { closeZones, distances }: SizedField): SizeWatch {
  const { calendar, priceOf, costs, strategy, rules } = plan;
  const { positionPercent = 0, riskPercent = 0 } = strategy.simulation;
  if (rules.riskDistance === null) throw new RangeError("sizing by risk without a distance");
  const sizing = makeSizing(plan, plan.ground().columnOf(rules.riskDistance.expression));
  const costFactor = costs.buySlippage * (1 + costs.commission);
  const state = new Uint8Array(calendar.members);
  let isAnyDear = false;
  let equity = 0;
  let listed = { word: -1, from: Infinity, to: 0 };

  /** A slot can't buy one share of a larger distance, or at a higher close. */
  const edgesAt = (money: number) => ({
    distance: (money * riskPercent) / 100 / costFactor,
    close: (money * positionPercent) / 100 / costFactor,
  });

  /** Sets the members' states over a word, for any equity of the list's. */
  function list(bounds: DistanceBounds, word: number): void {
    const [least, most] = [equity * FALL, equity * RISE];
    listed = { word, from: least, to: most };
    isAnyDear = false;
    const [cheap, dear] = [edgesAt(least / SURELY), edgesAt(most * SURELY)];
    for (let member = 0, at = word * calendar.members; member < calendar.members; member++, at++) {
      const isAffordable = bounds.most[at] <= cheap.distance && closeZones.most(member, word) <= cheap.close;
      const isSurelyDear = bounds.least[at] >= dear.distance || closeZones.least(member, word) >= dear.close;
      state[member] = isAffordable ? AFFORDABLE : isSurelyDear ? DEAR : OPEN;
      if (!isAffordable) isAnyDear = true;
    }
  }

  return {
    look: (session, value) => {
      equity = value;
      const word = session >> 5;
      const isListed = listed.word === word && listed.from <= value && value <= listed.to;
      if (distances !== null && !isListed) list(distances, word);
    },
    isAnyDear: () => isAnyDear,
    isDear: (member, session) => {
      if (state[member] !== OPEN) return state[member] === DEAR;
      const row = rowOn(calendar, member, session);
      const close = priceOf.close(row, member);
      return !canBuyOne(plan, sizing.slotValue(equity, close, member, row - calendar.fromRow[member]), close);
    },
  };
}

function countDear(
  { memberWords, stride, bits, firstSession }: Candidates,
  { isAnyDear, isDear }: SizeWatch,
  session: number,
  without: Int32Array,
): number {
  if (!isAnyDear()) return 0;
  let count = 0;
  for (let group = 0, at = session - firstSession; group < memberWords; group++, at += stride) {
    for (let rest = bits[at] & ~without[group]; rest !== 0; rest &= rest - 1) {
      if (isDear(group * WORD + lowestBit(rest), session)) count++;
    }
  }
  return count;
}
