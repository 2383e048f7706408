/** Hundredfold splits that a file of prices says itself: in a column for splits or factors, or in a row between two days. */
import { ratioIn } from "../actions/action-rows.ts";
import { knownName } from "../columns/header-names.ts";
import type { ReadPlan } from "../rows/read-rows.ts";
import { createRowDates } from "../rows/row-dates.ts";
import { symbolText } from "../rows/read-rows.ts";
import type { OpenedTable } from "../what/file-check.ts";
import { pushText } from "../what/head.ts";
import { createRecords } from "../what/records.ts";

const TITLE = /split|fa[ck]t(?:o|eu)r|cfacpr|desdobra|desdobla|fraccion|fraziona|fractionn|拆|分割|분할/i;
/** `Split adjusted`, `Close adjusted for splits`: prices. */
const PRICE = /adjusted|price|close/i;
/** A split between the rows: `100:1 Stock Split`. */
const WORDS = /[^\d.,:/]*\bsplits?\b[^\d.,:/]*/i;
/** A hundred to one, give or take; and so many days may lie between the split and its bar. */
const [LEAST, MOST] = [80, 125];
const NEAR = 4;

/** @param day - EpochDay of a bar */
export type IsOwnSplit = (symbol: string, day: number) => boolean;

interface SplitColumn {
  readonly column: number;
  /** The instrument whose column it is, in a table with several side by side; "" for that of the row. */
  readonly symbol: string;
}

/** Reads the file once more. @param dayShift - days that each bar lies after its date */
export async function readOwnSplits(
  { source, encoding, dialect }: OpenedTable,
  plan: ReadPlan,
  dayShift: number,
): Promise<IsOwnSplit> {
  const { date, symbol } = plan.columns;
  const columns = splitColumns(plan);
  const dates = createRowDates({ date, time: -1, order: plan.order, day: plan.day });
  const found = new Map<string, number[]>();
  const enter = (one: string): void => {
    found.set(one, [...(found.get(one) ?? []), dates.day + dayShift]);
  };
  const before = new Map<string, number>();
  const sink = createRecords(source.name, dialect, (cells, line) => {
    if (line < plan.firstDataLine) return;
    dates.read(cells);
    const ofRow =
      symbol >= 0 ? symbolText(cells[symbol] ?? "") : plan.columns.groups[0]?.symbol || plan.symbol;
    const words = date.type === "column" ? (cells[date.column + 1] ?? "") : "";
    if (WORDS.test(words)) {
      if (isHundredfold(ratioOf(words.replace(WORDS, ""), plan))) enter(ofRow);
      return;
    }
    for (const { column, symbol: own } of columns) {
      const one = own || ofRow;
      const key = `${column} ${one}`;
      const ratio = ratioOf(cells[column] ?? "", plan);
      // Of one day, or of all days until the next: both step there.
      if (isHundredfold(ratio / (before.get(key) ?? 1))) enter(one);
      before.set(key, ratio);
    }
  });
  await pushText(source, encoding, sink);
  return (one, day) => found.get(one)?.some((split) => Math.abs(split - day) <= NEAR) ?? false;
}

/** Several instruments side by side have a column each, in their order or with their name; what is neither says nothing. */
function splitColumns({ header, columns: { groups } }: ReadPlan): readonly SplitColumn[] {
  const found = [...header.keys()].filter((column) => saysSplits(header[column] ?? ""));
  const areInOrder = found.length === groups.length;
  return found.flatMap((column, at) => {
    const named = groups.find((one) => one.symbol !== "" && header[column]?.includes(one.symbol));
    const own = named ?? (areInOrder ? groups[at] : undefined);
    if (!own && groups.length > 1) return [];
    return [{ column, symbol: own?.symbol ?? "" }];
  });
}

function saysSplits(title: string): boolean {
  return TITLE.test(title) && !PRICE.test(title) && (knownName(title)?.role ?? "known") === "known";
}

/** 1 for none. */
function ratioOf(text: string, { price }: ReadPlan): number {
  const ratio = ratioIn(price === "comma" ? text.replaceAll(",", ".") : text);
  return ratio > 0 ? ratio : 1;
}

function isHundredfold(ratio: number): boolean {
  const times = Math.max(ratio, 1 / ratio);
  return times >= LEAST && times <= MOST;
}
