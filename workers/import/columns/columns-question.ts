/** What is asked of a price file's columns before they are taken: which of them is what, and whether it is a price at all. */
import { quoteCell } from "#workers/market/row-rules.ts";
import { CLOSE, HIGH, LOW, OPEN, SLOT_NAMES } from "#workers/market/row.ts";
import { RATE_CHOICE } from "#workers/model/import-check.ts";
import type { Question } from "#workers/model/import-check.ts";
import { isEmpty, share } from "./table-columns.ts";
import type { Group } from "./table-columns.ts";
import { askColumns } from "./ask-columns.ts";
import type { ColumnPlan } from "./columns.ts";
import { readDateCell } from "../cells/dates.ts";
import { economicQuestion, economicSeries, namedLikeRates } from "./economic-series.ts";
import { plainName, prefixedName } from "./header-names.ts";
import { matrixQuestion } from "./matrix-doubts.ts";
import type { MatrixStyles } from "./matrix-doubts.ts";
import { looksNumeric } from "../cells/numbers.ts";
import { areRates } from "../rows/file-rates.ts";
import type { FileRates } from "../rows/file-rates.ts";
import type { Table } from "../what/table.ts";

/** Fewer rows say nothing of how days lie. */
const FEW_ROWS = 5;
const FEW_YEARS = 2;

/** A file whose columns are asked about. */
export interface AskedFile {
  readonly file: string;
  /** Of a table of one instrument; "" where nothing says it. */
  readonly symbol: string;
  /** Those that are known or said to be so are not asked about. */
  readonly rates: FileRates;
}

/** All that is doubtful, whatever was answered; none for most files. */
export function columnsQuestions(
  asked: AskedFile,
  table: Table,
  columns: ColumnPlan,
  styles: MatrixStyles,
): Question[] {
  const { groups } = columns;
  const economic = economicSeries(table, columns).filter((name) => !areRates(asked.rates, name));
  const isAllEconomic = economic.length > 0 && economic.length === groups.length;
  const hasPrices = groups.some(({ symbol }) => !areRates(asked.rates, symbol));
  const ofPrices = [
    percentQuestion(table, columns) ?? rateQuestion(economic, asked, table, columns),
    adjustedQuestion(columns),
    halfBarQuestion(table, columns),
    vagueQuestion(table, columns),
    // Who takes figures of an economy has said already that they are no prices.
    isAllEconomic ? null : matrixQuestion(asked.file, table, columns, styles),
  ];
  return [
    ...(hasPrices ? ofPrices : []),
    lostQuestion(table, columns),
    ...columns.guesses.map(({ doubt, text }) => askColumns(doubt, `${text} Is that right?`)),
    wordsQuestion(table, columns),
    scatteredQuestion(table, columns),
  ].filter((question) => question !== null);
}

function rateQuestion(
  economic: readonly string[],
  asked: AskedFile,
  table: Table,
  columns: ColumnPlan,
): Question | null {
  const named = namedLikeRates(asked, table, columns);
  return named === ""
    ? economicQuestion(economic, economic[0] ?? "")
    : economicQuestion([named], asked.symbol);
}

function adjustedQuestion({ adjusted, unknown }: ColumnPlan): Question | null {
  if (!adjusted || unknown.length === 0) return null;
  const text = `No column for close, only for adjusted prices, and ${unknown.join(", ").slice(0, 80)} may be it.`;
  return askColumns("adjusted", text);
}

/** Some of open, high and low, but not all: a name that was not understood is likelier than a vendor without it. */
function halfBarQuestion(table: Table, { groups }: ColumnPlan): Question | null {
  const lacking = groups.map(({ columns }) =>
    [OPEN, HIGH, LOW].filter((slot) => (columns[slot] ?? -1) < 0 || isEmpty(table, columns[slot] ?? -1)),
  );
  const slots = lacking.find(({ length }) => length === 1 || length === 2) ?? [];
  if (slots.length === 0) return null;
  const names = slots.map((slot) => SLOT_NAMES[slot] ?? "").join(" and ");
  const standIn = slots.includes(OPEN) ? "the close" : "open and close";
  const text = `No column for ${names}: ${standIn} would be used in ${slots.length > 1 ? "their" : "its"} place. Is that right?`;
  return askColumns("missing", text);
}

/** Prices alone, and words beside them that may say what each is of: goods, funds, contracts. */
function wordsQuestion(table: Table, columns: ColumnPlan): Question | null {
  const { groups, symbol, unknown } = columns;
  const [group] = groups;
  const isOwn =
    symbol < 0 && group?.symbol === "" && [OPEN, HIGH, LOW].every((slot) => group.columns[slot] === -1);
  if (!isOwn) return null;
  const name = unknown.find((title) => {
    const at = table.header.indexOf(title);
    return share(table, at, isWord) > 0.9 && new Set(table.rows.map((row) => row[at])).size > 1;
  });
  if (name === undefined) return null;
  const text = `The column ${name} has words that change from row to row, and nothing is taken from it. Do all prices belong to one instrument?`;
  return askColumns("words", text);
}

