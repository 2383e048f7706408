import { useMemo } from "react";
import type { ReactElement } from "react";
import { toCsv } from "#src/format/csv.ts";
import type { CsvCell } from "#src/format/csv.ts";
import { Button } from "#src/ui/button.tsx";
import { classNames } from "#src/ui/class-names.ts";
import { Panel } from "#src/ui/panel.tsx";
import { saveFile } from "#src/ui/save-file.ts";
import { VisuallyHidden } from "#src/ui/visually-hidden.tsx";
import styles from "./compare-page.module.css";
import { FIGURES, figureCells } from "./figures.ts";
import type { FigureCell } from "./figures.ts";
import type { ReadyRun } from "./load-compared.ts";
import { RunsTable } from "./runs-table.tsx";

interface FiguresSectionProps {
  readonly runs: readonly ReadyRun[];
  readonly isSamePeriod: boolean;
}

/** A row a figure, a column a run; the best of a row has a star. */
export function FiguresSection({ runs, isSamePeriod }: FiguresSectionProps): ReactElement {
  const rows = useMemo(() => {
    const reports = runs.map(({ report }) => report);
    return FIGURES.map((figure) => ({
      name: figure.name,
      cells: figureCells(figure, reports, isSamePeriod),
    }));
  }, [runs, isSamePeriod]);
  return (
    <Panel title="Figures" note="★ the best of its row, where one value is better than another">
      <div className={styles["stack"]}>
        <RunsTable label="Figures of the runs" first="Figure" runs={runs}>
          {rows.map(({ name, cells }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {cells.map((cell, place) => (
                <BestCell key={runs[place]?.letter} cell={cell} />
              ))}
            </tr>
          ))}
        </RunsTable>
        <div>
          <Button
            size="small"
            aria-label="Save as CSV: Figures"
            onClick={() => saveFile("comparison-figures.csv", "text/csv", figuresCsv(runs))}
          >
            Save as CSV
          </Button>
        </div>
      </div>
    </Panel>
  );
}

function BestCell({ cell: { text, isBest } }: { readonly cell: FigureCell }): ReactElement {
  return (
    <td className={classNames(styles["figure"], isBest && styles["best"])}>
      {isBest && (
        <>
          <span aria-hidden="true">★ </span>
          <VisuallyHidden>Best: </VisuallyHidden>
        </>
      )}
      {text}
    </td>
  );
}

/** Unrounded; money in each run's own currency. */
function figuresCsv(runs: readonly ReadyRun[]): string {
  const header = ["figure", ...runs.map(({ letter, run }) => `${letter}: ${run.strategyName}`)];
  return toCsv(
    header,
    FIGURES.map(({ name, valueOf }) =>
      figureLine(
        name,
        runs.map(({ report }) => valueOf(report)),
      ),
    ),
  );
}

function figureLine(name: string, values: readonly (number | null)[]): readonly CsvCell[] {
  return [name, ...values];
}
