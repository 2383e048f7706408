/** What the checks that only a portfolio has found, in words. */
import { formatDay, formatMonth } from "#src/format/day.ts";
import { formatMoney } from "#src/format/money.ts";
import { countOf, formatCount, formatDecimal, formatPercent } from "#src/format/number.ts";
import type {
  LastedOutcome,
  LastedStart,
  ScheduleDay,
  SetBackChoice,
  SetBackOutcome,
} from "#src/storage/robustness-record.ts";
import type { Strategy } from "#workers/model/strategy.ts";

export const WAY_NAMES: Readonly<Record<SetBackChoice["way"], string>> = {
  own: "As this run",
  never: "Never",
  yearly: "Each year",
  band: "When 5 points or a quarter off",
  quarterly: "Each quarter",
  monthly: "Each month",
};

/** Which of the ways is the run's. */
export function ownWay({ simulation }: Strategy, { ways }: SetBackOutcome): SetBackChoice["way"] | null {
  const { rebalance = "never", rebalanceBand = null } = simulation;
  const own = ways.find(({ way }) => way === "own");
  if (own) return "own";
  return rebalance === "daily" && rebalanceBand !== null
    ? "band"
    : (ways.find(({ way }) => way === rebalance)?.way ?? null);
}

/** Who made most on most of the days; null where nobody did. */
export function winnerOf({ days, ways }: SetBackOutcome): SetBackChoice | null {
  return ways.find(({ leads }) => 2 * leads > days) ?? null;
}

/** Whether setting back is worth it, in a sentence or two. */
export function setBackVerdict(outcome: SetBackOutcome): string {
  const { days, ways } = outcome;
  const winner = winnerOf(outcome);
  if (winner === null)
    return `No way made most on more than half of ${formatCount(days)} days on which orders may be decided: which of them is ahead is luck of the day.`;
  const never = ways.find(({ way }) => way === "never");
  const first = `${WAY_NAMES[winner.way]} made most on ${formatCount(winner.leads)} of ${formatCount(days)} days on which orders may be decided`;
  if (!never || winner.way === "never") return `${first}: setting back cost money here.`;
  return `${first}; its deepest fall is ${fallBeside(winner.maxDrawdown, never.maxDrawdown)} without setting back.`;
}

/** "3.0 points shallower than", of falls in percent, <= 0. */
function fallBeside(own: number, other: number): string {
  const points = formatDecimal(Math.abs(own - other), 1);
  if (!/[1-9]/.test(points)) return "as deep as";
  return `${points} points ${own > other ? "shallower" : "deeper"} than`;
}

/** How far best and worst day lie apart, and where the run's own is. */
export function dayLuckInWords(days: readonly ScheduleDay[], own: number, currency: string): string {
  const byValue = days.toSorted((a, b) => b.endValue - a.endValue);
  const [best, worst] = [byValue[0], byValue.at(-1)];
  if (!best || !worst) return "";
  const place = byValue.findIndex(({ day }) => day === own) + 1;
  const sum = ({ endValue }: ScheduleDay) => formatMoney(endValue, currency, 0);
  const apart = formatPercent((best.endValue / worst.endValue - 1) * 100, 1);
  const where =
    place === 0 ? "" : ` This run's, the ${ordinal(own)}, is number ${place} of ${formatCount(days.length)}.`;
  return `From ${sum(worst)} on the ${ordinal(worst.day)} to ${sum(best)} on the ${ordinal(best.day)} session of a period: ${apart} between the worst and the best day, by nothing but the calendar.${where}`;
}

const ENDINGS: Readonly<Record<string, string>> = { one: "st", two: "nd", few: "rd", other: "th" };
const ordinals = new Intl.PluralRules("en", { type: "ordinal" });

function ordinal(count: number): string {
  return `${count}${ENDINGS[ordinals.select(count)]}`;
}

/** In currency: half of the starts left no more. The lower middle one of an even number. */
export function medianLeft({ starts }: LastedOutcome): number {
  const left = starts.map(({ endValue }) => endValue).toSorted((a, b) => a - b);
  return left[Math.floor((left.length - 1) / 2)] ?? 0;
}

/** "118 of 132 starts (89%)", never 100 % where one failed. */
export function shareLasted({ starts }: LastedOutcome): string {
  const lasted = starts.filter(({ ranOut }) => ranOut === null).length;
  const share = lasted / starts.length;
  const percent = lasted === starts.length ? 1 : Math.min(0.99, share);
  return `${formatCount(lasted)} of ${countOf(starts.length, "start")} (${formatPercent(Math.floor(percent * 100), 0)})`;
}

export function worstInWords(start: LastedStart, currency: string): string {
  const month = formatMonth(start.from.slice(0, 7));
  return start.ranOut === null
    ? `${month}: ${formatMoney(start.endValue, currency, 0)} left`
    : `${month}: gone on ${formatDay(start.ranOut)}`;
}
