/** The dry run of a facts.csv or signals.csv: which facts it has, of whom, and which rows are left out. */
import { FACT_NAME } from "#workers/market/fact-names.ts";
import { factsKind, openFactsFile } from "#workers/market/facts-file.ts";
import { baseName } from "#workers/market/layout.ts";
import { placeOf, sheetOf } from "#workers/model/place.ts";
import type { ArrangedSteps } from "#workers/market/fact-steps.ts";
import { findItem } from "../statements/items.ts";
import { noRowOf } from "../rows/no-row.ts";
import type { SampleRecord } from "../what/table.ts";
import type { FactsTable } from "#workers/market/facts-file.ts";
import { refuseWhenBad } from "#workers/market/file-rows.ts";
import { reasonBeside, Refusal } from "#workers/market/refusal.ts";
import type { PriceSource } from "#workers/market/source.ts";
import { unpackedChunks } from "#workers/market/unpack.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import type { ImportCheck } from "#workers/model/import-check.ts";
import type { FactSeries } from "#workers/model/market.ts";
import { EMPTY_CHECK, leftOutOf, refused } from "../what/check.ts";
import type { FileCheck } from "../what/file-check.ts";
import { listNames } from "../what/list-names.ts";
import { createRunEvidence, TURNED } from "../judge/turned-runs.ts";

const DAY_MS = 86_400_000;
const TITLES = ["symbol", "date", "name", "value"] as const;
/** A header stands within so many records. */
const SEARCH = 12;
/** A table with one of these has prices. */
const PRICES = new Set(["open", "high", "low", "close", "price"]);

/** What a file holds by its name: facts.csv, facts.parquet, or a sheet of facts.xlsx or one that is called facts; null for any other. */
export function factsKindOf({
  name,
  tableOf,
}: Pick<PriceSource, "name" | "tableOf">): FactSeries["kind"] | null {
  if (tableOf === undefined) return factsKind(name);
  const names = sheetOf(name);
  const parts = names ? [names.sheet, baseName(names.book)] : [baseName(name)];
  const [kind] = parts.flatMap(
    (part) => /^(facts|signals)(?:\.[a-z]+)?$/i.exec(part)?.[1]?.toLowerCase() ?? [],
  );
  if (kind === undefined) return null;
  return kind === "facts" ? "fact" : "signal";
}

