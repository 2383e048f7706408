/** Bars of bid and ask, which are no trades: told by a second bar a little above or below, and by words where there are any. */
import { CLOSE, HIGH, LOW, NUMBER_SLOTS, OPEN, VOLUME } from "#workers/market/row.ts";
import type { Decimal } from "#workers/model/import-check.ts";
import { readNumber } from "../cells/numbers.ts";
import type { Table } from "../what/table.ts";
import type { ColumnPlan } from "./columns.ts";
import { wordsOf } from "./field-words.ts";
import { knownName } from "./header-names.ts";

const BID = new Set(
  "bid bids bidprice geld geldkurs kauf kaufkurs vétel cumpărare kupovni ankauf ankaufskurs ankaufkurs demand denaro achat acheteur köp köpkurs kjøp køb bied biedkoers compra comprador kupno kupna alış nákup koupě osto buy buying покупка купівля beli mua αγορά 買 买 买价 買價 买入 買入 买入价 買入價 買値 買い 매수 매수호가".split(
    " ",
  ),
);
const ASK = new Set(
  "ask asks askprice offer offerprice eladás vânzare prodajni brief briefkurs verkauf verkaufskurs verkaufkurs lettera vente vendeur sälj säljkurs salg laat laatkoers venta vendedor venda sprzedaż sprzedaży satış prodej myynti sell selling продажа продаж jual bán πώληση 賣 卖 卖价 賣價 卖出 賣出 卖出价 賣出價 売値 売り 매도 매도호가".split(
    " ",
  ),
);
const LEAST_ROWS = 5;
/** In so many rows all four prices lie on one side, within such a share of each other. */
const MOST = 0.95;
const WIDEST = 0.05;
const SLOTS = [OPEN, HIGH, LOW, CLOSE];

/**
 * The plan with the question whether bids are to be taken for prices, and without a volume, for what stands there is the
 * size of a bid; the plan as it is for a table of trades.
 */
export function askQuotes(table: Table, plan: ColumnPlan): ColumnPlan {
  if (plan.guesses.some(({ doubt }) => doubt === "quotes")) return plan;
  const [group, ...others] = plan.groups;
  const own = SLOTS.map((slot) => group?.columns[slot] ?? -1);
  if (!group || others.length > 0 || own.includes(-1) || table.rows.length < LEAST_ROWS) return plan;
  const other = table.header.length > 0 ? besideByWords(table, own) : besideInRows(table, own);
  if (other === null || !isSpread(table, own, other)) return plan;
  const columns = group.columns.slice();
  columns[VOLUME] = -1;
  const named = (at: readonly number[]): string =>
    at.map((column) => table.header[column] ?? `column ${column + 1}`).join(", ");
  const text = `${named(own)} and ${named(other)} are bars of bid and ask, quotes and no trades, likely. The first four would be taken for prices, without a volume: the size of a bid is none.`;
  return {
    ...plan,
    groups: [{ symbol: group.symbol, columns }],
    guesses: [...plan.guesses, { doubt: "quotes", text }],
  };
}

/** Which side of a quote words name; null for neither, and for both. */
function sideOf(words: readonly string[]): "bid" | "ask" | null {
  const [isBid, isAsk] = [BID, ASK].map((side) => words.some((word) => side.has(word)));
  return isBid === isAsk ? null : isBid ? "bid" : "ask";
}

/** What else they say. */
function fieldOf(words: readonly string[]): string {
  return words.filter((word) => !BID.has(word) && !ASK.has(word)).join(" ");
}

/**
 * The plan with bids as prices, which is asked, for a table whose only prices are those of bid and ask, by words in any
 * language: `Geld` and `Brief`. By the figures the lower side is the bid, whatever it is called.
 */
