/**
 * COTAHIST, the historical quotations of Brazil's exchange: lines of 245 signs without delimiters, prices in cents.
 *
 * Source: B3, "Layout do arquivo – Cotações históricas", register types 00, 01 and 99.
 */

const START = /^00COTAHIST\.\d{4}/;
const HEADER = ["date", "symbol", "sctype", "open", "high", "low", "close", "volume"];
const LENGTH = 245;
/** The market of whole lots for cash; others are odd lots, options, terms and auctions. */
const CASH_MARKET = "010";

export function isCotahist(text: string): boolean {
  return START.test(text);
}

/** A line's cells under the names above; the first line gives these names, the last and any other line nothing. */
export function cotahistCells(line: string): string[] {
  if (START.test(line)) return HEADER;
  if (!line.startsWith("01") || line.trimEnd().length < LENGTH - 3)
    return line.startsWith("99") ? [] : [line];
  /** By the places of the layout's table, which counts from 1 and names the last. */
  const field = (from: number, to: number): string => line.slice(from - 1, to).trim();
  const lot = Math.max(1, Number(field(211, 217)));
  const price = (from: number, to: number): string => {
    const cents = field(from, to);
    return /^\d+$/.test(cents) ? String(Number(cents) / 100 / lot) : cents;
  };
  const market = field(25, 27);
  return [
    field(3, 10),
    field(13, 24),
    market === CASH_MARKET ? "" : `TPMERC ${market}`,
    price(57, 69),
    price(70, 82),
    price(83, 95),
    price(109, 121),
    field(153, 170).replace(/^0+(?=\d)/, ""),
  ];
}
