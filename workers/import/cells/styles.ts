/** How a file writes numbers and dates: settled by the evidence of its cells, or asked. */
import { CLOSE, VOLUME } from "#workers/market/row.ts";
import type { Answers, DateOrder, Decimal, Question } from "#workers/model/import-check.ts";
import type { ColumnPlan } from "../columns/columns.ts";
import { createOrderEvidence, isoNumber, possibleOrders, readDateCell, weighDate } from "./dates.ts";
import type { OrderEvidence } from "./dates.ts";
import { createDecimalEvidence, isNothing, readNumber, weighMarked, weighNumber } from "./numbers.ts";
import type { DecimalEvidence } from "./numbers.ts";
import type { Table } from "../what/table.ts";

/** Evidence by how dates are written: each shape has its own order. */
export type ShapeEvidence = Map<string, OrderEvidence>;

export function weighDateCell(evidence: ShapeEvidence, cell: string): void {
  if (isoNumber(cell) >= 0) return;
  const date = readDateCell(cell);
  if (!date || date.parts.type !== "open") return;
  let ofShape = evidence.get(date.shape);
  if (!ofShape) {
    ofShape = createOrderEvidence();
    evidence.set(date.shape, ofShape);
  }
  weighDate(ofShape, date);
}

export type OrderDecision =
  /** No date needs one. */
  | { readonly type: "none" }
  | { readonly type: "order"; readonly order: DateOrder }
  | { readonly type: "ask"; readonly orders: readonly DateOrder[] }
  | { readonly type: "mixed" };

/** The one order that all dates of three numbers allow; a question for several, mixed for none. */
export function decideOrder(evidence: ShapeEvidence): OrderDecision {
  let orders: readonly DateOrder[] = ["dmy", "mdy", "ymd"];
  let isOpen = false;
  for (const ofShape of evidence.values()) {
    if (ofShape.open === 0) continue;
    isOpen = true;
    const possible = possibleOrders(ofShape);
    orders = orders.filter((order) => possible.includes(order));
    if (possible.length > 1 && evidence.size > 1) return { type: "ask", orders: possible };
  }
  const [order] = orders;
  if (!isOpen) return { type: "none" };
  if (order === undefined) return { type: "mixed" };
  return orders.length === 1 ? { type: "order", order } : { type: "ask", orders };
}

/** True for 04.05.2021: who parts a day by points writes the day first. */
export function areDotted(example: string): boolean {
  return /^\d{1,2}\.\d{1,2}\./.test(example);
}

/** The first cell of a column whose day and month may be told only by an order; the first of all where there is none. */
export function openDate(rows: readonly (readonly string[])[], column: number): string {
  const cells = rows.map((row) => (row[column] ?? "").trim());
  return cells.find((cell) => readDateCell(cell)?.parts.type === "open") ?? cells[0] ?? "";
}

export function orderQuestion(orders: readonly DateOrder[], example: string): Question {
  const names = { dmy: "day/month/year", mdy: "month/day/year", ymd: "year/month/day" };
  const list = orders.map((order) => names[order]).join(" or ");
  return {
    about: "date-order",
    text: `Dates like ${example} can be ${list}; no day in the file decides.`,
    choices: orders,
  };
}

export interface NumberStyles {
  readonly price: Decimal;
  readonly volume: Decimal;
  readonly question: Question | null;
  /** True where both signs stand as decimal signs in prices. */
  readonly isMixed: boolean;
}

/** What the cells of a file's rows argue. */
export interface NumberEvidence {
  readonly prices: DecimalEvidence;
  readonly volumes: DecimalEvidence;
  /** Percents and amounts with their unit, of any column. */
  readonly marked: DecimalEvidence;
}

export function createNumberEvidence(): NumberEvidence {
  return {
    prices: createDecimalEvidence(),
    volumes: createDecimalEvidence(),
    marked: createDecimalEvidence(),
  };
}

export function weighRow(
  { prices, volumes }: NumberEvidence,
  { groups }: ColumnPlan,
  row: readonly string[],
): void {
  for (const { columns } of groups) {
    for (let slot = 0; slot < columns.length; slot++) {
      const column = columns[slot] ?? -1;
      if (column >= 0) weighNumber(slot <= CLOSE ? prices : volumes, row[column] ?? "");
    }
  }
}

