/** The dry run of a table of statements, ratios, memberships or announcements: what it is, of whom, and what is asked. */
import { countOf } from "../what/count-of.ts";
import { listNames } from "../what/list-names.ts";
import { refuseWhenBad } from "#workers/market/file-rows.ts";
import { quoteCell } from "#workers/market/row-rules.ts";
import { NO_DAY } from "#workers/market/row.ts";
import { unpackedChunks } from "#workers/market/unpack.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import type { Answers, Decimal, ImportCheck, Question } from "#workers/model/import-check.ts";
import { askColumns } from "../columns/ask-columns.ts";
import { isFactsTable } from "../lists/check-facts.ts";
import { leftOutOf, refused } from "../what/check.ts";
import type { FileCheck, OpenedTable } from "../what/file-check.ts";
import { pushText } from "../what/head.ts";
import { createRecords } from "../what/records.ts";
import type { SampleRecord } from "../what/table.ts";
import { decimalOfAcross, findAcross, readAcross, symbolOfAcross } from "./across.ts";
import type { AcrossStatement, AnyStatement, FoundStatement, StatementSettings } from "./any-statement.ts";
import { openFilings } from "./filings.ts";
import { findIdentityList } from "./identities.ts";
import type { CodeKind } from "./identities.ts";
import { hasTitles, itemNamed, unitOfLine } from "./items.ts";
import { columnsBeside, findByPeriodEnd, findLayout } from "./find-layout.ts";
import { openMembership } from "./membership.ts";
import { whoseFigures } from "./whose.ts";
import { settleStyles, weighStyles } from "./statement-styles.ts";
import { openStatements } from "./read-statements.ts";
import { ANNOUNCED, DATED } from "./statement-table.ts";
import type { StatementTable } from "./statement-table.ts";
import type { StatementLayout } from "./layout-shape.ts";
import { countSigns, valueAt } from "./value-column.ts";
import type { FactLag } from "#workers/model/market.ts";

const DAY_MS = 86_400_000;
/** A header stands within so many records. */
const SEARCH = 12;

/** null for a table of something else. */
export function findStatement(records: readonly SampleRecord[]): AnyStatement | null {
  if (isFactsTable(records)) return { type: "facts" };
  let unit = 1;
  for (const [at, { cells, line }] of records.slice(0, SEARCH).entries()) {
    if (hasTitles(cells)) {
      const below = records.slice(at + 1);
      const titles = withoutCount(cells, below);
      const layout = findLayout(titles, below) ?? findByPeriodEnd(titles, below);
      if (layout) {
        const header = titles.map((cell) => cell.trim());
        return {
          type: "rows",
          found: {
            layout,
            header,
            headerLine: line,
            above: records.slice(0, at).map(({ cells: said }) => said),
            unit,
            styles: weighStyles(layout, header, below),
          },
        };
      }
      const columns = findIdentityList(cells);
      if (columns) return { type: "names", found: { columns, header: cells, headerLine: line } };
    }
    if (unit === 1) unit = unitOfLine(cells);
  }
  const across = findAcross(records);
  return across && { type: "across", found: across };
}

/** What pandas calls a column without a title. */
const NO_TITLE = "Unnamed: 0";

/** A header whose first column, without a title, counts the rows: pandas writes it so, and it is no day. */
function withoutCount(cells: readonly string[], below: readonly SampleRecord[]): readonly string[] {
  const [first = "", ...others] = cells;
  if (first.trim() !== "") return cells; // most files
  const counts = below.map(({ cells: [count = ""] }) => count.trim());
  const isCount =
    counts.length > 0 &&
    counts.every((count) => /^\d{1,7}$/.test(count) || count === "") &&
    new Set(counts).size === counts.length;
  return isCount ? [NO_TITLE, ...others] : cells;
}

