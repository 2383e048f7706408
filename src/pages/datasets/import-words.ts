/** What the dry run says in words, kept apart from how it is drawn. */
import { formatDay, formatDayRange } from "#src/format/day.ts";
import { countOf } from "#src/format/number.ts";
import { shown } from "#src/format/shown.ts";
import { describeLag } from "#workers/model/fact-lag.ts";
import type { CheckedFile, DryRun, ImportPlan, PlannedData } from "#workers/model/import-plan.ts";
import type { FileNotes } from "#workers/model/reading.ts";
import { questionKey, RATE_CHOICE } from "#workers/model/import-check.ts";
import type { Adjustment, Answers, ColumnDoubt, FileKind, Question } from "#workers/model/import-check.ts";
import type { FileGroup, GroupQuestion } from "./group-files.ts";
import { totalsOf } from "./group-files.ts";

const BESIDE_PRICES: readonly FileKind[] = ["instruments", "facts", "actions"];

/**
 * "1 file, 1 instrument, 5,000 bars, 03/01/2000 – 31/12/2020: looks good", which is said of nothing that is still asked.
 *
 * @param unsaid - files whose exchange or currency is not known yet
 * @param nights - that look like splits, with nothing decided about them
 */
export function describePlan(
  { files, planned, before }: DryRun,
  { leftOut }: Pick<ImportPlan, "leftOut">,
  unsaid: ReadonlySet<string>,
  nights: number,
): string {
  const isIn = ({ file }: CheckedFile) => !leftOut.has(file);
  const asking = files.filter((file) => isIn(file) && file.verdict === "ask").length;
  const open = files.filter((one) => isIn(one) && (one.verdict === "ask" || unsaid.has(one.file))).length;
  const out = files.length - files.filter((file) => isIn(file) && file.verdict !== "refuse").length;
  const isGood = (file: CheckedFile) => isIn(file) && file.verdict === "ok";
  const kinds = new Set(files.filter(isGood).map(({ kind }) => kind));
  const isWithout = asking === 0 && !kinds.has("prices");
  if (isWithout && BESIDE_PRICES.some((kind) => kinds.has(kind))) {
    const what = kinds.size === 1 && kinds.has("actions") ? "corporate actions" : "facts";
    return before
      ? `${countOf(files.length, "file")} without prices: ${what} for ${countOf(planned.instruments, "instrument")} of the dataset.`
      : `${countOf(files.length, "file")} without prices. Choose the dataset that the ${what} go to.`;
  }
  if (planned.files === 0 && asking === 0)
    return `${countOf(files.length, "file")}, and none of them has prices that can be imported.`;
  const parts = [
    countOf(planned.files, "file"),
    countOf(planned.instruments, "instrument"),
    countOf(planned.bars, planned.frequency === "daily" ? "bar" : `${planned.frequency} bar`),
    ...(planned.first === null ? [] : [formatDayRange(planned.first, planned.last)]),
  ];
  const rest = [
    ...(open > 0 ? [`${countOf(open, "file needs", "files need")} an answer`] : []),
    ...(out > 0 ? [`${countOf(out, "file")} left out`] : []),
    ...(planned.files > 0 && nights > 0
      ? [countOf(nights, "overnight jump that looks like a split", "overnight jumps that look like splits")]
      : []),
  ];
  const verdict = rest.length === 0 ? "looks good" : rest.join(", ");
  if (planned.files === 0) return `${verdict}.`;
  const added = before
    ? ` ${countOf(planned.bars - before.bars, "bar")} of these are new to the dataset.`
    : "";
  return `${parts.join(", ")}: ${verdict}.${added}`;
}

/** "facts.csv: eps, pe: 4,512 values of 12 instruments, 03/01/2000 – 31/12/2020". */
export function describeFactFile({ file, facts, instruments, firstDate, lastDate }: FileNotes): string {
  const names = listNames(facts?.names ?? []);
  const values = `${countOf(facts?.steps ?? 0, "value")} of ${countOf(instruments, "instrument")}`;
  return [
    [file, ...(names === "" ? [] : [names]), values].join(": "),
    ...(firstDate === null ? [] : [formatDayRange(firstDate, lastDate)]),
  ].join(", ");
}

const NAMES_SHOWN = 12;

/** The first names of a list, and how many more there are. */
export function listNames(names: readonly string[]): string {
  const others = names.length - NAMES_SHOWN;
  return `${names.slice(0, NAMES_SHOWN).join(", ")}${others > 0 ? ` and ${others} more` : ""}`;
}

