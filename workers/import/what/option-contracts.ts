/** Prices of options and futures, which bear their underlying's name: told by what stands in the cells beside them. */
import type { DateOrder } from "#workers/model/import-check.ts";
import { dayOf, readDateCell } from "../cells/dates.ts";
import { readNumber } from "../cells/numbers.ts";
import { plainName } from "../columns/header-names.ts";
import type { Table } from "./table.ts";

const STRIKES =
  /^(?:strike|strk|strikepx|exercise|ejercicio|exercício|exercicio|strikepr(?:ice|c)?|strikes|xprice|exerciseprice|exprice|basispreis|ausübungspreis|prixdexercice|strikepreis|prezzodesercizio|prezzodiesercizio|preciodeejercicio|preciodelejercicio|preçodeexercício|precodeexercicio|uitoefenprijs|lösenpris|innløsningskurs|toteutushinta|cenawykonania|kullanımfiyatı|kullanimfiyati|ценаисполнения|страйк|行权价格?|行權價格?|履约价格?|履約價格?|执行价格?|執行價格?|権利行使価格|행사가격?)$/;
/** Words for calls and puts that mean nothing else. */
const RIGHT =
  /^(?:call|put|calls|puts|call option|put option|c\/e|kaufoption|verkaufsoption|opcion de compra|opción de compra|opción de venta|opção de compra|opção de venta|option d'achat|option de vente|认购|认沽|認購|認沽|看涨|看跌|看漲|買權|賣權|买权|卖权|认购期权|认沽期权|看涨期权|看跌期权|コール|プット|コールオプション|プットオプション|콜|풋|콜옵션|풋옵션|колл|пут)$/i;
/** European and American calls and puts, beside a strike: alone they are shares of Celanese and others. */
const RIGHT_CODE = /^[cp][ea]$/i;
const LETTER = /^[cp]$/i;
/** Titles of a column that says call or put, whatever letters it has. */
const RIGHT_TITLES =
  /^(?:cp|callput|putcall|callorput|putorcall|cpflag|pcflag|optiontype|opttype|optntp|optright|optionright|callputflag)$/;
/** NSE's and others' kinds of derivatives: OPTIDX, FUTSTK. */
const DERIVATIVE = /^(?:OPT|FUT)(?:IDX|STK|CUR|COM|INT|IVX|IRC|IRT|IRD|BAS|ENR|BLN)$/;
const WORD = /^\s*\p{L}/u;
/** A column without one in these has few, or none. */
const FIRST_ROWS = 8;
const MOST = 0.9;
const SOME = 0.5;
const REASON =
  "prices of contracts, not of their underlying; download the prices of the share or index itself";

/**
 * Why the rows are of contracts: calls and puts in a column, a strike beside a later day, or the exchange's word for it.
 * null for all other tables, such as one with a column of C and P that are something else.
 */
export function optionContracts({ header, rows }: Table): string | null {
  if (rows.length === 0) return null;
  const firstRows = rows.slice(0, FIRST_ROWS);
  const shareOf = (column: number, fits: (cell: string) => boolean): number => {
    if (!firstRows.some((row) => fits((row[column] ?? "").trim()))) return 0;
    const cells = rows.map((row) => (row[column] ?? "").trim()).filter((cell) => cell !== "");
    return cells.length * 2 < rows.length ? 0 : cells.filter(fits).length / cells.length;
  };
  const columns = [...header.keys()];
  const worded = columns.filter((column) => firstRows.some((row) => WORD.test(row[column] ?? "")));
  const named = (column: number): string => JSON.stringify((header[column] ?? "").trim());
  const derivative = worded.find((column) => shareOf(column, (cell) => DERIVATIVE.test(cell)) > SOME);
  if (derivative !== undefined)
    return `${named(derivative)} says that these are futures or options: ${REASON}`;
  const strike = columns.find(
    (column) =>
      STRIKES.test(plainName(header[column] ?? "")) &&
      shareOf(column, (cell) => readNumber(cell, "dot") > 0 || readNumber(cell, "comma") > 0) > SOME,
  );
  const isRight = (cell: string) => RIGHT.test(cell) || (strike !== undefined && RIGHT_CODE.test(cell));
  const right =
    worded.find((column) => shareOf(column, isRight) >= MOST) ??
    worded.find(
      (column) =>
        RIGHT_TITLES.test(plainName(header[column] ?? "")) &&
        shareOf(column, (cell) => LETTER.test(cell) || RIGHT_CODE.test(cell)) >= MOST,
    );
  if (right !== undefined) {
    const ofStrike = strike === undefined ? "" : `, ${named(strike)} its strike price`;
    return `an option: ${named(right)} has calls and puts${ofStrike}. These are ${REASON}`;
  }
  if (strike === undefined) return null;
  const letters = worded.find((column) => shareOf(column, (cell) => LETTER.test(cell)) >= MOST);
  const expiry = letters ?? laterDays(rows, columns);
  if (expiry === undefined) return null;
  return `an option: ${named(strike)} is a strike price, ${named(expiry)} ${letters === undefined ? "the day on which it expires" : "says call or put"}. These are ${REASON}`;
}

/** A column of days that all lie on the day of the row or behind it; undefined for none. */
function laterDays(rows: Table["rows"], columns: readonly number[]): number | undefined {
  const daysOf = (column: number, order: DateOrder): readonly (number | null)[] =>
    rows.map((row) => {
      const cell = readDateCell((row[column] ?? "").trim());
      return cell && dayOf(cell.parts, order);
    });
  const dated = columns
    .flatMap((column) => (["dmy", "mdy"] as const).map((order) => ({ column, days: daysOf(column, order) })))
    .filter(({ days }) => days.filter((day) => day !== null).length >= MOST * rows.length);
  return dated.find(({ column, days }) =>
    dated.some(
      (other) =>
        other.column !== column &&
        days.every((day, at) => day === null || day >= (other.days[at] ?? -Infinity)) &&
        days.some((day, at) => day !== null && day > (other.days[at] ?? Infinity)),
    ),
  )?.column;
}
