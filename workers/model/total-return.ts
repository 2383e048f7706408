/** Series whose name says that they count dividends. */

const NAME = /(?:.[ _-]|\d)(?:TRI?|TRN|NTR)$|total[ _-]?returns?|^\^?GDAXI$|^DAX$/i;

/** True for a total-return index by its symbol: `NIFTY 50 TRI`, `^SP500TR`, and the DAX, which is one. */
export function isTotalReturn(symbol: string): boolean {
  return NAME.test(symbol);
}
