/** The dry run of a file of corporate actions: what it has, of whom, what is asked, and which rows are left out. */
import { openTally, refuseWhenBad } from "#workers/market/file-rows.ts";
import type { FileTally } from "#workers/market/file-rows.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import type { Answers, DateOrder, ImportCheck, Question } from "#workers/model/import-check.ts";
import { leftOutOf, refused } from "../what/check.ts";
import { createOrderEvidence, possibleOrders, readDateCell, weighDate } from "../cells/dates.ts";
import type { FileCheck, OpenedTable } from "../what/file-check.ts";
import { pushText } from "../what/head.ts";
import { createRecords } from "../what/records.ts";
import { symbolFromFileName } from "../cells/symbol-name.ts";
import type { SampleRecord } from "../what/table.ts";
import { readActions } from "./action-rows.ts";
import type { ActionReading } from "./action-rows.ts";
import type { ActionsTable, CorporateAction } from "./corporate-action.ts";
import { columnsOf, findBesidePrices } from "./layouts.ts";
import type { FoundActions } from "./layouts.ts";

const WORDS = "(?:dividends?|divs?|(?:stock[-_ ])?splits?|actions?|events?|corporate[-_ ]actions?)";
/** What such a file's name has beside its symbol, behind it or in front. */
const NAME_WORDS = new RegExp(`[-_ .]${WORDS}(?=[-_ .])|(?<=^|[/\\\\])${WORDS}[-_ ](?=[^-_ .])`, "gi");
/** Far more than any exchange has had; and they must not fill the memory. */
const MOST_ROWS = 2_000_000;

/** Throws a Refusal for a file that can't be taken at all. */
export async function checkActions(
  opened: OpenedTable,
  found: FoundActions,
  answers: Answers,
): Promise<FileCheck> {
  const { source, known } = opened;
  const { layout, headerLine } = found;
  const about: ImportCheck = { ...known, kind: "actions", format: layout.vendor };
  const records = await readRows(opened, headerLine);
  if (!records)
    return {
      check: refused(
        about,
        `more than ${MOST_ROWS} rows, too many for a file of corporate actions; split it by years`,
      ),
      rows: null,
    };
  const orders = layout.dateOrder ? [layout.dateOrder] : ordersOf(found, records);
  const questions: Question[] = [];
  const order = answers.dateOrder ?? orders[0];
  if (order === undefined)
    return {
      check: refused(about, "day, month and year stand in different orders; write all dates as YYYY-MM-DD"),
      rows: null,
    };
  if (orders.length > 1 && answers.dateOrder === undefined) questions.push(askOrder(orders));
  const hasSymbols = columnsOf(found).has("symbol");
  const named = symbolFromFileName(source.name.replaceAll(NAME_WORDS, ""), source.isOnlySheet);
  const ownSymbol = answers.symbol?.trim() || (named?.isSure === true ? named.symbol : "");
  if (!hasSymbols && ownSymbol === "") questions.push(askSymbol(named?.symbol));
  const tally = openTally(source.name, { firstRow: 0, rows: 0 });
  const reading = readActions(found, { tally, order, ownSymbol });
  for (const { cells, line } of records) reading.takeCells(cells, line);
  tally.rows = reading.rows();
  refuseWhenBad(tally);
  return concluded(about, { reading, tally, questions, found });
}

/** Below a line; null for more than a file of actions can have. */
async function readRows(
  { source, encoding, dialect }: OpenedTable,
  headerLine: number,
): Promise<readonly SampleRecord[] | null> {
  const records: SampleRecord[] = [];
  let isTooLong = false;
  const sink = createRecords(source.name, dialect, (cells, line) => {
    if (line <= headerLine) return;
    if (records.length === MOST_ROWS) isTooLong = true;
    else records.push({ cells, line });
  });
  await pushText(source, encoding, sink);
  return isTooLong ? null : records;
}

/**
 * Dividends and splits that a file of prices has beside them; null for none. Rows that are not well were told with the
 * prices.
 *
 * @param check - of the prices, which are well
 */
