/** The verdict on a table of prices, once its rows are read. */
import { placedIssues } from "#workers/market/file-rows.ts";
import type { FileTally } from "#workers/market/file-rows.ts";
import { CLOSE, HIGH, LOW, MARKET_CAP, OPEN, SHARES, VOLUME } from "#workers/market/row.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import type { RowStore } from "#workers/market/row-store.ts";
import { symbolNumber } from "#workers/market/symbols.ts";
import { RATE_CHOICE } from "#workers/model/import-check.ts";
import type { Answers, Frequency, ImportCheck, Question } from "#workers/model/import-check.ts";
import { countOf } from "../what/count-of.ts";
import { askColumns } from "../columns/ask-columns.ts";
import { leftOutOf } from "../what/check.ts";
import { mayBeInstruments } from "../columns/column-groups.ts";
import type { ColumnPlan } from "../columns/columns.ts";
import { readDateCell } from "../cells/dates.ts";
import type { FileCheck, OpenedTable } from "../what/file-check.ts";
import type { Findings } from "../rows/findings.ts";
import { adjustmentSentences } from "./judge-adjusted.ts";
import { qualityWarnings } from "./quality.ts";
import { isEmpty } from "../columns/table-columns.ts";
import { areRates, rateCheckOf } from "../rows/file-rates.ts";
import { UNKNOWN_SYMBOL } from "../rows/read-rows.ts";
import type { ReadPlan } from "../rows/read-rows.ts";
import type { Intake, PooledRows, RowPool } from "../rows/row-pool.ts";
import { listNames } from "../what/list-names.ts";
import { lateDays, unlikelyWeek } from "./late-days.ts";
import { createSurvey } from "./survey.ts";
import type { Surveyed, SurveyTerms } from "./survey.ts";
import { isCalledAdjusted, unseenDividends } from "../columns/adjusted-source.ts";
import { judgeOdd } from "./odd-questions.ts";
import { planRework, reworkRows } from "./rework.ts";
import { contradicts } from "../cells/symbol-name.ts";
import type { NamedSymbol } from "../cells/symbol-name.ts";
import { createRunEvidence, TURNED } from "./turned-runs.ts";
import { withoutOwnSplits } from "./unit-jumps.ts";
import { layoutName } from "../what/vendor.ts";

const DAY_MS = 86_400_000;
const COUNTED = [
  [VOLUME, "Volumes"],
  [MARKET_CAP, "Market caps"],
  [SHARES, "Share counts"],
] as const;

/** What reading a table's rows gave. */
export interface PriceReading {
  readonly known: ImportCheck;
  readonly opened: OpenedTable;
  readonly columns: ColumnPlan;
  readonly plan: ReadPlan;
  readonly findings: Findings;
  readonly tally: FileTally;
  readonly pool: RowPool;
  /** Its bars, folded into days where the file has several a day. */
  readonly intake: Intake;
  readonly isIntraday: boolean;
  readonly named: NamedSymbol | null;
  /** The symbol in a line above the table; null for none. */
  readonly ofLine: string | null;
  readonly questions: Question[];
  readonly warnings: string[];
  readonly answers: Answers;
}

/** A reading with what its bars showed. */
interface Judged extends PriceReading {
  readonly surveyed: Surveyed;
  /** True where month and day of some dates were exchanged, by the order of the rows. */
  readonly areTurned: boolean;
}

