/**
 * Filings of the SEC: sub.txt says of each accession number whose it is and when it was accepted, num.txt has the figures.
 * The two are joined here. The first filing with a figure of a period is what was known; later ones restate it.
 */
import { leaveOut } from "#workers/market/file-rows.ts";
import { openFactsTally } from "#workers/market/facts-tally.ts";
import type { FactsTally } from "#workers/market/facts-tally.ts";
import { quoteCell } from "#workers/market/row-rules.ts";
import { NO_DAY } from "#workers/market/row.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import { dayOf, readDateCell } from "../cells/dates.ts";
import type { FoundStatement } from "./any-statement.ts";
import { createIdentityList, joinIdentities } from "./identities.ts";
import type { Identities } from "./identities.ts";
import { plainTitle } from "./items.ts";
import { isAnnualForm } from "./judge-row.ts";
import { SPAN_OPEN } from "./statement-table.ts";
import type { StatementTable } from "./statement-table.ts";

export interface Filing {
  /** Digits without zeros in front. */
  readonly cik: string;
  readonly name: string;
  /** EpochDay after which its figures count as known. */
  readonly known: number;
  readonly isAnnual: boolean;
  /** The company's symbol as the filing's own files are named, `aapl` of `aapl-20230930_htm.xml`; "" for none. */
  readonly ticker: string;
}

/** Filings by accession number. */
export type Filings = ReadonlyMap<string, Filing>;

export interface FilingsReading {
  readonly takeCells: (cells: readonly string[], line: number) => void;
  readonly tally: FactsTally;
  readonly filings: Filings;
}

/** Seconds of the day: what is accepted before it is known at that day's close, in New York. */
const SESSION_END = 55_800;

export function openFilings(
  { layout, header, headerLine }: FoundStatement,
  file: string,
  today: number,
): FilingsReading {
  const tally = openFactsTally(file, "fact");
  tally.layout = layout.vendor;
  const filings = new Map<string, Filing>();
  const columnOf = (title: string): number => header.findIndex((one) => plainTitle(one) === title);
  const [adsh, cik, name, form] = [columnOf("adsh"), columnOf("cik"), columnOf("name"), columnOf("form")];
  const [filed, accepted, instance] = [columnOf("filed"), columnOf("accepted"), columnOf("instance")];
  return {
    tally,
    filings,
    takeCells(cells, line) {
      if (line <= headerLine) return;
      tally.rows++;
      const cellOf = (column: number): string => (cells[column] ?? "").trim();
      const number = cellOf(adsh);
      const company = cellOf(cik).replace(/^0+/, "");
      const known = knownDay(cellOf(accepted)) ?? knownDay(cellOf(filed));
      const fault =
        number === ""
          ? "no accession number (adsh)."
          : !/^\d+$/.test(company)
            ? `cik is ${quoteCell(cellOf(cik))}, which is not a company's number.`
            : known === null
              ? `filed is ${quoteCell(cellOf(filed))}, which cannot be read.`
              : known > today + 1
                ? `it was filed on ${formatIsoDay(known)}, which has not come yet.`
                : null;
      if (fault !== null || known === null) {
        leaveOut(tally, line, () => `${fault ?? ""} Correct or delete that row.`);
        return;
      }
      if (filings.has(number)) {
        tally.repeats++;
        return;
      }
      const [, ticker = ""] = /^([a-z]{1,5})-\d{8}/.exec(cellOf(instance)) ?? [];
      filings.set(number, {
        cik: company,
        name: cellOf(name),
        known,
        isAnnual: isAnnualForm(cellOf(form)),
        ticker: ticker.toUpperCase(),
      });
    },
  };
}

/** null for what is no day. */
function knownDay(text: string): number | null {
  const cell = text === "" ? null : readDateCell(text);
  const day = cell && dayOf(cell.parts, "ymd");
  if (!cell || day === null) return null;
  return cell.time > 0 && cell.time < SESSION_END ? day - 1 : day;
}

export interface JoinedTable {
  readonly table: StatementTable;
  /** Rows of filings that no sub.txt has. */
  readonly unknown: number;
}

/** The rows of a table by company in place of by filing, with the day on which each filing became known. */
export function joinFilings(table: StatementTable, filings: Filings): JoinedTable {
  const symbols: string[] = [];
  const places = new Map<string, number>();
  const found = table.symbols.map((number) => filings.get(number) ?? null);
  const companies = Int32Array.from(found, (filing) => {
    if (!filing) return -1;
    const place = places.get(filing.cik) ?? symbols.push(filing.cik) - 1;
    places.set(filing.cik, place);
    return place;
  });
  const symbol = table.symbol.slice(0, table.rows);
  const known = table.known.slice(0, table.rows);
  const span = table.span.slice(0, table.rows);
  let unknown = 0;
  for (let row = 0; row < table.rows; row++) {
    const filing = found[symbol[row] ?? 0];
    symbol[row] = companies[symbol[row] ?? 0] ?? -1;
    if (!filing) {
      unknown++;
      known[row] = NO_DAY;
      continue;
    }
    // What is filed before its period ends is a forecast or a slip: it counts from that end on.
    known[row] = Math.max(filing.known, table.period[row] ?? NO_DAY);
    if (span[row] === SPAN_OPEN) span[row] = filing.isAnnual ? 4 : 1;
  }
  return { table: { ...table, symbols, symbol, known, span, code: "cik" }, unknown };
}

/**
 * What the lists say of CIKs; of companies that they lack the symbol is that of their filings' own files, unless a list
 * gives it to another company.
 */
export function identitiesOf(
  listed: Identities,
  filings: Filings,
): { readonly identities: Identities; readonly guessed: ReadonlySet<string> } {
  const taken = new Set(
    [...listed.codes].flatMap(([key, symbols]) => (key.startsWith("cik ") ? symbols : [])),
  );
  const codes = createIdentityList();
  const guessed = new Set<string>();
  const latest = new Map<string, Filing>();
  for (const filing of filings.values()) {
    if (filing.ticker === "" || listed.codes.has(`cik ${filing.cik}`) || taken.has(filing.ticker)) continue;
    if (filing.known >= (latest.get(filing.cik)?.known ?? -Infinity)) latest.set(filing.cik, filing);
  }
  for (const { cik, ticker } of latest.values()) if (codes.add("cik", cik, ticker)) guessed.add(cik);
  return { identities: joinIdentities([listed, codes.finish()]), guessed };
}

/** "APPLE INC (CIK 320193)" by CIK, for lists of companies without prices. */
export function companyNames(filings: Filings): ReadonlyMap<string, string> {
  return new Map(
    [...filings.values()].map(({ cik, name }) => [cik, name === "" ? `CIK ${cik}` : `${name} (CIK ${cik})`]),
  );
}

/** Those of all files. */
export function filingsOf(files: readonly { readonly filings?: Filings }[]): Filings {
  const lists = files.flatMap(({ filings }) => (filings ? [filings] : []));
  const [only] = lists;
  if (only && lists.length === 1) return only;
  const all = new Map<string, Filing>();
  for (const list of lists) for (const [number, filing] of list) all.set(number, filing);
  return all;
}
