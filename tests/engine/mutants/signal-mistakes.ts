/** Mistakes in what is seen at a close: looking ahead, and the conditions. */
import { mistake, peek } from "./mistake.ts";
import type { Mutant } from "./mistake.ts";

export const lookAheads: readonly Mutant[] = [
  peek(
    "the price against an old close is tomorrow's",
    "conditions.ts",
    "Number(atLeast(close[row], close[row - closeDays]))",
    "Number(atLeast(close[row + 1], close[row - closeDays]))",
  ),
  peek(
    "the price against the moving average is tomorrow's",
    "conditions.ts",
    "atLeast(close[row], mean[row - from])",
    "atLeast(close[row + 1], mean[row - from])",
  ),
  peek(
    "price growth ends tomorrow",
    "conditions.ts",
    "atLeast(close[row], close[before] * factor)",
    "atLeast(close[row + 1], close[before] * factor)",
  ),
  peek(
    "positions are marked at tomorrow's close",
    "simulate.ts",
    "equity += ledger.quantity[position] * plan.prices.close[ledger.row[position]];",
    "equity += ledger.quantity[position] * plan.prices.close[ledger.row[position] + 1];",
  ),
  peek(
    "an instrument that never trades again is sold at once",
    "simulate.ts",
    "if (session - sessionOfRow[row] < DELISTED_AFTER_SESSIONS) continue;",
    "if (session - sessionOfRow[row] < (next < end ? DELISTED_AFTER_SESSIONS : 1)) continue;",
  ),
  peek(
    "volume is sorted by tomorrow's",
    "priority.ts",
    "return (row) => prices.volume[row];",
    "return (row) => prices.volume[row + 1];",
  ),
];

export const conditions: readonly Mutant[] = [
  mistake(
    "comparisons do not forgive rounding",
    "forgive.ts",
    "return a >= b - TOLERANCE * Math.abs(b);",
    "return a >= b;",
  ),
  mistake(
    "the minimum price looks at adjusted prices",
    "conditions.ts",
    "atLeast(fileClose[list[at]], minPrice)",
    "atLeast(close[list[at]], minPrice)",
  ),
  mistake(
    "the daily value looks at adjusted prices",
    "conditions.ts",
    "const { fileClose, volume } = plan.prices;",
    "const { close: fileClose, volume } = plan.prices;",
  ),
  mistake(
    "the moving average forgets a bar too late",
    "rolling.ts",
    "if (row - from >= n) {",
    "if (row - from > n) {",
  ),
  mistake("the rolling sum loses what rounding drops", "rolling.ts", "(sum + lost) / n", "sum / n"),
  mistake(
    "the moving average starts a bar too early",
    "rolling.ts",
    "row - from >= n - 1",
    "row - from >= n - 2",
  ),
  mistake(
    "price growth needs a bar too few",
    "conditions.ts",
    "const before = row - priceGrowthDays;",
    "const before = row - priceGrowthDays + 1;",
  ),
  mistake(
    "the bars before the period do not warm up the look-backs",
    "candidates.ts",
    "judge({ from, to, firstRow, stopRow }, passing);",
    "judge({ from: firstRow, to, firstRow, stopRow }, passing);",
  ),
  mistake(
    "an 'any' group without conditions is false",
    "conditions.ts",
    "if (isEmpty) held.fill(1, 0, end - start);",
    "",
  ),
  mistake(
    "ties in the rank go to the last symbol",
    "cap-rank.ts",
    "for (let other = 0; other < member; other++)",
    "for (let other = member + 1; other < members; other++)",
  ),
  mistake(
    "the rank takes one more at its edge",
    "cap-rank.ts",
    "while (places < count && places * 100 < percent * count) places++;",
    "while (places < count && places * 100 <= percent * count) places++;",
  ),
  mistake(
    "the rank counts instruments without a market cap",
    "cap-rank.ts",
    "const places = placesFor(percent, found.known);",
    "const places = placesFor(percent, members);",
  ),
  mistake(
    "the rank trusts yesterday's edge when too many have risen above it",
    "cap-rank.ts",
    "if (places <= found.above || places",
    "if (places",
  ),
];