export async function judge(reading: PriceReading): Promise<FileCheck> {
  const { tally, intake, findings, questions, warnings, columns, opened, isIntraday, plan } = reading;
  const dayShift = isIntraday || plan.rates === "all" ? 0 : lateDays(reading);
  const runs = createRunEvidence();
  const { symbols: known } = reading.pool;
  const terms = {
    dayShift,
    today: Math.floor(Date.now() / DAY_MS),
    isRate: rateCheckOf(plan.rates, known),
  };
  const asRead = await withoutOwnSplits(
    surveyRows(reading, terms, (rows) => runs.add(rows)),
    reading,
    dayShift,
  );
  const rework = planRework(asRead, reading.answers, { symbols: known, file: plan.file });
  if (rework.size > 0) reworkRows(intake, rework, known.names, dayShift);
  const surveyed = rework.size > 0 ? surveyRows(reading, terms) : asRead;
  const judged = { ...reading, surveyed, areTurned: runs.areTurned() };
  const { bars, first, last, quality } = surveyed;
  const frequency = isIntraday ? "intraday" : surveyed.frequency;
  const symbols = settleSymbols(judged);
  questions.push(
    ...rateQuestions(judged),
    ...symbolQuestions(reading, symbols),
    ...lateQuestions(reading, symbols),
    ...wildQuestions(judged),
  );
  const odd = judgeOdd({
    file: plan.file,
    surveyed: asRead,
    frequency,
    answers: reading.answers,
    asked: questions,
    isCloseOnly: isCloseOnly(columns, tally, bars),
  });
  questions.push(...odd.questions);
  warnings.push(
    ...findingWarnings(judged),
    ...adjustmentSentences(surveyed.adjustment),
    ...unseenDividends(opened.table, columns, surveyed.adjustment, plan.price),
    ...calledAdjusted(judged),
    ...datedFirst(judged),
    ...namedOtherwise(judged),
    ...odd.warnings,
    ...surveyed.lostPoints,
    ...surveyed.ofAll,
    ...sameButForCase(symbols),
    ...qualityWarnings(quality),
  );
  if (isIntraday && reading.answers.intraday !== "fold") questions.push(intradayQuestion());
  const check: ImportCheck = {
    ...reading.known,
    format: layoutName(opened.table, structureOf(judged)),
    symbols: symbols.filter((symbol) => symbol !== UNKNOWN_SYMBOL),
    rates: symbols.filter((symbol) => symbol !== UNKNOWN_SYMBOL && areRates(plan.rates, symbol)),
    rows: findings.rows,
    bars,
    first: bars === 0 ? null : formatIsoDay(first),
    last: bars === 0 ? null : formatIsoDay(last),
    frequency,
    adjusted: columns.adjusted,
    adjustment: surveyed.adjustment,
    closeOnly: isCloseOnly(columns, tally, bars),
    leftOut: leftOutOf(tally),
    leftOutCount: tally.leftOut,
    questions,
    warnings,
    repeats: tally.repeats,
    quality,
  };
  const reason = refusalOf(judged, frequency, bars);
  if (reason !== null) return { check: { ...check, verdict: "refuse", message: reason }, rows: null };
  const verdict = questions.length > 0 ? "ask" : "ok";
  return { check: { ...check, verdict, message: messageOf(check) }, rows: keepRows(judged, check, dayShift) };
}

function surveyRows(
  { tally, intake }: PriceReading,
  terms: SurveyTerms,
  look: (rows: RowStore) => void = () => {},
): Surveyed {
  const survey = createSurvey(terms);
  intake.forEachPart(tally, (part) => survey.add(part), look);
  return survey.finish();
}

/** A file of one company has all its bars under the name that it has last. */
function keepRows(
  { intake, pool, tally, isIntraday, surveyed }: Judged,
  check: ImportCheck,
  dayShift: number,
): PooledRows {
  const [symbol, ...others] = check.symbols;
  const numberOf = (name: string): number => symbolNumber(pool.symbols, name);
  const isOne = symbol !== undefined && others.length === 0;
  return intake.finish({
    bars: surveyed.bars,
    closeOnly: isIntraday ? 0 : tally.closeOnly,
    dayShift,
    renamed: isOne
      ? new Map(surveyed.instruments.map((one) => [numberOf(one.symbol), numberOf(symbol)]))
      : null,
  });
}

