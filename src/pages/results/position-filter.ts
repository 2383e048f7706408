/** Which positions a person wants to see, and the totals of those. */
import type { EndKey } from "#workers/model/analysis.ts";
import { compareEnds } from "#workers/model/end-keys.ts";
import { hasWon } from "#workers/model/forgive.ts";
import type { Position } from "#workers/model/report.ts";

export interface PositionFilter {
  /** Part of the symbol or the name; "" for all. */
  readonly text: string;
  readonly reason: EndKey | "any";
  readonly outcome: "any" | "gain" | "loss";
}

export const NO_FILTER: PositionFilter = { text: "", reason: "any", outcome: "any" };

/** @param keyOf - why a position ended */
export function filterPositions(
  positions: readonly Position[],
  keyOf: (position: Position) => EndKey,
  { text, reason, outcome }: PositionFilter,
): readonly Position[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === "" && reason === "any" && outcome === "any") return positions;
  return positions.filter(
    (position) => (reason === "any" || keyOf(position) === reason) && isOf(position, wanted, outcome),
  );
}

function isOf(position: Position, wanted: string, outcome: PositionFilter["outcome"]): boolean {
  const { instrument, label, profit } = position;
  return (
    (outcome === "any" || (outcome === "gain" ? hasWon(position) : profit < 0)) &&
    (instrument.toLowerCase().includes(wanted) || label.toLowerCase().includes(wanted))
  );
}

export interface PositionTotals {
  readonly count: number;
  /** Closed ones: the trades. */
  readonly trades: number;
  readonly profit: number;
  /** Trades with a profit among the trades, percent; null without a trade. */
  readonly winShare: number | null;
}

export function totalsOf(positions: readonly Position[]): PositionTotals {
  let profit = 0;
  let trades = 0;
  let wins = 0;
  for (const position of positions) {
    profit += position.profit;
    if (position.exitReason === "open") continue;
    trades++;
    if (hasWon(position)) wins++;
  }
  return { count: positions.length, trades, profit, winShare: trades === 0 ? null : (wins / trades) * 100 };
}

/** How many positions ended for each reason that occurs, in the order of their list, rules by their rows. */
export function countByReason(
  positions: readonly Position[],
  keyOf: (position: Position) => EndKey,
): readonly (readonly [key: EndKey, count: number])[] {
  const counts = new Map<EndKey, number>();
  for (const position of positions) counts.set(keyOf(position), (counts.get(keyOf(position)) ?? 0) + 1);
  return [...counts].toSorted(([a], [b]) => compareEnds(a, b));
}
