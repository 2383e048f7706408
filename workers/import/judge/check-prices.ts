/** The dry run of a table of prices: styles and symbols settled or asked, rows read, and the verdict. */
import { openTally } from "#workers/market/file-rows.ts";
import type { FileTally } from "#workers/market/file-rows.ts";
import { baseName, symbolFromName } from "#workers/market/layout.ts";
import { quoteCell } from "#workers/market/row-rules.ts";
import { createRowStore } from "#workers/market/row-store.ts";
import { CLOSE, HIGH, LOW, MARKET_CAP, OPEN, SHARES, VOLUME } from "#workers/market/row.ts";
import type { EpochDay } from "#workers/model/day.ts";
import type { Answers, DateOrder, ImportCheck, Question, TableView } from "#workers/model/import-check.ts";
import { refused } from "../what/check.ts";
import type { FileCheck, OpenedTable } from "../what/file-check.ts";
import type { ColumnPlan } from "../columns/columns.ts";
import type { Table } from "../what/table.ts";
import { calendarNotes, islamicDates } from "./calendar-notes.ts";
import { orderByDistance } from "./date-distances.ts";
import { areInTwoOrders, areSwapped } from "./date-runs.ts";
import { findAdjusted } from "../columns/adjusted-source.ts";
import { saidAbove } from "../columns/above-table.ts";
import { mixedCurrencies } from "../columns/currency-names.ts";
import { figuresInHeader, shiftedHeader } from "./header-faults.ts";
import { dateText } from "../cells/date-styles.ts";
import { dayOf, readDateCell } from "../cells/dates.ts";
import { foldDays } from "../rows/fold.ts";
import { judge } from "./judge.ts";
import { isSplitByMidnight, moveEvenings } from "../rows/fold.ts";
import { knownName } from "../columns/header-names.ts";
import { unitOf } from "../columns/units.ts";
import { countLots } from "../columns/lots.ts";
import { hasBidAskMeans, moneyNotes } from "../columns/odd-values.ts";
import { twoCurrencies, unitWarnings } from "../columns/minor-units.ts";
import { isDayOfLife } from "../columns/life-days.ts";
import { otherTable } from "../what/other-tables.ts";
import { pushText } from "../what/head.ts";
import { leanFactsOf, scaleOf } from "../columns/scaled-prices.ts";
import { columnsQuestions } from "../columns/columns-question.ts";
import { createFindings } from "../rows/findings.ts";
import type { Findings } from "../rows/findings.ts";
import { readInParts } from "../rows/file-parts.ts";
import { areRates, rateCheckOf } from "../rows/file-rates.ts";
import type { FileRates } from "../rows/file-rates.ts";
import { economicSeries } from "../columns/economic-series.ts";
import { plainRules, readPlainRows } from "../rows/plain-rows.ts";
import type { ReadingThreads } from "../plan/reading-threads.ts";
import { createRowReader } from "../rows/read-rows.ts";
import type { ReadPlan } from "../rows/read-rows.ts";
import { createRecords } from "../what/records.ts";
import type { Intake, RowPool } from "../rows/row-pool.ts";
import { dayInFileName } from "../cells/series.ts";
import {
  createNumberEvidence,
  decideNumbers,
  decideOrder,
  hasNoVolume,
  numbersOf,
  openDate,
  orderQuestion,
  weighDateCell,
  weighMarks,
  weighRow,
} from "../cells/styles.ts";
import type { NumberStyles, OrderDecision, ShapeEvidence } from "../cells/styles.ts";
import { symbolFromFileName } from "../cells/symbol-name.ts";
import { viewTable } from "../columns/table-view.ts";

/** What a table shows of itself before its rows are weighed. */
const UNDECIDED = { dateOrder: null, decimal: "dot", symbolFrom: "nothing" } as const;
const COUNTED: ReadonlySet<number> = new Set([VOLUME, MARKET_CAP, SHARES]);
const NO_COLUMNS =
  "no header, and the columns of date, open, high, low and close can't be told apart; add a first line that names the columns";