/** Why none of it is stored; null for a file that may be. */
function refusalOf(
  { tally, findings, questions, surveyed, areTurned, columns, opened }: Judged,
  frequency: Frequency | null,
  bars: number,
): string | null {
  if (findings.otherOrder > 0) {
    return `dates in two orders: line ${findings.otherOrderLine} has day and month the other way round; write all dates as YYYY-MM-DD`;
  }
  if (findings.rows === 0) return "a header without rows; download the file again";
  if (areTurned) return TURNED;
  const mayBeRates = questions.some(({ choices }) => choices.includes(RATE_CHOICE));
  if (tally.leftOut * 20 > tally.rows && !mayBeRates) {
    const share = ((tally.leftOut / tally.rows) * 100).toFixed(1);
    const doubt = questions.find(({ about }) => about === "columns");
    const hint = doubt ? `${doubt.text} ` : "";
    return `${hint}${tally.leftOut} of ${tally.rows} rows (${share} %) cannot be used, and more than 5 % is too much to leave out; the first: ${placedIssues(tally)[0]?.message ?? ""}`;
  }
  if (findings.strays > 20 && findings.strays * 20 > findings.rows) {
    return `${countOf(findings.strays, "line is not a row", "lines are not rows")} of prices; download the data itself`;
  }
  if (bars === 0 && !mayBeRates) return "no row of shares in it";
  const future = surveyed.quality.reduce((sum, { futureBars }) => sum + futureBars, 0);
  if (future * 2 > bars && areCounts(columns, opened))
    return `${future} of ${bars} bars lie in the future, the last on ${formatIsoDay(surveyed.last)}: the column that was read as numbers of days is likely something else. Write dates as YYYY-MM-DD under a header date`;
  if (surveyed.areSwapped)
    return "day and month are swapped in dates up to the 12th, in a part of the file at least. As written they fall on weekends, and swapped back on weekdays. Download the file again, or write all dates as YYYY-MM-DD";
  const week = unlikelyWeek(surveyed, frequency);
  if (week !== null) return week;
  const isCoarse = frequency === "quarterly" || frequency === "yearly";
  if (isCoarse && !mayBeRates && surveyed.hasPrices)
    return `${frequency} bars; a run needs those of days, weeks or months, so download the file again with these`;
  return null;
}

/** True where days are counts, as 44200: any figure of five digits may be one. */
function areCounts({ date }: ColumnPlan, { table }: OpenedTable): boolean {
  const cell = date.type === "column" ? table.rows[0]?.[date.column] : undefined;
  return readDateCell(cell ?? "")?.shape === "serial";
}

/** A company that was renamed keeps its last name where that is the file's. */
function settleSymbols({ surveyed, named, warnings, answers }: Judged): string[] {
  const symbols = surveyed.instruments.map(({ symbol }) => symbol);
  const at = named === null ? -1 : symbols.findIndex((symbol) => symbol === named.symbol);
  if (symbols.length < 2 || at < 0 || answers.stretch === "cut") return symbols;
  const periods = surveyed.instruments
    .map(({ days }) => [days.first, days.last] as const)
    .toSorted(([a], [b]) => a - b);
  const areConsecutive = periods.every(
    ([first], place) => place === 0 || first > (periods[place - 1]?.[1] ?? 0),
  );
  if (!areConsecutive) return symbols;
  const own = symbols[at] ?? "";
  const others = symbols.filter((symbol) => symbol !== own);
  warnings.push(
    `${others.join(", ")} taken for an earlier name of ${own}: one follows the other, and the file is called ${own}.`,
  );
  return [own];
}

function symbolQuestions(
  { columns, named, ofLine, answers, plan, findings }: PriceReading,
  symbols: readonly string[],
): Question[] {
  if (answers.symbol !== undefined || findings.rows === 0) return [];
  if (columns.symbol >= 0 || columns.groups.some(({ symbol }) => symbol !== "")) {
    const [symbol = ""] = symbols;
    const isDoubtful = columns.symbol >= 0 || isInCapitals(columns, plan.header);
    if (!isDoubtful || symbols.length !== 1 || !named?.isExact || !contradicts(symbol, named.symbol))
      return [];
    const where = columns.symbol >= 0 ? "rows say" : "header says";
    const text = `The ${where} ${symbol}, the file's name says ${named.symbol}.`;
    return [{ about: "symbol", text, choices: [symbol, named.symbol] }];
  }
  if (ofLine !== null) return [];
  if (plan.symbol !== "" && (named === null || named.isSure || plan.symbol !== named.symbol)) return [];
  const choices = named ? [named.symbol] : [];
  return [
    { about: "symbol", text: "Neither the rows nor the file's name say which instrument this is.", choices },
  ];
}

