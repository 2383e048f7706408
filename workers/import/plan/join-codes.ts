/**
 * Codes of digits that one file writes with zeros in front and another without, as where a program has read them as
 * numbers: `5.HK` and `00005.HK`. Whether they are one instrument is asked of the file whose prices would be another's.
 */
import { symbolNumber } from "#workers/market/symbols.ts";
import type { Question } from "#workers/model/import-check.ts";
import type { ImportPlan } from "#workers/model/import-plan.ts";
import { codeSymbol, isCode, oneOfEach } from "../cells/plain-symbol.ts";
import { listNames } from "../what/list-names.ts";
import type { PlanFile } from "../what/file-check.ts";
import type { RowPool } from "../rows/row-pool.ts";

interface JoinedCodes {
  /** By file. */
  readonly questions: ReadonlyMap<string, Question>;
  /** Files with their codes as those are written elsewhere: prices where that was answered, lists and facts by themselves. */
  readonly renamed: ReadonlyMap<PlanFile, PlanFile>;
}

interface KnownCodes {
  /** A dataset that gets the files; null for a new one. */
  readonly base: { readonly instruments: readonly { readonly symbol: string }[] } | null;
  readonly pool: RowPool;
}

/** @param used - the files that are well */
export function joinCodes(
  used: readonly PlanFile[],
  { answers }: Pick<ImportPlan, "answers">,
  { base, pool }: KnownCodes,
): JoinedCodes {
  const priced = used.filter(({ rows }) => rows !== null);
  const written = new Map<string, Written>();
  const stored = new Set(base?.instruments.map(({ symbol }) => symbol));
  for (const symbol of stored) enter(written, symbol, "the dataset", true);
  for (const { check } of priced)
    for (const symbol of check.symbols) enter(written, symbol, check.file, false);
  const questions = new Map<string, Question>();
  const renamed = new Map<PlanFile, PlanFile>();
  for (const file of priced) {
    const { check, rows } = file;
    const others = new Map<string, Written>();
    for (const symbol of check.symbols) {
      const known = written.get(codeSymbol(symbol));
      if (known && !stored.has(symbol) && mayBe(symbol, known.symbol)) others.set(symbol, known);
    }
    const { codes } = answers.get(check.file) ?? {};
    if (others.size === 0 || codes === "keep") continue;
    if (codes === undefined) questions.set(check.file, questionOf(others));
    else if (rows) {
      const nameOf = (symbol: string): string => others.get(symbol)?.symbol ?? symbol;
      const numbers = new Map(
        Array.from(rows.renamed ?? check.symbols.map((symbol) => numberPair(pool, symbol)), ([from, to]) => [
          from,
          symbolNumber(pool.symbols, nameOf(pool.symbols.names[to] ?? "")),
        ]),
      );
      const symbols = check.symbols.map(nameOf);
      const rates = check.rates.map(nameOf);
      renamed.set(file, {
        ...file,
        check: { ...check, symbols, rates },
        rows: { ...rows, renamed: numbers },
      });
    }
  }
  const market = [...stored, ...priced.flatMap((file) => (renamed.get(file) ?? file).check.symbols)];
  const codes = oneOfEach(market.filter(isCode));
  for (const file of codes.size > 0 ? used : []) {
    const told = underCodes(file, codes);
    if (told !== file) renamed.set(file, told);
  }
  return { questions, renamed };
}

const SHOWN = 3;

/**
 * What lists and tables of facts say of codes, put to those of the prices that are the same but for their zeros. Two
 * codes of either side that are the same so are nobody's.
 */
function underCodes(file: PlanFile, codes: ReadonlyMap<string, string | null>): PlanFile {
  const { check, facts, listed, factsTable } = file;
  const said = new Set([...(facts?.keys() ?? []), ...(listed?.keys() ?? []), ...(factsTable?.symbols ?? [])]);
  const names = new Map<string, string>();
  for (const [code, symbol] of oneOfEach([...said].filter(isCode))) {
    const known = codes.get(code) ?? null;
    if (symbol !== null && known !== null && mayBe(symbol, known)) names.set(symbol, known);
  }
  if (names.size === 0) return file;
  const nameOf = (symbol: string): string => names.get(symbol) ?? symbol;
  const shown = Array.from(names, ([symbol, known]) => `${symbol} for ${known}`);
  const more = shown.length > SHOWN ? ` and ${shown.length - SHOWN} more` : "";
  const warning = `Codes are taken for those of the prices that have other zeros in front: ${shown.slice(0, SHOWN).join(", ")}${more}.`;
  return {
    ...file,
    check: { ...check, warnings: [...check.warnings, warning] },
    facts: facts && renameKeys(facts, nameOf),
    ...(listed && { listed: renameKeys(listed, nameOf) }),
    ...(factsTable && { factsTable: { ...factsTable, symbols: factsTable.symbols.map(nameOf) } }),
  };
}

function renameKeys<Value>(
  map: ReadonlyMap<string, Value>,
  nameOf: (symbol: string) => string,
): ReadonlyMap<string, Value> {
  return new Map(Array.from(map, ([symbol, value]) => [nameOf(symbol), value]));
}

function numberPair({ symbols }: RowPool, symbol: string): readonly [number, number] {
  const number = symbolNumber(symbols, symbol);
  return [number, number];
}

/** The way in which a code is written that others are brought to: that of the dataset, else that with the most zeros. */
interface Written {
  readonly symbol: string;
  readonly where: string;
  readonly isStored: boolean;
}

function enter(written: Map<string, Written>, symbol: string, where: string, isStored: boolean): void {
  if (!isCode(symbol)) return;
  const code = codeSymbol(symbol);
  const known = written.get(code);
  if (known && (known.isStored || known.symbol.length >= symbol.length)) return;
  written.set(code, { symbol, where, isStored });
}

/** Other codes of one number. Two with zeros in front and no exchange are of two countries: `00001` and `000001`. */
function mayBe(symbol: string, other: string): boolean {
  return symbol !== other && (symbol.includes(".") || !symbol.startsWith("0") || !other.startsWith("0"));
}

function questionOf(others: ReadonlyMap<string, Written>): Question {
  const [first] = others.values();
  const [names, known] = [[...others.keys()], [...others.values()].map(({ symbol }) => symbol)];
  const text = `${listNames(names)} may be ${listNames(known)} of ${first?.where ?? ""}: a program that reads codes as numbers loses the zeros in front. Is it one instrument?`;
  return { about: "codes", text, choices: ["pad", "keep", "leave out"] };
}
