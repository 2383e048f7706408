import { useContext, useId } from "react";
import type { ReactElement } from "react";
import { TextField } from "#src/ui/field.tsx";
import { fieldProps } from "./form-fields.tsx";
import type { BuilderForm } from "./form-fields.tsx";
import { PreviewContext } from "./use-preview.ts";

/** Any symbol of the dataset; those that the preview found are suggested, indices first. */
export function BenchmarkField({ form }: { readonly form: BuilderForm }): ReactElement {
  const listId = useId();
  const { series } = useContext(PreviewContext);
  return (
    <div>
      <TextField
        label="Benchmark"
        placeholder="The dataset's own index"
        hint="The symbol of an index or of any other series in the dataset."
        list={listId}
        spellCheck={false}
        {...fieldProps(form, "simulation.benchmark")}
      />
      <datalist id={listId}>
        {series.map(({ symbol, name }) => (
          <option key={symbol} value={symbol}>
            {name}
          </option>
        ))}
      </datalist>
    </div>
  );
}