/** "12 sessions without a bar in 2 instruments, against the days of all the others: AB 3 Jan ..."; null for no gap. */
export function describeGaps({
  gaps: { instruments, sessions, longest },
  frequency,
}: Pick<PlannedData, "gaps" | "frequency">): string | null {
  if (sessions === 0) return null;
  const places = longest.map(({ symbol, from, to }) => `${symbol} ${rangeOrDay(from, to)}`);
  const one = { daily: "session", weekly: "week", monthly: "month" }[frequency];
  const against =
    frequency === "daily" ? ", against the days that the instruments of an exchange have between them" : "";
  const what = `${countOf(sessions, one)} without a bar in ${countOf(instruments, "instrument")}${against}`;
  const listed = places.slice(0, PLACES_SHOWN).join(", ");
  return `${what}; the longest: ${listed}.`;
}

function rangeOrDay(from: string, to: string): string {
  return from === to ? formatDay(from) : formatDayRange(from, to);
}

/** A file's name, or that of the first of many. */
export function groupTitle({ files: [first, ...others] }: FileGroup): string {
  return others.length === 0
    ? shown(first.file)
    : `${countOf(others.length + 1, "file")} like ${shown(first.file)}`;
}

export function describeTotals(group: FileGroup): string {
  const [first] = group.files;
  if (first.kind === "instruments") return `${countOf(first.symbolCount, "instrument")}, no prices`;
  if ((first.kind === "facts" || first.kind === "actions") && first.symbolCount > 0)
    return describeFactTotals(group);
  const { instruments, bars, rows, leftOut, repeats, first: from, last } = totalsOf(group.files);
  return [
    bars === 0 ? countOf(rows, "row") : `${countOf(instruments, "instrument")} · ${countOf(bars, "bar")}`,
    ...(from === null ? [] : [from === last ? formatDay(from) : formatDayRange(from, last)]),
    ...(leftOut > 0 ? [`${countOf(leftOut, "row")} left out`] : []),
    ...(repeats > 0 ? [`${countOf(repeats, "repeat")} passed over`] : []),
  ].join(" · ");
}

function describeFactTotals({ files }: FileGroup): string {
  const { instruments, rows, leftOut } = totalsOf(files);
  return [
    countOf(instruments, "instrument"),
    countOf(rows, "row"),
    ...(leftOut > 0 ? [`${countOf(leftOut, "row")} left out`] : []),
  ].join(" · ");
}

const FREQUENCIES = {
  daily: "Daily",
  weekly: "Weekly",
  monthly: "Monthly",
  quarterly: "Quarterly",
  yearly: "Yearly",
  intraday: "Several bars a day",
  irregular: "Irregular",
} as const;

const DATE_ORDERS = { dmy: "day, month, year", mdy: "month, day, year", ymd: "year, month, day" } as const;

const SYMBOL_SOURCES = {
  column: "A column",
  header: "The header",
  above: "A line above the table",
  "file-name": "The file's name",
  answer: "Your answer",
  nothing: "Not known yet",
} as const;

/** What was understood of a layout, by its first file. */
export function layoutFacts({
  files: [first],
}: FileGroup): { readonly name: string; readonly value: string }[] {
  const { format, encoding, delimiter, table, frequency, kind } = first;
  const facts = [
    { name: "Read as", value: format.charAt(0).toUpperCase() + format.slice(1) },
    // A workbook and Parquet have no delimiter: there the encoding says what the file is.
    {
      name: encoding !== "" && delimiter === "" ? "File" : "Text",
      value: [encoding, delimiter].filter((part) => part !== "").join(", ") || "not known",
    },
  ];
  if (kind !== "prices" || !table) return facts;
  return [
    ...facts,
    ...(table.dateOrder === null ? [] : [{ name: "Dates", value: DATE_ORDERS[table.dateOrder] }]),
    { name: "Decimal sign", value: table.decimal === "comma" ? "comma" : "point" },
    { name: "Symbol from", value: SYMBOL_SOURCES[table.symbolFrom] },
    ...figuresOf(first),
    ...(frequency === null ? [] : [{ name: "Bars", value: FREQUENCIES[frequency] }]),
  ];
}

function figuresOf(file: CheckedFile): { readonly name: string; readonly value: string }[] {
  const { rates, rateCount, symbolCount } = file;
  const prices = { name: "Prices", value: pricesOf(file) };
  if (rateCount === 0) return [prices];
  if (rateCount === symbolCount) return [{ name: "Figures", value: "rates" }];
  return [prices, { name: "Rates", value: rates.map((symbol) => shown(symbol)).join(", ") }];
}