const TWO_ORDERS =
  "some dates are day/month and others month/day, as a spreadsheet that guesses leaves them; download the file again, or write all dates as YYYY-MM-DD";
const TWO_DECIMALS = "some prices have a decimal point and others a decimal comma; use one of them";
const NO_VOLUME =
  "Every volume is the same negative number, which means that none is known: every bar has volume 0.";

/** What was answered for the file, and where its bars go. */
export interface CheckDesk {
  readonly answers: Answers;
  readonly pool: RowPool;
  /** Where else parts of a long file may be read; null for nowhere. */
  readonly threads: ReadingThreads | null;
  /** Symbols that are known to be series of rates. */
  readonly rates: ReadonlySet<string>;
}

export async function checkPrices(
  opened: OpenedTable,
  columns: ColumnPlan | null,
  desk: CheckDesk,
): Promise<FileCheck> {
  const { source, table } = opened;
  const { answers } = desk;
  const known = { ...opened.known, table: viewTable(table, columns, UNDECIDED) };
  if (!columns) return refusal(known, leanFactsOf(table.rows) ?? NO_COLUMNS);
  const other =
    otherTable(table) ??
    twoCurrencies(table, columns.symbol) ??
    moneyOf(table, columns) ??
    shiftedHeader(opened) ??
    figuresInHeader(table) ??
    islamicDates(table, columns.date);
  if (other !== null) return refusal(known, other);
  if (columns.groups.length === 0) return refusal(known, missingPrices(opened, columns));
  const day = dayOfFileName(source.name);
  if (columns.date.type === "none" && day === null) return refusal(known, missingDate(opened));
  const priced = { ...known, kind: "prices" as const };
  const decision = await settleOrder(opened, columns, answers);
  if (decision.type === "mixed") return refusal(priced, TWO_ORDERS);
  const numbers = await settleNumbers(opened, columns, answers);
  if (numbers.isMixed) return refusal(priced, TWO_DECIMALS);
  return readPrices({ opened: { ...opened, known: priced }, columns, desk, decision, numbers, day });
}

function refusal(check: ImportCheck, message: string): FileCheck {
  return { check: refused(check, message), rows: null };
}

interface Settled {
  readonly opened: OpenedTable;
  readonly columns: ColumnPlan;
  readonly desk: CheckDesk;
  readonly decision: OrderDecision;
  readonly numbers: NumberStyles;
  /** That of the file's name. */
  readonly day: EpochDay | null;
}

