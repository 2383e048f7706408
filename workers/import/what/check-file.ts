/** The dry run of one file: what it is, what would be stored of it, and what must be asked first. */
import { reasonBeside, Refusal } from "#workers/market/refusal.ts";
import type { PriceSource } from "#workers/market/source.ts";
import { checkActions, readBesidePrices } from "../actions/check-actions.ts";
import { findActions } from "../actions/layouts.ts";
import { EMPTY_CHECK, refused } from "./check.ts";
import type { Answers, ImportCheck } from "#workers/model/import-check.ts";
import type { FactSeries } from "#workers/model/market.ts";
import { DELIMITER_LINES, delimiterName, detectDelimiter } from "./dialect.ts";
import { detectEncoding, UTF8 } from "./encoding.ts";
import type { FileCheck, OpenedTable } from "./file-check.ts";
import type { Dialect } from "./records.ts";
import { cleanText, headText, readHead } from "./head.ts";
import type { Head } from "./head.ts";
import { checkInstruments, isInstrumentList } from "../lists/instrument-list.ts";
import { checkPrices } from "../judge/check-prices.ts";
import type { CheckDesk } from "../judge/check-prices.ts";
import { checkFacts, factsKindOf, hasPeriods } from "../lists/check-facts.ts";
import { checkIdentities } from "../lists/check-identities.ts";
import { cotahistCells, isCotahist } from "./cotahist.ts";
import type { ColumnPlan } from "../columns/columns.ts";
import { settleColumns } from "../columns/settle-columns.ts";
import { checkIndustries, findIndustries } from "../lists/industries.ts";
import type { ReadingThreads } from "../plan/reading-threads.ts";
import type { RowPool } from "../rows/row-pool.ts";
import { checkStatements, findStatement } from "../statements/check-statements.ts";
import { otherTable } from "./other-tables.ts";
import { areNamed, checkOwnFigures, figuresQuestion, findOwnFigures } from "../lists/own-figures.ts";
import type { FigureColumns } from "../lists/own-figures.ts";
import { allRecords, sampleRecords } from "./sample.ts";
import { isJson, refuseBytes, refuseRecords, refuseText } from "./sniff.ts";
import type { JsonTable } from "./json-table.ts";
import { findTable } from "./table.ts";
import type { Table } from "./table.ts";

/** What a check may use besides. */
export interface CheckTools {
  /** Where else parts of a long file may be read; null for nowhere. */
  readonly threads?: ReadingThreads | null;
  /** Symbols that are known to be series of rates, whatever a file says of them. */
  readonly rates?: ReadonlySet<string>;
}

const NO_RATES: ReadonlySet<string> = new Set();

/**
 * Reads a file whole and says what it is. The same bytes give the same check wherever the source's chunks are cut.
 * What can't be read comes back as a refusal; nothing that a file holds makes this throw.
 *
 * @param pool - takes the file's bars
 */
export async function checkFile(
  source: PriceSource,
  pool: RowPool,
  answers: Answers = {},
  { threads = null, rates = NO_RATES }: CheckTools = {},
): Promise<FileCheck> {
  const known = { ...EMPTY_CHECK, file: source.name };
  try {
    const kind = factsKindOf(source);
    if (kind !== null && !hasPeriods(await firstLine(source)))
      return await readFacts(source, kind, { opened: null, answers });
    const head = await readHead(source);
    if (source.tableOf === undefined && isJson(head.bytes)) {
      const { checkJson } = await import("./check-json.ts"); // few files are
      const checked = await checkJson(source, known, answers);
      return "check" in checked
        ? checked
        : withShape(await checkFile(checked.source, pool, answers, { threads, rates }), checked);
    }
    const opened = openTable(source, head, known);
    if ("verdict" in opened) return { check: opened, rows: null };
    let columns: ColumnPlan | null | undefined;
    const file: AskedTable = {
      opened,
      answers,
      pool,
      threads,
      rates,
      columns: () => (columns === undefined ? (columns = settleColumns(opened.table, answers)) : columns),
    };
    for (const checkAs of answers.columnRoles ? SAID_KINDS : KINDS) {
      const checked = checkAs(file);
      // oxlint-disable-next-line no-await-in-loop -- the first kind that it is, is the last that is asked
      if (checked) return await checked;
    }
    return await checkPriceTable(file);
  } catch (error) {
    if (error instanceof Refusal)
      return { check: refused(known, reasonBeside(error, source.name)), rows: null };
    throw error;
  }
}

