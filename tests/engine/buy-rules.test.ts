import { tries } from "#tests/support/tries.ts";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { conditionRules } from "#workers/engine/conditions.ts";
import type { Plan } from "#workers/engine/run-plan.ts";
import type { Market } from "#workers/model/market.ts";
import { planRun } from "#workers/run/plan-run.ts";
import { rowOn } from "#workers/sessions/calendar.ts";
import { allShortcuts } from "#workers/shortcuts/all-shortcuts.ts";
import { buildMarket } from "../support/market-builder.ts";
import type { BarSpec } from "../support/market-builder.ts";
import { strategyOf } from "../support/strategy-of.ts";
import { valueOf } from "../support/value-of.ts";

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

/** What a mean that is rolled on may differ from a fresh one. */
const DRIFT = 1e-12;

const rules = fc.record({
  closeDays: fc.integer({ min: 1, max: 40 }),
  meanDays: fc.integer({ min: 1, max: 40 }),
});
type Rules = typeof rules extends fc.Arbitrary<infer T> ? T : never;
const runs = rules.chain((own) =>
  fc.tuple(
    fc.constant(own),
    fc
      .array(steps, { minLength: 1, maxLength: 3 })
      .map((lists) => lists.map((list, at) => ({ symbol: `S${at}`, bars: closesOf(list, own.meanDays) }))),
  ),
);

/** By session of each member: whether both buy rules hold, 1 or 0. */
function foundIn(plan: Plan): string[] {
  const { calendar } = plan;
  const both = conditionRules(plan).buy.map((rule) => plan.ground().bitsOf(rule));
  return Array.from(calendar.fromRow, (_, member) => {
    for (const { ready } of both) ready(member);
    const bitOf = (bits: Int32Array, session: number) =>
      ((bits[member * calendar.words + (session >> 5)] ?? 0) >>> (session & 31)) & 1;
    return Array.from(calendar.sessionDay, (__, session) =>
      both.reduce((all, { bits }) => all & bitOf(bits, session), 1),
    ).join("");
  });
}

/** The same by the contract's own words; "?" where the close is so near to the edge of the mean that its rounding tells. */
function wantedIn({ calendar }: Plan, { close }: Market, { closeDays, meanDays }: Rules): string[] {
  const verdict = (member: number, session: number): string => {
    const row = rowOn(calendar, member, session);
    const bars = row - (calendar.fromRow[member] ?? NaN) + 1;
    if (row < 0 || bars <= closeDays || bars < meanDays) return "0";
    const [own, before] = [close[row] ?? NaN, close[row - closeDays] ?? NaN];
    if (own < before - FORGIVEN * before) return "0";
    const mean = close.subarray(row - meanDays + 1, row + 1).reduce((sum, each) => sum + each, 0) / meanDays;
    const least = mean * (1 - FORGIVEN);
    if (Math.abs(own - least) <= DRIFT * mean) return "?";
    return own >= least ? "1" : "0";
  };
  return Array.from(calendar.fromRow, (_, member) =>
    Array.from(calendar.sessionDay, (__, session) => verdict(member, session)).join(""),
  );
}

it.each([
  { title: "with all shortcuts", shortcuts: allShortcuts },
  { title: "with none", shortcuts: [] },
])("the fixed buy rules say what the closes before and fresh means say, $title", ({ shortcuts }) => {
  const law = fc.property(runs, ([own, series]) => {
    const market = buildMarket(series);
    const buy = {
      lastPriceVsClose: true,
      closeDays: own.closeDays,
      lastPriceVsMA: true,
      movingAverageDays: own.meanDays,
    };
    const simulation = { startDate: "1990-01-01", endDate: "2090-12-31" };
    const plan = valueOf(planRun(strategyOf({ buy, simulation }), market, { shortcuts }));
    const wanted = wantedIn(plan, market, own);
    const found = foundIn(plan).map((text, member) =>
      Array.from(text, (each, at) => (wanted[member]?.[at] === "?" ? "?" : each)).join(""),
    );
    expect(found).toEqual(wanted);
  });
  fc.assert(law, { numRuns: tries(300) });
});
