/** The rows of a table of statements, each with the instrument that its company was on its day. */
import { NO_DAY } from "#workers/market/row.ts";
import type { NameSpell, SymbolMatch } from "./match-symbols.ts";
import { DATED } from "./statement-table.ts";
import type { StatementTable } from "./statement-table.ts";

export interface MatchedTable {
  readonly table: StatementTable;
  /** For each symbol of the table, the instrument or -1. */
  readonly owners: Int32Array;
  /** Names of companies that no instrument of the market is, in the file's order. */
  readonly unmatched: readonly string[];
}

/** A name that was two companies' in the course of time stands in the table's symbols once for each. */
export function matchTable(table: StatementTable, match: SymbolMatch): MatchedTable {
  const spells = table.symbols.map((symbol) => match.spellsOf(symbol, table.code));
  const unmatched = table.symbols.filter((_, at) => spells[at]?.every(({ owner }) => owner < 0) ?? true);
  const owners = spells.map(([first]) => first?.owner ?? -1);
  if (spells.every((own) => own.length === 1 && !own[0]?.isGivenUp))
    return { table, owners: Int32Array.from(owners), unmatched };
  const symbols = [...table.symbols];
  const places = new Map<string, number>();
  const placeOf = (symbol: number, owner: number): number => {
    if (owners[symbol] === owner) return symbol;
    const key = `${symbol} ${owner}`;
    const known = places.get(key);
    if (known !== undefined) return known;
    const place = symbols.push(table.symbols[symbol] ?? "") - 1;
    owners.push(owner);
    places.set(key, place);
    return place;
  };
  const symbol = table.symbol.slice(0, table.rows);
  for (let row = 0; row < table.rows; row++) {
    const own = symbol[row] ?? -1;
    if (own < 0) continue;
    const day = table.known[row] === NO_DAY ? (table.period[row] ?? 0) : (table.known[row] ?? 0);
    symbol[row] = placeOf(own, ownerOf(spells[own] ?? [], day, table.span[row] === DATED));
  }
  return { table: { ...table, symbols, symbol }, owners: Int32Array.from(owners), unmatched };
}

/** What is said of a day under a name that the company had given up by then is not of that company. */
function ownerOf(spells: readonly NameSpell[], day: number, isDated: boolean): number {
  const spell = spells.find(({ until }) => day < until);
  return !spell || (isDated && spell.isGivenUp) ? -1 : spell.owner;
}
