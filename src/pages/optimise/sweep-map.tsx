/** The rows of a sweep as a map of two of its axes, for one value of each of the others. */
import { useMemo, useState } from "react";
import type { ReactElement } from "react";
import { countOf } from "#src/format/number.ts";
import { SelectField } from "#src/ui/field.tsx";
import page from "#src/ui/page.module.css";
import { Heatmap } from "./heatmap.tsx";
import type { HeatCell } from "./heatmap.tsx";
import { metricOf, METRICS, rankOf } from "./metrics.ts";
import type { Metric } from "./metrics.ts";
import styles from "./optimise-page.module.css";
import type { SweepAxisRead, SweepRows } from "./sweep-rows.ts";

/** More rows or columns are no map any more. */
const MOST_DRAWN = 60;

interface Shown {
  readonly down: number;
  /** null where there is one axis. */
  readonly across: number | null;
  /** Number of the value of each axis, for those that are not drawn. */
  readonly fixed: readonly number[];
}

export function SweepMap({ rows }: { readonly rows: SweepRows }): ReactElement {
  const { axes } = rows;
  const [metricKey, setMetricKey] = useState<string>(METRICS[0].key);
  const [down, setDown] = useState(0);
  const [across, setAcross] = useState(1);
  const [fixed, setFixed] = useState<readonly number[]>(() => axes.map(() => 0));
  const [chosen, setChosen] = useState<number | null>(null);
  const metric = metricOf(metricKey);
  const hasTwo = axes.length > 1;
  const other = across === down ? (down + 1) % axes.length : across;
  const shown: Shown = useMemo(
    () => ({ down, across: hasTwo ? other : null, fixed }),
    [down, other, hasTwo, fixed],
  );
  const cells = useMemo(() => drawn(rows, shown, metric), [rows, shown, metric]);
  const best = useMemo(() => bestOf(rows, metric), [rows, metric]);
  const choices = axes.map(({ name }, at) => ({ value: String(at), label: name }));
  const valuesOf = (axis: number) => (axes[axis]?.values ?? []).slice(0, MOST_DRAWN).map(valueText);
  const isCut = [down, other].some((axis) => (axes[axis]?.values.length ?? 0) > MOST_DRAWN);
  return (
    <div className={page["parts"]}>
      <p>
        {countOf(rows.count, "variant")}.
        {best !== null && ` The best ${metric.name}, ${best.text}: ${nameOf(rows, axes, best.row)}.`}
      </p>
      <BenchmarkNote />
      <div className={styles["actions"]}>
        <SelectField
          label="Show of the sweep"
          value={metric.key}
          options={METRICS.map(({ key, name }) => ({ value: key, label: name }))}
          onChange={({ target }) => setMetricKey(target.value)}
        />
        {hasTwo && (
          <>
            <SelectField
              label="Rows"
              value={String(down)}
              options={choices}
              onChange={({ target }) => setDown(Number(target.value))}
            />
            <SelectField
              label="Columns"
              value={String(other)}
              options={choices.filter((_, at) => at !== down)}
              onChange={({ target }) => setAcross(Number(target.value))}
            />
          </>
        )}
        {axes.map(({ name, values }, at) =>
          at === down || at === other ? null : (
            <SelectField
              key={name}
              label={name}
              value={String(fixed[at] ?? 0)}
              options={values.map((value, number) => ({ value: String(number), label: valueText(value) }))}
              onChange={({ target }) => setFixed(fixed.with(at, Number(target.value)))}
            />
          ),
        )}
      </div>
      {isCut && (
        <p className={page["soft"]}>
          The first {MOST_DRAWN} values of a parameter are drawn; the file has them all.
        </p>
      )}
      <Heatmap
        label={`${metric.name} of the sweep`}
        rowName={axes[down]?.name ?? ""}
        columnName={metric.name}
        rows={valuesOf(down)}
        columns={hasTwo ? valuesOf(other) : [""]}
        benchmark={null}
        cells={cells}
        chosen={chosen}
        onChoose={setChosen}
      />
    </div>
  );
}

/** The rows have figures of the variants alone. */
function BenchmarkNote(): ReactElement {
  return (
    <p className={page["soft"]}>
      The rows don&apos;t say what the benchmark made over the same period, and the best of many may still
      lose to it. Give the strategy these values and run it: its result begins with that comparison.
    </p>
  );
}

function valueText(value: string): string {
  return value === "" ? "off" : value;
}

function nameOf(rows: SweepRows, axes: readonly SweepAxisRead[], row: number): string {
  return axes
    .map(({ name, values }, at) => `${name} ${valueText(values[rows.valueAt(row, at)] ?? "")}`)
    .join(", ");
}

function figureOf(rows: SweepRows, row: number, metric: Metric): number | null {
  const figures = rows.figuresAt(row);
  return figures && metric.valueOf(figures);
}

function rankIn(rows: SweepRows, row: number, metric: Metric): number | null {
  const figures = rows.figuresAt(row);
  return figures && rankOf(metric, figures);
}

function bestOf(rows: SweepRows, metric: Metric): { readonly row: number; readonly text: string } | null {
  let best: { readonly row: number; readonly rank: number } | null = null;
  for (let row = 0; row < rows.count; row++) {
    const rank = rankIn(rows, row, metric);
    if (rank !== null && (best === null || rank > best.rank)) best = { row, rank };
  }
  return best && { row: best.row, text: metric.text(figureOf(rows, best.row, metric)) };
}

/** Row by row; a variant that is not in the file is open. */
function drawn(rows: SweepRows, { down, across, fixed }: Shown, metric: Metric): HeatCell[] {
  const { axes } = rows;
  const countOn = (axis: number | null) =>
    axis === null ? 1 : Math.min(MOST_DRAWN, axes[axis]?.values.length ?? 0);
  const width = countOn(across);
  const found: (number | undefined)[] = Array.from({ length: countOn(down) * width });
  for (let row = 0; row < rows.count; row++) {
    const isShown = axes.every(
      (_, at) => at === down || at === across || rows.valueAt(row, at) === fixed[at],
    );
    const [r, c] = [rows.valueAt(row, down), across === null ? 0 : rows.valueAt(row, across)];
    if (isShown && r < countOn(down) && c < width) found[r * width + c] = row;
  }
  const ranks = found.map((row) => (row === undefined ? null : rankIn(rows, row, metric)));
  const known = ranks.filter((rank) => rank !== null);
  const [least, most] = [Math.min(...known), Math.max(...known)];
  return found.map((row, at) => {
    const rank = ranks[at] ?? null;
    const figure = row === undefined ? null : figureOf(rows, row, metric);
    return {
      text: row !== undefined && rows.figuresAt(row) === null ? "can't run" : metric.text(figure),
      heat: rank === null || most === least ? null : (rank - least) / (most - least),
      marks: rank !== null && rank === most ? ["best"] : [],
      isOpen: row === undefined,
    };
  });
}
