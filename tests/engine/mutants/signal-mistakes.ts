/** Mistakes in what is seen at a close: looking ahead, and the conditions. */
import { mistake, peek } from "./mistake.ts";
import type { Mutant } from "./mistake.ts";

export const lookAheads: readonly Mutant[] = [
  peek(
    "the price against an old close is tomorrow's",
    "buy-rules.ts",
    "atLeast(close[bar], close[bar - days])",
    "atLeast(close[bar + 1], close[bar - days])",
  ),
  peek(
    "the old close that the price is held against is tomorrow's, in whole words",
    "bar-kernels.ts",
    "const earlier = close - earlierDays * DOUBLE;",
    "const earlier = close + earlierDays * DOUBLE;",
  ),
  peek(
    "the price against the moving average is tomorrow's",
    "buy-rules.ts",
    "const above = close[bar] * factor",
    "const above = close[bar + 1] * factor",
  ),
  peek(
    "the price against the moving average is tomorrow's, in whole words",
    "bar-kernels.ts",
    "kernel(close, earlier, oldest, count,",
    "kernel(close + DOUBLE, earlier, oldest + DOUBLE, count,",
  ),
  peek(
    "price growth ends tomorrow",
    "conditions.ts",
    "closes.copy(member, { from: row + first, to: stop }, close);",
    "closes.copy(member, { from: row + first + 1, to: stop + 1 }, close);",
  ),
  peek(
    "positions are marked at tomorrow's close",
    "simulate.ts",
    "equity += ledger.quantity[position] * ledger.close[position];",
    "equity += ledger.quantity[position] * plan.priceOf.close(ledger.row[position] + 1, ledger.member[position]);",
  ),
  peek(
    "an instrument that never trades again is sold at once",
    "simulate.ts",
    "if (session - ledger.barSession[position] < DELISTED_AFTER_SESSIONS) continue;",
    `const isLastBar = ledger.row[position] + 1 === plan.calendar.toRow[ledger.member[position]];
     if (session - ledger.barSession[position] < (isLastBar ? 1 : DELISTED_AFTER_SESSIONS)) continue;`,
  ),
  peek(
    "volume is sorted by tomorrow's",
    "priority.ts",
    "return volume;",
    "return (row, member) => volume(row + 1, member);",
  ),
];

export const conditions: readonly Mutant[] = [
  mistake(
    "comparisons do not forgive rounding",
    "forgive.ts",
    "return b - TOLERANCE * Math.abs(b);",
    "return b;",
  ),
  mistake(
    "the minimum price looks at adjusted prices",
    "conditions.ts",
    "fileCloses.copy(member",
    "plan.facts.closes.copy(member",
  ),
  mistake(
    "the daily value looks at adjusted prices",
    "facts.ts",
    "barsWithoutAdjClose: barsWithout,",
    "barsWithoutAdjClose: barsWithout, dailyValues: (days) => dailyValues(calendar, close, volume, days),",
  ),
  mistake(
    "the moving average forgets a bar too late",
    "rolling.ts",
    "ended += column[from + at];",
    "ended += column[from + at - 1];",
  ),
  mistake("the moving average never forgets", "rolling.ts", "if (at === start + n) begun = 0;", ""),
  mistake(
    "the moving average starts a bar too early",
    "buy-rules.ts",
    "if (bar < meanDays - 1) continue;",
    "if (bar < meanDays - 2) continue;",
  ),
  mistake(
    "price growth needs a bar too few",
    "conditions.ts",
    "{ from: row + first - days, to: stop - days }",
    "{ from: row + first - days + 1, to: stop - days + 1 }",
  ),
  {
    name: "a zone speaks for bars with too few before them",
    edits: [
      {
        file: "zones.ts",
        find: "if (first < days || present[at] === 0) return -Infinity;",
        replace: "if (first < days - 31 || present[at] === 0) return -Infinity;",
      },
      {
        file: "zones.ts",
        find: "mostOf[start + ((first - days) >> 5)]",
        replace: "mostOf[start + (Math.max(0, first - days) >> 5)]",
      },
    ],
    peeks: false,
  },
  {
    name: "a zone of daily values counts bars with too few before them",
    edits: [
      { file: "zones.ts", find: "least[word] = first < 0 ? -Infinity : low;", replace: "least[word] = low;" },
    ],
    peeks: false,
  },
  mistake("an 'any' group lets pass what none of its conditions does", "candidates.ts", "bits.fill(0);", ""),
  mistake(
    "an 'any' group stops at its first condition",
    "candidates.ts",
    "undecided[at] &= ~passing[at];",
    "undecided[at] = 0;",
  ),
  mistake(
    "verdicts are not moved past missing bars",
    "bits.ts",
    "if (places === FULL) return packed;",
    "return packed & places;",
  ),
  mistake(
    "an instrument with holes has every session",
    "calendar.ts",
    "const missing = sessions.bits[at + shift] & ~bits[at];",
    "const missing = 0;",
  ),
  mistake(
    "everybody who ties at the edge of the rank is in",
    "cap-rank.ts",
    "cut.surplus[k] = reaching - wanted;",
    "",
  ),
  mistake(
    "whose caps are as large as those at the edge of the rank is out",
    "cap-rank.ts",
    "if (mostSize(sizes) < edges.low[word]) return 0;",
    "if (mostSize(sizes) <= edges.low[word]) return 0;",
  ),
  mistake(
    "the floor of the rank's caps is a size too high",
    "cap-floors.ts",
    "leastAbove(of, 0, 0)",
    "leastAbove(of + 1, 0, 0)",
  ),
  mistake(
    "the floor of the rank's caps is that of instruments which are not always there",
    "cap-floors.ts",
    "if (stop - bar < sessions || low <= 0) continue;",
    "if (low <= 0) continue;",
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
    "placesFor(percent, members - absent[session >> 5] - without)",
    "placesFor(percent, members)",
  ),
  mistake(
    "the rank looks for its edge near yesterday's alone",
    "cap-rank.ts",
    "{ k, wanted, low: 0, high: Infinity }",
    "{ k, wanted, ...near }",
  ),
  mistake(
    "the edge of the rank is looked for among those who are there on other sessions",
    "rank-edges.ts",
    "places[session] + missing[session]",
    "places[session]",
  ),
  mistake(
    "an instrument above the edge of the rank counts on sessions without its market cap",
    "rank-band.ts",
    "if (bits[start + word] !== FULL) leaveOut(edges, word, bits[start + word]);",
    "",
  ),
];