/** By what shows in them; a title that says adjusted is called what it is. */
function pricesOf({ adjusted, adjustment, closeOnly, quality }: CheckedFile): string {
  const jumps = quality.some(({ splits }) => splits.length > 0);
  const kind = adjusted
    ? jumps
      ? "called adjusted, with jumps like splits"
      : "adjusted"
    : adjustment
      ? closesBeside(adjustment, jumps)
      : jumps
        ? "as traded"
        : "as in the file";
  const beside = adjustment ? ", with adjusted closes" : "";
  return `${kind}${beside}${closeOnly ? ", closes only" : ""}`;
}

/** Closes whose adjusted ones stand beside them: they are as traded only where splits show between the two. */
function closesBeside({ splits, dividends, doubledCount }: Adjustment, jumps: boolean): string {
  if (splits > 0) return doubledCount > 0 ? "as traded at some splits, adjusted at others" : "as traded";
  if (jumps) return "with jumps like splits";
  return dividends > 0 ? "adjusted for splits, or without any" : "as in the file";
}

/** By questionKey(), or by what a question is about. */
const CHOICES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "date-order": {
    dmy: "Day first (03/04 is 3 April)",
    mdy: "Month first (03/04 is 4 March)",
    ymd: "Year first",
  },
  decimal: { dot: "The point is the decimal sign", comma: "The comma is the decimal sign" },
  intraday: { fold: "Combine them into daily bars" },
  columns: { take: "Yes, import them as they are" },
  "columns:economy": { take: "They are prices" },
  "columns:meaning": { take: "They are prices" },
  "columns:rates": { take: "They are prices, without those rows" },
  figures: { signal: "Signals of a model", fact: "Facts that became known" },
  codes: { pad: "Put the zeros back", keep: "The codes are right as they are" },
  stretch: {
    drop: "Leave those bars out",
    cut: "Cut in two: they become an instrument of their own",
    keep: "Keep all bars",
  },
  hundredths: { join: "Bring all to the smaller unit", keep: "They are right as they are" },
  scale: { "10000": "Divide prices by 10,000", "1": "They are right as they are" },
};

/** What a person said by taking columns as they are. */
const TAKEN: Readonly<Record<ColumnDoubt, string>> = {
  economy: "economic figures are taken",
  rates: "closes of 0 and below are left out",
  lost: "columns named like prices are not needed",
  instruments: "the columns are the instruments",
  late: "columns that begin late are instruments, too",
  prices: "the columns are open, high, low and close",
  currency: "the prices are in the currency that was taken",
  twice: "of two columns with the same name the first is taken",
  adjusted: "the adjusted prices are the prices",
  missing: "the close stands for what is missing",
  words: "the prices are those of one instrument",
  list: "each row is the price of its day",
  meaning: "the figures are prices",
  figures: "the figures are closing prices",
  wild: "prices far from their close are right",
  large: "closes above 100,000,000 are prices",
  nights: "closes far from the one before are prices",
  sparse: "prices of few days a year are right",
  quotes: "bids are the prices",
  members: "each row is a time of membership in an index",
};

const CODES = { pad: "codes get their zeros back", keep: "codes are right as they are" } as const;
const STRETCHES = {
  drop: "weeks or months beside shorter bars are left out",
  cut: "weeks or months beside shorter bars are an instrument of their own",
  keep: "bars of all lengths are kept",
} as const;
const HUNDREDTHS = {
  join: "prices are brought to the smaller unit",
  keep: "prices are right as they are",
} as const;

const FIGURES = {
  signal: "the figures are signals of a model",
  fact: "the figures are facts",
  rate: "the figures are rates",
} as const;

/** A choice as its button says it. */
export function describeChoice(question: Pick<Question, "about" | "doubt">, choice: string): string {
  if (question.about === "sheet") return `Take the sheet ${shown(choice)}`;
  if (choice === RATE_CHOICE) return "Rates, which nobody trades";
  return CHOICES[questionKey(question)]?.[choice] ?? CHOICES[question.about]?.[choice] ?? choice;
}

/** The answer that a choice is; null for leaving the files out. */
export function answerOf({ about, doubt }: Question, choice: string): Answers | null {
  if (choice === "leave out") return null;
  if (choice === RATE_CHOICE) return { figures: choice };
  switch (about) {
    case "date-order":
      return choice === "dmy" || choice === "mdy" || choice === "ymd" ? { dateOrder: choice } : null;
    case "decimal":
      return { decimal: choice === "comma" ? "comma" : "dot" };
    case "symbol":
      return { symbol: choice };
    case "intraday":
      return { intraday: "fold" };
    case "columns":
      return doubt === undefined ? null : { columns: [doubt] };
    case "codes":
      return choice === "pad" || choice === "keep" ? { codes: choice } : null;
    case "stretch":
      return choice === "drop" || choice === "cut" || choice === "keep" ? { stretch: choice } : null;
    case "hundredths":
      return choice === "join" || choice === "keep" ? { hundredths: choice } : null;
    case "scale":
      return { scale: choice === "10000" ? 10_000 : 1 };
    case "lag": {
      const [quarter = NaN, year = NaN] = choice.split("/").map(Number);
      return { lag: { quarter, year } };
    }
    case "sheet":
      return { sheet: choice };
    case "figures":
      return choice === "signal" || choice === "fact" ? { figures: choice } : null;
  }
}

