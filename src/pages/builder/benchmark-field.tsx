import { useContext, useId } from "react";
import type { ReactElement } from "react";
import { shownName } from "#src/format/shown.ts";
import type { Dataset } from "#src/storage/datasets.ts";
import { SelectField, TextField } from "#src/ui/field.tsx";
import type { SelectOption } from "#src/ui/field.tsx";
import { MOST_SERIES } from "#workers/model/preview.ts";
import type { BenchmarkSeries } from "#workers/model/preview.ts";
import { changeForm, fieldProps } from "./form-fields.tsx";
import type { BuilderForm } from "./form-fields.tsx";
import { PreviewContext } from "./use-preview.ts";

interface BenchmarkFieldProps {
  readonly form: BuilderForm;
  /** The symbol that the form holds; "" for the dataset's own. */
  readonly value: string;
  readonly dataset: Dataset | null;
}

const NAME = "simulation.benchmark";

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
          hint="A symbol of the dataset; blank for its own index."
          list={listId}
          spellCheck={false}
          {...fieldProps(form, NAME)}
        />
        <datalist id={listId}>
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
  const ownLabel = own ? `Own index: ${shownName(own)}` : "The dataset's own";
  const isListed = value === "" || series.some(({ symbol }) => symbol === value);
  return [
    { value: "", label: series.length > 0 && !own ? "All, in equal parts" : ownLabel },
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
