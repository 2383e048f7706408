/** The market cap rank on sets of caps that runs of a few instruments don't have, against its definition. */
import { tries } from "#tests/support/tries.ts";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makeMarketFacts } from "#workers/engine/facts.ts";
import type { PriceFacts } from "#workers/engine/facts.ts";
import { fastFactsOf } from "#workers/shortcuts/fast-facts.ts";
import type { Market } from "#workers/model/market.ts";
import { buildMarket } from "../support/market-builder.ts";
import type { BarSpec } from "../support/market-builder.ts";
import { withZones } from "../support/market-zones.ts";

/** By member, by session: null without a bar; 0 or less, or NaN, is a bar without a market cap. */
type Caps = readonly (readonly (number | null)[])[];

/** Members' names are in the order of their numbers. */
function marketOf(caps: Caps): Market {
  const series = caps.map((own, member) => ({
    symbol: `S${String(member).padStart(4, "0")}`,
    bars: own.flatMap((marketCap, session): BarSpec[] =>
      marketCap === null ? [] : [[session, 10, 10, { marketCap }]],
    ),
  }));
  return buildMarket(series);
}

/** Of one market the same object each time: what was worked out for one percent is there for the next. */
const factsByMarket = new WeakMap<Market, PriceFacts>();

function factsOf(market: Market): PriceFacts {
  const facts =
    factsByMarket.get(market) ??
    makeMarketFacts(market).ofUniverse({ exchange: "NSE", instrumentType: "EQUITY" }).onBasis("as-traded");
  if (facts === null) throw new Error("as traded there are always prices");
  factsByMarket.set(market, facts);
  return facts;
}

/** By session: the members in the top, as the engine says when it is asked about all members in turn, or from the last back. */
function topsInEngine(market: Market, percent: number, isBackwards = false): number[][] {
  const facts = factsOf(market);
  const { calendar } = facts;
  if (!facts.isCapKnown) return Array.from(calendar.sessionDay, () => []);
  const { bits, ready } = fastFactsOf(facts).capTop(percent);
  const members = Array.from({ length: calendar.members }, (_, member) => member);
  for (const member of isBackwards ? members.toReversed() : members) ready(member);
  const isIn = (member: number, session: number) =>
    (((bits[member * calendar.words + (session >> 5)] ?? 0) >>> (session & 31)) & 1) === 1;
  return Array.from(calendar.sessionDay, (_, session) => members.filter((member) => isIn(member, session)));
}

/** The same by sorting all caps of each session on which somebody has a bar. */
function topsByDefinition(caps: Caps, percent: number): number[][] {
  const sessions = caps[0]?.length ?? 0;
  return Array.from({ length: sessions }, (_, session) => session)
    .filter((session) => caps.some((own) => own[session] !== null))
    .map((session) => {
      const ranked = caps
        .map((own, member) => ({ member, cap: own[session] ?? NaN }))
        .filter(({ cap }) => cap > 0)
        .toSorted((a, b) => b.cap - a.cap || a.member - b.member);
      return ranked
        .filter((_, place) => place * 100 < percent * ranked.length)
        .map(({ member }) => member)
        .toSorted((a, b) => a - b);
    });
}

function expectDefinition(caps: Caps, percent: number): void {
  const market = marketOf(caps);
  const expected = topsByDefinition(caps, percent);
  expect(topsInEngine(market, percent)).toEqual(expected);
  expect(topsInEngine(withZones(market), percent, true)).toEqual(expected);
}

/** Numbers 0 .. count - 1 by chance that is the same each time. */
function drawFrom(seed: number): (count: number) => number {
  let state = seed % 2 ** 31;
  return (count) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * count);
  };
}

interface Crowd {
  readonly members: number;
  readonly sessions: number;
  /** One bar in so many is missing, or has no market cap; 0 for none. */
  readonly gaps: number;
  readonly unknown: number;
  /** Caps are multiples of this: the larger, the more ties. */
  readonly grid: number;
  /** In so many steps of the grid a cap moves from one session to the next. */
  readonly drift: number;
  readonly scale: number;
}

