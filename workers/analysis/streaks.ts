/** The longest runs of gains and of losses: of closed trades, of sessions and of months. */
import { formatIsoDay } from "#workers/model/day.ts";
import type { MonthlyYear, Streak } from "#workers/model/analysis.ts";
import { compareSymbols } from "#workers/model/market.ts";
import { growthCurve } from "#workers/model/report.ts";
import type { Position, Report } from "#workers/model/report.ts";
import { sessionReturns } from "./returns.ts";

/** One trade, session or month. */
interface Step {
  readonly when: string;
  /** Decides gain or loss; 0 is neither and ends a streak of both. */
  readonly gain: number;
}

/** What a streak's steps made together. */
type Together = (steps: readonly Step[]) => number;

/**
 * At most one entry of each kind; none where it never happened. Trades are in the order of their exits. A trade
 * without a profit is a loss, as in the win rate.
 */
export function longestStreaks({ equity, positions }: Report, months: readonly MonthlyYear[]): Streak[] {
  const sessions = Array.from(sessionReturns(growthCurve(equity)), (earned, row) => ({
    when: formatIsoDay(equity.day[row + 1]),
    gain: earned * 100,
  }));
  return [
    ...bothKinds("trades", tradesInOrder(positions), sumOf),
    ...bothKinds("sessions", sessions, compounded),
    ...bothKinds("months", monthsInOrder(months), compounded),
  ];
}

/** A trade that brought nothing counts as the smallest loss. */
function tradesInOrder(positions: readonly Position[]): Step[] {
  return positions
    .filter(({ exitReason }) => exitReason !== "open")
    .toSorted((a, b) => compareSymbols(a.exitDate, b.exitDate) || compareSymbols(a.instrument, b.instrument))
    .map(({ exitDate, profit }) => ({ when: exitDate, gain: profit === 0 ? -Number.MIN_VALUE : profit }));
}

function monthsInOrder(years: readonly MonthlyYear[]): Step[] {
  return years.flatMap(({ year, months }) =>
    months.flatMap((gain, place) =>
      gain === null ? [] : [{ when: `${year}-${String(place + 1).padStart(2, "0")}`, gain }],
    ),
  );
}

function bothKinds(of: Streak["of"], steps: readonly Step[], together: Together): Streak[] {
  const found: Streak[] = [];
  for (const kind of ["gains", "losses"] as const) {
    const run = longestRun(steps, kind === "gains" ? 1 : -1);
    if (run.length === 0) continue;
    found.push({
      of,
      kind,
      length: run.length,
      from: run[0].when,
      to: run[run.length - 1].when,
      result: together(run),
    });
  }
  return found;
}

function longestRun(steps: readonly Step[], sign: number): readonly Step[] {
  let best = { from: 0, to: 0 };
  let from = 0;
  for (const [at, { gain }] of steps.entries()) {
    if (Math.sign(gain) !== sign) from = at + 1;
    else if (at + 1 - from > best.to - best.from) best = { from, to: at + 1 };
  }
  return steps.slice(best.from, best.to);
}

function sumOf(steps: readonly Step[]): number {
  return steps.reduce((sum, { gain }) => sum + gain, 0);
}

function compounded(steps: readonly Step[]): number {
  return (steps.reduce((product, { gain }) => product * (1 + gain / 100), 1) - 1) * 100;
}
