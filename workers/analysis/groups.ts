/** Positions by instrument, by the reason of their exit and by how long they were held. */
import type {
  EndGroup,
  EndKey,
  HoldingGroup,
  ReasonGroup,
  TradeGroup,
  TradeGroups,
} from "#workers/model/analysis.ts";
import { compareEnds } from "#workers/model/end-keys.ts";
import { hasWon } from "#workers/model/forgive.ts";
import { compareSymbols } from "#workers/model/market.ts";
import { EXIT_REASONS } from "#workers/model/report.ts";
import type { Position } from "#workers/model/report.ts";

/** Longest holding time of each group but the last, in sessions: a week, two, a month, a quarter, a half, a year. */
const HOLDING_LIMITS = [5, 10, 21, 63, 126, 252];

/** Groups without a position are left out. */
export function tradeGroups(positions: readonly Position[]): TradeGroups {
  return {
    byInstrument: byInstrument(positions),
    byReason: byReason(positions),
    byHolding: byHolding(positions),
  };
}

function byInstrument(positions: readonly Position[]): TradeGroup[] {
  const members = new Map<string, Position[]>();
  for (const position of positions) {
    const known = members.get(position.instrument);
    if (known) known.push(position);
    else members.set(position.instrument, [position]);
  }
  return Array.from(members, ([symbol, own]) => summed(symbol, own, own[0].label)).toSorted(
    (a, b) => b.profit - a.profit || compareSymbols(a.key, b.key),
  );
}

function byReason(positions: readonly Position[]): ReasonGroup[] {
  return EXIT_REASONS.flatMap((key) => {
    const own = positions.filter(({ exitReason }) => exitReason === key);
    return own.length === 0 ? [] : [{ ...summed(key, own), key }];
  });
}

/** Reasons in the order of their list, rules by their rows. @param ends - of each position */
export function byEnd(positions: readonly Position[], ends: readonly EndKey[]): EndGroup[] {
  return [...new Set(ends)].toSorted(compareEnds).map((key): EndGroup => {
    const own = positions.filter((_, at) => ends[at] === key);
    return Object.assign(summed(key, own), { key });
  });
}

function byHolding(positions: readonly Position[]): HoldingGroup[] {
  return [...HOLDING_LIMITS, null].flatMap((to, place) => {
    const from = place === 0 ? 0 : HOLDING_LIMITS[place - 1] + 1;
    const own = positions.filter(({ daysHeld }) => daysHeld >= from && (to === null || daysHeld <= to));
    return own.length === 0 ? [] : [{ ...summed(`${from}-${to ?? ""}`, own), from, to }];
  });
}

/** @param own - at least one position */
function summed(key: string, own: readonly Position[], label = ""): TradeGroup {
  const trades = own.filter(({ exitReason }) => exitReason !== "open");
  const percents = own.map(({ profitPercent }) => profitPercent);
  return {
    key,
    label,
    positions: own.length,
    trades: trades.length,
    wins: trades.filter(hasWon).length,
    profit: own.reduce((sum, { profit }) => sum + profit, 0),
    meanPercent: percents.reduce((sum, percent) => sum + percent, 0) / own.length,
    bestPercent: percents.reduce((best, percent) => Math.max(best, percent), -Infinity),
    worstPercent: percents.reduce((worst, percent) => Math.min(worst, percent), Infinity),
    meanHeld: own.reduce((sum, { daysHeld }) => sum + daysHeld, 0) / own.length,
  };
}