/** A table, and what its kinds need for their check. */
interface AskedTable extends CheckDesk {
  readonly opened: OpenedTable;
  /** As it is understood as a table of prices; null where nothing in it is one. Worked out once. */
  readonly columns: () => ColumnPlan | null;
}

/** The check of a table that is of the kind; null for any other. */
type Kind = (file: AskedTable) => Promise<FileCheck> | null;

/** @param isIt - what the table was known by; null for one of another kind */
function kindOf<Found>(
  isIt: (file: AskedTable) => Found | null,
  check: (file: AskedTable, found: Found) => Promise<FileCheck>,
): Kind {
  return (file) => {
    const found = isIt(file);
    return found === null ? null : check(file, found);
  };
}

/** The kinds that a table can still be of where a person said what its columns are. */
const SAID_KINDS: readonly Kind[] = [
  kindOf(
    ({ opened, columns }) => {
      const plan = columns();
      return plan && isInstrumentList(opened.table, plan) ? plan : null;
    },
    ({ opened }, plan) => checkInstruments(opened, plan),
  ),
];

/** Beside prices, which is what no other kind is; the surest first. */
const KINDS: readonly Kind[] = [
  kindOf(
    ({ opened }) => opened.actions,
    ({ opened, answers }, actions) => checkActions(opened, actions, answers),
  ),
  kindOf(
    ({ opened }) => opened.statement,
    ({ opened, answers }, statement) => {
      if (statement.type === "facts") {
        const kind = answers.figures === "signal" ? "signal" : "fact";
        return readFacts(opened.source, kind, { opened, answers });
      }
      if (statement.type === "names") return checkIdentities(opened, statement.found);
      return checkStatements(opened, statement, answers);
    },
  ),
  kindOf(
    ({ opened }) => findIndustries(opened.table.header),
    ({ opened }, industries) => checkIndustries(opened, industries),
  ),
  kindOf(
    ({ opened, answers: { figures }, columns }) => {
      if (figures === undefined || figures === "rate") return null;
      const own = findOwnFigures(opened.table, columns());
      return own && { own, figures };
    },
    ({ opened, answers }, { own, figures }) => checkOwnFigures(opened, own, { ...answers, figures }),
  ),
  ...SAID_KINDS,
];

async function checkPriceTable(file: AskedTable): Promise<FileCheck> {
  const { opened, answers } = file;
  const { source, table } = opened;
  const columns = file.columns();
  const checked = await checkPrices(opened, columns, file);
  const actions = checked.rows ? await readBesidePrices(opened, checked.check, answers) : null;
  if (actions) return withRemarks({ ...checked, actions }, source);
  const hasPrices = (columns?.groups.length ?? 0) > 0 || otherTable(table) !== null;
  const findOwn = () => (answers.columnRoles ? null : findOwnFigures(table, columns));
  return withRemarks(withFigures(checked, table, findOwn, hasPrices), source);
}

/**
 * By the contract of a facts.csv or signals.csv; where it is not well by that, as any other table: its days, its numbers,
 * its encoding or lines above its header alone may be others.
 */
async function readFacts(
  source: PriceSource,
  kind: FactSeries["kind"],
  { opened, answers }: { readonly opened: OpenedTable | null; readonly answers: Answers },
): Promise<FileCheck> {
  const facts = await checkFacts(source, kind);
  if (facts.check.verdict !== "refuse") return facts;
  try {
    const table = opened ?? openTable(source, await readHead(source), { ...EMPTY_CHECK, file: source.name });
    const own = "verdict" in table ? null : findOwnFigures(table.table, settleColumns(table.table, {}));
    if ("verdict" in table || !own || own.symbol < 0 || !areNamed(own)) return facts;
    const checked = await checkOwnFigures(table, own, { ...answers, figures: kind });
    return checked.check.verdict === "refuse" ? facts : checked;
  } catch (error) {
    if (error instanceof Refusal) return facts;
    throw error;
  }
}

/** "" for one that can't be read: that is told where the rest is. */
async function firstLine(source: PriceSource): Promise<string> {
  try {
    const { bytes } = await readHead(source);
    return (
      new TextDecoder()
        .decode(bytes.subarray(0, 4096))
        .trimStart()
        .split(/[\r\n]/)[0] ?? ""
    );
  } catch (error) {
    if (error instanceof Refusal) return "";
    throw error;
  }
}