export async function readBesidePrices(
  opened: OpenedTable,
  { symbols }: Pick<ImportCheck, "symbols">,
  answers: Answers,
): Promise<ActionsTable | null> {
  const { source, table } = opened;
  const found = table.headerRows === 1 ? findBesidePrices(table.header, table.firstDataLine) : null;
  const [ownSymbol = ""] = symbols;
  if (!found || (!columnsOf(found).has("symbol") && symbols.length !== 1)) return null;
  const records = await readRows(opened, found.headerLine);
  const order = answers.dateOrder ?? ordersOf(found, records ?? [])[0];
  if (!records || order === undefined) return null;
  const tally = openTally(source.name, { firstRow: 0, rows: 0 });
  const reading = readActions(found, { tally, order, ownSymbol });
  for (const { cells, line } of records) reading.takeCells(cells, line);
  const { actions } = reading;
  const { vendor, isSplitAdjusted } = found.layout;
  if (actions.length === 0) return null;
  return { file: source.name, vendor, isSplitAdjusted, isBesidePrices: true, actions };
}

function ordersOf(found: FoundActions, records: readonly SampleRecord[]): readonly DateOrder[] {
  const [column = -1] = columnsOf(found).get("exDate") ?? [];
  const evidence = createOrderEvidence();
  for (const { cells } of records) {
    const cell = readDateCell(cells[column] ?? "");
    if (cell) weighDate(evidence, cell);
  }
  return possibleOrders(evidence);
}

function askOrder(choices: readonly DateOrder[]): Question {
  const text = "Day and month of the ex-dates can be either way round: no day of the file is above 12.";
  return { about: "date-order", text, choices };
}

function askSymbol(guess: string | undefined): Question {
  const text = "Neither a column nor the file's name says whose dividends and splits these are.";
  return { about: "symbol", text, choices: guess === undefined ? [] : [guess] };
}

interface Checked {
  readonly reading: ActionReading;
  readonly tally: FileTally;
  readonly questions: readonly Question[];
  readonly found: FoundActions;
}

function concluded(about: ImportCheck, { reading, tally, questions, found }: Checked): FileCheck {
  const { actions, passed } = reading;
  const { layout } = found;
  const days = actions.map(({ exDay }) => exDay);
  const symbols = [...new Set(actions.map(({ symbol }) => symbol))].toSorted();
  const described: ImportCheck = {
    ...about,
    symbols: symbols.filter((symbol) => symbol !== ""),
    rows: tally.rows,
    first: days.length === 0 ? null : formatIsoDay(days.reduce((a, b) => Math.min(a, b))),
    last: days.length === 0 ? null : formatIsoDay(days.reduce((a, b) => Math.max(a, b))),
    leftOut: leftOutOf(tally),
    leftOutCount: tally.leftOut,
    warnings: Array.from(passed, ([what, count]) => passedWarning(what, count)),
  };
  if (actions.length === 0)
    return { check: refused(described, "no split, bonus or dividend in it"), rows: null };
  const [question] = questions;
  if (question)
    return { check: { ...described, verdict: "ask", questions, message: question.text }, rows: null };
  const check: ImportCheck = { ...described, verdict: "ok", message: messageOf(described, actions) };
  const { vendor, isSplitAdjusted } = layout;
  return { check, rows: null, actions: { file: tally.file, vendor, isSplitAdjusted, actions } };
}

function passedWarning(what: string, count: number): string {
  return `${what.charAt(0).toUpperCase()}${what.slice(1)}: ${count} passed over, prices are not adjusted for them.`;
}

function messageOf({ symbols, first, last }: ImportCheck, actions: readonly CorporateAction[]): string {
  const counts = (["split", "bonus", "dividend"] as const)
    .map((kind) => ({ kind, count: actions.filter((one) => one.kind === kind).length }))
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => `${count} ${count === 1 ? kind : PLURALS[kind]}`);
  const whose = symbols.length === 1 ? (symbols[0] ?? "") : `${symbols.length} instruments`;
  return `${counts.join(", ")} of ${whose}, ex-dates from ${first ?? ""} to ${last ?? ""}.`;
}

const PLURALS = { split: "splits", bonus: "bonuses", dividend: "dividends" } as const;