/** Members list late and end early, pause for a while, and have caps that begin and end by themselves. */
function crowd(seed: number, { members, sessions, gaps, unknown, grid, drift, scale }: Crowd): Caps {
  const draw = drawFrom(seed);
  return Array.from({ length: members }, () => {
    const isWhole = draw(3) > 0;
    const [first, last] = isWhole ? [0, sessions] : [draw(sessions), draw(sessions)];
    const [capFrom, capTo] = draw(4) > 0 ? [0, sessions] : [draw(sessions), draw(sessions)];
    let steps = 5 + draw(200);
    return Array.from({ length: sessions }, (_, session) => {
      steps = Math.max(1, steps + draw(2 * drift + 1) - drift);
      if (session < first || session > last || (gaps > 0 && draw(gaps) === 0)) return null;
      if (session < capFrom || session > capTo || (unknown > 0 && draw(unknown) === 0)) {
        return [0, -1, NaN][draw(3)] ?? 0;
      }
      return steps * grid * scale;
    });
  });
}

const crowds = fc
  .record({
    seed: fc.nat(),
    members: fc.integer({ min: 1, max: 40 }),
    sessions: fc.oneof(
      { arbitrary: fc.integer({ min: 1, max: 200 }), weight: 4 },
      fc.integer({ min: 250, max: 600 }),
    ),
    gaps: fc.constantFrom(0, 0, 3, 40),
    unknown: fc.constantFrom(0, 0, 3, 40, 400),
    grid: fc.constantFrom(1, 1, 7.3, 1e6),
    drift: fc.constantFrom(0, 1, 20),
    scale: fc.constantFrom(1, 1e-300, 1e-20, 1e12, 1e60, 1e300),
  })
  .map((shape) => crowd(shape.seed, shape));
const percents = fc.oneof(
  fc.constantFrom(1e-9, 0.1, 1, 10, 33.3, 50, 99.9, 100),
  fc.double({ min: 0.01, max: 100, noNaN: true }),
);

/** Every third session a thousandth of the caps of the others. */
function leapingCaps(member: number): number[] {
  return Array.from(
    { length: 1200 },
    (_, session) => (session % 3 === 0 ? 1e6 : 1e9) * (1 + ((member * 7 + session) % 5)),
  );
}

/** Members 0 and 1 are the largest, on even and on odd sessions; the others go down from 8e9, and are always there. */
function capOnTurns(member: number, session: number): number {
  if (member < 2) return session % 2 === member ? 1e12 : 0;
  return (10 - member) * 1e9;
}

describe("the market cap rank", () => {
  it("takes those that its definition takes, whatever is missing, unknown or equal", () => {
    fc.assert(fc.property(crowds, percents, expectDefinition), { numRuns: tries(300) });
  });

  it("takes the first by symbol of two thousand sessions of equal caps", () => {
    const caps = Array.from({ length: 11 }, () => Array.from({ length: 2000 }, () => 5e9));
    // rank 4 has 3 x 100 = 300 < 30 x 11 = 330, rank 5 has 400
    const tops = topsInEngine(withZones(marketOf(caps)), 30);
    expect(tops).toEqual(Array.from({ length: 2000 }, () => [0, 1, 2, 3]));
  });

  it.each([3, 10, 50, 97])("follows an edge that jumps within 32 sessions: %d %", (percent) => {
    const caps = Array.from({ length: 30 }, (_, member) => leapingCaps(member));
    expect(topsInEngine(withZones(marketOf(caps)), percent)).toEqual(topsByDefinition(caps, percent));
  });

  it("leaves those out who have a cap on other sessions of the same 32 alone", () => {
    const caps = Array.from({ length: 6 }, (_, member) =>
      Array.from({ length: 70 }, (__, session) => capOnTurns(member, session)),
    );
    // 5 caps a session, 40 x 5 = 200: rank 2 has 100 < 200, rank 3 has 200
    const tops = topsInEngine(withZones(marketOf(caps)), 40);
    expect(tops).toEqual(Array.from({ length: 70 }, (_, session) => [session % 2, 2]));
  });

  it("is the same for a percent whatever percents were asked for before", () => {
    const caps = crowd(7, {
      members: 30,
      sessions: 150,
      gaps: 40,
      unknown: 40,
      grid: 1,
      drift: 3,
      scale: 1e9,
    });
    const market = withZones(marketOf(caps));
    for (const percent of [10, 50, 1, 10, 100]) {
      expect(topsInEngine(market, percent)).toEqual(topsByDefinition(caps, percent));
    }
  });
});
