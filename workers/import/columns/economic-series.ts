/**
 * Interest rates and figures of an economy, which look like prices of an instrument. Those of FRED, the data bank of the
 * Federal Reserve of St. Louis, are a column of days and a column a series.
 */
import type { Question } from "#workers/model/import-check.ts";
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

/** The series that are no prices; none for a file of other titles. */
export function economicSeries({ header }: Table, { date, groups, isWide }: ColumnPlan): string[] {
  if (!isWide || date.type !== "column") return [];
  const title = (header[date.column] ?? "").trim();
  const names = groups.map(({ symbol }) => symbol);
  if (/^observation_date$/i.test(title)) return names.filter((name) => !PRICES.test(name));
  const isRate = (name: string) => YIELDS.test(name) || (title === "DATE" && NO_PRICES.test(name));
  // Beside other instruments such letters are a ticker: Capita is CPI in London.
  return names.every((name) => isRate(name) || OF_AN_ECONOMY.test(name)) ? names : names.filter(isRate);
}

/** What to ask before such series are taken for closes; null where there are none. */
export function economicQuestion(names: readonly string[]): Question | null {
  const [first] = names;
  if (first === undefined) return null;
  const one = names.length === 1;
  const text = `${listNames(names)} ${one ? "is named like an interest rate or an economic figure" : "are named like interest rates or economic figures"}, which nobody can trade. As an INDEX ${one ? "it is" : "they are"} never bought, and rules can read ${one ? "it" : "them"} as of("${first}", close). Is that right?`;
  return askColumns("economy", text, ["leave out", "take"]);
}
