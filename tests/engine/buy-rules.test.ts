import * as fc from "fast-check";
import { expect, it } from "vitest";
import { buildCalendar, rowOn } from "#workers/sessions/calendar.ts";
import { factsOn } from "#workers/engine/facts.ts";
import type { MemberBits } from "#workers/engine/member-bits.ts";
import { rollingMean } from "#workers/shortcuts/rolling.ts";
import { passBuyRules } from "#workers/shortcuts/buy-rules.ts";
import { fastFactsOf } from "#workers/shortcuts/fast-facts.ts";
import { buildMarket } from "../support/market-builder.ts";
import type { BarSpec, SeriesSpec } from "../support/market-builder.ts";
import { tries } from "#tests/support/tries.ts";

const FORGIVEN = 1e-9;

interface Step {
  readonly kind: "grid" | "wild" | "same" | "edge";
  readonly size: number;
  readonly hasBar: boolean;
}

/** With a gap now and then, or none for long: words of 32 bars go another way. */
const steps = fc.constantFrom(10, 50, Infinity).chain((barsAGap) =>
  fc.array(
    fc.record({
      kind: fc.constantFrom<Step["kind"]>("grid", "grid", "wild", "same", "edge"),
      size: fc.integer({ min: -8, max: 8 }),
      hasBar: fc.nat({ max: 999 }).map((chance) => chance >= 1000 / barsAGap),
    }),
    { minLength: 32, maxLength: 200 },
  ),
);

/** Closes that rise and fall by ticks or by powers of ten, stand still, or just reach the mean as far as it is forgiven. */
function closesOf(list: readonly Step[], days: number): BarSpec[] {
  const closes: number[] = [];
  return list.flatMap(({ kind, size, hasBar }, session) => {
    if (!hasBar) return [];
    const last = closes.at(-1) ?? 100;
    const others = closes.slice(closes.length - days + 1).reduce((sum, close) => sum + close, 0);
    const nearEdge = ((others * (1 - FORGIVEN)) / (days - 1 + FORGIVEN)) * (1 + size * 3e-16);
    const close = {
      grid: Math.max(0.05, (Math.round(last * 20) + size) / 20),
      wild: 100 * 10 ** size,
      same: last,
      edge: days > 1 && closes.length >= days ? nearEdge : last,
    }[kind];
    closes.push(close);
    return [[session, close, close] satisfies BarSpec];
  });
}

/** Of each member, by session, as '1' and '0'. */
function verdictsOf(
  series: readonly SeriesSpec[],
  judge: (facts: Ground) => (member: number, row: number) => boolean,
): { found: (bits: (ground: Ground) => MemberBits) => string[]; wanted: string[] } {
  const ground = groundOf(series);
  const { calendar } = ground;
  const each = (passes: (member: number, session: number) => boolean) =>
    Array.from(calendar.fromRow, (_, member) =>
      Array.from(calendar.sessionDay, (__, session) => (passes(member, session) ? "1" : "0")).join(""),
    );
  const passesAt = judge(ground);
  return {
    found: (bitsOf) => {
      const { bits, ready } = bitsOf(ground);
      return each((member, session) => {
        ready(member);
        return (((bits[member * calendar.words + (session >> 5)] ?? 0) >>> (session & 31)) & 1) === 1;
      });
    },
    wanted: each((member, session) => {
      const row = rowOn(calendar, member, session);
      return row >= 0 && passesAt(member, row);
    }),
  };
}

type Ground = ReturnType<typeof groundOf>;

function groundOf(series: readonly SeriesSpec[]) {
  const market = buildMarket(series);
  const universe = Int32Array.from(series, (_, at) => at);
  const calendar = buildCalendar(market, universe);
  const facts = factsOn(market, universe, calendar).onBasis("as-traded");
  if (facts === null) throw new Error("as traded there are always prices");
  const { closes, closeZones } = fastFactsOf(facts);
  return { ...closes, close: market.close, closeZones };
}

const lookBack = fc.integer({ min: 0, max: 40 });
const runs = fc.record({ closeDays: lookBack, meanDays: lookBack }).chain((rules) =>
  fc.tuple(
    fc.constant(rules),
    fc
      .array(steps, { minLength: 1, maxLength: 3 })
      .map((lists) =>
        lists.map((list, at) => ({ symbol: `S${at}`, bars: closesOf(list, rules.meanDays || 1) })),
      ),
  ),
);

it("the buy rules say of each bar what the close so many bars before and the means without drift say", () => {
  const law = fc.property(runs, ([{ closeDays, meanDays }, series]) => {
    const { found, wanted } = verdictsOf(series, ({ calendar, close }) => {
      const means = Array.from(calendar.fromRow, (from, member) => {
        const mean = new Float64Array(calendar.longest);
        rollingMean(close, { from, to: calendar.toRow[member] ?? 0 }, meanDays || 1, mean);
        return mean;
      });
      return (member, row) => {
        const from = calendar.fromRow[member] ?? NaN;
        const reaches = (other: number) => (close[row] ?? NaN) >= other - FORGIVEN * other;
        const isHigh = closeDays === 0 || (row - closeDays >= from && reaches(close[row - closeDays] ?? NaN));
        return isHigh && (meanDays === 0 || reaches(means[member]?.[row - from] ?? NaN));
      };
    });
    expect(found((ground) => passBuyRules(ground, ground.closeZones, { closeDays, meanDays }))).toEqual(
      wanted,
    );
  });
  fc.assert(law, { numRuns: tries(600) });
});
