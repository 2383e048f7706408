/** How a table of statements writes days and numbers: by the evidence of its first rows, or asked. */
import type { Answers, DateOrder, Decimal, Question } from "#workers/model/import-check.ts";
import { createDecimalEvidence, isNothing, looksNumeric, weighNumber } from "../cells/numbers.ts";
import { areDotted, decideOrder, orderQuestion, weighDateCell } from "../cells/styles.ts";
import type { ShapeEvidence } from "../cells/styles.ts";
import type { SampleRecord } from "../what/table.ts";
import type { ColumnMeaning, StatementLayout } from "./layout-shape.ts";
import { meaningOf } from "./find-layout.ts";

export interface StatementStyles {
  /** null where no day needs one, or where it is asked. */
  readonly dateOrder: DateOrder | null;
  readonly decimal: Decimal;
  /** Columns with hardly a number, such as remarks. */
  readonly words: ReadonlySet<number>;
  /** Asked where several orders are possible. */
  readonly question: Question | null;
}

const DAYS: ReadonlySet<ColumnMeaning | null> = new Set<ColumnMeaning | null>([
  "period",
  "published",
  "spanStart",
  "from",
  "until",
]);

/** @param rows - the first ones below the header */
export function weighStyles(
  layout: StatementLayout,
  header: readonly string[],
  rows: readonly SampleRecord[],
): StatementStyles {
  const meanings = header.map((title) => meaningOf(layout, title));
  const days: ShapeEvidence = new Map();
  const numbers = createDecimalEvidence();
  const [filled, numeric] = [header.map(() => 0), header.map(() => 0)];
  let example = "";
  for (const { cells } of rows) {
    for (const [column, meaning] of meanings.entries()) {
      const cell = cells[column] ?? "";
      if (DAYS.has(meaning)) {
        weighDateCell(days, cell);
        if (example === "") example = cell.trim();
      } else if (meaning === null || meaning === "value") weighNumber(numbers, cell);
      if (isNothing(cell)) continue;
      filled[column] = (filled[column] ?? 0) + 1;
      if (looksNumeric(cell)) numeric[column] = (numeric[column] ?? 0) + 1;
    }
  }
  const words = new Set(
    [...header.keys()].filter(
      (column) => (filled[column] ?? 0) > 0 && (numeric[column] ?? 0) * 10 <= (filled[column] ?? 0),
    ),
  );
  const decimal = numbers.comma > numbers.dot ? "comma" : "dot";
  if (layout.dateOrder) return { dateOrder: layout.dateOrder, decimal, words, question: null };
  const decision = decideOrder(days);
  if (decision.type === "order") return { dateOrder: decision.order, decimal, words, question: null };
  if (decision.type !== "ask") return { dateOrder: null, decimal, words, question: null };
  if (areDotted(example)) return { dateOrder: "dmy", decimal, words, question: null };
  return { dateOrder: null, decimal, words, question: orderQuestion(decision.orders, example) };
}

/** What was answered counts before what the file shows. */
export function settleStyles(shown: StatementStyles, { dateOrder, decimal }: Answers): StatementStyles {
  return {
    dateOrder: dateOrder ?? shown.dateOrder,
    decimal: decimal ?? shown.decimal,
    words: shown.words,
    question: dateOrder === undefined ? shown.question : null,
  };
}
