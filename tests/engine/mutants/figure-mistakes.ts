/** Mistakes in the figures of the report. */
import { mistake } from "./mistake.ts";
import type { Mutant } from "./mistake.ts";

function aSessionLate(values: Float64Array): Float64Array {
  return values.map((value, at) => values[at - 1] ?? value);
}

export const figures: readonly Mutant[] = [
  mistake("volatility is that of a population", "figures/statistics.ts", ({ returnFigures }) => ({
    returnFigures: (equity, terms) => {
      const found = returnFigures(equity, terms);
      const share = Math.sqrt((equity.length - 2) / (equity.length - 1));
      return { ...found, volatility: found.volatility === null ? null : found.volatility * share };
    },
  })),
  mistake("a year has 250 sessions", "figures/statistics.ts", ({ returnFigures }) => ({
    returnFigures: (equity, terms) => {
      const found = returnFigures(equity, terms);
      const sharpeRatio = found.sharpeRatio === null ? null : found.sharpeRatio * Math.sqrt(250 / 252);
      return { ...found, sharpeRatio };
    },
  })),
  mistake("a year has 365 days", "figures/statistics.ts", ({ yearsBetween }) => ({
    yearsBetween: (first, last) => (yearsBetween(first, last) * 365.25) / 365,
  })),
  mistake("the risk-free rate is not taken off", "figures/statistics.ts", ({ returnFigures }) => ({
    returnFigures: (equity, terms) => returnFigures(equity, { ...terms, riskFreePercent: 0 }),
  })),
  mistake("drawdowns are measured from the start", "figures/drawdown.ts", ({ deepestFall }) => ({
    deepestFall(equity) {
      const fall = deepestFall(equity);
      return fall && { ...fall, depth: Math.min(...equity) / (equity[0] ?? NaN) - 1 };
    },
  })),
  mistake("a drawdown begins at the first of equal highs", "figures/drawdown.ts", ({ deepestFall }) => ({
    deepestFall(equity) {
      const fall = deepestFall(equity);
      return fall && { ...fall, peakRow: equity.indexOf(equity[fall.peakRow] ?? NaN) };
    },
  })),
  mistake("a drawdown has recovered a session too early", "figures/drawdown.ts", ({ deepestFall }) => ({
    deepestFall(equity) {
      const fall = deepestFall(equity);
      return fall && { ...fall, recoveryRow: fall.recoveryRow && fall.recoveryRow - 1 };
    },
  })),
  mistake("breaking even is a win", "model/forgive.ts", () => ({ isWon: (profit) => profit >= 0 })),
  mistake("rounding wins", "model/forgive.ts", () => ({ isWon: (profit) => profit > 0 })),
  mistake("a year begins a day early", "model/day.ts", ({ yearOf }) => ({
    yearOf: (day) => yearOf(day + 1),
  })),
  mistake("the benchmark's closes are those of the day after", "engine/price-basis.ts", ({ closesOf }) => ({
    closesOf: (market, instrument) => closesOf(market, instrument).slice().copyWithin(0, 1),
  })),
  mistake("an index that begins late serves all the same", "engine/benchmark.ts", () => ({
    hasCloseBy: () => true,
  })),
  mistake(
    "the equal-weight benchmark is based on the session after the first",
    "shortcuts/mean-growth.ts",
    ({ meanGrowth }) => ({
      meanGrowth: (closes, weighing, firstSession) =>
        meanGrowth(closes, weighing, weighing === "held" ? firstSession + 1 : firstSession),
    }),
  ),
  mistake("the average share is never set back", "shortcuts/mean-growth.ts", ({ meanGrowth }) => ({
    meanGrowth: (closes, _weighing, firstSession) => meanGrowth(closes, "held", firstSession),
  })),
  mistake("curves of means count from the session before", "figures/benchmark-curve.ts", (own) => ({
    yardsticksOf: (plan) => {
      const { benchmark, universe } = own.yardsticksOf(plan);
      return {
        benchmark: { ...benchmark, values: aSessionLate(benchmark.values) },
        universe: aSessionLate(universe),
      };
    },
  })),
  mistake("a missing adjClose is not told", "engine/price-basis.ts", ({ adjustedPrices }) => ({
    adjustedPrices(market, universe) {
      const found = adjustedPrices(market, universe);
      return found && { ...found, barsWithout: 0 };
    },
  })),
  mistake("an open position is dated to the last session", "engine/simulate.ts", ({ simulate }) => ({
    simulate(plan, hooks) {
      const run = simulate(plan, hooks);
      const { ledger } = run;
      for (let at = 0; at < ledger.openCount; at++) {
        ledger.barSession[ledger.open[at] ?? 0] = plan.lastSession;
      }
      return run;
    },
  })),
];