/** As many days as symbols and a row for each: a list in which every company has a day of its own is likelier than prices. */
function scatteredQuestion({ header, rows }: Table, plan: ColumnPlan): Question | null {
  const { date, symbol, isWide, groups } = plan;
  if (symbol < 0 || isWide || date.type !== "column" || rows.length < FEW_ROWS) return null;
  if (hasRepeat(rows, symbol)) return null; // most files have it in their second row
  // A few days of some instruments may be all that is added to a dataset; lists go back for years.
  const years = new Set(rows.map((row) => /(?:19|20)\d\d/.exec(row[date.column] ?? "")?.[0]));
  if (years.size <= FEW_YEARS && groups.some(({ columns }) => columns[OPEN] !== -1)) return null;
  const days = new Set(rows.map((row) => row[date.column] ?? ""));
  if (days.size * 2 <= rows.length) return null;
  const text = `The ${rows.length} rows looked at have ${rows.length} symbols and, in ${quoteCell(header[date.column] ?? "")}, ${days.size} different days. A list of companies looks so, daily prices don't. Is each row the price of its day?`;
  return askColumns("list", text);
}

/** True where two rows have the same cell in a column. */
function hasRepeat(rows: Table["rows"], column: number): boolean {
  const seen = new Set<string>();
  return rows.some((row) => seen.size === seen.add(row[column] ?? "").size);
}

/** A column of percents for the price: economic figures, likely. */
function percentQuestion({ header }: Table, { groups: [group] }: ColumnPlan): Question | null {
  const title = header[group?.columns[CLOSE] ?? -1] ?? "";
  if (!group || hasBar(group) || !/%|per ?cent|yield/i.test(title)) return null;
  const text = `The column ${title} would be taken as the price, but its name says that it is in percent, as interest rates and returns are. Is that right?`;
  return askColumns("meaning", text, [RATE_CHOICE, "take", "leave out"]);
}

function hasBar({ columns }: Group): boolean {
  return [OPEN, HIGH, LOW].some((slot) => (columns[slot] ?? -1) >= 0);
}

/** A column that says as little as `rate`, with other figures beside it. */
function vagueQuestion({ header, rows }: Table, { groups, unknown, isWide }: ColumnPlan): Question | null {
  const [group, ...more] = groups;
  const title = header[group?.columns[CLOSE] ?? -1] ?? "";
  const isVague = /^(?:rate|value|wert|valor|index)$/.test(plainName(title));
  if (!group || isWide || more.length > 0 || hasBar(group) || !isVague) return null;
  const others = unknown.filter((name) => rows.every((row) => looksNumeric(row[header.indexOf(name)] ?? "")));
  if (others.length === 0) return null;
  const text = `The column ${title} would be taken as the price, but ${others.slice(0, 3).join(", ")} beside it ${others.length === 1 ? "is a figure" : "are figures"} of something else. Is that right?`;
  return askColumns("meaning", text);
}

/** A word for a price in the name of a column: `close_brk-b`. */
const PRICE_WORD = /(?:^|[^\p{L}])(?:open|high|low|close|last|price|px)(?:[^\p{L}]|$)/iu;

/** Columns of prices beside those of several instruments, whose own names were not understood. */
function lostQuestion(table: Table, { groups, unknown }: ColumnPlan): Question | null {
  const { header } = table;
  const own = new Set(groups.map(({ symbol }) => symbol));
  if (own.has("") || own.size === 0) return null;
  const isLost = (name: string): boolean =>
    own.size > 1 ? PRICE_WORD.test(name) : !own.has(prefixedName(name)?.symbol ?? [...own][0] ?? "");
  // Under an instrument whose prices are known a column is another of its figures.
  const isOfKnown = (column: number): boolean => own.has(table.tickers[column] ?? "");
  const lost = unknown.filter((name) => {
    const column = header.indexOf(name);
    return isLost(name) && !isOfKnown(column) && mayHaveFigures(table, column);
  });
  if (lost.length === 0) return null;
  const names = `${lost.slice(0, 5).join(", ")}${lost.length > 5 ? ` and ${lost.length - 5} more` : ""}`;
  const text = `${names} ${lost.length === 1 ? "is" : "are"} named like a price, and nothing is taken from ${lost.length === 1 ? "it" : "them"}: an instrument may be missed. Is that right?`;
  return askColumns("lost", text);
}

/** An empty one may have them below the rows looked at. */
function mayHaveFigures(table: Table, column: number): boolean {
  return isEmpty(table, column) || table.rows.some((row) => looksNumeric(row[column] ?? ""));
}

function isWord(cell: string): boolean {
  return /\p{L}{2}/u.test(cell) && readDateCell(cell) === null && !looksNumeric(cell);
}
