/** Statements of a plan's files put together: joined with their filings, matched with the market, and made to facts. */
import type { EarlierFacts } from "#workers/market/merge-facts.ts";
import type { StatementNotes, MembershipHole } from "#workers/market/statement-notes.ts";
import type { PlanFile } from "../what/file-check.ts";
import { companyNames, filingsOf, identitiesOf, joinFilings } from "./filings.ts";
import type { Identities } from "./identities.ts";
import { itemNamed } from "./items.ts";
import { createSymbolMatch } from "./match-symbols.ts";
import type { MarketNames } from "./match-symbols.ts";
import { matchTable } from "./match-table.ts";
import type { MatchedTable } from "./match-table.ts";
import type { StatementTable } from "./statement-table.ts";
import { isInMoney, statementsToFacts } from "./to-facts.ts";
import type { StatementFacts } from "./to-facts.ts";
import { toEpochDay, yearOf } from "#workers/model/day.ts";
import { valueAt } from "./value-column.ts";

export interface StatementFault {
  readonly file: string;
  readonly reason: string;
}

/** Why a file of statements can't be taken beside the others; null where all can. */
export function findStatementFault(
  files: readonly PlanFile[],
  earlier: Pick<EarlierFacts, "facts"> | null,
): StatementFault | null {
  const filings = filingsOf(files);
  const currencies = new Map<string, { readonly currency: string; readonly place: string }>();
  for (const { name, currency } of earlier?.facts ?? []) {
    const [item = ""] = name.split(".");
    if (currency !== undefined && isInMoney(name)) currencies.set(item, { currency, place: "the dataset" });
  }
  for (const { statements: table } of files) {
    if (!table) continue;
    const { file } = table.tally;
    if (table.code === "filing" && !table.symbols.some((number) => filings.has(number)))
      return { file, reason: NO_FILINGS };
    if (table.currency === "") continue;
    for (const { name } of table.figures) {
      if (!itemNamed(name)?.isMoney) continue;
      const known = currencies.get(name);
      if (known && known.currency !== table.currency) {
        const reason = `${name} is in ${table.currency} here and in ${known.currency} in ${known.place}: figures of two currencies cannot be compared; give each its own dataset`;
        return { file, reason };
      }
      currencies.set(name, { currency: table.currency, place: file });
    }
  }
  return null;
}

const NO_FILINGS =
  "figures of the SEC's num.txt name a filing and neither a company nor the day on which it was accepted. Add the sub.txt of the same quarter beside it, or its whole zip";

/** What is known of a market's instruments when statements are put to them. */
export interface PricedMarket extends MarketNames {
  /** Of its prices, as far as they are known: worked out for statements alone. */
  readonly currencies: () => ReadonlySet<string>;
}

export interface PlanContext {
  /** EpochDay. */
  readonly today: number;
  /** What lists say, of the plan's files and of those that came before. */
  readonly listed: Identities;
}

/** Facts of the files of statements, by the market's instruments. */
export function planStatements(
  files: readonly PlanFile[],
  market: PricedMarket,
  { today, listed }: PlanContext,
): StatementFacts {
  const tables = files.flatMap(({ statements }) => statements ?? []);
  if (tables.length === 0) return { tables: [], timeline: null };
  const currencies = market.currencies();
  const filings = filingsOf(files);
  const { identities, guessed } = identitiesOf(listed, filings);
  const match = createSymbolMatch(market, identities);
  const names = companyNames(filings);
  const told: Pick<StatementNotes, "remarks" | "hole">[] = [];
  const matched = tables.map((table): MatchedTable => {
    const joined = table.code === "filing" ? joinFilings(table, filings) : { table, unknown: 0 };
    const own = matchTable(joined.table, match);
    const hasList = [...listed.codes.keys()].some((key) => key.startsWith(`${joined.table.code} `));
    told.push({
      remarks: [
        ...remarksOf(own, { unknown: joined.unknown, guessed, hasList }),
        ...currencyRemark(own.table, currencies),
      ],
      hole: findHole(own, market, today),
    });
    const { code } = own.table;
    const unmatched =
      code === "cik" ? own.unmatched.map((cik) => names.get(cik) ?? `CIK ${cik}`) : own.unmatched;
    return { table: own.table, owners: own.owners, unmatched };
  });
  return statementsToFacts(matched, market.symbols, told);
}

