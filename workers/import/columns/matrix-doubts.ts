/** Tables with a column an instrument, or one alone, whose figures may be no prices: ratios and returns look like closes. */
import { baseName } from "#workers/market/layout.ts";
import { CLOSE } from "#workers/market/row.ts";
import { RATE_CHOICE } from "#workers/model/import-check.ts";
import type { DateOrder, Decimal, Question } from "#workers/model/import-check.ts";
import { askColumns } from "./ask-columns.ts";
import type { ColumnPlan } from "./columns.ts";
import { dateText } from "../cells/date-styles.ts";
import { dayOf, readDateCell } from "../cells/dates.ts";
import { isRateTitle } from "./economic-series.ts";
import { readNumber } from "../cells/numbers.ts";
import type { Table } from "../what/table.ts";

/** Words of file names that say what else a figure is. */
const OTHERS = new Set(
  (
    "pe pb ps pcf peg roe roa roce eps bvps dps ratio ratios yield yields dividend dividends return returns ret rets growth factor factors " +
    "weight weights holding holdings mcap marketcap cap caps shares float beta betas volatility vol volume volumes turnover score scores " +
    "vwap pct change changes chg diff delta log zscore zscores alpha corr correlation correlations adv atr rsi sma ema macd momentum mom signal signals rank ranks rating ratings target targets short shorts sentiment open opens high highs low lows"
  ).split(" "),
);
/** Returns plus 1 lie so near it, and one day's says nothing of the next one's. */
const NEAR_ONE = 0.1;
const LEAST_ROWS = 10;
/** With fewer rows a price may wander to and fro by chance. */
const LONG_ROWS = 25;

/** Squares of steps over those of figures, about their mean: near 2 where one day's says nothing of the next one's. */
const UNLIKE_BEFORE = 1;
/** One series alone may wander so by chance more easily than all of several. */
const ALONE = 1.5;
const UNLIKE = "Every figure is far from the one before, as prices are not.";

/** How the table writes days and numbers. */
export interface MatrixStyles {
  readonly order: DateOrder;
  readonly decimal: Decimal;
}

/** What to ask before the columns of instruments are taken for closes; null where nothing speaks against it. */
export function matrixQuestion(
  file: string,
  table: Table,
  columns: ColumnPlan,
  styles: MatrixStyles,
): Question | null {
  if (!columns.isWide || columns.groups.length === 0) return null;
  const word = baseName(file)
    .toLowerCase()
    .split(/[^a-z]+/)
    .find((part) => OTHERS.has(part));
  const doubt =
    word === undefined
      ? doubtOfFigures(inOrder(table, columns, styles), columns, styles.decimal)
      : `The file's name says "${word}", and nothing in it says price or close.`;
  if (doubt === null) return null;
  const text = `${doubt} Are the figures closing prices?`;
  const isYield = word !== undefined && isRateTitle(word);
  return askColumns(
    "figures",
    text,
    isYield ? [RATE_CHOICE, "take", "leave out"] : ["take", RATE_CHOICE, "leave out"],
  );
}

type Rows = readonly (readonly string[])[];

/** The rows that have a day, by their days: figures are held against those of the day before. */
function inOrder({ rows }: Table, { date }: ColumnPlan, { order }: MatrixStyles): Rows {
  if (date.type !== "column") return rows;
  const dated = rows.flatMap((row) => {
    const cell = readDateCell(dateText(row[date.column] ?? "", date.style));
    const day = cell && dayOf(cell.parts, order);
    return day === null ? [] : [{ row, day }];
  });
  return dated.toSorted((a, b) => a.day - b.day).map(({ row }) => row);
}

function doubtOfFigures(rows: Rows, columns: ColumnPlan, decimal: Decimal): string | null {
  if (rows.length < LEAST_ROWS) return null;
  const all = columns.groups.map((group) => figuresOf(rows, group.columns[CLOSE] ?? -1, decimal));
  // Those of instruments that were listed later are too few to say anything.
  const enough = (least: number) => all.filter((figures) => figures.length >= least);
  const series = enough(LEAST_ROWS);
  if (series.length === 0) return null;
  if (series.every(isOfReturns))
    return "Every figure is near 1 and jumps up and down, as a return plus 1 does.";
  const long = enough(LONG_ROWS);
  const [only, ...others] = long;
  if (columns.groups.length === 1)
    return only && others.length === 0 && isUnlikeBefore(only, ALONE) ? UNLIKE : null;
  if (series.every((figures) => new Set(figures).size <= 1)) return "No figure changes from day to day.";
  if (addUp(rows, columns, decimal)) return "The figures of each day add up to one whole, as weights do.";
  if (long.length > 0 && long.every((figures) => isUnlikeBefore(figures))) return UNLIKE;
  return null;
}

/** True where the figures of nearly each row have the same sum of 1 or 100. */
function addUp(rows: Rows, { groups }: ColumnPlan, decimal: Decimal): boolean {
  const sums = rows.map((row) =>
    groups
      .map(({ columns }) => readNumber(row[columns[CLOSE] ?? -1] ?? "", decimal))
      .filter(Number.isFinite)
      .reduce((sum, figure) => sum + figure, 0),
  );
  return [1, 100].some(
    (whole) => sums.filter((sum) => Math.abs(sum / whole - 1) < 1e-3).length > 0.95 * sums.length,
  );
}

function figuresOf(rows: Rows, column: number, decimal: Decimal): number[] {
  return rows.map((row) => readNumber(row[column] ?? "", decimal)).filter(Number.isFinite);
}

/** Steps of a price are smaller than its way, those of figures that forget larger: their squares are twice as much. */
function isUnlikeBefore(figures: readonly number[], least = UNLIKE_BEFORE): boolean {
  const mean = figures.reduce((sum, figure) => sum + figure, 0) / figures.length;
  let [ofFigures, ofSteps] = [0, 0];
  for (const [at, figure] of figures.entries()) {
    ofFigures += (figure - mean) ** 2;
    ofSteps += (figure - (figures[at - 1] ?? figure)) ** 2;
  }
  return ofSteps > least * ofFigures;
}

function isOfReturns(figures: readonly number[]): boolean {
  const mean = figures.reduce((sum, figure) => sum + figure, 0) / figures.length;
  if (Math.abs(mean - 1) > NEAR_ONE || figures.some((figure) => Math.abs(figure - 1) > 0.5)) return false;
  return isUnlikeBefore(figures);
}
