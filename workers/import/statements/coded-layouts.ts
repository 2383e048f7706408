/** Vendors whose columns have short codes of their own: entries as in layouts.ts. */
import { ownTitles } from "./items.ts";
import { COMMON } from "./layout-shape.ts";
import type { StatementLayout } from "./layout-shape.ts";

/** Of Compustat's years: an item, then its codes. Those of its quarters have a q behind them. */
const COMPUSTAT = [
  "revenue sale revt",
  "costOfRevenue cogs",
  "grossProfit gp",
  "sellingGeneralAdministrative xsga",
  "researchAndDevelopment xrd",
  "depreciationAmortization dp",
  "operatingIncome oiadp ebit",
  "ebitda oibdp ebitda",
  "interestExpense xint",
  "pretaxIncome pi",
  "incomeTax txt",
  "incomeContinuing ib",
  "netIncome ni",
  "eps epsfx epsfi",
  "epsBasic epspx epspi",
  "cash che",
  "receivables rect",
  "inventory invt",
  "currentAssets act",
  "propertyAndEquipment ppent",
  "totalAssets at",
  "payables ap",
  "shortTermDebt dlc",
  "currentLiabilities lct",
  "longTermDebt dltt",
  "totalLiabilities lt",
  "retainedEarnings re",
  "totalEquity seq ceq",
  "shares csho",
  "sharesDiluted cshfd",
  "dividendPerShare dvpsx",
];
/** Of the year so far where they are quarters', under codes with a y: those are not taken. */
const COMPUSTAT_YEARS = [
  "operatingCashFlow oancf",
  "investingCashFlow ivncf",
  "financingCashFlow fincf",
  "capex capx",
  "dividendsPaid dv",
  "dividendPerShare dvpsxf",
];

const COMPUSTAT_COLUMNS = {
  tic: "symbol",
  cusip: "symbol",
  isin: "symbol",
  cik: "symbol",
  gvkey: "symbol",
  datadate: "period",
  indfmt: "part",
  datafmt: "part",
  consol: "part",
} as const;

const COMPUSTAT_COMMON = {
  ...COMMON,
  needs: ["gvkey", "datadate"],
  rows: "periods",
  unit: 1e6,
  whole: { word: /^(?:INDL|STD|HIST_STD|C)$/i, others: "of another format than INDL, STD and C" },
} as const;

const ZACKS_COMMON = { ...COMMON, rows: "periods", unit: 1e6 } as const;

const ZACKS_COLUMNS = {
  ticker: "symbol",
  perenddate: "period",
  pertype: "span",
  currencycode: "currency",
} as const;

export const CODED_LAYOUTS: readonly StatementLayout[] = [
  {
    ...COMPUSTAT_COMMON,
    vendor: "Compustat quarters",
    meanings: { ...COMPUSTAT_COLUMNS, rdq: "published", fqtr: "span", curcdq: "currency" },
    spans: "ordinal",
    span: 1,
    items: ownTitles(COMPUSTAT.map((line) => line.replaceAll(/(?<= \S+)(?= |$)/g, "q"))),
  },
  {
    ...COMPUSTAT_COMMON,
    vendor: "Compustat years",
    meanings: { ...COMPUSTAT_COLUMNS, curcd: "currency" },
    span: 4,
    items: ownTitles([...COMPUSTAT, ...COMPUSTAT_YEARS]),
  },
  {
    ...ZACKS_COMMON,
    vendor: "Zacks surprises",
    needs: ["ticker", "perenddate", "pertype", "actrptdate"],
    meanings: { ...ZACKS_COLUMNS, actrptdate: "published", actrptcode: "time" },
    items: ownTitles(["eps epsact", "revenue salesact"]),
  },
  {
    ...ZACKS_COMMON,
    vendor: "Zacks fundamentals",
    needs: ["ticker", "perenddate", "pertype"],
    meanings: { ...ZACKS_COLUMNS, filingdate: "published" },
    // its cash flows of quarters are of the year so far
    items: ownTitles([
      "revenue totrevnu",
      "costOfRevenue costgoodsold",
      "grossProfit grossprofit",
      "operatingExpenses totoperexp",
      "operatingIncome operincome ebit",
      "ebitda ebitda",
      "pretaxIncome pretaxincome",
      "netIncome netincomeloss netincomeparentcomp",
      "eps dilutedneteps epsdilutednet",
      "epsBasic basicneteps epsbasicnet",
      "cash cashsterminvst",
      "receivables rcvtot",
      "inventory invty",
      "currentAssets totcurrasset",
      "propertyAndEquipment netpropplantequip",
      "noncurrentAssets totltermasset",
      "totalAssets totasset",
      "payables acctpay",
      "currentLiabilities totcurrliab",
      "longTermDebt totltermdebt",
      "noncurrentLiabilities totltermliab",
      "totalLiabilities totliab",
      "retainedEarnings retainearnaccumdeficit",
      "totalEquity totshareholderequity totcommequity",
      "shares commsharesout",
      "sharesDiluted avgdshares",
    ]),
  },
];
