/** A position's days as rows of a table and of a file. */
import { formatEpochDay } from "#src/format/day.ts";
import { formatMoney } from "#src/format/money.ts";
import type { CsvCell } from "#src/format/csv.ts";
import type { TableColumn } from "#src/ui/table-column.ts";
import { levelName } from "./position-scene.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import type { PositionPath } from "#workers/model/position-path.ts";

/** A row is a place in the path. */
export function pathColumns(path: PositionPath, currency: string): readonly TableColumn<number>[] {
  const money = (value: number | null | undefined) => formatMoney(value ?? null, currency, 2);
  const { bars, levels, day, peak, entryPrice, trailingStop, stopLoss, takeProfit, fills } = path;
  const hasParts = fills.filter(({ side }) => side === "buy").length > 1;
  const column = (
    title: string,
    valueAt: (row: number) => number | null | undefined,
  ): TableColumn<number> => ({
    title,
    end: true,
    cell: (row) => money(valueAt(row)),
  });
  return [
    { title: "Day", cell: (row) => formatEpochDay(day[row] ?? 0) },
    column("Close", (row) => closeOn(path, row)),
    column("Peak", (row) => peak[row]),
    ...(hasParts ? [column("Entry price", (row) => entryPrice[row])] : []),
    ...(trailingStop ? [column("Trailing stop", (row) => trailingStop[row])] : []),
    ...(stopLoss ? [column("Stop loss", (row) => stopLoss[row])] : []),
    ...(takeProfit ? [column("Profit target", (row) => takeProfit[row])] : []),
    ...levels.map((own) =>
      column(levelName(own), (row) => known(own.level[bars.day.indexOf(day[row] ?? 0)])),
    ),
  ];
}

/** Behind these come the formulas of the rules' lines. */
const PATH_CSV_HEADER = [
  "date",
  "open",
  "high",
  "low",
  "close",
  "volume",
  "peak",
  "trailingStop",
  "stopLoss",
  "takeProfit",
] as const;

export function pathCsvHeader({ levels }: PositionPath): readonly string[] {
  return [...PATH_CSV_HEADER, ...levels.map(({ formula }) => formula)];
}

export function pathCsvRows(path: PositionPath): readonly (readonly CsvCell[])[] {
  const { bars, levels: lines, day, peak, trailingStop, stopLoss, takeProfit } = path;
  return Array.from(day, (session, row) => {
    const bar = bars.day.indexOf(session);
    const prices = [bars.open, bars.high, bars.low, bars.close, bars.volume];
    const ofRules = lines.map(({ level }) => known(level[bar]));
    const levels = [peak, trailingStop, stopLoss, takeProfit].map((curve) => curve?.[row] ?? null);
    return [formatIsoDay(session), ...prices.map((column) => column[bar] ?? null), ...levels, ...ofRules];
  });
}

/** null for NaN, and for a day without a bar. */
function known(value: number | undefined): number | null {
  return value === undefined || Number.isNaN(value) ? null : value;
}

function closeOn({ bars, day }: PositionPath, row: number): number | undefined {
  return bars.close[bars.day.indexOf(day[row] ?? 0)];
}
