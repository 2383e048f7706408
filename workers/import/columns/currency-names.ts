/** Currencies in the names of columns: `Open_USD`, `USD Close` and `close (CNY)` are prices in one, and no instruments. */
import { knownName, prefixedName } from "./header-names.ts";
import type { KnownName } from "./header-names.ts";

export const FIAT =
  /^(?:USD|EUR|GBP|GBX|GBp|INR|JPY|CNY|CHF|CAD|AUD|HKD|SEK|NOK|DKK|KRW|BRL|ZAR|ZAc|TRY|SGD|PLN|CZK|HUF|RUB|SAR|ILS|ILA|MXN|TWD|THB|IDR|MYR|PHP|VND|NZD)$/;

/** What a column of this name holds where it names a currency; null for any other. */
export function nameInCurrency(cell: string): KnownName | null {
  const found = prefixedName(cell);
  return found && FIAT.test(found.symbol) ? found.name : null;
}

/** The currency in a column's name, "" for none. */
export function currencyIn(cell: string): string {
  const inBrackets = /[([]\s*([A-Za-z]{3})\s*[)\]]/.exec(cell)?.[1] ?? "";
  if (FIAT.test(inBrackets)) return inBrackets;
  const found = prefixedName(cell);
  return found && FIAT.test(found.symbol) ? found.symbol : "";
}

/** Why one bar can't have these prices, which are in several currencies; null where they are in one. */
export function mixedCurrencies(header: readonly string[], columns: readonly number[]): string | null {
  const [first, ...others] = new Set(
    columns.map((at) => currencyIn(header[at] ?? "")).filter((one) => one !== ""),
  );
  if (others.length === 0) return null;
  return `prices of one bar in ${[first, ...others].join(" and in ")}; save those of each currency as a file of its own`;
}

/** The other currency of a field that stands twice: those of the leftmost columns are taken; null for none. */
export function otherCurrency(header: readonly string[], close: number): string | null {
  const own = currencyIn(header[close] ?? "");
  const other = header.find((cell) => own !== "" && isClose(cell) && !["", own].includes(currencyIn(cell)));
  return other === undefined ? null : currencyIn(other);
}

function isClose(cell: string): boolean {
  return (nameInCurrency(cell) ?? knownName(cell))?.role === "close";
}
