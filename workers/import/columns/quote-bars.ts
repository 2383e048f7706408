/** Bars of bid and ask, which are no trades: told by a second bar a little above or below, and by words where there are any. */
import { CLOSE, HIGH, LOW, OPEN, VOLUME } from "#workers/market/row.ts";
import type { Decimal } from "#workers/model/import-check.ts";
import { readNumber } from "../cells/numbers.ts";
import type { Table } from "../what/table.ts";
import type { ColumnPlan } from "./columns.ts";
import { wordsOf } from "./field-words.ts";

const BID = new Set(
  "bid geld geldkurs demand denaro achat köp compra 買 买 买价 買價 buy покупка".split(" "),
);
const ASK = new Set(
  "ask offer brief briefkurs lettera vente sälj venta venda 賣 卖 卖价 賣價 sell продажа".split(" "),
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

/** Four columns that say ask where the others say bid, or the other way round. */
function besideByWords({ header }: Table, own: readonly number[]): readonly number[] | null {
  const sideOf = (column: number): "bid" | "ask" | null => {
    const words = wordsOf(header[column] ?? "");
    if (words.some((word) => BID.has(word))) return "bid";
    return words.some((word) => ASK.has(word)) ? "ask" : null;
  };
  const side = sideOf(own[0] ?? -1);
  if (side === null || !own.every((column) => sideOf(column) === side)) return null;
  const strip = (column: number): string =>
    wordsOf(header[column] ?? "")
      .filter((word) => !BID.has(word) && !ASK.has(word))
      .join(" ");
  const found = own.map((column) =>
    [...header.keys()].find(
      (one) => sideOf(one) !== null && sideOf(one) !== side && strip(one) === strip(column),
    ),
  );
  return found.every((column) => column !== undefined) ? found : null;
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
