/** What is wrong with a header that was lost, or whose names do not stand over their columns. */
import type { OpenedTable } from "../what/file-check.ts";
import type { Table } from "../what/table.ts";

/** A row of figures stands where names should: the header was lost, or is damaged. */
export function figuresInHeader({ header }: Table): string | null {
  const figures = header.filter((cell) => /^-?\d+[.,]\d+$/.test(cell));
  if (figures.length < 2) return null;
  return `numbers in place of names in the header ${JSON.stringify(header.join(",").slice(0, 80))}; give the table a first line that names its columns`;
}

/** A name with a blank in it moves all names behind it. */
export function shiftedHeader({ dialect, table }: OpenedTable): string | null {
  const { header, usualCells } = table;
  if (!dialect.delimiter.startsWith(" ") || usualCells === 0 || header.length <= usualCells) return null;
  return `a header of ${header.length} names over rows of ${usualCells} cells, with spaces between them; put commas between them`;
}
