/** Bounds of bars and days as bits: what they say holds of every bar. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { gather, spread } from "#workers/sessions/bits.ts";
import { buildCalendar, rowOn } from "#workers/sessions/calendar.ts";
import { boundProducts, boundSeries, makeBounds, zonesFor } from "#workers/model/price-zones.ts";
import { knownZones, zonesByWord } from "#workers/shortcuts/zones.ts";
import type { Market } from "#workers/model/market.ts";
import { buildMarket } from "../support/market-builder.ts";
import type { BarSpec } from "../support/market-builder.ts";
import { withZones } from "../support/market-zones.ts";
import { tries } from "#tests/support/tries.ts";

function boundsOf(values: Float64Array): [least: number, most: number][] {
  const bounds = makeBounds(zonesFor(values.length));
  boundSeries(values, { from: 0, to: values.length }, bounds, 0);
  return Array.from(bounds.least, (least, zone) => [least, bounds.most[zone] ?? NaN]);
}

const figures = fc.oneof(
  fc.double({ min: 0, max: 1e6, noNaN: true }),
  fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(0, 0.05, 123.45, 2 ** -1074, 2 ** -126, 2 ** 128, 2 ** 127.999, 1e300),
);

describe("bounds of 32 bars", () => {
  it("have every value between them", () => {
    fc.assert(
      fc.property(fc.array(figures, { maxLength: 100 }), (list) => {
        const bounds = boundsOf(Float64Array.from(list));
        for (const [at, value] of list.entries()) {
          const [least = NaN, most = NaN] = bounds[at >> 5] ?? [];
          expect(least).toBeLessThanOrEqual(value);
          expect(most).toBeGreaterThanOrEqual(value);
        }
      }),
    );
  });

  it("are within a millionth of the least and the most", () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 1e-30, max: 1e30, noNaN: true }), { minLength: 1, maxLength: 32 }),
        (list) => {
          const [[least, most] = [NaN, NaN]] = boundsOf(Float64Array.from(list));
          expect(least / Math.min(...list)).toBeGreaterThan(1 - 1e-6);
          expect(most / Math.max(...list)).toBeLessThan(1 + 1e-6);
        },
      ),
    );
  });

  it.each([NaN, Infinity, -1, -0])("say nothing where one of them is %s", (odd) => {
    const values = new Float64Array(65).fill(7);
    values[40] = odd;
    const [first, second, third] = boundsOf(values);
    expect(second).toEqual([-Infinity, Infinity]);
    expect([first?.[0], third?.[0]]).toEqual([7, 7]);
  });

  it("of products have every product between them", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(figures, figures), { maxLength: 70 }), (list) => {
        const [a, b] = [0, 1].map((side) => Float64Array.from(list, (pair) => pair[side] ?? NaN));
        const bounds = makeBounds(zonesFor(list.length));
        if (a && b) boundProducts([a, b], { from: 0, to: list.length }, bounds, 0);
        for (const [at, [one, other]] of list.entries()) {
          expect(bounds.least[at >> 5]).toBeLessThanOrEqual(one * other);
          expect(bounds.most[at >> 5]).toBeGreaterThanOrEqual(one * other);
        }
      }),
    );
  });
});

/** Of the sessions from .. to - 1, dearer by 1 each. */
function risingBars(from: number, to: number, first: number): BarSpec[] {
  return Array.from({ length: to - from }, (_, k) => [from + k, first + k, first + k]);
}

describe("bounds by word", () => {
  it("hold the bars of their own words, single ones and all of a member's; those without a bar are 0", () => {
    const market = withZones(
      buildMarket([
        { symbol: "A", bars: risingBars(0, 400, 100) },
        { symbol: "B", bars: [...risingBars(40, 80, 500), ...risingBars(170, 400, 500)] },
      ]),
    );
    const calendar = buildCalendar(market, Int32Array.of(0, 1));
    const { close } = market.zones ?? { close: makeBounds(0) };
    const zones = zonesByWord(calendar, knownZones(close, Int32Array.from(market.zones?.zoneOffset ?? [])));
    for (const member of [0, 1]) {
      const found = zones.wordsOf(member);
      for (let word = 0; word < calendar.words; word++) {
        const closes = Array.from({ length: 32 }, (_, k) => word * 32 + k)
          .filter((session) => session < calendar.sessionDay.length)
          .map((session) => rowOn(calendar, member, session))
          .filter((row) => row >= 0)
          .map((row) => market.close[row] ?? NaN);
        const own = [found.least[word] ?? NaN, found.most[word] ?? NaN];
        const single = closes.length > 0 ? [zones.least(member, word), zones.most(member, word)] : [0, 0];
        expect(own).toEqual(single);
        expect(own[0]).toBeLessThanOrEqual(Math.min(...closes));
        expect(own[1]).toBeGreaterThanOrEqual(Math.max(...closes, 0));
      }
    }
  });
});

describe("gathered bits", () => {
  it("are those that were spread", () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer(), (places, some) => {
        const word = places & some;
        expect(spread(gather(word, places), places)).toBe(word);
      }),
    );
    // Places 1, 3 and 4, of which 3 and 4 are set: the second and the third.
    expect(gather(0b11000, 0b11010)).toBe(0b110);
  });
});

/** Instruments with bars on days of their own, some years apart. */
const calendars = fc.array(
  fc.uniqueArray(
    fc.oneof(
      { weight: 5, arbitrary: fc.nat(150) },
      { weight: 1, arbitrary: fc.integer({ min: -9999, max: 9999 }) },
    ),
    { maxLength: 90 },
  ),
  { maxLength: 5 },
);

/** The session of each bar of each member, by looking. */
function sessionsOf(market: Market, universe: Int32Array): number[][] {
  const calendar = buildCalendar(market, universe);
  return Array.from(universe, (_, member) =>
    Array.from(calendar.sessionDay, (__, session) => session).filter(
      (session) => rowOn(calendar, member, session) >= 0,
    ),
  );
}

describe("the calendar of a universe", () => {
  it("has the days of its own instruments' bars, with days as bits and without", () => {
    fc.assert(
      fc.property(calendars, fc.nat(31), (days, chosen) => {
        const plain = buildMarket(
          days.map((list, at) => ({
            symbol: `S${at}`,
            bars: list.toSorted((a, b) => a - b).map((day): BarSpec => [day, 1, 1]),
          })),
        );
        const universe = Int32Array.from(days.keys()).filter((at) => (chosen >> at) & 1);
        const barDays = Array.from(universe, (at) => [
          ...plain.day.subarray(plain.barOffset[at], plain.barOffset[at + 1]),
        ]);
        const sessionDay = [...new Set(barDays.flat())].toSorted((a, b) => a - b);
        const sessions = barDays.map((list) => list.map((day) => sessionDay.indexOf(day)));
        for (const market of [plain, withZones(plain)]) {
          expect([...buildCalendar(market, universe).sessionDay]).toEqual(sessionDay);
          expect(sessionsOf(market, universe)).toEqual(sessions);
        }
      }),
      { numRuns: tries(300) },
    );
  });
});