/** `XYZ_OPEN`, `XYZ_CLOSE`: what stands before the fields may be a vendor's word and no symbol. */
function isInCapitals({ groups }: ColumnPlan, header: readonly string[]): boolean {
  const titles = groups.flatMap(({ columns }) => [...columns].flatMap((column) => header[column] ?? []));
  return titles.length > 1 && titles.every((title) => title === title.toUpperCase() && title.includes("_"));
}

/** What a line above the table says counts before the file's name. */
function namedOtherwise({ ofLine, named, answers }: Judged): string[] {
  const isOther = ofLine !== null && named?.isExact === true && contradicts(ofLine, named.symbol);
  if (!isOther || answers.symbol !== undefined) return [];
  return [`A line above the table says ${ofLine}, the file's name ${named.symbol}: the line counts.`];
}

/** Columns of a wide table whose first price stands far down, under names that need not be an instrument's. */
function lateQuestions({ columns, answers }: PriceReading, symbols: readonly string[]): Question[] {
  const begun = columns.late.filter((name) => symbols.includes(name));
  if (begun.length === 0 || answers.columns?.includes("late")) return [];
  return [askColumns("late", `${mayBeInstruments(begun)} Is that right?`)];
}

/** A column that is no price among the highs and lows, as where columns were exchanged or a number lost its point. */
/**
 * Closes that no price has are a rate's, likely, where they stand alone, and where a file of prices would be refused for
 * them. Vendors write 0 for a day without a price.
 */
function rateQuestions({ tally, columns, opened, questions, answers }: Judged): Question[] {
  const { rows, leftOut, closesOfZero, closesBelowZero } = tally;
  const isAsked = questions.some(({ choices }) => choices.includes(RATE_CHOICE));
  if (isAsked || answers.figures === "rate" || answers.columns?.includes("rates")) return [];
  const areAlone = columns.groups.every(({ columns: own }) =>
    [OPEN, HIGH, LOW].every((slot) => own[slot] === -1 || isEmpty(opened.table, own[slot] ?? -1)),
  );
  const found = closesBelowZero + (areAlone ? closesOfZero : 0);
  const isMuch = found * 20 > rows;
  if (!isMuch && !(areAlone && closesBelowZero > 0)) return [];
  const text = `${countOf(found, "close")} of ${rows} ${found === 1 ? "is" : "are"} 0 or below, which no price is. Are these figures rates, such as yields, which may be any number and which nobody trades? As prices those rows would be left out.`;
  const asPrices = leftOut * 20 > rows ? [] : ["take"];
  const choices = isMuch ? [RATE_CHOICE, ...asPrices] : [...asPrices, RATE_CHOICE];
  return [askColumns("rates", text, [...choices, "leave out"])];
}

function wildQuestions({ surveyed: { wild, bars }, answers, questions }: Judged): Question[] {
  const isAsked = questions.some(({ about }) => about === "columns");
  if (wild * 20 <= bars || wild === 0 || isAsked || answers.columns?.includes("wild")) return [];
  const text = `${wild} of ${bars} bars have a high above 100 times their close, a low below a hundredth of it, or an impossible volume. A column is likely something else. Is that right?`;
  return [askColumns("wild", text)];
}

function intradayQuestion(): Question {
  return {
    about: "intraday",
    text: "Several bars a day: they can be folded into days (first open, highest high, lowest low, last close, sum of volumes).",
    choices: ["fold", "leave out"],
  };
}

