/** Adjusted closes of one instrument: tables worked out by hand, and the growth of a holding as their law. */
import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { backAdjust } from "#workers/import/actions/back-adjust.ts";
import type { DayActions } from "#workers/import/actions/day-actions.ts";
import { tries } from "#tests/support/tries.ts";

/** Bars of days 1, 2, 3, ...; opens are the closes of the day where none are given. */
function barsOf(close: readonly number[], open: readonly number[] = close) {
  return {
    day: Int32Array.from(close, (_, at) => at + 1),
    open: Float64Array.from(open),
    close: Float64Array.from(close),
  };
}

function on(exDay: number, change: Partial<DayActions>): DayActions {
  return { exDay, factor: 1, paid: 0, paidAdjusted: 0, place: `a.csv:${exDay}`, ...change };
}

function verdicts(bars: ReturnType<typeof barsOf>, actions: readonly DayActions[]): string[] {
  return backAdjust(bars, actions).judged.map(({ kind, verdict }) => `${kind} ${verdict}`);
}

describe("adjusted closes", () => {
  it("divide closes before a split, and take a dividend off at the close before its ex-date", () => {
    // A dividend of 4 on a close of 100: 0.96. Then five for one: 0.2. So 100 x 0.96 x 0.2 = 19.2.
    const { adjClose } = backAdjust(barsOf([100, 98, 100, 20, 21]), [
      on(2, { paid: 4 }),
      on(4, { factor: 5 }),
    ]);
    expect([...adjClose].map((close) => Number(close.toFixed(10)))).toEqual([19.2, 19.6, 20, 20, 21]);
  });

  it("take both of one day: the dividend is of the shares before the split", () => {
    // 1 - 10 / 100 = 0.9, then two for one: 100 x 0.9 / 2 = 45.
    const { adjClose } = backAdjust(barsOf([100, 45]), [on(2, { factor: 2, paid: 10 })]);
    expect([...adjClose]).toEqual([45, 45]);
  });

  it("put shares together as well: ten to one", () => {
    const { adjClose } = backAdjust(barsOf([5, 50, 51]), [on(2, { factor: 0.1 })]);
    expect([...adjClose]).toEqual([50, 50, 51]);
  });

  it("leave a split alone that the prices do not show, and take its dividends as prices have them", () => {
    // Prices are of shares after the split of day 4; 4 a share was paid before it, on old shares: 0.8 on a close of 20.
    const bars = barsOf([20, 19.2, 20, 20, 21]);
    const actions = [on(2, { paid: 4 }), on(4, { factor: 5 })];
    expect(verdicts(bars, actions)).toEqual(["split in-prices", "dividend applied"]);
    expect(backAdjust(bars, actions).adjClose[0]).toBeCloseTo(20 * (1 - 0.8 / 20), 10);
  });

  it("take a dividend of Yahoo, divided by later splits, times those that prices show", () => {
    const raw = barsOf([100, 96, 100, 20, 21]);
    const actions = [on(2, { paidAdjusted: 0.8 }), on(4, { factor: 5 })];
    expect(backAdjust(raw, actions).adjClose[0]).toBeCloseTo((100 * 0.96) / 5, 10);
    const adjusted = barsOf([20, 19.2, 20, 20, 21]);
    expect(backAdjust(adjusted, actions).adjClose[0]).toBeCloseTo(20 * 0.96, 10);
  });

  it("find the night of a split that the ex-date misses by a session or two", () => {
    const { adjClose, judged } = backAdjust(barsOf([100, 100, 101, 50, 50]), [on(3, { factor: 2 })]);
    expect(judged).toMatchObject([{ verdict: "applied", bar: 3 }]);
    expect([...adjClose]).toEqual([50, 50, 50.5, 50, 50]);
  });

  it("take one night for one split, and one dividend once, where two vendors give two ex-dates", () => {
    const bars = barsOf([100, 100, 50, 50, 50]);
    const both = backAdjust(bars, [on(3, { factor: 2 }), on(4, { factor: 2 })]);
    expect(both.judged.map(({ verdict }) => verdict)).toEqual(["applied", "in-prices"]);
    expect([...both.adjClose]).toEqual([50, 50, 50, 50, 50]);
    const paid = backAdjust(barsOf([100, 98, 98, 98]), [on(2, { paid: 2 }), on(3, { paidAdjusted: 2 })]);
    expect(paid.judged.map(({ verdict }) => verdict)).toEqual(["applied", "repeated"]);
    expect([...paid.adjClose]).toEqual([98, 98, 98, 98]);
    const twoSizes = [on(2, { paid: 2 }), on(3, { paid: 5 })];
    expect(verdicts(barsOf([100, 98, 93, 93]), twoSizes)).toEqual(["dividend applied", "dividend applied"]);
  });

  it("judge a small bonus as most clear splits of the instrument are", () => {
    // 21 shares for 20 moves a price by 4.8 %: less than a night may.
    const small = on(5, { factor: 1.05 });
    expect(verdicts(barsOf([100, 100, 50, 50, 49.5]), [on(3, { factor: 2 }), small])).toEqual([
      "split applied",
      "split applied",
    ]);
    expect(verdicts(barsOf([50, 50, 50, 50, 47.6]), [on(3, { factor: 2 }), small])).toEqual([
      "split in-prices",
      "split in-prices",
    ]);
    expect(verdicts(barsOf([50, 50, 50, 50, 47.6]), [small])).toEqual(["split applied"]);
  });

  it("take nothing that the prices contradict, or that is the whole price", () => {
    expect(verdicts(barsOf([100, 70]), [on(2, { factor: 5 })])).toEqual(["split unclear"]);
    expect(verdicts(barsOf([100, 100]), [on(2, { paid: 100 })])).toEqual(["dividend too-large"]);
    expect(verdicts(barsOf([100, 99]), [on(2, { paid: 40 })])).toEqual(["dividend unclear"]);
    expect(verdicts(barsOf([100, 62]), [on(2, { paid: 40 })])).toEqual(["dividend applied"]);
  });

  it("take nothing before the first bar, on it, or behind the last", () => {
    const actions = [on(0, { factor: 2 }), on(1, { paid: 1 }), on(9, { factor: 2, paid: 1 })];
    const { adjClose, judged } = backAdjust(barsOf([10, 11]), actions);
    expect(new Set(judged.map(({ verdict }) => verdict))).toEqual(new Set(["outside"]));
    expect([...adjClose]).toEqual([10, 11]);
    expect([...backAdjust(barsOf([]), actions).adjClose]).toEqual([]);
  });

  it("see that prices have dividends in them already: ten of 3 % that no open falls by", () => {
    const days = Array.from({ length: 400 }, (_, at) => at);
    const flat = days.map((at) => 100 + Math.sin(at * 1.7) * 0.5);
    const opens = days.map((at) => flat[Math.max(0, at - 1)] ?? 100);
    const actions = Array.from({ length: 10 }, (_, at) => on(30 * at + 30, { paid: 3 }));
    const kept = verdicts(barsOf(flat, opens), actions);
    expect(new Set(kept)).toEqual(new Set(["dividend in-prices"]));
    const fallen = opens.map((open, at) => (actions.some(({ exDay }) => exDay === at + 1) ? open - 3 : open));
    expect(new Set(verdicts(barsOf(flat, fallen), actions))).toEqual(new Set(["dividend applied"]));
  });

  const night = fc.record({
    growth: fc.double({ min: -0.05, max: 0.05, noNaN: true }),
    event: fc.oneof(
      { weight: 6, arbitrary: fc.constant(null) },
      fc.record({
        factor: fc.constantFrom(1, 2, 5, 1.5, 0.1),
        share: fc.double({ min: 0, max: 0.1, noNaN: true }),
      }),
    ),
  });

  test.prop([fc.array(night, { minLength: 1, maxLength: 60 })], { numRuns: tries(100) })(
    "grow between any two days as a holding that keeps its new shares and reinvests its dividends",
    (nights) => {
      const close = [100];
      const actions: DayActions[] = [];
      /** Shares of somebody who bought one on the first day; a dividend buys at the close before less the dividend. */
      const shares = [1];
      for (const [at, { growth, event }] of nights.entries()) {
        const before = close[at] ?? NaN;
        const [factor, paid] = [event?.factor ?? 1, before * (event?.share ?? 0)];
        if (factor !== 1 || paid > 0) actions.push(on(at + 2, { factor, paid }));
        const without = before - paid;
        const held = shares[at] ?? NaN;
        shares.push((held + (held * paid) / without) * factor);
        close.push((without / factor) * (1 + growth));
      }
      const { adjClose, judged } = backAdjust(barsOf(close), actions);
      fc.pre(judged.every(({ verdict }) => verdict === "applied"));
      for (let from = 0; from < close.length; from++) {
        const to = close.length - 1 - ((from * 7) % close.length);
        const held =
          ((shares[to] ?? NaN) * (close[to] ?? NaN)) / ((shares[from] ?? NaN) * (close[from] ?? NaN));
        expect((adjClose[to] ?? NaN) / (adjClose[from] ?? NaN) / held).toBeCloseTo(1, 9);
      }
    },
  );

  const anyFigure = fc.oneof(fc.double({ min: 1e-9, max: 1e9, noNaN: true }), fc.constantFrom(1, 2, 0.1));
  const wild = fc.record({
    exDay: fc.integer({ min: -5, max: 70 }),
    factor: anyFigure,
    paid: fc.oneof(fc.constant(0), anyFigure),
    paidAdjusted: fc.oneof(fc.constant(0), anyFigure),
  });

  test.prop(
    [
      fc.array(fc.double({ min: 0.01, max: 1e6, noNaN: true }), { maxLength: 60 }),
      fc.uniqueArray(wild, { maxLength: 20, selector: ({ exDay }) => exDay }),
    ],
    { numRuns: tries(100) },
  )("are above 0 whatever the actions say, and the closes from the last action on", (close, said) => {
    const actions = said
      .map(({ exDay, ...change }) => on(exDay, change))
      .toSorted((a, b) => a.exDay - b.exDay);
    const { adjClose, judged } = backAdjust(barsOf(close), actions);
    expect(adjClose.every((figure) => figure > 0 && Number.isFinite(figure))).toBe(true);
    const last = judged.reduce((latest, { bar }) => Math.max(latest, bar), 0);
    expect([...adjClose.subarray(last)]).toEqual(close.slice(last));
  });
});
