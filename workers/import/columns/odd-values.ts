/**
 * Columns whose values are not what their title says: volumes that count money in place of shares or coins (told by their titles, by
 * whose file it is, and by their figures), and closes that are the mean of bid and ask.
 */
import { CLOSE, MARKET_CAP, VOLUME } from "#workers/market/row.ts";
import { readNumber } from "../cells/numbers.ts";
import type { Decimal } from "#workers/model/import-check.ts";
import type { Table } from "../what/table.ts";
import type { ColumnPlan } from "./columns.ts";
import { plainName } from "./header-names.ts";
import { isMoneyTitle, moneySource } from "./money-titles.ts";
import { unitOf } from "./units.ts";

/** Sentences on volumes that are money, those that are taken and those that are not; none for most files. */
export function moneyNotes(table: Table, plan: ColumnPlan, symbol: string, decimal: Decimal): string[] {
  const [group] = plan.groups;
  const taken = group?.columns[VOLUME] ?? -1;
  const ofColumn = plan.symbol < 0 ? undefined : table.rows[0]?.[plan.symbol]?.trim();
  const source = moneySource(new Set(table.header.map(plainName)), ofColumn ?? (group?.symbol || symbol));
  const notes = table.header.flatMap((title, column) => {
    const plain = plainName(title);
    if (source?.title === plain) {
      const what = source.isLeftOut ? "it is left out" : "it is stored as it is";
      return [`${title} of ${source.vendor} counts money, not coins: ${what}.`];
    }
    return column !== taken && isMoneyTitle(title, plain)
      ? [`${title} counts money, not shares or coins: it is left out.`]
      : [];
  });
  return notes.length > 0 || !isAboveCap(table, plan, decimal)
    ? notes
    : [
        `${table.header[taken] ?? "The volume"} likely counts money, not shares or coins: at the day's price it would be more than all of the market cap. It is stored as it is.`,
      ];
}

const [LEAST_ROWS, MOST_ROWS] = [10, 120];
/** Of the days with a trade. */
const MOST = 0.9;

/** Volumes that are a part of the market cap as they stand, and more than all of it once they are multiplied by a price. */
function isAboveCap({ header, rows }: Table, { groups }: ColumnPlan, decimal: Decimal): boolean {
  const [group, ...others] = groups;
  const columns = [VOLUME, CLOSE, MARKET_CAP].map((slot) => group?.columns[slot] ?? -1);
  if (others.length > 0 || columns.includes(-1)) return false;
  const days = rows
    .slice(0, MOST_ROWS)
    .map((row) =>
      columns.map((column) => readNumber(row[column] ?? "", decimal) * unitOf(header[column] ?? "")),
    )
    .filter((figures) => figures.every((figure) => figure > 0));
  const above = days.filter(([volume = 0, close = 0, cap = 0]) => volume < cap && volume * close > cap);
  return days.length >= LEAST_ROWS && above.length >= MOST * days.length;
}

const OF_CRSP: ReadonlySet<string> = new Set(
  "bidlo askhi permno permco shrout openprc cfacpr cusip ncusip".split(" "),
);

/** CRSP's price, known by the columns beside it: on a day without a trade it is the mean of bid and ask, with a minus. */
export function hasBidAskMeans(header: readonly string[], { groups }: ColumnPlan): boolean {
  const names = header.map(plainName);
  return (
    /^(?:alt)?prc$/.test(names[groups[0]?.columns[CLOSE] ?? -1] ?? "") &&
    names.some((name) => OF_CRSP.has(name))
  );
}