function currencyRemark({ currency, figures }: StatementTable, ofPrices: ReadonlySet<string>): string[] {
  const others = [...ofPrices].filter((one) => one !== currency).toSorted();
  const hasMoney = figures.some(({ name }) => itemNamed(name)?.isMoney ?? false);
  if (currency === "" || !hasMoney || others.length === 0) return [];
  return [
    `Its figures are in ${currency} and prices in ${others.join(" and ")}: ratios of the two, such as close / eps, mean nothing until one is converted.`,
  ];
}

interface Matching {
  readonly unknown: number;
  readonly guessed: ReadonlySet<string>;
  readonly hasList: boolean;
}

const LIST_OF: Partial<Record<StatementTable["code"], string>> = {
  cik: "company_tickers.json of the SEC, or a table with the columns cik and symbol",
  cusip: "a table with the columns cusip and symbol",
  isin: "a table with the columns isin and symbol, such as EQUITY_L.csv of NSE",
};

/** What is to be told of how a table's companies were found among the instruments. */
function remarksOf(
  { table, owners, unmatched }: MatchedTable,
  { unknown, guessed, hasList }: Matching,
): string[] {
  const byName = table.symbols.filter((symbol, at) => (owners[at] ?? -1) >= 0 && guessed.has(symbol));
  const list = LIST_OF[table.code];
  const rows = unknown === 1 ? "1 row is" : `${unknown} rows are`;
  return [
    ...(unknown > 0 ? [`${rows} left out: no sub.txt has the filing.`] : []),
    ...(table.code === "cik" && byName.length > 0
      ? [
          `${byName.length === 1 ? "1 company is" : `${byName.length} companies are`} matched by the name of a filing's file, since no list has the CIK: check whether the symbols are theirs.`,
        ]
      : []),
    ...(unmatched.length > 0 && list !== undefined && !hasList
      ? [
          `Companies are named by ${table.code.toUpperCase()}, and no file says which symbol has which: add ${list}.`,
        ]
      : []),
  ];
}

/** Prices may end some days before a year does. */
const NEAR = 10;

/**
 * How much of an index's members has no prices: what a run can't hold, and what flatters its result. By year's end, as
 * far as there are prices at all: who was a member and who of them had prices then; null for a table without
 * memberships.
 */
function findHole(
  { table, owners }: MatchedTable,
  { firstDay, lastDay }: MarketNames,
  today: number,
): MembershipHole | null {
  const figure = table.figures.findIndex(
    ({ name, kind }) => kind === "dated" && /^member(?:\.|$)/.test(name),
  );
  const values = table.values[figure];
  if (!values) return null;
  const rows = Array.from({ length: table.rows }, (_, row) => row)
    .filter((row) => !Number.isNaN(valueAt(values, row)))
    .toSorted((a, b) => (table.known[a] ?? 0) - (table.known[b] ?? 0) || a - b);
  const [first] = rows;
  if (first === undefined) return null;
  const [from, to] = [least(firstDay), -least(lastDay && Array.from(lastDay, (day) => -day))];
  const members = new Map<string, number>();
  const years: { year: number; members: number; without: number }[] = [];
  const firstYear = yearOf(table.known[first] ?? 0);
  let next = 0;
  for (let year = firstYear; toEpochDay(year, 1, 1) <= today; year++) {
    const end = Math.min(toEpochDay(year, 12, 31), today, Math.max(to, toEpochDay(year, 1, 1)));
    for (; next < rows.length && (table.known[rows[next] ?? 0] ?? 0) <= end; next++) {
      const row = rows[next] ?? 0;
      const symbol = table.symbol[row] ?? 0;
      const name = table.symbols[symbol] ?? "";
      if (valueAt(values, row) > 0) members.set(name, owners[symbol] ?? -1);
      else members.delete(name);
    }
    let without = 0;
    for (const owner of members.values())
      if (owner < 0 || (firstDay?.[owner] ?? -Infinity) > end || (lastDay?.[owner] ?? Infinity) < end - NEAR)
        without++;
    const isCovered = end >= from && toEpochDay(year, 1, 1) <= to;
    if (members.size > 0 && isCovered) years.push({ year, members: members.size, without });
  }
  return years.length === 0 ? null : { name: table.figures[figure]?.name ?? "", years };
}

function least(days: ArrayLike<number> | undefined): number {
  let found = Infinity;
  for (let at = 0; at < (days?.length ?? 0); at++) found = Math.min(found, days?.[at] ?? Infinity);
  return found;
}