export function weighMarks({ marked }: NumberEvidence, row: readonly string[]): void {
  for (const cell of row) weighMarked(marked, cell);
}

/** @param delimiter - a semicolon is what files with decimal commas use */
export function decideNumbers(
  table: Table,
  plan: ColumnPlan,
  delimiter: string,
  answers: Answers,
): NumberStyles {
  const evidence = createNumberEvidence();
  for (const row of table.rows) weighRow(evidence, plan, row);
  if (isUndecided(evidence.prices)) for (const row of table.rows) weighMarks(evidence, row);
  return numbersOf(evidence, delimiter, answers);
}

export function numbersOf(
  { prices, volumes, marked }: NumberEvidence,
  delimiter: string,
  answers: Answers,
): NumberStyles {
  const ofPrices = decimalOf(prices);
  const isMixed = answers.decimal === undefined && isContradictory(prices);
  const isGrouped = delimiter === ";" || volumes.comma > volumes.dot;
  const ofMarked = isUndecided(prices) ? decimalOfMarked(marked) : null;
  const price = answers.decimal ?? ofMarked ?? ofPrices;
  const isDoubtful =
    ofMarked === null && (price === null || (price === "dot" && isGrouped && isUndecided(prices)));
  const asks = answers.decimal === undefined && isDoubtful && !isMixed;
  return {
    price: price ?? "dot",
    volume: volumeDecimal(volumes, price ?? "dot"),
    question: asks ? decimalQuestion(prices) : null,
    isMixed,
  };
}

/** True where no price says by itself what its sign is. */
function isUndecided(prices: DecimalEvidence): boolean {
  return decimalOf(prices) === null || mayBeGrouped(prices);
}

/** null where there are none, or of both kinds. */
function decimalOfMarked({ dot, comma }: DecimalEvidence): Decimal | null {
  if (dot > 0 === comma > 0) return null;
  return dot > 0 ? "dot" : "comma";
}

/** Both signs, and neither of them rare. */
function isContradictory({ dot, comma }: DecimalEvidence): boolean {
  return Math.min(dot, comma) > 0.05 * (dot + comma);
}

function decimalOf({ dot, comma, maybeComma, maybeDot }: DecimalEvidence): Decimal | null {
  if (dot > 0 || comma > 0) return dot >= comma ? "dot" : "comma";
  if (maybeComma > 0) return null;
  return maybeDot > 0 ? "dot" : "dot";
}

/** `1.234;1.250` and nothing else: thousands in half of Europe. */
function mayBeGrouped({ dot, comma, maybeDot, maybeComma }: DecimalEvidence): boolean {
  return dot + comma + maybeComma === 0 && maybeDot > 0;
}

function volumeDecimal({ dot, comma, maybeComma }: DecimalEvidence, price: Decimal): Decimal {
  if (comma > 0 && dot === 0) return "comma";
  if (dot > 0 && comma === 0) return "dot";
  // Three digits behind each comma are thousands, where prices have no decimal comma.
  return maybeComma > 0 && price === "dot" ? "dot" : price;
}

function decimalQuestion({ maybeComma }: DecimalEvidence): Question {
  const example = maybeComma > 0 ? "1,234" : "1.234";
  return {
    about: "decimal",
    text: `Prices like ${example} can be thousands or have three decimals; no other number in the file decides.`,
    choices: ["dot", "comma"],
  };
}

/** True where every volume in the sample is the same negative number: a vendor's word for none. */
export function hasNoVolume(table: Table, plan: ColumnPlan, decimal: Decimal): boolean {
  const column = plan.groups[0]?.columns[VOLUME] ?? -1;
  if (column < 0) return false;
  const values = new Set<number>();
  for (const row of table.rows) {
    const cell = row[column] ?? "";
    if (isNothing(cell)) continue;
    const value = readNumber(cell, decimal);
    if (!(value < 0)) return false;
    values.add(value);
  }
  return values.size === 1;
}