/** Throws a Refusal for a file that can't be taken at all. */
export async function checkStatements(
  opened: OpenedTable,
  statement: Exclude<AnyStatement, { type: "names" | "facts" }>,
  answers: Answers,
): Promise<FileCheck> {
  const { source, known, dialect } = opened;
  const styles = statement.type === "rows" ? settleStyles(statement.found.styles, answers) : null;
  const settings: StatementSettings = {
    file: source.name,
    delimiter: dialect.delimiter,
    today: Math.floor(Date.now() / DAY_MS),
    symbol: (answers.symbol ?? "").trim(),
    lag: answers.lag ?? null,
    ...(answers.member === undefined ? {} : { member: answers.member }),
    dateOrder: styles?.dateOrder ?? null,
    decimal: styles?.decimal ?? answers.decimal ?? "dot",
  };
  const lagFault = answers.lag ? faultOfLag(answers.lag) : null;
  if (statement.type === "across")
    return checkAcross(opened, statement.found, { ...settings, answered: answers.decimal }, lagFault);
  const { layout } = statement.found;
  const about: ImportCheck = { ...known, kind: "facts", format: layout.vendor };
  if (layout.refusal !== undefined)
    return { check: refused({ ...about, kind: "other" }, layout.refusal), rows: null };
  if (styles?.question && layout.rows !== "filings")
    return {
      check: { ...about, verdict: "ask", questions: [styles.question], message: styles.question.text },
      rows: null,
    };
  if (layout.rows === "spells" || layout.rows === "changes" || layout.rows === "members") {
    const reading = openMembership(statement.found, settings);
    await pushText(source, opened.encoding, createRecords(source.name, dialect, reading.takeCells));
    const listed: ImportCheck = { ...about, kind: "instruments" };
    const { unknown, strangers } = columnsBeside(layout, statement.found.header);
    const questions =
      strangers.length === 0 || answers.columns?.includes("members") ? [] : [askMembership(strangers)];
    const table = reading.finish();
    const member = reading.member();
    const named: ImportCheck = member === null ? listed : { ...listed, member };
    const checked = concludeStatements(named, table, { questions, unknown });
    return withWarnings(checked, [
      ...beforeFirst(layout, table, reading.isOfChanges()),
      ...reading.overlaps(),
    ]);
  }
  if (layout.rows === "filings") return checkFilings(opened, statement.found, settings.today);
  const whose = whoseFigures(source, statement.found.above, statement.found.header);
  const reading = openStatements(statement.found, { ...settings, whose: whose.symbol });
  const isPlain =
    settings.decimal === "dot" &&
    opened.encoding.label === "utf-8" &&
    dialect.lineEnd === "\n" &&
    dialect.delimiter.length === 1;
  if (isPlain && dialect.delimiter !== " ") {
    for await (const chunk of unpackedChunks(source, () => {})) reading.bytes.push(chunk);
    reading.bytes.end();
  } else {
    const { headerLine } = statement.found;
    const sink = createRecords(source.name, dialect, (cells, line) => {
      if (line > headerLine) reading.takeCells(cells, line);
    });
    await pushText(source, opened.encoding, sink);
  }
  const table = reading.finish();
  const questions = [
    ...(reading.hasSymbol ? [] : [askSymbol(whose.guesses)]),
    ...lagQuestions(table, settings, lagFault),
  ];
  return concludeStatements(about, table, { questions, unknown: reading.unknown });
}

/** A sub.txt of the SEC: what it says is needed where the figures are. */
async function checkFilings(
  { source, encoding, dialect, known }: OpenedTable,
  found: FoundStatement,
  today: number,
): Promise<FileCheck> {
  const { takeCells, tally, filings } = openFilings(found, source.name, today);
  await pushText(source, encoding, createRecords(source.name, dialect, takeCells));
  refuseWhenBad(tally);
  const described: ImportCheck = {
    ...known,
    kind: "facts",
    format: found.layout.vendor,
    rows: tally.rows,
    repeats: tally.repeats,
    leftOut: leftOutOf(tally),
    leftOutCount: tally.leftOut,
  };
  if (filings.size === 0) return { check: refused(described, "no row of it can be used"), rows: null };
  const companies = new Set([...filings.values()].map(({ cik }) => cik)).size;
  const message = `${countOf(filings.size, "filing")} of ${countOf(companies, "company", "companies")}: when each was accepted. Figures are in num.txt beside it.`;
  return { check: { ...described, verdict: "ok", message }, rows: null, filings };
}

