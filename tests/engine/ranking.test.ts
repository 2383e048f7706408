import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildCalendar } from "#workers/sessions/calendar.ts";
import type { RowSpan } from "#workers/model/price-zones.ts";
import { boundOfKey } from "#workers/shortcuts/key-bounds.ts";
import { makeDescending, makeRanking, membersColumn } from "#workers/shortcuts/ranking.ts";
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

  it.each([
    { title: "without bounds of the keys", slack: null },
    { title: "with bounds that are the keys", slack: 1 },
    { title: "with bounds that are wide", slack: 3 },
  ])(
    "is the same on every session, in part at first and whole when somebody asks for more, $title",
    ({ slack }) => {
      const instruments = 400;
      const sessions = 170;
      const market = syntheticMarket({ instruments, sessions });
      const universe = Int32Array.from({ length: instruments }, (_, at) => at);
      const calendar = buildCalendar(market, universe);
      // steady but for one crash, after which those looked at before no longer do
      const keyOf = (row: number, member: number) =>
        (market.close[row] ?? NaN) * (row % sessions > 75 && member % 2 === 0 ? 0.2 : 1);
      const bounds = new Float32Array(calendar.words * instruments).fill(-Infinity);
      for (let member = 0; member < instruments; member++) {
        for (let session = 0; session < sessions; session++) {
          const at = (session >> 5) * instruments + member;
          const bound = boundOfKey(keyOf(member * sessions + session, member) * (slack ?? 1));
          bounds[at] = Math.max(bounds[at] ?? NaN, bound);
        }
      }
      const readKeys = (member: number, { from, to }: RowSpan, into: Float64Array): void => {
        for (let row = from; row < to; row++) into[row - from] = keyOf(row, member);
      };
      const ranking = makeRanking(calendar, { keyOf, readKeys }, slack === null ? null : bounds);
      const mixed = Array.from({ length: sessions }, (_, at) => (at < 40 ? at + 100 : at));
      for (const session of mixed) {
        ranking.ready(session >> 5);
        const wanted = sortPlainly(
          Array.from(calendar.fromRow, (from, member) => keyOf(from + session, member)),
          -Infinity,
        );
        const known = ranking.known[session] ?? 0;
        const start = session * ranking.places;
        expect(known).toBeGreaterThan(20);
        expect(known).toBeLessThan(instruments / 2);
        expect([...ranking.best.subarray(start, start + known)]).toEqual(wanted.slice(0, known));
        expect([...ranking.complete(session)]).toEqual(wanted);
        expect([...ranking.complete(session)]).toEqual(wanted);
      }
    },
  );
});
