/**
 * A vendor's companies among a market's instruments: by symbol as it is, else with one sign for `.`, `-` and `/`, else
 * without the exchange's ending, else without a code's zeros in front; by ISIN, CIK or CUSIP where a list says which symbol has it; and by earlier names, each
 * as long as it was in use.
 */
import { bareSymbol, codeSymbol, plainSymbol } from "../cells/plain-symbol.ts";
import { codeKey, isIsin, NO_IDENTITIES } from "./identities.ts";
import type { CodeKind, Identities, Rename } from "./identities.ts";

export interface MarketNames {
  readonly symbols: readonly string[];
  /** EpochDay of each instrument's first bar; absent where it is not known, and earlier names go by the lists alone. */
  readonly firstDay?: ArrayLike<number>;
  /** And of its last. */
  readonly lastDay?: ArrayLike<number>;
}

/** Whose a name is, from one day to another. */
export interface NameSpell {
  /** EpochDay; the first day on which it is no longer so. Infinity for the last. */
  readonly until: number;
  /** The instrument; -1 for none of the market's. */
  readonly owner: number;
  /** True where the company had given up that name by then: of a vendor that writes old names on. */
  readonly isGivenUp: boolean;
}

export interface SymbolMatch {
  /** In the order of their days; at least one, the last without an end. */
  spellsOf(name: string, kind: CodeKind): readonly NameSpell[];
}

/** Companies change their name now and then; more in a row is a circle. */
const MOST_NAMES = 12;

export function createSymbolMatch(
  { symbols, firstDay }: MarketNames,
  { codes, renames }: Identities = NO_IDENTITIES,
): SymbolMatch {
  const exact = new Map(symbols.map((symbol, at) => [symbol, at]));
  const byPlain = placesBy(symbols, plainSymbol);
  const byBare = placesBy(symbols, bareSymbol);
  const byCode = placesBy(symbols, codeSymbol);
  const from = groupBy(renames, ({ earlier }) => earlier);
  const into = groupBy(renames, ({ later }) => later);

  function find(symbol: string): number {
    return (
      exact.get(symbol) ??
      byPlain.get(plainSymbol(symbol)) ??
      byBare.get(bareSymbol(symbol)) ??
      byCode.get(codeSymbol(symbol)) ??
      -1
    );
  }

  /** True for an instrument with prices before a day. */
  function hasPricesBefore(instrument: number, day: number): boolean {
    return instrument >= 0 && (firstDay?.[instrument] ?? -Infinity) < day;
  }

  /** The instrument of the company that had a name on a day. */
  function ownerOn(name: string, day: number, depth: number): { owner: number; isGivenUp: boolean } {
    const key = bareSymbol(name);
    const own = find(name);
    const away = from.get(key)?.find((one) => one.day > day);
    const begun = into.get(key)?.find((one) => one.day > day);
    if (away && (!begun || away.day <= begun.day)) {
      if (hasPricesBefore(own, away.day)) return { owner: own, isGivenUp: false };
      return { owner: follow(away, depth), isGivenUp: false };
    }
    if (begun) {
      if (hasPricesBefore(own, begun.day)) return { owner: own, isGivenUp: false };
      const earlier = find(begun.earlier);
      return { owner: hasPricesBefore(earlier, begun.day) ? earlier : own, isGivenUp: false };
    }
    const last = from.get(key)?.at(-1);
    if (own >= 0 || !last) return { owner: own, isGivenUp: false };
    return { owner: follow(last, depth), isGivenUp: true };
  }

  function follow({ later, day }: Rename, depth: number): number {
    return depth === MOST_NAMES ? -1 : ownerOn(later, day, depth + 1).owner;
  }

  function spellsOfSymbol(name: string): NameSpell[] {
    const key = bareSymbol(name);
    const days = [...(from.get(key) ?? []), ...(into.get(key) ?? [])]
      .map(({ day }) => day)
      .filter((day) => Number.isFinite(day));
    const ends = [...new Set(days), Infinity].toSorted((a, b) => a - b);
    return ends.map((until, at) => {
      const { owner, isGivenUp } = ownerOn(name, at === 0 ? -Infinity : (ends[at - 1] ?? 0), 0);
      return { until, owner, isGivenUp };
    });
  }

  function spellsOfCode(name: string, kind: CodeKind): NameSpell[] {
    const key = codeKey(kind, name);
    const known = key === null ? [] : (codes.get(key) ?? []);
    const found = known.map(spellsOfSymbol).find((spells) => spells.some(({ owner }) => owner >= 0));
    return found ?? [{ until: Infinity, owner: -1, isGivenUp: false }];
  }

  return {
    spellsOf(name, kind) {
      const byName = kind === "cik" ? [] : spellsOfSymbol(name);
      if (byName.some(({ owner }) => owner >= 0)) return byName;
      if (kind === "symbol") return isIsin(name) ? spellsOfCode(name, "isin") : byName;
      return spellsOfCode(name, kind);
    },
  };
}

/** A form that two symbols share is none's. */
function placesBy(symbols: readonly string[], formOf: (symbol: string) => string): Map<string, number> {
  const places = new Map<string, number>();
  for (const [at, symbol] of symbols.entries()) {
    const form = formOf(symbol);
    places.set(form, places.has(form) ? -1 : at);
  }
  return places;
}

/** Renames by a key, in their order, which is that of their days. */
function groupBy(renames: readonly Rename[], keyOf: (rename: Rename) => string): Map<string, Rename[]> {
  const groups = new Map<string, Rename[]>();
  for (const rename of renames) {
    const known = groups.get(keyOf(rename));
    if (known) known.push(rename);
    else groups.set(keyOf(rename), [rename]);
  }
  return groups;
}