async function checkAcross(
  opened: OpenedTable,
  found: AcrossStatement,
  { answered, ...settings }: StatementSettings & { readonly answered: Decimal | undefined },
  lagFault: string | null,
): Promise<FileCheck> {
  const { source, encoding, dialect, known } = opened;
  const records: SampleRecord[] = [];
  const sink = createRecords(source.name, dialect, (cells, line) => records.push({ cells, line }));
  await pushText(source, encoding, sink);
  const whose = whoseFigures(source, opened.table.above, []);
  const symbol = settings.symbol || symbolOfAcross(source.name, found) || whose.symbol;
  const decimal = answered ?? decimalOfAcross(records);
  const table = readAcross(records, found, settings, { symbol, decimal });
  const questions = [
    ...(symbol === "" ? [askSymbol(whose.guesses)] : []),
    ...lagQuestions(table, settings, lagFault),
  ];
  return concludeStatements({ ...known, kind: "facts", format: found.vendor }, table, {
    questions,
    unknown: [],
  });
}

/** What nobody can know of an index from such a table. */
function beforeFirst(
  { meanings }: StatementLayout,
  { rows, known }: StatementTable,
  isOfChanges: boolean,
): string[] {
  if (rows === 0 || Object.values(meanings).includes("sector")) return [];
  let first = Infinity;
  for (let row = 0; row < rows; row++) first = Math.min(first, known[row] ?? Infinity);
  const steady = isOfChanges
    ? " The same goes for those that neither joined nor left since. A row with a date and the tickers of all its members tells them."
    : "";
  return [
    `Who belonged to it before ${formatIsoDay(first)} is not known: rules on it are unknown there.${steady}`,
  ];
}

function withWarnings(checked: FileCheck, more: readonly string[]): FileCheck {
  const { check } = checked;
  return { ...checked, check: { ...check, warnings: [...check.warnings, ...more] } };
}

/** Trades, contracts and lists of what data there is have a symbol and two days, too. */
function askMembership(strangers: readonly string[]): Question {
  const one = strangers.length === 1;
  const text = `Each row would be taken as a time in which its symbol belonged to an index. But ${listNames(strangers.map(quoteCell))} beside it ${one ? "is" : "are"} of something else, such as trades. Is that right?`;
  return askColumns("members", text);
}

function askSymbol(choices: readonly string[]): Question {
  return {
    about: "symbol",
    text: "Neither a column nor the file's name says whose figures these are.",
    choices,
  };
}

/** Asked where a statement has no day of publication, and asked again after an answer that can't be. */
function lagQuestions(table: StatementTable, { lag }: StatementSettings, fault: string | null): Question[] {
  if (fault === null && (lag !== null || !lacksDays(table))) return [];
  const text =
    "These statements do not say when they were published. After how many days from the end of its period is a statement taken as known? Where a file has the day itself, that day counts.";
  const choices = isOfIndia(table) ? ["45/60", "45/90"] : ["45/90", "45/60"];
  return [{ about: "lag", text: fault === null ? text : `${fault} ${text}`, choices }];
}

/** Where a year's results are due after 60 days: by its crores and lakhs, its exchanges' endings or its ISINs. */
function isOfIndia({ units, symbols }: StatementTable): boolean {
  if (units.some((unit) => unit === 1e5 || unit === 1e7)) return true;
  return (
    symbols.length > 0 && symbols.every((symbol) => /\.(?:NS|BO|NSE|BSE)$|^IN[A-Z0-9]{10}$/i.test(symbol))
  );
}

/** Days of filings stand in another file. */
function lacksDays({ rows, known, span, code }: StatementTable): boolean {
  if (code === "filing") return false;
  for (let row = 0; row < rows; row++)
    if (known[row] === NO_DAY && span[row] !== DATED && span[row] !== ANNOUNCED) return true;
  return false;
}

/** The check of a table that was read. */
export function concludeStatements(
  about: ImportCheck,
  table: StatementTable,
  { questions, unknown }: { readonly questions: readonly Question[]; readonly unknown: readonly string[] },
): FileCheck {
  const { tally, symbols } = table;
  refuseWhenBad(tally);
  const { rows, leftOut, repeats } = tally;
  const described: ImportCheck = {
    ...about,
    encoding: about.encoding,
    symbols: table.code === "filing" ? [] : symbols, // filings are no instruments
    rows,
    repeats,
    leftOut: leftOutOf(tally),
    leftOutCount: leftOut,
  };
  if (table.rows === 0) return { check: refused(described, whyNoRows(table)), rows: null };
  if (questions.length > 0)
    return { check: { ...described, verdict: "ask", questions, message: messageOf(table) }, rows: null };
  const check: ImportCheck = {
    ...described,
    verdict: "ok",
    warnings: [...warningsOf(table, unknown), ...assumptionsOf(table)],
    message: messageOf(table),
  };
  return { check, rows: null, statements: table };
}