function findingWarnings({ findings, columns, plan, surveyed: { hasPrices } }: Judged): string[] {
  const warnings: string[] = [];
  const { otherSeries, repeatedHeaders, events, means, strays } = findings;
  if (otherSeries.size > 0) {
    const list = [...otherSeries].map(([series, count]) => `${series} ${count}`).join(", ");
    warnings.push(`Rows of other series than shares are passed over: ${list}.`);
  }
  if (repeatedHeaders > 0)
    warnings.push(`The header comes ${countOf(repeatedHeaders, "more time", "more times")} among the rows.`);
  if (means > 0)
    warnings.push(
      `${countOf(means, "close has", "closes have")} a minus, CRSP's sign for the mean of bid and ask on a day without a trade; the minus is left out.`,
    );
  if (events > 0)
    warnings.push(
      `${countOf(events, "line with a dividend or a split is", "lines with dividends or splits are")} passed over.`,
    );
  if (strays > 0)
    warnings.push(`${countOf(strays, "line is not a row", "lines are not rows")} of prices, e.g. a footer.`);
  if (columns.note !== "") warnings.push(columns.note);
  if (plan.lots !== "") warnings.push(plan.lots);
  for (const [slot, name] of COUNTED) {
    const unit = slot === VOLUME && plan.lots !== "" ? 1 : (plan.units[slot] ?? 1);
    if (unit !== 1) warnings.push(`${name} are counted in units of ${unit}.`);
  }
  const { unknown, groups } = columns;
  if (unknown.length > 0) warnings.push(`Columns that are not taken: ${unknown.slice(0, 10).join(", ")}.`);
  if (!hasPrices) return warnings;
  const hasVolume = groups.some((group) => (group.columns[VOLUME] ?? -1) >= 0);
  if (!hasVolume) warnings.push("No volume column: every bar has volume 0.");
  if (columns.adjusted) warnings.push("Only adjusted prices: they are stored as the prices.");
  return warnings;
}

/** Symbols are taken as they are written: `ABC` and `abc` are two, which may be one by mistake. */
function sameButForCase(symbols: readonly string[]): string[] {
  const first = new Map<string, string>();
  const alike: string[] = [];
  for (const symbol of symbols) {
    const capitals = symbol.toUpperCase();
    const known = first.get(capitals);
    if (known === undefined) first.set(capitals, symbol);
    else if (known !== symbol) alike.push(`${known} and ${symbol}`);
  }
  if (alike.length === 0) return [];
  return [`Symbols that differ only in capitals are taken as different instruments: ${listNames(alike)}.`];
}

/** A title or name that says adjusted, over prices that jump like a split. */
function calledAdjusted({ columns, plan, surveyed }: Judged): string[] {
  const jumps = surveyed.quality.flatMap(({ splits }) => splits);
  const isCalled = columns.adjusted || (surveyed.adjustment === null && isCalledAdjusted(plan.file));
  if (!isCalled || jumps.length === 0) return [];
  return [
    `Called adjusted, but prices jump like splits ${jumps.length === 1 ? "once" : `${jumps.length} times`}: they were not adjusted for those.`,
  ];
}

/** Months that are called by their first day, on which nobody knows their close. */
function datedFirst({ surveyed: { frequency, barsOfPrices, firsts } }: Judged): string[] {
  if (frequency !== "monthly" || firsts === 0 || firsts * 10 < barsOfPrices * 9) return [];
  return [
    "Bars are of months, and nearly all are dated by a first of the month. Such dates mostly mean the month that follows, whose close nobody knows on that day: a run would look ahead by a month. Date each bar by the month's last day.",
  ];
}

function structureOf({ columns, surveyed, plan }: Judged): string {
  if (columns.isWide) return "one column an instrument";
  if (columns.date.type === "none") return "one file a day";
  if (columns.symbol >= 0 && surveyed.instruments.length > 1)
    return "several instruments, symbol in a column";
  return plan.header.length === 0 ? "one instrument, no header" : "one instrument";
}

function messageOf({ symbols, rates, bars, first, last, leftOutCount, questions }: ImportCheck): string {
  const [question] = questions;
  if (question) return question.text;
  const who = symbols.length === 1 ? (symbols[0] ?? "") : `${symbols.length} instruments`;
  const left = leftOutCount > 0 ? `; ${countOf(leftOutCount, "row")} left out` : "";
  const what = symbols.length > 0 && rates.length === symbols.length ? "rate" : "bar";
  return `${who}: ${countOf(bars, what)} from ${first ?? ""} to ${last ?? ""}${left}.`;
}

/** True when no bar has more than a close. */
function isCloseOnly({ groups }: ColumnPlan, { closeOnly }: FileTally, bars: number): boolean {
  return (
    bars > 0 &&
    (closeOnly === bars ||
      groups.every(({ columns }) =>
        columns.every((column, slot) => slot === CLOSE || slot >= VOLUME || column < 0),
      ))
  );
}
