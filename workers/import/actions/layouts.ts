/**
 * Layouts of files of corporate actions, one entry each: by which columns a file is known, and what each column means.
 * Titles are as plainTitle gives them. Adding a vendor is adding an entry.
 */
import { hasTitles, plainTitle } from "../statements/items.ts";
import type { SampleRecord } from "../what/table.ts";
import type { ActionKind } from "./corporate-action.ts";

export type ActionColumn =
  | "symbol"
  /** A second way to call the instrument. */
  | "otherSymbol"
  | "exDate"
  /** Words of an exchange, read by purpose.ts. */
  | "purpose"
  | "faceValue"
  /** Of an exchange: bonds and preference shares have the company's symbol, too. */
  | "series"
  /** split, bonus or dividend, or one of `kinds`, and its ratio or amount. */
  | "kind"
  | "value"
  /** Money a share; empty or 0 for none. */
  | "dividend"
  /** `4:1` or 4, new shares for old; empty or 0 for none. */
  | "split";

export interface ActionLayout {
  /** For people. */
  readonly vendor: string;
  /** A file has all of these columns, and at least one of each list of `anyOf`. */
  readonly needs: readonly string[];
  readonly anyOf?: readonly (readonly string[])[];
  /** It has none of these. */
  readonly lacks?: readonly string[];
  readonly columns: Readonly<Record<string, ActionColumn>>;
  /** Whether dividends are adjusted for later splits, as ActionsTable has it. */
  readonly isSplitAdjusted: boolean;
  /** Of days such as 03/04/2024, where the vendor has one for all its files. */
  readonly dateOrder?: "dmy";
  /** Words of `kind` for what moves a price, and what each is; rows with other words say nothing of prices. */
  readonly kinds?: Readonly<Record<string, ActionKind>>;
}

/** A history of prices with dividends beside them is read as prices; its dividends are read besides. */
const PRICES = ["open", "high", "low", "close", "adjclose", "price", "volume"];

const YAHOO_COLUMNS = {
  symbol: "symbol",
  ticker: "symbol",
  date: "exDate",
  dividends: "dividend",
  capitalgains: "dividend",
  stocksplits: "split",
} as const;

/** The first that fits counts. */
export const ACTION_LAYOUTS: readonly ActionLayout[] = [
  {
    vendor: "NSE corporate actions",
    needs: ["purpose"],
    anyOf: [
      ["symbol", "tckrsymb"],
      ["exdate", "exdt", "exdividenddate"],
    ],
    columns: {
      symbol: "symbol",
      tckrsymb: "symbol",
      series: "series",
      sctysrs: "series",
      purpose: "purpose",
      exdate: "exDate",
      exdt: "exDate",
      exdividenddate: "exDate",
      facevaluers: "faceValue",
      facevalue: "faceValue",
    },
    isSplitAdjusted: false,
    dateOrder: "dmy",
  },
  {
    vendor: "BSE corporate actions",
    needs: ["purpose"],
    anyOf: [
      ["securitycode", "scripcode", "sccode"],
      ["exdate", "exdt"],
    ],
    columns: {
      securitycode: "symbol",
      scripcode: "symbol",
      sccode: "symbol",
      securityname: "otherSymbol",
      scripname: "otherSymbol",
      scname: "otherSymbol",
      purpose: "purpose",
      exdate: "exDate",
      exdt: "exDate",
    },
    isSplitAdjusted: false,
    dateOrder: "dmy",
  },
  {
    vendor: "Sharadar ACTIONS",
    needs: ["date", "action", "ticker", "value", "contraticker"],
    lacks: PRICES,
    columns: { ticker: "symbol", date: "exDate", action: "kind", value: "value" },
    isSplitAdjusted: true,
    kinds: { split: "split", adrratiosplit: "split", dividend: "dividend", spinoffdividend: "dividend" },
  },
  {
    vendor: "corporate actions, a row each",
    needs: ["kind", "value"],
    anyOf: [
      ["symbol", "ticker"],
      ["date", "exdate"],
    ],
    lacks: PRICES,
    columns: {
      symbol: "symbol",
      ticker: "symbol",
      date: "exDate",
      exdate: "exDate",
      kind: "kind",
      value: "value",
    },
    isSplitAdjusted: false,
  },
  {
    vendor: "Alpha Vantage dividends",
    needs: ["exdividenddate", "declarationdate", "recorddate", "paymentdate", "amount"],
    lacks: PRICES,
    columns: { symbol: "symbol", exdividenddate: "exDate", amount: "dividend" },
    isSplitAdjusted: false,
  },
  {
    vendor: "Alpha Vantage splits",
    needs: ["effectivedate", "splitfactor"],
    lacks: PRICES,
    columns: { symbol: "symbol", effectivedate: "exDate", splitfactor: "split" },
    isSplitAdjusted: false,
  },
  {
    vendor: "dividends and splits of Yahoo",
    needs: ["date"],
    anyOf: [["dividends", "stocksplits"]],
    lacks: PRICES,
    columns: YAHOO_COLUMNS,
    isSplitAdjusted: true,
  },
];

/** What yfinance's history() has beside the prices. */
const BESIDE_PRICES: ActionLayout = {
  vendor: "dividends and splits beside prices",
  needs: ["date", "close"],
  anyOf: [["dividends", "stocksplits"]],
  lacks: ["adjclose", "adjustedclose"],
  columns: YAHOO_COLUMNS,
  isSplitAdjusted: true,
};

/** A header that a layout knows, and where it stands. */
export interface FoundActions {
  readonly layout: ActionLayout;
  readonly header: readonly string[];
  /** 1-based. */
  readonly headerLine: number;
}

/** A header stands within so many records. */
const SEARCH = 12;

/** null for a table of something else. */
export function findActions(records: readonly SampleRecord[]): FoundActions | null {
  for (const { cells, line } of records.slice(0, SEARCH)) {
    if (!hasTitles(cells)) continue;
    const titles = new Set(cells.map(plainTitle));
    const layout = ACTION_LAYOUTS.find((one) => fits(one, titles));
    if (layout) return { layout, header: cells.map((cell) => cell.trim()), headerLine: line };
  }
  return null;
}

/** Of a table of prices with one row of titles; null where it has no actions beside them, or adjusted closes of its own. */
export function findBesidePrices(header: readonly string[], firstDataLine: number): FoundActions | null {
  const titles = header.map(plainTitle);
  const isFound =
    fits(BESIDE_PRICES, new Set(titles)) && titles.filter((title) => title === "close").length === 1;
  return isFound ? { layout: BESIDE_PRICES, header, headerLine: firstDataLine - 1 } : null;
}

function fits({ needs, anyOf, lacks }: ActionLayout, titles: ReadonlySet<string>): boolean {
  return (
    needs.every((title) => titles.has(title)) &&
    (anyOf ?? []).every((some) => some.some((title) => titles.has(title))) &&
    !lacks?.some((title) => titles.has(title))
  );
}

/** Places of the columns with a meaning; several of one meaning count together. */
export function columnsOf({ layout, header }: FoundActions): ReadonlyMap<ActionColumn, readonly number[]> {
  const found = new Map<ActionColumn, number[]>();
  for (const [at, title] of header.entries()) {
    const meaning = layout.columns[plainTitle(title)];
    if (meaning !== undefined) found.set(meaning, [...(found.get(meaning) ?? []), at]);
  }
  return found;
}
