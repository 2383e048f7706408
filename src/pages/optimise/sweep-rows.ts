/** The files of a big sweep: what is varied, for the command `sweep`, and the rows that it wrote, to be drawn. */
import { err, ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import { PERFORMANCE_FIGURES } from "#workers/model/performance-figures.ts";
import type { Performance } from "#workers/model/report.ts";
import { axisValues } from "#workers/model/variant-grid.ts";
import type { GridAxes } from "#workers/model/variant-grid.ts";

/** axes.json as the command reads it. */
export function axesFile(axes: GridAxes): string {
  const list = axes.map((axis) => ({
    path: axis.field,
    ...(axis.number === undefined ? {} : { number: axis.number }),
    ...(axis.also && { also: axis.also.map(({ field, number }) => ({ path: field, number })) }),
    values: axisValues(axis),
  }));
  return `${JSON.stringify({ axes: list }, null, 2)}\n`;
}

export interface SweepAxisRead {
  /** "sell.trailingStopLoss", "buy.rules[0]#2". */
  readonly name: string;
  /** Values in the order in which they first came; "" is off. */
  readonly values: readonly string[];
}

export interface SweepRows {
  readonly axes: readonly SweepAxisRead[];
  readonly count: number;
  /** Number of the variant's value on an axis. */
  valueAt(row: number, axis: number): number;
  /** Good until the next call, since there may be a million; null for a variant that can't be run. */
  figuresAt(row: number): Performance | null;
}

const MOST_ROWS = 1_000_000;

/** Reads rows.csv, chunk by chunk, so that the page stays alive; the problem is in words. */
export async function readSweepRows(file: Blob): Promise<Result<SweepRows, string>> {
  const reader = file.stream().pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  let table: Table | null = null;
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- one chunk after another
    const { done, value = "" } = await reader.read();
    const lines = (rest + value).split("\n");
    rest = done ? "" : (lines.pop() ?? "");
    for (const line of lines) {
      if (line === "" || (table === null && line.startsWith("# "))) continue; // of a part file: what its rows are of
      const cells = cellsOf(line.replace(/\r$/, ""));
      if (table === null) {
        table = tableOf(cells);
        if (table === null)
          return err(
            "This file has no rows of a sweep: its first line is a different one. Choose the rows.csv that it wrote.",
          );
      } else if (!table.add(cells)) {
        return err(
          `Row ${table.count + 1} of this file is not a row of a sweep. Choose the rows.csv that it wrote.`,
        );
      }
    }
    if (done) break;
  }
  if (table === null || table.count === 0) return err("This file has no rows yet.");
  return ok(table);
}

interface Table extends SweepRows {
  /** False for what is no row. */
  add(cells: readonly string[]): boolean;
}

function tableOf(header: readonly string[]): Table | null {
  const width = header.length - PERFORMANCE_FIGURES.length - 3;
  const names = header.slice(1, 1 + width);
  const expected = ["index", ...names, ...PERFORMANCE_FIGURES, "account", "problem"];
  if (width < 1 || expected.some((name, at) => header[at] !== name)) return null;
  const values = names.map(() => new Map<string, number>());
  const places: number[] = [];
  const figures: number[] = [];
  const shown: Partial<Record<keyof Performance, number | null>> = {};
  const numberOf = (axis: number, text: string): number => {
    const known = values[axis] ?? new Map<string, number>();
    const number = known.get(text) ?? known.size;
    known.set(text, number);
    return number;
  };
  return {
    get axes() {
      return names.map((name, axis) => ({ name, values: [...(values[axis]?.keys() ?? [])] }));
    },
    get count() {
      return places.length / width;
    },
    valueAt: (row, axis) => places[row * width + axis] ?? 0,
    figuresAt(row) {
      const from = row * PERFORMANCE_FIGURES.length;
      if (Number.isNaN(figures[from])) return null;
      for (const [at, name] of PERFORMANCE_FIGURES.entries()) {
        const figure = figures[from + at] ?? Number.NaN;
        shown[name] = Number.isNaN(figure) ? null : figure;
      }
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is never null is in every row that has a start value
      return shown as unknown as Performance;
    },
    add(cells) {
      const texts = cells.slice(1 + width, 1 + width + PERFORMANCE_FIGURES.length);
      const read = texts.map((text) => (text === "" ? Number.NaN : Number(text)));
      const isRow =
        cells.length === header.length &&
        /^\d+$/.test(cells[0] ?? "") &&
        read.every((figure, at) => texts[at] === "" || Number.isFinite(figure));
      if (!isRow || places.length >= MOST_ROWS * width) return false;
      for (let axis = 0; axis < width; axis++) places.push(numberOf(axis, cells[1 + axis] ?? ""));
      for (const figure of read) figures.push(figure);
      return true;
    },
  };
}

/** The cells of a line of CSV; a quoted one ends on its line. */
function cellsOf(line: string): string[] {
  if (!line.includes('"')) return line.split(",");
  return Array.from(line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g), ([, quoted, plain]) =>
    quoted === undefined ? (plain ?? "") : quoted.replaceAll('""', '"'),
  );
}
