import { useMemo, useState } from "react";
import type { ReactElement } from "react";
import { cellText, targetName, valueText } from "#src/format/target-text.ts";
import type { GridSearch } from "#src/run/grid-search.ts";
import type { VariantPool } from "#src/run/variant-pool.ts";
import { familyOf } from "#src/storage/families.ts";
import type { StrategyRecord } from "#src/storage/records.ts";
import { Button } from "#src/ui/button.tsx";
import { Panel } from "#src/ui/panel.tsx";
import { saveFile } from "#src/ui/save-file.ts";
import { SelectField } from "#src/ui/field.tsx";
import page from "#src/ui/page.module.css";
import type { ChainedBenchmark } from "#workers/model/protocol.ts";
import { axisValues, gridCells, gridVariants } from "#workers/model/variant-grid.ts";
import type { Frequency } from "#workers/model/report.ts";
import type { Axis } from "#workers/model/variant-grid.ts";
import { CellPanel } from "./cell-panel.tsx";
import { Findings } from "./findings.tsx";
import { viewGrid } from "./grid-view.ts";
import { Heatmap, MARKS } from "./heatmap.tsx";
import { metricOf, metricsOn, METRICS } from "./metrics.ts";
import { gridCsv } from "./search-files.ts";
import { WalkPanel } from "./walk-panel.tsx";
import type { Yardsticks } from "#workers/words/verdict.ts";
import styles from "./optimise-page.module.css";
import { BestOnSecondHalf } from "./second-half.tsx";
import type { Cells, DaySpan } from "./use-search.ts";

interface GridResultProps {
  readonly record: StrategyRecord;
  readonly pool: VariantPool;
  readonly isRunning: boolean;
  readonly search: GridSearch;
  readonly cells: Cells;
  /** What every variant is compared with; null while it is not known. */
  readonly benchmark: ChainedBenchmark | null;
  /** The same with the average share. */
  readonly known: Yardsticks | null;
  /** The later half of the time; null while it is not known. */
  readonly secondHalf: DaySpan | null;
  readonly frequency: Frequency;
  readonly currency: string;
}

/** What was found so far, by a figure that the person chooses, and one cell of it more closely. */
export function GridResult(props: GridResultProps): ReactElement {
  const { record, search, cells, currency, pool, isRunning, benchmark, known, secondHalf, frequency } = props;
  const { axes, strategy } = search.question;
  const [metricKey, setMetricKey] = useState<string>(METRICS[0].key);
  const [chosen, setChosen] = useState<number | null>(null);
  const metric = useMemo(() => metricOf(metricKey, frequency), [metricKey, frequency]);
  const zero = (benchmark && metric.benchmarkOf?.(benchmark)) ?? null;
  const view = useMemo(
    () => viewGrid(cells, axes, { metric, benchmark: zero }, strategy),
    [cells, axes, metric, strategy, zero],
  );
  const values = useMemo(() => gridCells(axes), [axes]);
  const nameOf = (cell: number) => cellText(axes, values[cell] ?? [], strategy, currency);
  const best = view.robustness && search.variants[view.robustness.best.cell];
  const isAtRest = !isRunning && cells.every((cell) => cell !== null);
  const [rows, columns] = axes;
  const texts = (axis: Axis) => axisValues(axis).map((value) => valueText(axis, value, currency));
  const [down, across] = [targetName(rows, strategy), columns ? targetName(columns, strategy) : null];
  const label = `${metric.name} by ${across === null ? down : `${down} and ${across}`}`;
  return (
    <>
      <Panel title="Results">
        <div className={page["parts"]}>
          <MetricField chosen={metric.key} frequency={frequency} onChoose={setMetricKey} />
          {view.robustness && (
            <Findings
              robustness={view.robustness}
              metric={metric}
              cells={cells}
              known={known}
              nameOf={nameOf}
            />
          )}
          {isAtRest && best && secondHalf && (
            <BestOnSecondHalf pool={pool} strategy={best} source={search.source} span={secondHalf} />
          )}
          {columns && (
            <p className={page["soft"]}>
              Rows: {down}. Columns: {across}.
            </p>
          )}
          <Heatmap
            label={label}
            rowName={down}
            columnName={metric.name}
            rows={texts(rows)}
            columns={columns ? texts(columns) : [""]}
            benchmark={benchmark && zero !== null ? benchmark.label : null}
            cells={view.cells}
            chosen={chosen}
            onChoose={setChosen}
          />
          <MapKey
            zero={benchmark && zero !== null ? `${benchmark.label}'s own ${metric.text(zero)}` : null}
          />
          <SaveGrid search={search} cells={cells} />
        </div>
      </Panel>
      {chosen !== null && (
        <ChosenCell
          key={chosen}
          {...{ record, search, cells, benchmark, frequency, currency }}
          cell={chosen}
          name={nameOf(chosen)}
        />
      )}
      <WalkPanel
        record={record}
        search={search}
        pool={pool}
        frequency={frequency}
        disabled={isRunning}
        nameOf={nameOf}
      />
    </>
  );
}

