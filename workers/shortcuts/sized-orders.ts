/**
 * Orders of a run whose positions are sized by risk: each candidate has a slot value of its own. Bounds of closes and distances
 * over 32 sessions say of nearly all who is affordable, without a look at their bars. Gains half of such a run: 1.6 s in place of
 * 3.1 (the Turtle's first system on 5,000 x 6,500, first time).
 */
import { WORD, countBits, lowestBit, wordsFor } from "#workers/sessions/bits.ts";
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

/** Gives the stop's distance on each bar of a member. */
type Distances = (member: number) => Float64Array;

const known = new WeakMap<Distances, DistanceBounds>();
const asked = new WeakSet<Distances>();

/** Those of all bars of a market in memory, whose unknown distances don't count; kept as long as the distances are. */
export function distanceBounds(calendar: Calendar, distanceOf: Distances): DistanceBounds {
  const bounds = known.get(distanceOf) ?? boundsOf(calendar, distanceOf);
  known.set(distanceOf, bounds);
  return bounds;
}

/** Whether somebody has asked it of these distances before: the first time a look at each candidate costs less than bounds do. */
export function areAskedAgain(distanceOf: Distances): boolean {
  const isAgain = asked.has(distanceOf);
  asked.add(distanceOf);
  return isAgain;
}

function boundsOf({ members, words, present, barsBefore }: Calendar, distanceOf: Distances): DistanceBounds {
  const least = new Float32Array(members * words);
  const most = new Float32Array(members * words);
  for (let member = 0; member < members; member++) {
    const distances = distanceOf(member);
    for (let word = 0; word < words; word++) {
      const at = member * words + word;
      const stop = barsBefore[at] + countBits(present[at]);
      let [low, high] = [Infinity, 0];
      for (let bar = barsBefore[at]; bar < stop; bar++) {
        const distance = distances[bar];
        if (distance < low) low = distance;
        if (distance > high) high = distance;
      }
      least[word * members + member] = low;
      most[word * members + member] = high;
    }
  }
  return { least, most };
}

/** Who can be afforded is looked for again where the equity has moved so far. */
const FALL = 0.95;
const RISE = 1.05;
/** What is so far from the edge is on its side of it, however it is rounded. */
const SURELY = 1.001;

/** For one run: its searches are of sessions in their order. */
export function findSized(plan: RunPlan, candidates: Candidates, field: SizedField): FindOrders {
  const watch = makeSizeWatch(plan, field);
  let list: Shortlist | null = null;
  const own: Field = {
    calendar: plan.calendar,
    candidates,
    keyBounds: field.keyBounds,
    keys: field.keys,
    isUnaffordable: watch.isUnaffordable,
  };
  return (orders, { session, slots, equity, without }, passed) => {
    if (list?.orders !== orders) list = makeShortlist(orders, plan.calendar.members);
    watch.look(session, equity);
    const free = countOn(candidates, session, without);
    const unaffordable = countUnaffordable(candidates, watch, session, without);
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
  readonly isUnaffordable: (member: number, session: number) => boolean;
  /** Bits of the members that are unaffordable on all of the word's sessions, and of those that are only looked at to know. */
  readonly unaffordable: Int32Array;
  readonly open: Int32Array;
}

function makeSizeWatch(plan: RunPlan, { closeZones, distances }: SizedField): SizeWatch {
  const { calendar, priceOf, costs, strategy, rules } = plan;
  const { positionPercent = 0, riskPercent = 0 } = strategy.simulation;
  if (rules.riskDistance === null) throw new RangeError("sizing by risk without a distance");
  const sizing = makeSizing(plan, plan.ground().columnOf(rules.riskDistance.expression));
  const costFactor = costs.buySlippage * (1 + costs.commission);
  const unaffordable = new Int32Array(wordsFor(calendar.members));
  const open = new Int32Array(unaffordable.length);
  const lists: UnaffordableList = { members: calendar.members, closeZones, unaffordable, open };
  let equity = 0;
  let listed = { word: -1, from: Infinity, to: 0 };

  const edgesAt = (money: number): Edges => ({
    distance: (money * riskPercent) / 100 / costFactor,
    close: (money * positionPercent) / 100 / costFactor,
  });

  return {
    look: (session, value) => {
      equity = value;
      const word = session >> 5;
      const isListed = listed.word === word && listed.from <= value && value <= listed.to;
      if (distances === null || isListed) return;
      const [from, to] = [value * FALL, value * RISE];
      listed = { word, from, to };
      listUnaffordable(lists, distances, word, [edgesAt(from / SURELY), edgesAt(to * SURELY)]);
    },
    isUnaffordable: (member, session) => {
      if (((open[member >> 5] >>> (member & 31)) & 1) === 0)
        return ((unaffordable[member >> 5] >>> (member & 31)) & 1) === 1;
      const row = rowOn(calendar, member, session);
      const close = priceOf.close(row, member);
      return !canBuyOne(plan, sizing.slotValue(equity, close, member, row - calendar.fromRow[member]), close);
    },
    unaffordable,
    open,
  };
}

/** A slot can't buy one share of a larger distance, or at a higher close. */
interface Edges {
  readonly distance: number;
  readonly close: number;
}

interface UnaffordableList extends Pick<SizeWatch, "unaffordable" | "open"> {
  readonly members: number;
  readonly closeZones: OrderBounds["closeZones"];
}

/** Says of the members over a word who is beyond the `high` edges, and who is only beyond the `cheap` ones. */
function listUnaffordable(
  { members, closeZones, unaffordable, open }: UnaffordableList,
  { least, most }: DistanceBounds,
  word: number,
  [cheap, high]: readonly [Edges, Edges],
): void {
  unaffordable.fill(0);
  open.fill(0);
  for (let member = 0, at = word * members; member < members; member++, at++) {
    if (most[at] <= cheap.distance && closeZones.most(member, word) <= cheap.close) continue;
    const isUnaffordable = least[at] >= high.distance || closeZones.least(member, word) >= high.close;
    (isUnaffordable ? unaffordable : open)[member >> 5] |= 1 << (member & 31);
  }
}

function countUnaffordable(
  { memberWords, stride, bits, firstSession }: Candidates,
  { unaffordable, open, isUnaffordable }: SizeWatch,
  session: number,
  without: Int32Array,
): number {
  let count = 0;
  for (let group = 0, at = session - firstSession; group < memberWords; group++, at += stride) {
    const free = bits[at] & ~without[group];
    count += countBits(free & unaffordable[group]);
    for (let rest = free & open[group]; rest !== 0; rest &= rest - 1) {
      count += Number(isUnaffordable(group * WORD + lowestBit(rest), session));
    }
  }
  return count;
}
