/**
 * Who is who: the codes of companies (ISIN, CIK, CUSIP) and the earlier names of symbols, as lists beside statements say
 * them. The SEC's company_tickers.json, NSE's symbolchange.csv and EQUITY_L.csv are such lists, and any table with these
 * columns.
 */
import { NO_DAY } from "#workers/market/row.ts";
import { plainSymbol, bareSymbol } from "../cells/plain-symbol.ts";
import { dayOf, isNoDay, readDateCell } from "../cells/dates.ts";
import { plainTitle } from "./items.ts";
import type { KeptIdentities } from "#workers/market/column-directory.ts";

/** What names the companies of a table. A filing is an accession number of the SEC. */
export type CodeKind = "symbol" | "isin" | "cik" | "cusip" | "filing";

export interface Rename {
  /** Symbols as plainSymbol gives them. */
  readonly earlier: string;
  readonly later: string;
  /** EpochDay on which the later name began; Infinity where the list doesn't say it. */
  readonly day: number;
}

export interface Identities {
  /** Symbols by the key that codeKey gives: a company may have several. */
  readonly codes: ReadonlyMap<string, readonly string[]>;
  readonly renames: readonly Rename[];
}

export const NO_IDENTITIES: Identities = { codes: new Map(), renames: [] };

/** Where a list has what. -1 for a column that it hasn't. */
export interface IdentityColumns {
  readonly symbol: number;
  readonly codes: readonly { readonly kind: CodeKind; readonly column: number }[];
  /** Earlier names without a day, as Sharadar's related tickers. */
  readonly related: number;
  readonly earlier: number;
  readonly later: number;
  readonly day: number;
}

const SYMBOL_TITLES =
  "symbol ticker tic tickersymbol nsesymbol tradingsymbol stocksymbol securityid sctysrs tckrsymb".split(" ");
const CODE_TITLES: readonly (readonly [CodeKind, readonly string[]])[] = [
  ["isin", "isin isinnumber isincode isinno isinnum".split(" ")],
  ["cik", "cik cikstr ciknumber centralindexkey".split(" ")],
  ["cusip", "cusip cusips cusip9 cusip8".split(" ")],
];
const EARLIER_TITLES =
  "old oldsymbol oldticker oldname smkeysymbol formersymbol formerticker previoussymbol previousticker earliersymbol fromsymbol".split(
    " ",
  );
const LATER_TITLES = "new newsymbol newticker newname smnewsymbol currentsymbol latersymbol tosymbol".split(
  " ",
);
const DAY_TITLES =
  "date day effectivedate smapplicablefrom applicablefrom changedate dateofchange from wef".split(" ");
/** What a list of codes may have beside them; a table with other columns is something else. */
const BESIDE = new Set(
  "name title company companyname nameofcompany security securityname issuer issuername description exchange series group figi sedol simfinid permaticker sic siccode conm entityname symbcompanyname dateoflisting listingdate paidupvalue facevalue marketlot status industry instrument".split(
    " ",
  ),
);

/** null for a header that has no codes and no earlier names. */
export function findIdentityColumns(header: readonly string[]): IdentityColumns | null {
  const titles = header.map(plainTitle);
  const columnOf = (names: readonly string[]): number => titles.findIndex((title) => names.includes(title));
  const symbol = columnOf(SYMBOL_TITLES);
  const codes = CODE_TITLES.flatMap(([kind, names]) => {
    const column = columnOf(names);
    return symbol >= 0 && column >= 0 ? [{ kind, column }] : [];
  });
  const related = symbol < 0 ? -1 : columnOf(["relatedtickers"]);
  const [earlier, later] = [columnOf(EARLIER_TITLES), columnOf(LATER_TITLES)];
  const hasRenames = earlier >= 0 && later >= 0;
  if (codes.length === 0 && related < 0 && !hasRenames) return null;
  return { symbol, codes, related, earlier, later, day: hasRenames ? columnOf(DAY_TITLES) : -1 };
}

/** A header of a table that holds nothing beside codes and names of symbols; null for another. */
export function findIdentityList(header: readonly string[]): IdentityColumns | null {
  const columns = findIdentityColumns(header);
  return columns && isIdentityList(header, columns) ? columns : null;
}

function isIdentityList(header: readonly string[], columns: IdentityColumns): boolean {
  if (columns.earlier >= 0 && columns.later >= 0) return true;
  const own = new Set([columns.symbol, columns.related, ...columns.codes.map(({ column }) => column)]);
  return header.every((title, column) => own.has(column) || BESIDE.has(plainTitle(title)));
}

export interface IdentityList {
  /** @returns false for a row that says nothing */
  take(cells: readonly string[], columns: IdentityColumns): boolean;
  add(kind: CodeKind, code: string, symbol: string): boolean;
  finish(): Identities;
}

