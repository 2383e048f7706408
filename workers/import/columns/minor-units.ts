/** Prices in hundredths of a currency: stored as they are, and said. */
import { plainName } from "./header-names.ts";
import type { Table } from "../what/table.ts";

/** Words and codes for the hundredth of a currency. */
export const MINOR_UNIT: RegExp = /^(?:GBX|GBp|GBpence|p|pence|ZAc|ZAC|ILA|c|cents?|agorot)$/;

/** The plain title of a column that names each row's currency. */
export const CURRENCY_COLUMN: RegExp = /^(?:currency|ccy|curr|waehrung|währung|devise|valuta)$/;

/** Why prices of one instrument can't follow each other, which are in two currencies; null where they are in one. */
export function twoCurrencies({ header, rows }: Table, symbolAt: number): string | null {
  const at = header.findIndex((cell) => CURRENCY_COLUMN.test(plainName(cell)));
  if (at < 0 || at === symbolAt) return null;
  const bySymbol = new Map<string, string>();
  for (const row of rows) {
    const currency = (row[at] ?? "").trim();
    if (!/^[A-Z]{3}$/i.test(currency)) continue;
    const symbol = row[symbolAt] ?? "";
    const known = bySymbol.get(symbol) ?? currency;
    if (known !== currency)
      return `prices of one instrument in ${known} and in ${currency}; save those of each currency as a file of its own`;
    bySymbol.set(symbol, currency);
  }
  return null;
}

/**
 * Sentences on units that a file states.
 *
 * @param said - the currency in a line above the table, "" for none
 */
export function unitWarnings({ header, rows }: Table, said: string): string[] {
  const names = header.map(plainName);
  const warnings: string[] = [];
  const currencyAt = names.findIndex((name) => CURRENCY_COLUMN.test(name));
  const inColumn =
    currencyAt < 0
      ? undefined
      : rows.map((row) => (row[currencyAt] ?? "").trim()).find((cell) => MINOR_UNIT.test(cell));
  const inNames = header
    .map((cell) => /[([]([^()[\]]*)[)\]]/.exec(cell)?.[1]?.trim() ?? "")
    .find((unit) => MINOR_UNIT.test(unit));
  const unit = inColumn ?? inNames ?? (MINOR_UNIT.test(said) ? said : undefined);
  if (unit !== undefined)
    warnings.push(
      `Prices are in hundredths of the currency (${unit}), e.g. pence; they are stored as they are.`,
    );
  return warnings;
}