async function readPrices({ opened, columns, desk, decision, numbers, day }: Settled): Promise<FileCheck> {
  const { source, table } = opened;
  const { answers, pool, threads } = desk;
  const questions: Question[] = [];
  const warnings: string[] = [];
  if (decision.type === "ask") questions.push(orderQuestion(decision.orders, exampleDate(opened, columns)));
  if (numbers.question) questions.push(numbers.question);
  const named = symbolFromFileName(source.name, source.isOnlySheet);
  const ofHeader = headerSymbol(opened, columns);
  const said = saidAbove(table.above);
  const ofLine = said.symbol || (named?.isSure ? "" : said.code) || null;
  const symbol = answers.symbol ?? ofHeader ?? ofLine ?? named?.symbol ?? "";
  const ofPerson = saidRates(table, columns, answers);
  const rates = withKnown(ofPerson, opened, columns, { symbol, known: desk.rates });
  const doubts = columnsQuestions({ file: source.name, symbol, rates }, table, columns, {
    order: orderOf(decision),
    decimal: numbers.price,
  });
  questions.push(...doubts.filter(({ doubt }) => !doubt || !answers.columns?.includes(doubt)));
  const noVolume = hasNoVolume(table, columns, numbers.volume);
  if (noVolume) warnings.push(NO_VOLUME);
  warnings.push(...unitWarnings(table, said.currency));
  warnings.push(...moneyNotes(table, columns, symbol, numbers.price));
  warnings.push(...calendarNotes(table, columns.date, orderOf(decision)));
  const scale = scaleOf(opened, columns, answers);
  questions.push(...scale.questions);
  warnings.push(...scale.warnings);
  const units = unitsOf(table, columns);
  const lots = countLots(table, columns, numbers, units[VOLUME] ?? 1);
  if (lots.shares !== 1) units[VOLUME] = lots.shares;
  const plan: ReadPlan = {
    file: source.name,
    columns,
    header: table.header,
    firstDataLine: table.firstDataLine,
    usualCells: table.usualCells,
    order: orderOf(decision),
    price: numbers.price,
    volume: numbers.volume,
    units,
    lots: lots.text,
    scale: scale.divisor,
    takesVolume: !noVolume,
    hasMeans: hasBidAskMeans(table.header, columns),
    rates,
    symbol,
    day,
  };
  const read = await readRows(opened, plan, { pool, threads });
  const view = viewTable(table, columns, {
    dateOrder: decision.type === "none" ? null : plan.order,
    decimal: plan.price,
    symbolFrom: symbolOrigin(columns, plan.symbol, { answers, ofHeader, ofLine }),
  });
  const known = { ...opened.known, table: view };
  const adjusted = findAdjusted(opened, columns, {
    decimal: plan.price,
    order: plan.order,
    file: plan.file,
  });
  warnings.push(...adjusted.warnings);
  const checked = await judge({
    known,
    opened,
    columns: adjusted.columns,
    plan,
    named,
    ofLine,
    questions,
    warnings,
    answers,
    pool,
    ...read,
  });
  const saidOnes = checked.check.rates.filter((one) => areRates(ofPerson, one));
  return saidOnes.length === 0 ? checked : { ...checked, saidRates: saidOnes };
}

/** As a person said: where some series alone are named like rates, as in a table of FRED with an index, these are meant. */
function saidRates(table: Table, columns: ColumnPlan, { figures }: Answers): FileRates {
  if (figures !== "rate") return [];
  const named = economicSeries(table, columns);
  return named.length === 0 || named.length === columns.groups.length ? "all" : named;
}

interface KnownRates {
  readonly known: ReadonlySet<string>;
  /** Of a table of one instrument; "" where nothing says it. */
  readonly symbol: string;
}

/** What was said, and what is known beside it. */
function withKnown(
  said: FileRates,
  { source }: OpenedTable,
  columns: ColumnPlan,
  { known, symbol }: KnownRates,
): FileRates {
  if (said === "all") return said;
  const isOne = columns.symbol < 0 && columns.groups.every((group) => group.symbol === "");
  if (!isOne) return [...said, ...known];
  return known.has(symbol) || known.has(symbolFromName(source.name)) ? "all" : said;
}

/** Of volumes, market caps and share counts, by their columns' names. */
function unitsOf({ header }: Table, { groups }: ColumnPlan): number[] {
  const columns = groups[0]?.columns ?? [];
  return Array.from(columns, (column, slot) =>
    column >= 0 && COUNTED.has(slot) ? unitOf(header[column] ?? "") : 1,
  );
}

function symbolOrigin(
  { symbol, groups }: ColumnPlan,
  settled: string,
  {
    answers,
    ofHeader,
    ofLine,
  }: { readonly answers: Answers; readonly ofHeader: string | null; readonly ofLine: string | null },
): TableView["symbolFrom"] {
  if (symbol >= 0) return "column";
  if (groups.some((group) => group.symbol !== "")) return "header";
  if (answers.symbol !== undefined) return "answer";
  if (ofHeader !== null) return "header";
  if (ofLine !== null) return "above";
  return settled === "" ? "nothing" : "file-name";
}

