/**
 * The figures of rows that name them. Several titles may be the same item, as Revenues and SalesRevenueNet are: each has
 * a column while rows are read, and of one row the best title's value counts in the end.
 */
import { findTitledItem, itemNamed, unitOf } from "./items.ts";
import type { Item } from "./items.ts";
import type { StatementFigure, StatementRows } from "./statement-table.ts";
import { createValueColumn, filledColumn } from "./value-column.ts";
import type { ValueColumn } from "./value-column.ts";

export interface TitleFigure {
  /** Its column while rows are read. */
  readonly at: number;
  readonly name: string;
  readonly rank: number;
  /** null for a figure that is none of the items. */
  readonly item: Item | null;
  /** What its title says that figures are counted in; 1 for nothing. */
  readonly unit: number;
}

export interface TitleFigures {
  /** A figure of a title; null for one that is not taken. */
  find(title: string, line: number): TitleFigure | null;
  /** Figures as they were met: by column while rows are read. */
  readonly all: readonly TitleFigure[];
  /** One column an item. */
  combined(
    values: readonly ValueColumn[],
    rowCount: number,
  ): {
    readonly figures: readonly StatementFigure[];
    readonly values: readonly ValueColumn[];
  };
}

/** @param otherName - the name of a title that is no item; null where such titles are not taken */
export function createTitleFigures(
  rows: Pick<StatementRows, "addFigure">,
  otherName: ((title: string, line: number) => string) | null,
): TitleFigures {
  const all: TitleFigure[] = [];
  const byTitle = new Map<string, TitleFigure | null>();
  const byColumn = new Map<string, TitleFigure>();

  function make(title: string, line: number): TitleFigure | null {
    const titled = findTitledItem(title);
    const item = titled?.item ?? itemNamed(title);
    if (!item && !otherName) return null;
    const name = item?.name ?? otherName?.(title, line) ?? title;
    const rank = titled?.rank ?? 0;
    const key = `${name.toLowerCase()} ${rank}`;
    const known = byColumn.get(key);
    const unit = item ? unitOf(title) : 1;
    if (known) return { ...known, unit };
    rows.addFigure();
    const figure: TitleFigure = { at: all.length, name, rank, item, unit };
    all.push(figure);
    byColumn.set(key, figure);
    return figure;
  }

  return {
    all,
    find(title, line) {
      const known = byTitle.get(title);
      if (known !== undefined) return known;
      const made = make(title, line);
      byTitle.set(title, made);
      return made;
    },
    combined(values, rowCount) {
      const columnAt = (at: number): ValueColumn => values[at] ?? createValueColumn();
      const groups = new Map<string, TitleFigure[]>();
      for (const figure of all) {
        const known = groups.get(figure.name.toLowerCase());
        if (known) known.push(figure);
        else groups.set(figure.name.toLowerCase(), [figure]);
      }
      const figures: StatementFigure[] = [];
      const columns: ValueColumn[] = [];
      for (const group of groups.values()) {
        const [best, ...others] = group.toSorted((a, b) => a.rank - b.rank);
        if (!best) continue;
        figures.push({ name: best.name, kind: best.item?.kind ?? "stock" });
        columns.push(
          others.reduce((column, { at }) => filledColumn(column, columnAt(at), rowCount), columnAt(best.at)),
        );
      }
      return { figures, values: columns };
    },
  };
}
