/**
 * The grid as a table: each cell has its figure, on a colour that says how much better it is than the worst, or than the
 * benchmark, whose own figure has none. Arrow keys walk in it.
 */
import { memo, useEffect, useRef } from "react";
import type { KeyboardEvent, ReactElement } from "react";
import { classNames } from "#src/ui/class-names.ts";
import { VisuallyHidden } from "#src/ui/visually-hidden.tsx";
import styles from "./optimise-page.module.css";

export interface HeatCell {
  readonly text: string;
  /**
   * Where the map knows the benchmark's figure, how far the cell is from it: 0 for equal, -1 or 1 for the farthest below
   * or above. Else 0 for the worst and 1 for the best. null where there is nothing to compare.
   */
  readonly heat: number | null;
  readonly marks: readonly Mark[];
  /** Not run yet. */
  readonly isOpen: boolean;
}

export type Mark = "best" | "steadiest" | "saved";

interface HeatmapProps {
  readonly label: string;
  readonly rowName: string;
  readonly columnName: string;
  readonly rows: readonly string[];
  readonly columns: readonly string[];
  /** What cells are coloured by their distance from; null where they are by the worst of them. */
  readonly benchmark: string | null;
  /** Row by row. */
  readonly cells: readonly HeatCell[];
  readonly chosen: number | null;
  readonly onChoose: (cell: number) => void;
}

export const MARKS: Readonly<Record<Mark, { readonly sign: string; readonly words: string }>> = {
  best: { sign: "★", words: "the best" },
  steadiest: { sign: "◆", words: "the most robust" },
  saved: { sign: "●", words: "the strategy as saved" },
};

export function Heatmap(props: HeatmapProps): ReactElement {
  const { label, rowName, columnName, rows, columns, benchmark, cells, chosen, onChoose } = props;
  const table = useRef<HTMLTableElement>(null);
  const isDone = cells.every(({ isOpen }) => !isOpen);
  const best = isDone ? cells.findIndex(({ marks }) => marks.includes("best")) : -1;
  useEffect(() => {
    const cell = table.current?.querySelector(`[data-cell="${best}"]`);
    if (cell && table.current?.parentElement) bringIntoSight(cell, table.current.parentElement);
  }, [best]);
  const walk = (event: KeyboardEvent) => {
    const at = Number(document.activeElement?.getAttribute("data-cell") ?? Number.NaN);
    const next = nextCell(event.key, at, rows.length, columns.length);
    if (next === null) return;
    event.preventDefault();
    table.current?.querySelector<HTMLElement>(`[data-cell="${next}"]`)?.focus();
  };
  return (
    <div className={styles["scroll"]}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys are those of its buttons */}
      <table ref={table} className={styles["heatmap"]} aria-label={label} onKeyDown={walk}>
        <thead>
          <tr>
            <th scope="col">
              {rowName} <span aria-hidden="true">↓</span>
            </th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column === "" ? columnName : column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, r) => (
            <tr key={row}>
              <th scope="row">{row}</th>
              {columns.map((column, c) => {
                const at = r * columns.length + c;
                const cell = cells[at];
                return (
                  <td key={column}>
                    {cell && (
                      <Cell
                        at={at}
                        text={cell.text}
                        depth={Math.round((cell.heat ?? 0) * DEEPEST)}
                        benchmark={benchmark}
                        marks={cell.marks.join()}
                        isOpen={cell.isOpen}
                        isChosen={at === chosen}
                        isReachable={at === (chosen ?? 0)}
                        onChoose={onChoose}
                      />
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Scrolls the box alone, never the page; a cell that is in sight stays where it is. */
function bringIntoSight(cell: Element, box: Element): void {
  const [at, around] = [cell.getBoundingClientRect(), box.getBoundingClientRect()];
  const head = box.querySelector("th")?.getBoundingClientRect() ?? around; // sticks at the left
  if (at.left < head.right || at.right > around.right)
    box.scrollLeft += at.left - (head.right + around.right - at.width) / 2;
  if (at.top < around.top || at.bottom > around.bottom)
    box.scrollTop += at.top - (around.top + around.bottom - at.height) / 2;
}

interface CellProps {
  readonly at: number;
  readonly text: string;
  /** Whole percent of the colour, below 0 of the other one: what comes out next rarely changes it, where the bare heat changes each time. */
  readonly depth: number;
  readonly benchmark: string | null;
  /** Joined, so that an unchanged cell is not drawn again. */
  readonly marks: string;
  readonly isOpen: boolean;
  readonly isChosen: boolean;
  readonly isReachable: boolean;
  readonly onChoose: (cell: number) => void;
}

const Cell = memo(function Cell(props: CellProps): ReactElement {
  const { at, text, depth, benchmark, marks, isOpen, isChosen, isReachable, onChoose } = props;
  const signs = Object.entries(MARKS).filter(([mark]) => marks.split(",").includes(mark));
  return (
    <button
      type="button"
      data-cell={at}
      className={classNames(styles["cell"], isOpen && styles["open"])}
      style={{ background: groundOf(depth, benchmark !== null) }}
      aria-pressed={isChosen}
      tabIndex={isReachable ? 0 : -1}
      onClick={() => onChoose(at)}
    >
      {benchmark !== null && depth > 0 && (
        <span>
          <span aria-hidden="true">▲ </span>
          <VisuallyHidden>better than {benchmark}: </VisuallyHidden>
        </span>
      )}
      {signs.map(([mark, { sign, words }]) => (
        <span key={mark}>
          <span aria-hidden="true">{sign} </span>
          <VisuallyHidden>{words}: </VisuallyHidden>
        </span>
      ))}
      {isOpen ? (
        <>
          <span aria-hidden="true">·</span>
          <VisuallyHidden>not run yet</VisuallyHidden>
        </>
      ) : (
        text
      )}
    </button>
  );
});

/** Light enough for the text on it in both themes. */
const DEEPEST = 40;

function groundOf(depth: number, isAgainstBenchmark: boolean): string {
  const better = isAgainstBenchmark ? "--gain-fill" : "--accent";
  return `color-mix(in srgb, var(${depth < 0 ? "--loss-fill" : better}) ${Math.abs(depth)}%, var(--surface))`;
}

/** null where the key moves nothing. */
function nextCell(key: string, at: number, rows: number, columns: number): number | null {
  if (Number.isNaN(at)) return null;
  const [row, column] = [Math.floor(at / columns), at % columns];
  switch (key) {
    case "ArrowRight":
      return column + 1 < columns ? at + 1 : null;
    case "ArrowLeft":
      return column > 0 ? at - 1 : null;
    case "ArrowDown":
      return row + 1 < rows ? at + columns : null;
    case "ArrowUp":
      return row > 0 ? at - columns : null;
    case "Home":
      return row * columns;
    case "End":
      return (row + 1) * columns - 1;
    default:
      return null;
  }
}
