/** Fixed runs that every engine under test is put through, and two kinds that chance rarely makes. */
import * as fc from "fast-check";
import { plainStrategy } from "./tables/worked-case.ts";
import type { BarSpec } from "../support/market-builder.ts";
import { longRuns, smallRuns } from "../support/random-market.ts";
import type { RandomRun } from "../support/random-market.ts";

/**
 * More positions (over 1,024) than a ledger makes room for at first: twenty instruments, bought and sold in three
 * groups that take turns, so that some are always held with a peak behind them.
 */
export function busyRun(): RandomRun {
  const sessions = 260;
  const series = Array.from({ length: 20 }, (_, i) => {
    const bars = Array.from({ length: sessions }, (__, t): BarSpec => {
      const open = 100 + ((i * 7 + t * 13) % 11);
      return [t, open, 100 + ((i * 5 + t * 17) % 13), { volume: (i * 31 + t * 7) % 5 }];
    });
    return { symbol: `S${i}`, bars: bars.slice(i % 3) };
  });
  const strategy = plainStrategy({
    sell: { minHoldingDays: 2, maxHoldingDays: 3, trailingStopLoss: 5 },
    simulation: { maxPositions: 20, startMargin: 1e6, commissionPercent: 0.1 },
  });
  return { series, strategy };
}

/** Both buy rules on series without gaps: whole words of bars go another way than single ones. */
export function unbrokenRun(): RandomRun {
  const series = Array.from({ length: 6 }, (_, i) => {
    const bars = Array.from({ length: 140 }, (__, t): BarSpec => {
      const close = 100 + ((i * 5 + t * 17 + t * t * 3) % 29);
      return [t, close - 1, close];
    });
    return { symbol: `S${i}`, bars: bars.slice(i) };
  });
  const strategy = plainStrategy({
    buy: { lastPriceVsClose: true, closeDays: 7, lastPriceVsMA: true, movingAverageDays: 5 },
    sell: { maxHoldingDays: 2 },
    simulation: { maxPositions: 2, startMargin: 10_000 },
  });
  return { series, strategy };
}

/** Eighty instruments whose market caps drift, jump and tie around the edge of the top tenth, and leap together; half have holes. */
export function crowdedRun(seed: number): RandomRun {
  let state = seed % 2 ** 31;
  const draw = (n: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * n);
  };
  const series = Array.from({ length: 80 }, (_, i) => {
    let cap = 1000 + draw(100) * 10;
    const bars: BarSpec[] = [];
    for (let t = 0; t < 70; t++) {
      cap = Math.max(10, cap + (draw(3) - 1) * 10);
      if (draw(40) === 0) cap *= draw(2) === 0 ? 2 : 0.5;
      if (t === 32) cap *= 3;
      if (t === 64) cap = Math.max(10, Math.round(cap / 90) * 10);
      const close = 50 + draw(10);
      const isComplete = i % 2 === 0;
      if (isComplete || draw(12) > 0)
        bars.push([t, close, close, isComplete || draw(15) > 0 ? { marketCap: cap } : {}]);
    }
    return { symbol: `S${i}`, bars };
  });
  const strategy = plainStrategy({
    scanner: { marketCapRank: 10 },
    sell: { maxHoldingDays: 3 },
    simulation: { maxPositions: 3, startMargin: 10_000, sortingType: "market-cap-desc" },
  });
  return { series, strategy };
}

/** Caps far apart, the largest of which is there every other day: most are out of the top whatever the others do. */
export function unequalRun(): RandomRun {
  const series = Array.from({ length: 12 }, (_, i) => {
    const marketCap = [5e8, 1e9][i - 10] ?? (i + 1) * 1e6;
    const bars = Array.from({ length: 70 }, (__, t): BarSpec => [t, 50 + t, 50 + t, { marketCap }]);
    return { symbol: `S${String(i).padStart(2, "0")}`, bars: bars.filter((__, t) => i < 11 || t % 2 === 0) };
  });
  const strategy = plainStrategy({
    scanner: { marketCapRank: 8 }, // of 12, or 11, the first
    sell: { maxHoldingDays: 3 },
    simulation: { maxPositions: 3, startMargin: 10_000 },
  });
  return { series, strategy };
}

/** A share that is bought for what a slot has, and then costs ten times as much; another was that dear all along. */
export function dearRun(): RandomRun {
  const prices = [(t: number) => (t < 32 ? 45 : 500), () => 10, () => 400];
  const series = prices.map((priceOn, i) => ({
    symbol: `S${i}`,
    bars: Array.from({ length: 96 }, (_, t): BarSpec => [t, priceOn(t), priceOn(t)]),
  }));
  return { series, strategy: plainStrategy({ simulation: { maxPositions: 20, startMargin: 1000 } }) };
}

export function sampleRuns(): RandomRun[] {
  return [
    ...fc.sample(smallRuns(), { numRuns: 40, seed: 20_200_101 }),
    ...fc.sample(longRuns(), { numRuns: 6, seed: 20_200_101 }),
    crowdedRun(1),
    busyRun(),
    unbrokenRun(),
    unequalRun(),
    dearRun(),
  ];
}