function whyNoRows({ passed }: StatementTable): string {
  const reasons = Array.from(passed, ([what, count]) => `${count === 1 ? "1 is" : `${count} are`} ${what}`);
  return ["no row of it can be used", ...reasons].join("; ");
}

function messageOf({ vendor, figures, symbols, code, rows, period, span }: StatementTable): string {
  let [first, last] = [Infinity, -Infinity];
  for (let row = 0; row < rows; row++) {
    if (span[row] === DATED || span[row] === ANNOUNCED) continue;
    first = Math.min(first, period[row] ?? Infinity);
    last = Math.max(last, period[row] ?? -Infinity);
  }
  const periods = first > last ? "" : `, periods ending ${formatIsoDay(first)} to ${formatIsoDay(last)}`;
  const what = figures.length === 0 ? "days of announcements" : listNames(figures.map(({ name }) => name));
  return `${vendor}: ${what} of ${companiesOf(symbols, code)}${periods}.`;
}

function companiesOf(symbols: readonly string[], code: CodeKind): string {
  if (code === "filing")
    return `${symbols.length === 1 ? "1 filing" : `${symbols.length} filings`} (sub.txt says whose and when)`;
  return symbols.length === 1 ? (symbols[0] ?? "") : `${symbols.length} instruments`;
}

/** What is taken for granted of a table's rows, since it doesn't say it. */
function assumptionsOf(table: StatementTable): string[] {
  const { unzoned = 0 } = table;
  const have = unzoned === 1 ? "1 row has a time" : `${unzoned} rows have times`;
  return [
    ...(unzoned > 0
      ? [
          `${have} of publication without a time zone that is known: each is taken as known from the next session on, an assumption.`,
        ]
      : []),
    ...negativeCosts(table),
  ];
}

/** Costs are above 0 here; where most are below, the vendor writes them so, and no layout of it is known. */
function negativeCosts({ tally, figures, values, rows, line }: StatementTable): string[] {
  let firstLine = Infinity;
  const names = figures.flatMap(({ name }, figure) => {
    const column = values[figure];
    if (!column || !itemNamed(name)?.isCost) return [];
    const { below, above } = countSigns(column, rows);
    if (below <= above) return [];
    let row = 0; // rows have the order of their lines
    while (row < rows && !(valueAt(column, row) < 0)) row++;
    firstLine = Math.min(firstLine, line[row] ?? Infinity);
    return [name];
  });
  if (names.length === 0) return [];
  const [are, they, them] = names.length === 1 ? ["is", "it is", "it"] : ["are", "they are", "them"];
  return [
    `${tally.file}:${firstLine}: ${listNames(names)} ${are} below 0 in most rows, and ${they} taken as written, though other vendors write money that goes out above 0. Compare ${them} with a report, and write a minus before ${them} in rules where one is needed.`,
  ];
}

function warningsOf({ vendor, passed, units }: StatementTable, unknown: readonly string[]): string[] {
  const counted = units.filter((unit) => unit !== 1).map(String);
  return [
    ...(counted.length > 0 ? [`Figures are counted in units of ${counted.join(" and of ")}.`] : []),
    ...Array.from(
      passed,
      ([what, count]) => `${count === 1 ? "1 row is" : `${count} rows are`} passed over: ${what}.`,
    ),
    ...(unknown.length > 0
      ? [
          `${unknown.length === 1 ? "1 column is" : `${unknown.length} columns are`} not taken: ${listNames(unknown.map(quoteCell))}.`,
        ]
      : []),
    ...(vendor === "yfinance statements"
      ? [
          "yfinance has only the companies of today: those that went bankrupt or were bought are missing, and results look better than they should.",
        ]
      : []),
  ];
}

const MOST_DAYS = 400;

/**
 * A lag is how long after its period a statement is taken as known, where nothing says when it was published. What is
 * wrong with an answered lag; null for one that can be.
 */
function faultOfLag({ quarter, year }: FactLag): string | null {
  for (const [what, days] of [
    ["a quarter", quarter],
    ["a year", year],
  ] as const) {
    if (days === null || (Number.isInteger(days) && days >= 0 && days <= MOST_DAYS)) continue;
    const why =
      days < 0 ? "nobody knows figures before their period ends" : `whole days from 0 to ${MOST_DAYS}`;
    return `A lag of ${days} days after ${what} is not possible: ${why}.`;
  }
  return null;
}