/** True for a header with periods, under which days of publication have other names: such a table is one of statements. */
export function hasPeriods(header: string): boolean {
  return /(?:^|[,;\t"])\s*period ?_?end/i.test(header);
}

/**
 * True for a row a figure, under the header of a facts.csv, which may have other columns beside and lines above. Where names are as many as symbols, a name may be that of a
 * company, and the value its price: then they are items of statements, or this is another table.
 */
export function isFactsTable(records: readonly SampleRecord[]): boolean {
  for (const [at, { cells }] of records.slice(0, SEARCH).entries()) {
    const titles = cells.map((cell) => cell.trim().toLowerCase());
    const [symbol = -1, date = -1, name = -1, value = -1] = TITLES.map((title) => titles.indexOf(title));
    if (Math.min(symbol, date, name, value) < 0) continue;
    if (titles.some((title) => PRICES.has(title))) return false;
    const rows = records.slice(at + 1).filter((row) => noRowOf(row.cells, cells) === null);
    return areFacts(rows.map((row) => ({ symbol: row.cells[symbol] ?? "", name: row.cells[name] ?? "" })));
  }
  return false;
}

function areFacts(all: readonly { readonly symbol: string; readonly name: string }[]): boolean {
  const pairs = all.filter((pair) => FACT_NAME.test(pair.name.trim()));
  if (pairs.length === 0 || pairs.length < 0.9 * all.length) return false;
  const names = new Set(pairs.map((pair) => pair.name));
  const symbols = new Set(pairs.map((pair) => pair.symbol));
  const both = new Set(pairs.map((pair) => `${pair.symbol},${pair.name}`));
  return (
    both.size > Math.max(names.size, symbols.size) || names.size < symbols.size || [...names].every(isItem)
  );
}

function isItem(name: string): boolean {
  return (
    findItem(name.split(".")[0] ?? "") !== null ||
    /^(?:pe|pb|ps|roe|roce|roa|eps|dps|score|rating)$/i.test(name)
  );
}

/** Reads the file whole, by the rules of the command line; whose facts count is known when all files are read. */
export async function checkFacts(source: PriceSource, kind: FactSeries["kind"]): Promise<FileCheck> {
  const known: ImportCheck = {
    ...EMPTY_CHECK,
    file: source.name,
    kind: "facts",
    format: formatOfFacts(kind),
    encoding: source.tableOf ?? "",
  };
  const { bytes, tally, finish } = openFactsFile(source.name, kind);
  try {
    for await (const chunk of unpackedChunks(source, () => {})) bytes.push(chunk);
    bytes.end();
    refuseWhenBad(tally);
  } catch (error) {
    if (error instanceof Refusal)
      return { check: refused(known, reasonBeside(error, source.name)), rows: null };
    throw error;
  }
  const table = finish();
  const check = describeFactsTable(known, table);
  return check.verdict === "refuse" ? { check, rows: null } : { check, rows: null, factsTable: table };
}

/** What a table of facts or signals is called. */
export function formatOfFacts(kind: FactSeries["kind"]): string {
  return kind === "fact" ? "facts that become known over time" : "signals, known at their day's close";
}

/** The check of a table that was read. */
export function describeFactsTable(known: ImportCheck, table: FactsTable): ImportCheck {
  const { tally, symbols, figures } = table;
  const { rows, leftOut, repeats } = tally;
  const { first, last } = extentOf(table);
  const dates = { first: dateOf(first), last: dateOf(last) };
  const when = dates.first === null ? "without a value" : `known from ${dates.first} to ${dates.last ?? ""}`;
  const described: ImportCheck = {
    ...known,
    ...dates,
    encoding: known.encoding || "UTF-8",
    symbols,
    rows,
    leftOut: leftOutOf(tally),
    leftOutCount: leftOut,
    warnings: futureWarning(table, Math.floor(Date.now() / DAY_MS)),
    repeats,
    message: `${listNames(figures.map(({ name }) => name))} of ${symbols.length === 1 ? "1 instrument" : `${symbols.length} instruments`}, ${when}.`,
  };
  return areTurned(table) ? refused(described, TURNED) : { ...described, verdict: "ok" };
}

/** True where month and day of some dates were exchanged, by the order of the lines. */
function areTurned({ symbols, figures }: FactsTable): boolean {
  const runs = createRunEvidence();
  for (const { steps } of figures) {
    for (const owner of symbols.keys()) {
      const places = stepsByLine(steps, owner);
      if (places) runs.addWay(places.map((at) => steps.day[at] ?? 0));
    }
  }
  return runs.areTurned();
}

/** The steps of an owner as the file has them; null where the file has them by day, one way or the other. */
function stepsByLine({ stepOffset, line }: ArrangedSteps, owner: number): number[] | null {
  const [from = 0, end = 0] = [stepOffset[owner], stepOffset[owner + 1]];
  let directions = 0;
  for (let at = from + 1; at < end; at++) directions |= (line[at] ?? 0) > (line[at - 1] ?? 0) ? 1 : 2;
  if (directions !== 3) return null;
  return Array.from({ length: end - from }, (_, at) => from + at).toSorted(
    (a, b) => (line[a] ?? 0) - (line[b] ?? 0),
  );
}

function futureWarning({ tally, figures }: FactsTable, today: number): string[] {
  let count = 0;
  let first = { line: Infinity, day: 0 };
  for (const { steps } of figures)
    for (const [at, day] of steps.day.entries()) {
      if (day <= today + 1) continue;
      count++;
      const line = steps.line[at] ?? 0;
      if (line < first.line) first = { line, day };
    }
  if (count === 0) return [];
  const are = count === 1 ? "1 value is of a day that has" : `${count} values are of days that have`;
  const which = `${count === 1 ? "" : "the first "}${formatIsoDay(first.day)} in ${placeOf(tally.file, first.line)}`;
  return [
    `${are} not come yet, ${which}: no rule sees ${count === 1 ? "it" : "them"} before. Check whether the day is right.`,
  ];
}

/** EpochDays; Infinity and -Infinity without a step. */
function extentOf({ figures }: FactsTable): { readonly first: number; readonly last: number } {
  let [first, last] = [Infinity, -Infinity];
  for (const { steps } of figures) {
    for (const day of steps.day) {
      if (day < first) first = day;
      if (day > last) last = day;
    }
  }
  return { first, last };
}

function dateOf(day: number): string | null {
  return Number.isFinite(day) ? formatIsoDay(day) : null;
}