export function createIdentityList(): IdentityList {
  const codes = new Map<string, string[]>();
  const renames: Rename[] = [];
  function add(kind: CodeKind, code: string, symbol: string): boolean {
    const key = codeKey(kind, code);
    if (key === null || symbol === "") return false;
    const known = codes.get(key);
    if (!known) codes.set(key, [symbol]);
    else if (!known.includes(symbol)) known.push(symbol);
    return true;
  }
  function rename(from: string, to: string, day: number): boolean {
    const [earlier, later] = [plainSymbol(from), plainSymbol(to)];
    if (earlier === "" || later === "" || earlier === later) return false;
    renames.push({ earlier, later, day });
    return true;
  }
  return {
    add,
    take(cells, { symbol, codes: own, related, earlier, later, day }) {
      const cellOf = (column: number): string => (cells[column] ?? "").trim();
      let hasSaid = false;
      for (const { kind, column } of own)
        for (const code of cellOf(column).split(/[\s,;|]+/))
          hasSaid = add(kind, code, cellOf(symbol)) || hasSaid;
      for (const name of cellOf(related).split(/[\s,;|]+/))
        hasSaid = rename(name, cellOf(symbol), Infinity) || hasSaid;
      if (earlier < 0 || later < 0) return hasSaid;
      const on = day < 0 ? Infinity : dayIn(cellOf(day));
      return (on !== null && rename(cellOf(earlier), cellOf(later), on)) || hasSaid;
    },
    finish: () => ({ codes, renames: renames.toSorted((a, b) => a.day - b.day) }),
  };
}

/** What several lists say together. */
export function joinIdentities(lists: readonly Identities[]): Identities {
  const [only = NO_IDENTITIES, ...others] = lists;
  if (others.length === 0) return only;
  const codes = new Map<string, string[]>();
  for (const list of lists)
    for (const [key, symbols] of list.codes)
      codes.set(key, [...new Set([...(codes.get(key) ?? []), ...symbols])]);
  return { codes, renames: lists.flatMap(({ renames }) => renames).toSorted((a, b) => a.day - b.day) };
}

const ISIN = /^[A-Z]{2}[A-Z0-9]{9}\d$/;

/** One way of writing a code; null for what is none. */
export function codeKey(kind: CodeKind, code: string): string | null {
  const plain = code.trim().toUpperCase();
  switch (kind) {
    case "isin":
      return ISIN.test(plain) ? `isin ${plain}` : null;
    case "cik": {
      const digits = plain.replace(/^CIK/, "").replace(/\.0+$/, "").trim();
      return /^\d{1,10}$/.test(digits) && Number(digits) > 0 ? `cik ${Number(digits)}` : null;
    }
    case "cusip":
      // The ninth sign is a check digit, which some leave out.
      return /^[0-9A-Z*@#]{8,9}$/.test(plain) ? `cusip ${plain.slice(0, 8)}` : null;
    case "symbol":
    case "filing":
      return null;
  }
}

/** True for what stands where symbols stand, and is an ISIN. */
export function isIsin(text: string): boolean {
  return ISIN.test(text.trim().toUpperCase());
}

/** Infinity for an empty cell; null for one that can't be read. Exchanges write days first. */
function dayIn(text: string): number | null {
  if (isNoDay(text)) return Infinity;
  const cell = readDateCell(text);
  if (!cell) return null;
  const day = dayOf(cell.parts, "dmy");
  return day === null || day <= NO_DAY ? null : day;
}

/** Exchanges have a thousand or two; and the directory is written with each day that comes. */
const MOST_RENAMES = 20_000;

/**
 * What lists say of a market's instruments, as it is kept with the dataset for statements that come later. Of the
 * lists beside prices or statements, and what the dataset that gets the files has kept.
 */
export function allIdentities(lists: readonly Identities[], kept: KeptIdentities | null): Identities {
  return kept ? joinIdentities([...lists, fromKept(kept)]) : joinIdentities(lists);
}

function fromKept({ codes, renames }: KeptIdentities): Identities {
  return {
    codes: new Map(codes),
    renames: renames.map(({ earlier, later, day }) => ({ earlier, later, day: day ?? Infinity })),
  };
}

/** Codes of the market's instruments, by their later names, too, and all earlier names; null for none. */
export function toKeep({ codes, renames }: Identities, symbols: readonly string[]): KeptIdentities | null {
  const own = new Set(symbols.map(bareSymbol));
  for (const { earlier, later } of renames)
    if (own.has(later) || own.has(earlier)) own.add(later).add(earlier);
  const kept = [...codes].filter(([, said]) => said.some((symbol) => own.has(bareSymbol(symbol))));
  const known = new Map(renames.map((one) => [`${one.earlier} ${one.later} ${one.day}`, one]));
  const names = [...known.values()].slice(0, MOST_RENAMES);
  if (kept.length === 0 && names.length === 0) return null;
  return {
    codes: kept,
    renames: names.map(({ earlier, later, day }) => ({ earlier, later, day: day === Infinity ? null : day })),
  };
}

/** Those of a plan's files. */
export function identitiesIn(files: readonly { readonly identities?: Identities }[]): readonly Identities[] {
  const lists = files.flatMap(({ identities }) => identities ?? []);
  return lists.length === 0 ? [NO_IDENTITIES] : lists;
}
