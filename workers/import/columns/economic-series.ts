/**
 * Interest rates and figures of an economy, which look like prices of an instrument. Those of FRED, the data bank of the
 * Federal Reserve of St. Louis, are a column of days and a column a series.
 */
import { symbolFromName } from "#workers/market/layout.ts";
import { CLOSE, HIGH, LOW, OPEN } from "#workers/market/row.ts";
import type { Question } from "#workers/model/import-check.ts";
import { RATE_CHOICE } from "#workers/model/import-check.ts";
import { askColumns } from "./ask-columns.ts";
import type { ColumnPlan } from "./columns.ts";
import { listNames } from "../what/list-names.ts";
import type { Table } from "../what/table.ts";

/** Indices of shares, exchange rates, oil, gas and coins have prices. */
const PRICES =
  /^(?:SP500|NASDAQ\w*|DJ[ICTU]A|WILL\w+|NIKKEI225|VIXCLS|DEX\w+|DCOIL\w+|DHHNGSP|CB[A-Z]{3,4}USD)$/i;
/** Names that only FRED has, for its earlier files, which call their days DATE as many others do. */
const NO_PRICES =
  /^(?:D?GS\d+(?:MO)?|D?TB\d+(?:MS|YR|WK)?|D?FII\d+|T\d+Y(?:\d+[YM]|IEM?|FFM?)|DFF|FEDFUNDS|[EO]FFR|SOFR|I?ORB|DPRIME|[DA]AAM?|[DA]BAAM?|MORTGAGE\d+US|BAML\w+|U[N6]RATE\w*|PAYEMS|CPI(?:AUC|LFE)\w*|PCEPI\w*|GDP(?:C1)?|M[12]SL|ICSA|INDPRO|UMCSENT|USREC\w*|TEDRATE|USD\dM[TD]\w*)$/;

/** Yields of a government's bonds as charting programs call them: `US10Y`, `DE02Y`, `IN3M`. */
const YIELDS = /^(?:TVC:)?(?:US|DE|GB|UK|IN|JP|FR|IT|ES|CA|AU|CN|EU|CH|BR|KR|NZ)\d{1,2}[YM]$/;

/** What statistical offices of any country publish, by its usual letters; some are tickers, too. */
const OF_AN_ECONOMY =
  /^(?:[CPW]PI|CORECPI|PCE|GDP|GNP|PMI|IIP|M[0-4]|INFLATION|(?:UN)?EMPLOYMENT|POPULATION)$/;

/** Words for rates in titles and in names of files: `91-Day T-Bill Yield (%)`, `RBI Bank Rate`. Shares have other yields. */
const RATE_WORDS =
  /(?<![a-z])(?:(?<!(?:dividend|div|earnings|high|cash|flow)[ _.-]*)(?:yields?|yld|ytm)|t-?bills?|libor|euribor|eonia|[e€]str|sofr|sonia|saron|tonar?|mibor|hibor|shibor|stibor|wibor|pribor|bbsw|selic|(?:deposit|lending)[ _.-]facility|refinancing[ _.-]operations?|(?:interest|treasury|bond|bill|bank|policy|repo|call|deposit|deposito|lending|discount|funds?|prime|refinancing|swap|overnight|mortgage|savings|risk[ _.-]?free)[ _.-]*rates?)(?![a-z])/i;
/** Who holds bonds is bought like a share. */
const HOLDS_THEM = /(?<![a-z])(?:etf|fund|trust|index)(?![a-z])/i;

export function isRateTitle(title: string): boolean {
  return RATE_WORDS.test(title) && !HOLDS_THEM.test(title);
}

/** The series that are no prices; none for a file of other titles. */
export function economicSeries({ header }: Table, { date, groups, isWide }: ColumnPlan): string[] {
  if (!isWide || date.type !== "column") return [];
  const title = (header[date.column] ?? "").trim();
  const names = groups.map(({ symbol }) => symbol);
  if (/^observation_date$/i.test(title)) return names.filter((name) => !PRICES.test(name));
  const isRate = (name: string) =>
    YIELDS.test(name) || isRateTitle(name) || (title === "DATE" && NO_PRICES.test(name));
  // Beside other instruments such letters are a ticker: Capita is CPI in London.
  return names.every((name) => isRate(name) || OF_AN_ECONOMY.test(name)) ? names : names.filter(isRate);
}

/**
 * The same of a table of one instrument, by its file's name or by its column's; "" for one of other names.
 *
 * @param symbol - of the instrument, as far as it is known; "" for one that is asked
 */
export function namedLikeRates(
  { file, symbol }: { readonly file: string; readonly symbol: string },
  { header }: Table,
  { groups, symbol: symbolColumn }: ColumnPlan,
): string {
  const [group, ...others] = groups;
  if (!group || others.length > 0 || group.symbol !== "" || symbolColumn >= 0) return "";
  const title = header[group.columns[CLOSE] ?? -1] ?? "";
  if (isRateTitle(title)) return title;
  const name = symbolFromName(file).trim();
  if (YIELDS.test(symbol) || isRateTitle(name)) return symbol || name;
  const isAlone = [OPEN, HIGH, LOW].every((slot) => group.columns[slot] === -1);
  const words = [symbol, ...name.split(/[\s_-]+/)];
  const isPlain = !/close|price|last/i.test(title);
  // AAA is a share, too.
  const isOne = (word: string): boolean => NO_PRICES.test(word) && (isPlain || /\d/.test(word));
  return isAlone && words.some(isOne) ? symbol || name : "";
}

/**
 * What to ask before such series are taken for closes; null where there are none.
 *
 * @param symbol - of the first of them; "" for one that is asked
 */
export function economicQuestion(names: readonly string[], symbol: string): Question | null {
  if (names.length === 0) return null;
  const one = names.length === 1;
  const [are, they, them] = one
    ? ["is named like an interest rate or an economic figure", "it", "it"]
    : ["are named like interest rates or economic figures", "they", "them"];
  const read = symbol === "" ? "" : `, and rules can read ${them} as of("${symbol}", close)`;
  const text = `${listNames(names)} ${are}, which nobody can trade. As ${one ? "a series of rates" : "series of rates"} (RATE) ${they} may have any value and ${one ? "is" : "are"} never bought${read}. Is that right?`;
  return askColumns("economy", text, [RATE_CHOICE, "take", "leave out"]);
}