interface MetricFieldProps {
  /** Key of a metric. */
  readonly chosen: string;
  readonly frequency: Frequency;
  readonly onChoose: (key: string) => void;
}

function MetricField({ chosen, frequency, onChoose }: MetricFieldProps): ReactElement {
  return (
    <SelectField
      label="Show"
      className={styles["metric"] ?? ""}
      value={chosen}
      options={metricsOn(frequency).map(({ key, name }) => ({ value: key, label: name }))}
      onChange={(event) => onChoose(event.target.value)}
    />
  );
}

/** @param zero - what has no colour; null where the worst cell has none */
function MapKey({ zero }: { readonly zero: string | null }): ReactElement {
  const marks = Object.values(MARKS).map(({ sign, words }) => `${sign} ${words}`);
  return (
    <p className={page["soft"]}>
      {zero === null
        ? "The deeper the colour, the better."
        : `Coloured by the distance from ${zero}: ▲ is better, the other colour is worse.`}{" "}
      {marks.join(", ")}. Choose a cell to see all its metrics.
    </p>
  );
}

function SaveGrid({ search, cells }: Pick<GridResultProps, "search" | "cells">): ReactElement {
  const csv = () => gridCsv(search.question.axes, cells);
  return (
    <div className={styles["actions"]}>
      <Button
        size="small"
        aria-label="Save as CSV: All variants"
        disabled={cells.every((cell) => cell === null)}
        onClick={() => saveFile("optimisation.csv", "text/csv", csv())}
      >
        Save as CSV
      </Button>
    </div>
  );
}

interface ChosenCellProps extends Omit<GridResultProps, "pool" | "isRunning" | "known" | "secondHalf"> {
  readonly cell: number;
  readonly name: string;
}

function ChosenCell(props: ChosenCellProps): ReactElement | null {
  const { record, search, cells, benchmark, frequency, currency, cell, name } = props;
  const { strategy, axes } = search.question;
  const variants = gridVariants(strategy, axes);
  const variant = variants.ok ? variants.value[cell] : undefined;
  if (!variant) return null;
  return (
    <CellPanel
      title={name}
      cell={cells[cell] ?? null}
      benchmark={benchmark}
      frequency={frequency}
      strategyId={record.id}
      family={familyOf(record)}
      datasetId={record.datasetId}
      variant={{ ...variant, name: variantName(record.name, name) }}
      currency={currency}
    />
  );
}

const LONGEST_NAME = 120;

function variantName(name: string, cell: string): string {
  const suffix = ` (${cell})`;
  return `${name.slice(0, Math.max(1, LONGEST_NAME - suffix.length))}${suffix}`.slice(0, LONGEST_NAME);
}
