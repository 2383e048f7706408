/** What the money of a table with a period a column is counted in: its lines of words say it, above, between or below its rows. */
import type { SampleRecord } from "../what/table.ts";
import { findItem, unitOf, unitOfLine } from "./items.ts";

export interface UnitsAcross {
  /** Of the rows from here on. */
  money: number;
  /** Takes a line in its turn. */
  readonly look: (cells: readonly string[], isHeader: boolean) => void;
  /** What figures were multiplied by; 1 is none. */
  readonly used: Set<number>;
}

/** @param usual - what money is counted in where no line says it */
export function unitsAcross(
  records: readonly SampleRecord[],
  usual: number,
  isHeader: (cells: readonly string[]) => boolean,
): UnitsAcross {
  const units: UnitsAcross = { money: firstUnit(records, isHeader) ?? usual, look, used: new Set() };
  function look(cells: readonly string[], isPeriods: boolean): void {
    units.money = unitNamed(cells, isPeriods) ?? units.money;
  }
  return units;
}

/** What a line of no item says that money is counted in; null where it says nothing. */
function unitNamed(cells: readonly string[], isHeader: boolean): number | null {
  if (findItem(cells[0] ?? "")) return null;
  const unit = isHeader ? unitOf(cells[0] ?? "") : unitOfLine(cells);
  return unit === 1 ? null : unit;
}

/** A note at the foot says it of all rows that have nothing above them. */
function firstUnit(
  records: readonly SampleRecord[],
  isHeader: (cells: readonly string[]) => boolean,
): number | null {
  for (const { cells } of records) {
    const unit = unitNamed(cells, isHeader(cells));
    if (unit !== null) return unit;
  }
  return null;
}
