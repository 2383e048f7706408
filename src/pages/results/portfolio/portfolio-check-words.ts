/** What the checks that only a portfolio has found, in words. */
import { wordsAtEnds } from "#src/format/bar-words.ts";
import { formatDay, formatMonth } from "#src/format/day.ts";
import { formatMoney, formatMoneyCompact } from "#src/format/money.ts";
import { countOf, formatCount, formatDecimal, formatPercent } from "#src/format/number.ts";
import type {
  LastedOutcome,
  LastedStart,
  ScheduleDay,
  SetBackChoice,
  SetBackOutcome,
} from "#src/storage/robustness-record.ts";
import type { Frequency } from "#workers/model/report.ts";
import { takesOut } from "#workers/model/flow.ts";
import type { Flow } from "#workers/model/flow.ts";
import type { LastingDraws } from "#workers/model/lasting.ts";
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
export function setBackVerdict(outcome: SetBackOutcome, frequency?: Frequency): string {
  const { days, ways } = outcome;
  const winner = winnerOf(outcome);
  if (winner === null)
    return `No way made most on more than half of ${formatCount(days)} days on which orders may be decided. Which of them is ahead is luck of the day.`;
  const never = ways.find(({ way }) => way === "never");
  const first = `${WAY_NAMES[winner.way]} made most on ${formatCount(winner.leads)} of ${formatCount(days)} days on which orders may be decided`;
  if (!never || winner.way === "never") return `${first}: setting back cost money here.`;
  return `${first}; its ${wordsAtEnds("deepest fall", frequency)} is ${fallBeside(winner.maxDrawdown, never.maxDrawdown)} without setting back.`;
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
  return `From ${sum(worst)} on the ${ordinal(worst.day)} to ${sum(best)} on the ${ordinal(best.day)} session of a period. That is ${apart} between the worst and the best day, by nothing but the calendar.${where}`;
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

/** Which starts were tried; whoever thinks of more years hears why there are none. */
export function startsInWords({ years }: LastedOutcome): string {
  const tried = `${years} years from every month of the run that leaves them`;
  return years < LONGEST_ASKED ? `${tried}; the run is too short for more` : tried;
}

/** Years of the longest retirement that is tried. */
const LONGEST_ASKED = 30;

/** "118 of 132 starts (89%)", never 100 % where one failed. */
export function shareLasted({ starts }: LastedOutcome): string {
  const lasted = starts.filter(({ ranOut }) => ranOut === null).length;
  return `${formatCount(lasted)} of ${countOf(starts.length, "start")} (${shareText(lasted, starts.length)})`;
}

function shareText(lasted: number, all: number): string {
  const percent = lasted === all ? 1 : Math.min(0.99, lasted / all);
  return formatPercent(Math.floor(percent * 100), 0);
}

/** "91% of 2,000 orders of months", likewise. */
export function shareDrawn({ lasted, paths }: LastingDraws): string {
  return `${shareText(lasted, paths)} of ${formatCount(paths)} orders of months`;
}

/** "₹2.1M, nine of ten between ₹0 and ₹9.8M". */
export function leftInDraws({ left }: LastingDraws, currency: string): string {
  const sum = (value: number) => formatMoneyCompact(value, currency);
  return `${sum(left.p50)}, nine of ten between ${sum(left.p5)} and ${sum(left.p95)}`;
}

/** How the draws are made, and what they can't say. */
export function drawsMeaning({ paths, months, blockMonths }: LastingDraws, years: number): string {
  return `A start in an average month. ${formatCount(paths)} times ${years} years are put together of this run's own ${countOf(months, "month")}, ${countOf(blockMonths, "month")} running at a time, with the same plan of money. Starts that follow each other share most of their years; these orders do not, but they know no year that the run did not have.`;
}

/** When money goes out, and what hangs on it. "" without a flow that takes some out. */
export function timingInWords({ simulation }: Strategy): string {
  const taking = (simulation.flows ?? []).filter(takesOut);
  const [first] = taking;
  if (!first) return "";
  const begins =
    first.from == null ? `first ${AFTER[first.every]} the start` : `first on ${formatDay(first.from)}`;
  const others = taking.length > 1 ? ` (and ${countOf(taking.length - 1, "other payment")})` : "";
  return `Money goes out ${OFTEN[first.every]}, ${begins}${others}. The day matters. Studies that take a year's money on its first day, not on its last, find up to 16 points fewer starts that last.`;
}

const OFTEN: Readonly<Record<Flow["every"], string>> = {
  once: "once",
  weekly: "each week",
  monthly: "each month",
  quarterly: "each quarter",
  yearly: "each year",
};

const AFTER: Readonly<Record<Flow["every"], string>> = {
  once: "at",
  weekly: "a week after",
  monthly: "a month after",
  quarterly: "a quarter after",
  yearly: "a year after",
};

export function worstInWords(start: LastedStart, currency: string): string {
  const month = formatMonth(start.from.slice(0, 7));
  return start.ranOut === null
    ? `${month}: ${formatMoney(start.endValue, currency, 0)} left`
    : `${month}: gone on ${formatDay(start.ranOut)}`;
}
