/** What is said and asked of odd bars: filled weekends, months before days, pence before pounds, figures that are no prices. */
import { formatIsoDay } from "#workers/model/day.ts";
import { RATE_CHOICE } from "#workers/model/import-check.ts";
import type { Answers, Frequency, Question } from "#workers/model/import-check.ts";
import { askColumns } from "../columns/ask-columns.ts";
import { countOf } from "../what/count-of.ts";
import { lostZeros, zerosQuestion } from "./lost-zeros.ts";
import { nameOfStretch } from "./rework.ts";
import type { Surveyed } from "./survey.ts";
import { unitJumps } from "./unit-jumps.ts";

export interface OddFindings {
  readonly questions: readonly Question[];
  readonly warnings: readonly string[];
}

interface OddTerms {
  readonly file: string;
  /** Before anything was put in place of it. */
  readonly surveyed: Surveyed;
  /** Of what is stored. */
  readonly frequency: Frequency | null;
  readonly answers: Answers;
  /** What is asked already. */
  readonly asked: readonly Question[];
  /** True where the bars have no more than a close. */
  readonly isCloseOnly: boolean;
}

export function judgeOdd(terms: OddTerms): OddFindings {
  const { surveyed, answers } = terms;
  const symbols = surveyed.instruments.map(({ symbol }) => symbol);
  const lost = lostZeros(symbols);
  const sparse = sparseText(terms);
  const isAskedAsRate = terms.asked.some(({ choices }) => choices.includes(RATE_CHOICE));
  const questions = [
    zerosQuestion(lost, symbols, answers),
    stretchQuestion(surveyed, answers),
    hundredthsQuestion(terms),
    largeQuestion(surveyed, answers),
    nightsQuestion(terms),
    sparse === null || isAskedAsRate ? null : sparseQuestion(sparse, terms),
  ];
  return {
    questions: questions.filter((question) => question !== null),
    warnings: [
      ...filledWarnings(surveyed),
      ...badBarWarnings(surveyed),
      ...(sparse !== null && isAskedAsRate ? [`${sparse}.`] : []),
    ],
  };
}

const WEEKDAYS = ["Sundays", "Mondays", "Tuesdays", "Wednesdays", "Thursdays", "Fridays", "Saturdays"];

function filledWarnings({ instruments }: Surveyed): string[] {
  const byWeekend = new Map<string, { days: number; idle: number }>();
  for (const { filled } of instruments) {
    if (!filled) continue;
    const name = filled.weekend.map((weekday) => WEEKDAYS[weekday] ?? "").join(" and ");
    const { days, idle } = byWeekend.get(name) ?? { days: 0, idle: 0 };
    byWeekend.set(name, { days: days + filled.days.length, idle: idle + filled.idle });
  }
  return [...byWeekend].flatMap(([weekend, { days, idle }]) => {
    const repeats = days - idle;
    const ofRepeats = `${countOf(repeats, "row")} of ${weekend} ${repeats === 1 ? "repeats" : "repeat"} the row before, as filled calendars do: left out.`;
    const ofIdle = `${countOf(idle, "row")} of ${weekend} ${idle === 1 ? "has" : "have"} no trade and the close of the day before: left out.`;
    return [repeats > 0 ? ofRepeats : "", idle > 0 ? ofIdle : ""].filter((text) => text !== "");
  });
}

function badBarWarnings({ instruments }: Surveyed): string[] {
  const found = instruments.flatMap(({ symbol, odd }) =>
    (odd?.jumps ?? []).filter(({ isOneBar }) => isOneBar).map(({ day, times }) => ({ symbol, day, times })),
  );
  const [first] = found;
  if (!first) return [];
  const where = `${first.symbol} ${formatIsoDay(first.day)}${found.length > 1 ? ` and ${found.length - 1} more` : ""}`;
  const what = first.times > 1 ? "a hundred times" : "a hundredth of";
  return [`One bar at ${what} its neighbours is a bad one and no split: ${where}.`];
}

