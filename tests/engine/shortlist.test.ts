/** The best few candidates of one session after the other, against all of them sorted. */
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { buildCalendar } from "#workers/sessions/calendar.ts";
import { boundOfKey } from "#workers/shortcuts/key-bounds.ts";
import { makeOrderList } from "#workers/engine/order-list.ts";
import { makeShortlist, shortlist } from "#workers/shortcuts/shortlist.ts";
import { syntheticMarket } from "../bench/synthetic-market.ts";
import { tries } from "#tests/support/tries.ts";

const MEMBERS = 40;
const SESSIONS = 32;
const market = syntheticMarket({ instruments: MEMBERS, sessions: SESSIONS });
const calendar = buildCalendar(
  market,
  Int32Array.from({ length: MEMBERS }, (_, member) => member),
);

/** Of a session: who passes, who is held, and how many are wanted. */
interface Day {
  readonly passing: readonly boolean[];
  readonly held: readonly boolean[];
  readonly wanted: number;
  /** By member; they tie, fall by leaps, and may be unknown. */
  readonly keys: readonly number[];
}

const some = fc.array(fc.boolean(), { minLength: MEMBERS, maxLength: MEMBERS });
const key = fc.oneof(fc.constantFrom(-Infinity, 0, 1, 1, 2), fc.double({ min: 0, max: 1000, noNaN: true }));
const day: fc.Arbitrary<Day> = fc.record({
  passing: some,
  held: some,
  wanted: fc.integer({ min: 1, max: 5 }),
  keys: fc.array(key, { minLength: MEMBERS, maxLength: MEMBERS }),
});

function bitsOf(flags: readonly boolean[]): Int32Array {
  const bits = new Int32Array(2);
  flags.forEach((isSet, member) => {
    if (isSet) bits[member >> 5] = (bits[member >> 5] ?? 0) | (1 << (member & 31));
  });
  return bits;
}

function bestOf({ passing, held, wanted, keys }: Day): number[] {
  return keys
    .map((own, member) => ({ own, member }))
    .filter(({ member }) => passing[member] === true && held[member] === false)
    .toSorted((a, b) => (a.own === b.own ? a.member - b.member : b.own - a.own))
    .slice(0, wanted)
    .map(({ member }) => member);
}

it.each([
  { hasBounds: true, free: MEMBERS },
  { hasBounds: true, free: 1 },
  { hasBounds: false, free: MEMBERS },
])(
  "are the best, whatever the list before was: bounds $hasBounds, as of $free candidates",
  ({ hasBounds, free }) => {
    const law = fc.property(fc.array(day, { minLength: 1, maxLength: 12 }), (days) => {
      const keyOf = (row: number, member: number) => days[row % SESSIONS]?.keys[member] ?? NaN;
      const list = makeOrderList(5, keyOf);
      const memory = makeShortlist(list, MEMBERS);
      const highest = Array.from({ length: MEMBERS }, (_, member) =>
        Math.max(...days.map(({ keys }) => keys[member] ?? NaN)),
      );
      const keyBounds = { most: Float32Array.from(highest, boundOfKey), sharpen: () => {} };
      days.forEach((own, session) => {
        list.count = 0;
        const candidates = { firstSession: session, memberWords: 2, stride: 1, bits: bitsOf(own.passing) };
        const field = {
          calendar,
          candidates,
          keyBounds: hasBounds ? keyBounds : null,
          keys: null,
          isUnaffordable: () => false,
        };
        shortlist(memory, field, { session, wanted: own.wanted, free, without: bitsOf(own.held) });
        expect([...list.member.subarray(0, list.count)]).toEqual(bestOf(own));
      });
    });
    fc.assert(law, { numRuns: tries(300) });
  },
);
