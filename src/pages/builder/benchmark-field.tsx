import { useContext, useId } from "react";
import type { ReactElement } from "react";
import { upperFirst } from "#src/format/first-letter.ts";
import { shownName } from "#src/format/shown.ts";
import type { Dataset } from "#src/storage/datasets.ts";
import { SelectField, TextField } from "#src/ui/field.tsx";
import type { SelectOption } from "#src/ui/field.tsx";
import { AVERAGE_SHARE, AVERAGE_SHARE_NAME, benchmarkName } from "#workers/model/benchmark-names.ts";
import { MOST_SERIES } from "#workers/model/preview.ts";
import type { BenchmarkSeries } from "#workers/model/preview.ts";
import { changeForm, fieldProps } from "./form-fields.tsx";
import type { BuilderForm } from "./form-fields.tsx";
import { PreviewContext } from "./use-preview.ts";

interface BenchmarkFieldProps {
  readonly form: BuilderForm;
  /** The symbol that the form holds, or what stands for the average share; "" for the dataset's own. */
  readonly value: string;
  readonly dataset: Dataset | null;
}

const NAME = "simulation.benchmark";
const AVERAGE = { value: AVERAGE_SHARE, label: upperFirst(AVERAGE_SHARE_NAME) };
const WHAT_IT_IS = "All instruments in equal parts, set back each month, without costs.";

/** What the dataset has, as the preview found it; a dataset with too many series for a list takes a typed symbol. */
export function BenchmarkField({ form, value, dataset }: BenchmarkFieldProps): ReactElement {
  const listId = useId();
  const { series } = useContext(PreviewContext);
  if (series.length >= MOST_SERIES) {
    return (
      <div>
        <TextField
          label="Benchmark"
          placeholder="The dataset's own index"
          hint={
            value === AVERAGE_SHARE
              ? WHAT_IT_IS
              : `A symbol of the dataset; blank for its own index; ${AVERAGE_SHARE} for all in equal parts.`
          }
          list={listId}
          spellCheck={false}
          {...fieldProps(form, NAME)}
        />
        <datalist id={listId}>
          <option value={AVERAGE.value}>{AVERAGE.label}</option>
          {series.map(({ symbol, name }) => (
            <option key={symbol} value={symbol}>
              {shownName(name)}
            </option>
          ))}
        </datalist>
      </div>
    );
  }
  return (
    <SelectField
      label="Benchmark"
      options={optionsOf(series, value, dataset)}
      hint={(value || dataset?.benchmark) === AVERAGE_SHARE ? WHAT_IT_IS : undefined}
      value={value}
      onChange={(event) => changeForm(form, [{ name: NAME, value: event.target.value }])}
    />
  );
}

function optionsOf(
  series: readonly BenchmarkSeries[],
  value: string,
  dataset: Dataset | null,
): readonly SelectOption[] {
  const own = ownBenchmark(series, dataset);
  const ownLabel =
    own === AVERAGE_SHARE
      ? `The dataset's own: ${benchmarkName(own)}`
      : own
        ? `Own index: ${shownName(own)}`
        : "The dataset's own";
  const isListed = value === "" || value === AVERAGE_SHARE || series.some(({ symbol }) => symbol === value);
  return [
    { value: "", label: series.length > 0 && !own ? "All, in equal parts" : ownLabel },
    AVERAGE,
    ...(isListed ? [] : [{ value, label: series.length > 0 ? `${value}, not in this data` : value }]),
    ...series.map(({ symbol, name, isIndex }) => ({
      value: symbol,
      label: name === "" || name === symbol ? symbol : `${symbol}, ${name}`,
      group: isIndex ? "Indices" : "Other instruments",
    })),
  ];
}

/** What a run is compared with that names nothing; undefined where that is no series, or nothing is known yet. */
export function ownBenchmark(
  series: readonly BenchmarkSeries[],
  dataset: Dataset | null,
): string | undefined {
  return dataset?.benchmark ?? series.find(({ isIndex }) => isIndex)?.symbol;
}