function stretchQuestion({ instruments }: Surveyed, { stretch: answer }: Answers): Question | null {
  const found = instruments.flatMap(({ symbol, odd }) => (odd?.stretch ? [{ symbol, ...odd.stretch }] : []));
  const [first] = found;
  if (!first || answer !== undefined) return null;
  const { symbol, frequency, beside, from, to, bars } = first;
  const unit = frequency === "weekly" ? "weeks" : "months";
  const more = found.length > 1 ? ` (and so ${countOf(found.length - 1, "instrument")} more)` : "";
  const text = `${symbol} has ${frequency} bars from ${formatIsoDay(from)} to ${formatIsoDay(to)}, ${bars} of them, beside ${beside} ones${more}. Look-backs count bars, so 30 of them would be 30 ${unit} there. Leave those bars out, or cut them off as an instrument ${nameOfStretch(symbol, first)}?`;
  return { about: "stretch", text, choices: ["drop", "cut", "keep", "leave out"] };
}

function hundredthsQuestion({ surveyed: { instruments }, file, answers }: OddTerms): Question | null {
  if (answers.hundredths !== undefined) return null;
  const found = instruments.flatMap((one) =>
    unitJumps(one, file).map(({ day, times }) => ({ symbol: one.symbol, day, times })),
  );
  const [first] = found;
  if (!first) return null;
  const { symbol, day, times } = first;
  const [what, change] =
    times < 1 ? ["a hundredth of", "pence, then pounds"] : ["a hundred times", "pounds, then pence"];
  const more = found.length > 1 ? ` (and ${countOf(found.length - 1, "such jump")} more)` : "";
  const text = `From ${formatIsoDay(day)} on prices of ${symbol} are ${what} those before${more}: ${change}, or the like? They can all be brought to the smaller unit.`;
  return { about: "hundredths", text, choices: ["join", "keep", "leave out"] };
}

function largeQuestion({ instruments, barsOfPrices }: Surveyed, { columns }: Answers): Question | null {
  const large = instruments.reduce((sum, { odd }) => sum + (odd?.large ?? 0), 0);
  if (large * 2 <= barsOfPrices || columns?.includes("large")) return null;
  const text = `Closes above 100,000,000 are hardly prices: market values, volumes or turnover? (${countOf(large, "bar")} of ${barsOfPrices}.) Are they prices?`;
  return askColumns("large", text, ["leave out", "take"]);
}

/** So many nights like splits that no market has them. */
const MOST_NIGHTS = 0.1;
const LEAST_NIGHTS = 6;
const LEAST_BARS = 20;

function nightsQuestion({ surveyed, answers, asked }: OddTerms): Question | null {
  const { instruments, barsOfPrices } = surveyed;
  const isAsked = asked.some(({ about }) => about === "columns") || answers.columns?.includes("nights");
  const nights = instruments.reduce((sum, { odd }) => sum + (odd?.nights ?? 0), 0);
  if (isAsked || nights < LEAST_NIGHTS || nights <= MOST_NIGHTS * barsOfPrices) return null;
  const text = `${nights} of ${barsOfPrices} closes are far from the one before, as by a split: no prices behave so, and volumes, counts and returns do. Are they prices?`;
  return askColumns("nights", text, ["leave out", "take", RATE_CHOICE]);
}

const DAYS_OF_YEAR = 365.25;
/** Fewer bars a year than of weeks and of days with many holidays. */
const FEWEST_A_YEAR = 60;
const LEAST_YEARS = 2;

/** "58 days in 19 years are no daily prices"; null for what may be prices of days, weeks or months. */
function sparseText({ surveyed, frequency, answers }: OddTerms): string | null {
  if (answers.figures === "rate" || answers.columns?.includes("sparse")) return null;
  if (frequency !== "irregular") return null;
  if (surveyed.instruments.some(({ odd }) => odd?.stretch)) return null; // that is asked by itself
  const priced = surveyed.instruments.filter(({ isRate }) => !isRate);
  const years = priced.reduce((sum, { days }) => sum + Math.max(0, days.last - days.first), 0) / DAYS_OF_YEAR;
  const { barsOfPrices } = surveyed;
  const areFew = barsOfPrices < LEAST_BARS || years < LEAST_YEARS * priced.length;
  if (areFew || barsOfPrices >= FEWEST_A_YEAR * years) return null;
  const of = priced.length === 1 ? "" : ` of ${priced.length} instruments`;
  return `${barsOfPrices} days in ${Math.round(years)} years${of} are no daily prices`;
}

function sparseQuestion(text: string, { isCloseOnly }: OddTerms): Question {
  const asked = `${text}: a rate or another figure of an economy, or prices with most days missing? As prices their look-backs would reach back for years.`;
  return askColumns(
    "sparse",
    asked,
    isCloseOnly ? [RATE_CHOICE, "take", "leave out"] : ["take", RATE_CHOICE, "leave out"],
  );
}
