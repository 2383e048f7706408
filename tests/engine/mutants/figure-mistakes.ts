/** Mistakes in the figures of the report. */
import { mistake } from "./mistake.ts";
import type { Mutant } from "./mistake.ts";

export const figures: readonly Mutant[] = [
  mistake(
    "deviations are those of a population",
    "statistics.ts",
    "squares / (count - 1)",
    "squares / count",
  ),
  mistake("a year has 365 days", "statistics.ts", "DAYS_PER_YEAR = 365.25", "DAYS_PER_YEAR = 365"),
  mistake("a year has 250 sessions", "statistics.ts", "SESSIONS_PER_YEAR = 252", "SESSIONS_PER_YEAR = 250"),
  mistake(
    "the downside is averaged over one return less",
    "statistics.ts",
    "Math.sqrt(shortfalls / count)",
    "Math.sqrt(shortfalls / (count - 1))",
  ),
  mistake(
    "drawdowns are measured from the start",
    "drawdown.ts",
    "const fall = equity[row] / equity[peakRow] - 1;",
    "const fall = equity[row] / equity[0] - 1;",
  ),
  mistake(
    "breaking even is a win",
    "measure.ts",
    "profitOf(plan, ledger, position) > 0",
    "profitOf(plan, ledger, position) >= 0",
  ),
  mistake(
    "open positions are trades",
    "measure.ts",
    "if (ledger.reason[position] === STILL_OPEN) continue;",
    "",
  ),
  mistake(
    "a year begins with its own first session",
    "measure.ts",
    "startValue = endValue;",
    "startValue = equity[Math.min(row + 1, equity.length - 1)];",
  ),
  mistake(
    "the benchmark's base is the first bar of its data",
    "benchmark.ts",
    "if (session === firstSession) base = close[bar];",
    "if (session === firstSession) base = close[0];",
  ),
  mistake(
    "an index that begins late serves all the same",
    "benchmark.ts",
    "return first !== undefined && first <= firstDay;",
    "return first !== undefined;",
  ),
  mistake(
    "late listings weigh in the equal-weight benchmark",
    "benchmark.ts",
    "const baseRow = rowOn(closes.calendar, member, firstSession);",
    "const baseRow = Math.max(rowOn(closes.calendar, member, firstSession), closes.calendar.fromRow[member]);",
  ),
  mistake(
    "the equal-weight benchmark's whole words are of the word before",
    "bar-kernels.ts",
    "(run.first - run.member * closes.calendar.words) * WORD;",
    "Math.max(0, run.first - run.member * closes.calendar.words - 1) * WORD;",
  ),
  mistake(
    "a missing adjClose is not told",
    "plan.ts",
    "barsWithoutAdjClose === 0",
    "barsWithoutAdjClose >= 0",
  ),
];