export function guessQuotes(table: Table, plan: ColumnPlan): ColumnPlan {
  const isOpen = plan.groups.every(({ symbol }) => symbol !== "" && sideOf(wordsOf(symbol)) !== null);
  if (!isOpen || plan.date.type === "none" || table.rows.length < LEAST_ROWS) return plan;
  const sides = table.header.map((title) => {
    const words = wordsOf(title);
    return { side: sideOf(words), field: fieldOf(words) };
  });
  const pairs = sides.flatMap(({ side, field }, bid) => {
    const ask = sides.findIndex((other) => other.side === "ask" && other.field === field);
    return side === "bid" && ask >= 0 && isSpread(table, [bid], [ask]) ? [{ field, bid, ask }] : [];
  });
  const close = pairs.find(({ field }) => knownName(field)?.role === "close") ?? pairs[0];
  if (!close) return plan;
  const lower = isBelow(table, close.ask, close.bid) ? "ask" : "bid";
  const columns = new Int32Array(NUMBER_SLOTS).fill(-1);
  columns[CLOSE] = close[lower];
  for (const [role, slot] of BAR) {
    const own = pairs.find(({ field }) => knownName(field)?.role === role)?.[lower];
    columns[slot] = own ?? table.header.findIndex((title) => knownName(title)?.role === role);
  }
  if (!SLOTS.every((slot) => columns[slot] !== -1) || !isBar(table, columns))
    for (const [, slot] of BAR) columns[slot] = -1;
  const [bid, ask] = [table.header[close.bid] ?? "", table.header[close.ask] ?? ""];
  const text = `${bid} and ${ask} are bid and ask, quotes and no trades. ${table.header[close[lower]] ?? ""}, the lower one, would be taken for the close, without a volume: the size of a bid is none.`;
  return {
    ...plan,
    groups: [{ symbol: "", columns }],
    isWide: false,
    adjusted: false,
    late: [],
    unknown: plan.unknown.filter((title) => sideOf(wordsOf(title)) === null),
    guesses: [{ doubt: "quotes", text }],
  };
}

const BAR = [
  ["open", OPEN],
  ["high", HIGH],
  ["low", LOW],
] as const;

function isBelow({ rows }: Table, lower: number, higher: number): boolean {
  const below = (decimal: Decimal): number =>
    rows.filter((row) => readNumber(row[lower] ?? "", decimal) < readNumber(row[higher] ?? "", decimal))
      .length;
  return Math.max(below("dot"), below("comma")) * 2 > rows.length;
}

/** True where nearly all rows have open and close between low and high. */
function isBar({ rows }: Table, columns: Int32Array): boolean {
  const isWithin = (decimal: Decimal): boolean => {
    const fitting = rows.filter((row) => {
      const [open = NaN, high = NaN, low = NaN, close = NaN] = SLOTS.map((slot) =>
        readNumber(row[columns[slot] ?? -1] ?? "", decimal),
      );
      return low <= Math.min(open, close) && Math.max(open, close) <= high;
    });
    return fitting.length >= MOST * rows.length;
  };
  return isWithin("dot") || isWithin("comma");
}

/** Four columns that say ask where the others say bid, or the other way round. */
function besideByWords({ header }: Table, own: readonly number[]): readonly number[] | null {
  const words = header.map(wordsOf);
  const [side, ...others] = own.map((column) => sideOf(words[column] ?? []));
  if (!side || others.some((one) => one !== side)) return null;
  const found = own.map((column) =>
    words.findIndex((one) => {
      const other = sideOf(one);
      return other !== null && other !== side && fieldOf(one) === fieldOf(words[column] ?? []);
    }),
  );
  return found.includes(-1) ? null : found;
}

/** Four columns side by side behind a bar, and behind its size if there is one. */
function besideInRows({ rows }: Table, own: readonly number[]): readonly number[] | null {
  const [width = 0] = rows.map(({ length }) => length);
  const first = own[0] ?? -1;
  const starts = [first + own.length, first + own.length + 1].filter((start) => start + own.length <= width);
  const spread = starts
    .map((start) => own.map((column) => column - first + start))
    .find((columns) => isSpread({ rows }, own, columns));
  return spread ?? null;
}

function isSpread({ rows }: Pick<Table, "rows">, own: readonly number[], other: readonly number[]): boolean {
  const isSideBySide = (decimal: Decimal): boolean => {
    let [whole, above, below] = [0, 0, 0];
    for (const row of rows) {
      const steps = own.map((column, at) => {
        const [one, two] = [
          readNumber(row[column] ?? "", decimal),
          readNumber(row[other[at] ?? -1] ?? "", decimal),
        ];
        return two / one - 1;
      });
      if (!steps.every((step) => Math.abs(step) <= WIDEST)) continue;
      whole++;
      if (steps.every((step) => step >= 0) && steps.some((step) => step > 0)) above++;
      if (steps.every((step) => step <= 0) && steps.some((step) => step < 0)) below++;
    }
    return whole >= MOST * rows.length && Math.max(above, below) >= MOST * rows.length;
  };
  return isSideBySide("dot") || isSideBySide("comma");
}
