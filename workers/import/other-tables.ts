/** Tables with dates and prices that are no history of prices: told by name, with the mend. */
import { plainName } from "./header-names.ts";
import type { Table } from "./table.ts";

const SIDES = new Set(
  "action side buysell buyorsell transactiontype transaction tradetype ordertype type orderside direction".split(
    " ",
  ),
);
const SIDE =
  /^(?:buy|sell|bought|sold|b|s|bot|sld|you (?:bought|sold).*|kauf|verkauf|achat|vente|compra|venda|venta|market buy|market sell)$/i;
const EXPIRIES = new Set(
  "expiry expirydt expirydate expiration expirationdate xprydt maturity maturitydate contractmonth deliverymonth verfall".split(
    " ",
  ),
);

/** Why the rows are something else; null for what may be prices. */
export function otherTable({ header, rows }: Table): string | null {
  const isMostly = (column: number, fits: (cell: string) => boolean): boolean =>
    rows.length > 0 && rows.filter((row) => fits((row[column] ?? "").trim())).length > rows.length / 2;
  for (const [column, cell] of header.entries()) {
    const name = plainName(cell);
    if (SIDES.has(name) && isMostly(column, (text) => SIDE.test(text))) {
      return "the trades of an account, not prices over time; download the history of prices instead";
    }
    if (EXPIRIES.has(name) && isMostly(column, (text) => /\d/.test(text))) {
      return "contracts of futures or options, several a symbol; download the prices of shares or of one continuous series";
    }
  }
  return null;
}
