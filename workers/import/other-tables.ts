/** Tables with dates and prices that are no history of prices: told by name, with the mend. */
import { quoteCell } from "#workers/market/row-rules.ts";
import { knownName, plainName } from "./header-names.ts";
import type { Role } from "./header-names.ts";
import type { Table } from "./table.ts";

const SIDES = new Set(
  "action side buysell buyorsell transactiontype transaction tradetype ordertype type orderside direction".split(
    " ",
  ),
);
const SIDE =
  /^(?:buy|sell|bought|sold|b|s|bot|sld|you (?:bought|sold).*|kauf|verkauf|achat|vente|compra|venda|venta|market buy|market sell|[ps] ?- ?(?:sale|purchase).*|sale|purchase)$/i;
const EXPIRIES = new Set(
  "expiry expirydt expirydate expiration expirationdate xprydt maturity maturitydate contractmonth deliverymonth verfall".split(
    " ",
  ),
);

const CONTRACTS =
  "contracts of futures or options, several a symbol; download the prices of shares or of one continuous series";
const EVENTS = new Set("action event eventtype actiontype corporateaction type".split(" "));
const EVENT =
  /^(?:(?:cash |special |stock |ordinary )*dividends?|(?:stock |reverse )*splits?|bonus|rights|spin-?off.*|merger.*|acquisition.*|delist(?:ed|ing)|listed|ticker ?change.*|div)$/i;
const FIELD_COLUMNS = new Set(
  "field fields variable item measure metric attribute datatype mnemonic".split(" "),
);
const PRICE_ROLES: ReadonlySet<Role | undefined> = new Set<Role | undefined>([
  "close",
  "adjClose",
  undefined,
]);
const STRIKES = new Set("strike strikeprice strikepr strkpric ausübungspreis".split(" "));
const RIGHTS = new Set(
  "right optiontype opttype optntp optiontyp putcall callput cp cpflag contractsymbol inthemoney".split(" "),
);

/** Why the rows are something else; null for what may be prices. */
export function otherTable({ header, rows }: Table): string | null {
  const isMostly = (column: number, fits: (cell: string) => boolean): boolean =>
    rows.length > 0 && rows.filter((row) => fits((row[column] ?? "").trim())).length > rows.length / 2;
  const hasRights = header.some((cell) => RIGHTS.has(plainName(cell)));
  for (const [column, cell] of header.entries()) {
    const name = plainName(cell);
    if (EVENTS.has(name) && isMostly(column, (text) => EVENT.test(text))) {
      return "dividends, splits and other events, not prices over time; download the history of prices instead";
    }
    if (FIELD_COLUMNS.has(name) && isMostly(column, (text) => knownName(text) !== null)) {
      const other = rows
        .map((row) => row[column] ?? "")
        .find((text) => !PRICE_ROLES.has(knownName(text)?.role));
      if (other !== undefined)
        return `one figure a row, and the column ${cell.trim()} says which, e.g. ${quoteCell(other)}; save it with a column for each figure`;
    }
    if (hasRights && STRIKES.has(name) && isMostly(column, (text) => Number(text) > 0)) return CONTRACTS;
    if (SIDES.has(name) && isMostly(column, (text) => SIDE.test(text))) {
      return "the trades of an account, not prices over time; download the history of prices instead";
    }
    if (EXPIRIES.has(name) && isMostly(column, (text) => /\d/.test(text))) {
      return CONTRACTS;
    }
  }
  return null;
}