/** Why the prices of one bar can't be those of one currency; null where they may be. */
function moneyOf({ header }: Table, { groups }: ColumnPlan): string | null {
  for (const { columns } of groups) {
    const prices = [OPEN, HIGH, LOW, CLOSE]
      .map((slot) => columns[slot] ?? -1)
      .filter((column) => column >= 0);
    const reason = mixedCurrencies(header, prices);
    if (reason !== null) return reason;
  }
  return null;
}

function missingPrices({ table }: OpenedTable, columns: ColumnPlan): string {
  const header = JSON.stringify(table.header.join(",").slice(0, 80));
  const hasDate = columns.date.type !== "none";
  const missing = hasDate ? "no price column" : "neither a date nor a price column";
  if (table.header.some((title) => title === ""))
    return `${missing} in the header ${header}; name the columns, e.g. date,open,high,low,close,volume`;
  const mend = hasDate
    ? "which column is the close, or call it close"
    : "which columns are the date and the close, or call them so";
  return `${missing} is known by the names in the header ${header}; say ${mend}`;
}

function missingDate({ table }: OpenedTable): string {
  const life = table.header.find((title) => isDayOfLife(title));
  if (life !== undefined)
    return `the dates in ${quoteCell(life)} are of something else, such as a company's listing or a high, and no column has the day of the prices. Add a column date, or delete the prices`;
  return `no date column in the header ${JSON.stringify(table.header.join(",").slice(0, 80))}; prices need a day`;
}

function dayOfFileName(name: string): EpochDay | null {
  const text = dayInFileName(baseName(name));
  const cell = text === null ? null : readDateCell(text);
  return cell ? dayOf(cell.parts, "dmy") : null;
}

/** By evidence or answer; mixed where the run of the days says that no one order is meant. */
async function settleOrder(
  opened: OpenedTable,
  columns: ColumnPlan,
  answers: Answers,
): Promise<OrderDecision> {
  const decision = await decideByCells(opened, columns, answers);
  const orders =
    decision.type === "order" ? [decision.order] : decision.type === "ask" ? decision.orders : [];
  const { date, symbol } = columns;
  if (date.type !== "column") return decision;
  if (orders.length === 0)
    return areSwapped(opened.table, { ...date, symbol }) ? { type: "mixed" } : decision;
  if (areInTwoOrders(opened.table, { ...date, symbol }, orders)) return { type: "mixed" };
  const order = orders.length > 1 ? orderByDistance(opened.table, { ...date, symbol }, orders) : null;
  return order === null ? decision : { type: "order", order };
}

/** Evidence of the first rows; where it leaves two orders, that of the whole file. */
async function decideByCells(
  opened: OpenedTable,
  columns: ColumnPlan,
  answers: Answers,
): Promise<OrderDecision> {
  if (answers.dateOrder !== undefined) return { type: "order", order: answers.dateOrder };
  const { date } = columns;
  if (date.type !== "column") return { type: "none" };
  const evidence: ShapeEvidence = new Map();
  for (const row of opened.table.rows) weighDateCell(evidence, dateText(row[date.column] ?? "", date.style));
  const decision = decideOrder(evidence);
  if (decision.type !== "ask") return decision;
  const { source, encoding, dialect, table } = opened;
  const whole: ShapeEvidence = new Map();
  const sink = createRecords(source.name, dialect, (cells, line) => {
    if (line >= table.firstDataLine) weighDateCell(whole, dateText(cells[date.column] ?? "", date.style));
  });
  await pushText(source, encoding, sink);
  return decideOrder(whole);
}

/** Evidence of a sample of the first rows; where it decides nothing, that of all of them, and then of the whole file. */
async function settleNumbers(
  { source, encoding, table, wholeTable, dialect }: OpenedTable,
  columns: ColumnPlan,
  answers: Answers,
): Promise<NumberStyles> {
  const ofSample = decideNumbers(table, columns, dialect.delimiter, answers);
  if (ofSample.question === null && !ofSample.isMixed) return ofSample;
  const ofHead = decideNumbers(wholeTable(), columns, dialect.delimiter, answers);
  if (ofHead.question === null) return ofHead;
  const evidence = createNumberEvidence();
  const sink = createRecords(source.name, dialect, (cells, line) => {
    if (line < table.firstDataLine) return;
    weighRow(evidence, columns, cells);
    weighMarks(evidence, cells);
  });
  await pushText(source, encoding, sink);
  return numbersOf(evidence, dialect.delimiter, answers);
}

