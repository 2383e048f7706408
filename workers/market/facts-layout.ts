/** What a facts.csv or signals.csv looks like, from its header: one figure a row with its name, or a column a figure. */
import { findColumn, readHeader } from "./layout.ts";
import { refusal } from "./refusal.ts";
import { quoteCell } from "./row-rules.ts";

/** What a column holds that is no figure. */
export const SYMBOL_CELL = -1;
export const DATE_CELL = -2;
export const NAME_CELL = -3;
export const OTHER_CELL = -4;

export interface FactsLayout {
  readonly file: string;
  /** One ASCII character. */
  readonly delimiter: string;
  /** By column: the number of its figure, or one of the marks above. */
  readonly cells: Int32Array;
  /** By figure, as the header has them; null where there is one figure a row and the row names it. */
  readonly names: readonly string[] | null;
  /** 1-based line of the header, and of the first line below it. */
  readonly headerLine: number;
  readonly firstLine: number;
}

const EXAMPLE = "symbol,date,name,value, or symbol,date and a column for each figure";

/**
 * The layout, and how many bytes of the sample its header takes.
 *
 * @param sample - as readHeader takes it
 * @throws Refusal as readHeader, and when the header lacks a symbol, a date or figures
 */
export function readFactsLayout(
  file: string,
  sample: Uint8Array,
): { readonly layout: FactsLayout; readonly byteLength: number } {
  const header = readHeader(file, sample, (cells) => missingColumns(cells).length === 0);
  const missing = missingColumns(header.cells);
  if (missing.length > 0) {
    const columns = missing.map((name) => `no ${name} column`).join(" and ");
    const text = `${columns} in the header ${quoteCell(header.cells.join(","))}; name the columns ${EXAMPLE}`;
    throw refusal("file-refused", file, header.line, text);
  }
  const { cells, names } = placeCells(header.cells);
  if (names?.length === 0)
    throw refusal("file-refused", file, header.line, `no column with figures; name the columns ${EXAMPLE}`);
  const layout: FactsLayout = {
    file,
    delimiter: header.delimiter,
    cells,
    names,
    headerLine: header.line,
    firstLine: header.nextLine,
  };
  return { layout, byteLength: header.byteLength };
}

function missingColumns(cells: readonly string[]): string[] {
  return ["symbol", "date"].filter((name) => findColumn(cells, [name]) < 0);
}

/** With a name and a value column a row has one figure, and other columns are ignored; else all others are figures. */
function placeCells(header: readonly string[]): Pick<FactsLayout, "cells" | "names"> {
  const [symbol, date, name, value] = ["symbol", "date", "name", "value"].map((one) =>
    findColumn(header, [one]),
  );
  const isLong = name !== undefined && value !== undefined && name >= 0 && value >= 0;
  const names: string[] = [];
  const cells = Int32Array.from(header, (title, column) => {
    if (column === symbol) return SYMBOL_CELL;
    if (column === date) return DATE_CELL;
    if (!isLong) return names.push(title) - 1;
    if (column === name) return NAME_CELL;
    return column === value ? 0 : OTHER_CELL;
  });
  return { cells, names: isLong ? null : names };
}
