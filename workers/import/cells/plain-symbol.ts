/** Forms of a symbol under which two vendors may mean the same instrument. */

/** What Yahoo, Reuters, Google and others put behind a symbol for its exchange. */
const EXCHANGE_ENDING: RegExp = /\.(?:NS|BO|US|N|O|OQ|NSE|BSE|NYSE|NASDAQ)$/;

/** A code of digits, with an exchange's ending or without. */
const CODE = /^\d{1,6}(?:\.[A-Z]{1,3})?$/;

export function isCode(symbol: string): boolean {
  return CODE.test(symbol);
}

/** The symbol in capitals, with one sign for `.`, `-` and `/`. */
export function plainSymbol(symbol: string): string {
  return symbol.toUpperCase().replaceAll(/[-/]/g, ".");
}

/** As plainSymbol(), without the zeros in front of a code of digits, which a program that reads codes as numbers loses. */
export function codeSymbol(symbol: string): string {
  return plainSymbol(symbol).replace(/^0+(?=\d+(?:\.[A-Z]{1,3})?$)/, "");
}

/** As plainSymbol(), without the exchange's ending. */
export function bareSymbol(symbol: string): string {
  return plainSymbol(symbol.toUpperCase().replace(EXCHANGE_ENDING, ""));
}

/** Symbols by what they are without the zeros in front; null for what two of them share. */
export function oneOfEach(symbols: Iterable<string>): ReadonlyMap<string, string | null> {
  const byCode = new Map<string, string | null>();
  for (const symbol of new Set(symbols)) {
    const code = codeSymbol(symbol);
    byCode.set(code, byCode.has(code) ? null : symbol);
  }
  return byCode;
}