/** Asked whether figures are a person's own where nothing in a table is a price, or its columns need not be. */
function withFigures(
  checked: FileCheck,
  table: Table,
  findOwn: () => FigureColumns | null,
  hasPrices: boolean,
): FileCheck {
  const { check } = checked;
  const isDoubted = check.questions.some(({ about }) => about === "columns");
  const isRefused = !hasPrices && check.verdict === "refuse";
  const own = isDoubted || isRefused ? findOwn() : null; // most files are prices beyond doubt
  if (!own) return checked;
  const question = figuresQuestion(own, table);
  if (own.symbol < 0 && isDoubted)
    return { ...checked, check: { ...check, questions: [...check.questions, question] } };
  if (own.symbol < 0 || !isRefused) return checked;
  return { check: { ...check, verdict: "ask", questions: [question], message: question.text }, rows: null };
}

/** Of a table that was made from records: whose they are, and which is meant by a line. */
function withShape(checked: FileCheck, { vendor, firstRecord }: JsonTable): FileCheck {
  const { check } = checked;
  const isNamed = check.verdict === "refuse" || check.format.startsWith(vendor);
  const format = isNamed ? check.format : `${vendor}, ${check.format}`;
  const told = { ...checked, check: { ...check, format } };
  const remarks = [`Lines count the file's records: the first is line ${firstRecord}.`];
  return check.leftOutCount > 0 || check.verdict === "refuse" ? withRemarks(told, { remarks }) : told;
}

function withRemarks(checked: FileCheck, { remarks = [] }: Pick<PriceSource, "remarks">): FileCheck {
  const { check } = checked;
  return { ...checked, check: { ...check, warnings: [...check.warnings, ...remarks] } };
}

const EMPTY_TABLE = "an empty sheet; give it a header and rows";

const NO_BYTES = new Uint8Array(0);

function openTable(source: PriceSource, head: Head, known: ImportCheck): OpenedTable | ImportCheck {
  const binary = refuseBytes(head.bytes);
  if (binary !== null) return refused(known, source.tableOf === undefined ? binary : EMPTY_TABLE);
  const clean = cleanText(head);
  const encoding = clean !== null || source.tableOf !== undefined ? UTF8 : detectEncoding(head.bytes);
  if (!encoding) return refused(known, "not a text file; save the data as CSV in UTF-8");
  const inEncoding = { ...known, encoding: source.tableOf ?? encoding.name };
  const text = clean ?? headText(head, encoding);
  const noText =
    source.tableOf === undefined ? refuseText(text, clean === null ? NO_BYTES : head.bytes) : null;
  if (noText !== null) return refused(inEncoding, noText);
  const lineEnd = text.includes("\n") ? "\n" : "\r";
  const lines = firstLines(text, lineEnd);
  const delimiter =
    source.tableOf !== undefined
      ? ","
      : detectDelimiter(head.isWhole ? lines : lines.slice(0, Math.max(1, lines.length - 1)));
  if (delimiter === null) {
    return refused(inEncoding, "no table in it: no line has two cells; download the data as CSV");
  }
  const dialect = {
    delimiter,
    lineEnd,
    cut: isCotahist(text) ? cotahistCells : null,
  } as const;
  const records = sampleRecords(source.name, text, dialect);
  const noTable = refuseRecords(records);
  const inDialect = { ...inEncoding, delimiter: nameOfDelimiter(source, dialect) };
  if (noTable !== null) return refused(inDialect, noTable);
  const actions = findActions(records);
  return {
    source,
    encoding,
    dialect,
    table: findTable(records),
    actions,
    statement: actions ? null : findStatement(records),
    wholeTable: () => findTable(allRecords(source.name, text, dialect)),
    known: inDialect,
  };
}

/** Of the start of a text: as many as the delimiter is told by, and one that may be cut. */
function firstLines(text: string, lineEnd: string): string[] {
  const start = text.slice(0, 40_000);
  const lines: string[] = [];
  for (let from = 0; from <= start.length && lines.length <= DELIMITER_LINES;) {
    const at = start.indexOf(lineEnd, from);
    const line = at < 0 ? start.slice(from) : start.slice(from, at);
    if (line.trim() !== "") lines.push(line);
    from = at < 0 ? Infinity : at + 1;
  }
  return lines;
}

/** "" for what is no text. */
function nameOfDelimiter({ tableOf }: PriceSource, { cut, delimiter }: Dialect): string {
  if (tableOf !== undefined) return "";
  return cut ? "none" : delimiterName(delimiter);
}