/** The likelier one while it is asked; anything where no date needs one. */
function orderOf(decision: OrderDecision): DateOrder {
  if (decision.type === "order") return decision.order;
  return (decision.type === "ask" ? decision.orders[0] : undefined) ?? "dmy";
}

function exampleDate({ table }: OpenedTable, { date }: ColumnPlan): string {
  return date.type === "column" ? openDate(table.rows, date.column) : "";
}

/** `EURUSD,Open,High`: the date's column is named after the instrument; or the prices' columns are. */
function headerSymbol({ table }: OpenedTable, { date, groups }: ColumnPlan): string | null {
  const [group] = groups;
  if (group && group.symbol !== "") return group.symbol;
  const name = date.type === "column" ? (table.header[date.column] ?? "") : "";
  return /^[A-Z]{6}$|^[A-Z]{2,5}\/[A-Z]{3}$/.test(name) ? name : null;
}

interface RowsRead {
  readonly findings: Findings;
  readonly tally: FileTally;
  readonly intake: Intake;
  readonly isIntraday: boolean;
}

/** Bars of one day are folded into one. */
async function readRows(
  opened: OpenedTable,
  plan: ReadPlan,
  { pool, threads }: Pick<CheckDesk, "pool" | "threads">,
): Promise<RowsRead> {
  const { symbols } = pool;
  const plain = await readPlain(opened, plan, { pool, threads });
  if (plain && !hasHeaderInside(plain.tally))
    return { ...plain, findings: { ...createFindings(), rows: plain.tally.rows }, isIntraday: false };
  const { source, encoding, dialect } = opened;
  const intake = pool.begin();
  const { store } = intake;
  const tally = openTally(source.name, store);
  const findings = createFindings();
  const take = createRowReader(plan, { store, symbols, tally }, findings);
  const records = createRecords(source.name, dialect, take);
  await pushText(source, encoding, {
    push(text) {
      records.push(text);
      intake.settle();
    },
    end: () => records.end(),
  });
  const isIntraday = findings.sameDay > 0 && findings.sameDay * 5 > tally.rows;
  if (isIntraday) {
    const folded = createRowStore(() => 0);
    const isRate = rateCheckOf(plan.rates, symbols);
    intake.forEachRows((rows) => foldDays(rows, folded, isRate));
    intake.replace(folded);
  } else if (isSplitByMidnight(findings)) {
    const moved = createRowStore(() => 0);
    intake.forEachRows((rows) => moveEvenings(rows, moved));
    intake.replace(moved);
  }
  return { findings, tally, intake, isIntraday };
}

/** The name of a column of dates in place of a date: a header stands there, of the table or of a second one. */
function hasHeaderInside({ issues }: FileTally): boolean {
  return issues.some(
    ({ about }) => about?.code === "unreadable-date" && knownName(about.cell)?.role === "date",
  );
}

/** The short ways, for a file that is plain; null for any other. */
async function readPlain(
  { source, ...opened }: OpenedTable,
  plan: ReadPlan,
  { pool, threads }: Pick<CheckDesk, "pool" | "threads">,
): Promise<Pick<RowsRead, "tally" | "intake"> | null> {
  const rules = plainRules({ source, ...opened }, plan);
  if (!rules) return null;
  const { symbols } = pool;
  if (threads) {
    const intake = pool.begin();
    const read = await readInParts(source, rules, { symbols, intake, threads });
    if (read === "not plain") return null;
    if (typeof read !== "string") return { tally: read, intake };
  }
  const intake = pool.begin();
  const tally = await readPlainRows(source, rules, { symbols, intake });
  return tally && { tally, intake };
}
