import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildCalendar } from "#workers/engine/calendar.ts";
import { makeDescending, makeRanking, membersColumn } from "#workers/engine/ranking.ts";
import { syntheticMarket } from "../bench/synthetic-market.ts";

/** Keys that differ in their last bits, or not at all, or are unknown. */
const keys = fc.array(
  fc.oneof(
    fc.nat(20).map((steps) => 1 + steps * Number.EPSILON),
    fc.double({ min: 0, max: 1e6, noNaN: true }),
    fc.constantFrom(-Infinity, Infinity, NaN, 0, 1),
  ),
  { minLength: 1, maxLength: 60 },
);

/** By key descending, then by place; without those that have none. */
function sortPlainly(keyOf: ArrayLike<number>, least: number): number[] {
  return Array.from({ length: keyOf.length }, (_, member) => member)
    .filter((member) => (keyOf[member] ?? NaN) >= least)
    .toSorted((a, b) => {
      const [one, other] = [keyOf[a] ?? NaN, keyOf[b] ?? NaN];
      return one === other ? a - b : other - one;
    });
}

describe("the order of the members", () => {
  it("is that of their exact keys, ties by place, unknown ones last", () => {
    fc.assert(
      fc.property(keys, fc.constantFrom(-Infinity, 0.5, 1), (list, least) => {
        const order = membersColumn(list.length, list.length);
        const count = makeDescending(list.length)(Float64Array.from(list), order, least);
        expect([...order.subarray(0, count)]).toEqual(sortPlainly(list, least));
      }),
    );
  });

  it("is the same on every session, sorted at first or when somebody asks for more", () => {
    const instruments = 400;
    const market = syntheticMarket({ instruments, sessions: 70 });
    const universe = Int32Array.from({ length: instruments }, (_, at) => at);
    const calendar = buildCalendar(market, universe);
    const keyOf = (row: number) => market.volume[row] ?? NaN;
    const ranking = makeRanking(calendar, keyOf);
    let partly = 0;
    for (let session = 0; session < 70; session++) {
      ranking.ready(session >> 5);
      const wanted = sortPlainly(
        Array.from(calendar.fromRow, (from) => keyOf(from + session)),
        -Infinity,
      );
      const found = (count: number) => [
        ...ranking.order.subarray(session * instruments, session * instruments + count),
      ];
      const sorted = ranking.sorted[session] ?? 0;
      if (sorted < instruments) partly++;
      expect(found(sorted)).toEqual(wanted.slice(0, sorted));
      ranking.complete(session);
      expect(ranking.sorted[session]).toBe(instruments);
      expect(found(instruments)).toEqual(wanted);
    }
    expect(partly).toBeGreaterThan(50);
  });
});
