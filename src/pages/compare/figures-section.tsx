import { useEffect, useMemo, useRef, useState } from "react";
import type { ReactElement } from "react";
import { toCsv } from "#src/format/csv.ts";
import type { CsvCell } from "#src/format/csv.ts";
import { analyseRun } from "#src/run/analyse-run.ts";
import { Button } from "#src/ui/button.tsx";
import { classNames } from "#src/ui/class-names.ts";
import { Panel } from "#src/ui/panel.tsx";
import { saveFile } from "#src/ui/save-file.ts";
import { VisuallyHidden } from "#src/ui/visually-hidden.tsx";
import type { Analysis } from "#workers/model/analysis.ts";
import type { Report } from "#workers/model/report.ts";
import styles from "./compare-page.module.css";
import { figureCells, figuresFor } from "./figures.ts";
import type { FigureCell, MeasuredRun } from "./figures.ts";
import type { ReadyRun } from "./load-compared.ts";
import { RunsTable } from "./runs-table.tsx";

interface FiguresSectionProps {
  readonly runs: readonly ReadyRun[];
  readonly isSamePeriod: boolean;
}

/** A row a figure, a column a run; the best of a row has a star. */
export function FiguresSection({ runs, isSamePeriod }: FiguresSectionProps): ReactElement {
  const analyses = useAnalyses(runs);
  const measured = useMemo(() => measure(runs, analyses), [runs, analyses]);
  const rows = useMemo(
    () =>
      figuresFor(runs.map(({ report }) => report)).map((figure) => ({
        name: figure.name,
        cells: figureCells(figure, measured, isSamePeriod),
      })),
    [runs, measured, isSamePeriod],
  );
  return (
    <Panel title="Figures" note="★ the best of its row, where one value is better than another">
      <div className={styles["stack"]}>
        <RunsTable label="Figures of the runs" first="Figure" runs={runs}>
          {rows.map(({ name, cells }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {cells.map((cell, place) => (
                <BestCell key={runs[place]?.letter} letter={runs[place]?.letter} cell={cell} />
              ))}
            </tr>
          ))}
        </RunsTable>
        <div>
          <Button
            size="small"
            aria-label="Save as CSV: Figures"
            onClick={() => saveFile("comparison-figures.csv", "text/csv", figuresCsv(runs, measured))}
          >
            Save as CSV
          </Button>
        </div>
      </div>
    </Panel>
  );
}

interface BestCellProps {
  readonly cell: FigureCell;
  readonly letter: string | undefined;
}

function BestCell({ cell: { text, isBest }, letter }: BestCellProps): ReactElement {
  return (
    <td data-run={letter} className={classNames(styles["figure"], isBest && styles["best"])}>
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

function measure(
  runs: readonly ReadyRun[],
  analyses: ReturnType<typeof useAnalyses>,
): readonly MeasuredRun[] {
  return runs.map(({ report }) => {
    const analysis = analyses.get(report);
    return { report, ...(analysis !== undefined && { analysis }) };
  });
}

/** Money in each run's own currency; empty where the analysis is not there. */
function figuresCsv(runs: readonly ReadyRun[], measured: readonly MeasuredRun[]): string {
  const header = ["figure", ...runs.map(({ letter, run }) => `${letter}: ${run.strategyName}`)];
  return toCsv(
    header,
    figuresFor(measured.map(({ report }) => report)).map(({ name, valueOf }) =>
      figureLine(
        name,
        measured.map(({ report, analysis = null }) => valueOf(report, analysis)),
      ),
    ),
  );
}

function figureLine(name: string, values: readonly (number | null)[]): readonly CsvCell[] {
  return [name, ...values];
}

/** null where it can't be had. */
type Analyses = ReadonlyMap<Report, Analysis | null>;

/** What the worker makes of each run's report, one after the other; what is there already stays. */
function useAnalyses(runs: readonly ReadyRun[]): Analyses {
  const [analyses, setAnalyses] = useState<Analyses>(new Map());
  const known = useRef(analyses);
  useEffect(() => {
    let isWanted = true;
    const work = async () => {
      for (const { run, report } of runs) {
        if (known.current.has(report)) continue;
        // oxlint-disable-next-line no-await-in-loop -- six at once would start six workers
        const analysed = await analyseRun(run, report);
        known.current = new Map([...known.current, [report, analysed.ok ? analysed.value : null]]);
        if (!isWanted) return;
        setAnalyses(known.current);
      }
    };
    void work();
    return () => {
      isWanted = false;
    };
  }, [runs]);
  return analyses;
}