/** "for 12 of the 40 files", where it is not about all of them. */
export function describeAsking({ files }: GroupQuestion, group: FileGroup): string {
  if (files.length === group.files.length || group.files.length === 1) return "";
  const one =
    files.length === 1 ? (files[0]?.file ?? "") : `${files.length} of the ${group.files.length} files`;
  return `This is about ${one}.`;
}

/** Answers as a person gave them, in words. */
export function describeAnswers({
  dateOrder,
  decimal,
  symbol,
  intraday,
  scale,
  codes,
  stretch,
  hundredths,
  columns,
  columnRoles,
  lag,
  sheet,
  member,
  figures,
}: Answers): string[] {
  return [
    ...(dateOrder === undefined ? [] : [`dates are ${DATE_ORDERS[dateOrder]}`]),
    ...(decimal === undefined ? [] : [`the decimal sign is a ${decimal === "comma" ? "comma" : "point"}`]),
    ...(symbol === undefined ? [] : [`the instrument is ${symbol}`]),
    ...(intraday === undefined ? [] : ["bars are combined into daily ones"]),
    ...(scale === undefined
      ? []
      : [scale === 1 ? "prices are right as they are" : "prices are divided by 10,000"]),
    ...(codes === undefined ? [] : [CODES[codes]]),
    ...(stretch === undefined ? [] : [STRETCHES[stretch]]),
    ...(hundredths === undefined ? [] : [HUNDREDTHS[hundredths]]),
    ...(sheet === undefined ? [] : [`the sheet ${shown(sheet)} is taken`]),
    ...(member === undefined ? [] : [`the membership is called ${member}`]),
    ...(columns ?? []).map((doubt) => TAKEN[doubt]),
    ...(figures === undefined ? [] : [FIGURES[figures]]),
    ...(lag === undefined ? [] : [describeLag(lag)]),
    ...(columnRoles === undefined ? [] : ["columns are as you set them"]),
  ];
}

/** Findings of a group that are worth a look: counts, each with the first places. */
export function findingsOf({ files }: FileGroup): string[] {
  const quality = files.flatMap((file) => file.quality);
  const splits = quality.flatMap(({ symbol, splits: of }) =>
    of.map(({ date, fraction }) => `${symbol} ${formatDay(date)} (${fraction})`),
  );
  const stale = quality.flatMap(({ symbol, stale: of }) =>
    of.map(({ from, to }) => `${symbol} ${formatDayRange(from, to)}`),
  );
  const gaps = quality.flatMap(({ symbol, gaps: of }) =>
    of.map(({ from, to }) => `${symbol} ${rangeOrDay(from, to)}`),
  );
  const missing = quality.reduce((sum, { missingSessions }) => sum + missingSessions, 0);
  const future = quality.reduce((sum, { futureBars }) => sum + futureBars, 0);
  return [
    ...withPlaces(splits, (count) => `${countOf(count, "overnight jump")} like an unadjusted split`),
    ...withPlaces(stale, (count) => `${countOf(count, "stretch", "stretches")} of closes that do not move`),
    ...withPlaces(
      gaps,
      () => `${countOf(missing, "session")} without a bar, against the other days of the file`,
    ),
    ...(future > 0 ? [`${countOf(future, "bar")} dated in the future.`] : []),
    ...warningsOf(files),
  ];
}

const PLACES_SHOWN = 3;

function withPlaces(places: readonly string[], what: (count: number) => string): string[] {
  if (places.length === 0) return [];
  const more = places.length > PLACES_SHOWN ? ` and ${places.length - PLACES_SHOWN} more` : "";
  return [`${what(places.length)}: ${places.slice(0, PLACES_SHOWN).join(", ")}${more}.`];
}

/** Each sentence once, with how many files it is about. */
function warningsOf(files: readonly CheckedFile[]): string[] {
  const counts = new Map<string, number>();
  for (const { warnings } of files) {
    for (const warning of warnings) counts.set(warning, (counts.get(warning) ?? 0) + 1);
  }
  return Array.from(counts, ([warning, count]) =>
    count === 1 || files.length === 1 ? warning : `${warning} (${count} files)`,
  );
}
