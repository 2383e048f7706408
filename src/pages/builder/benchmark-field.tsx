import { useId, useState } from "react";
import { useWatch } from "react-hook-form";
import type { ReactElement } from "react";
import { TextField } from "#src/ui/field.tsx";
import { suggestBenchmarks } from "./benchmark-symbols.ts";
import type { SuggestedSymbol } from "./benchmark-symbols.ts";
import { fieldProps } from "./form-fields.tsx";
import type { BuilderForm } from "./form-fields.tsx";

/** Any symbol of the dataset; suggestions are read when the field is first entered. */
export function BenchmarkField({ form }: { readonly form: BuilderForm }): ReactElement {
  const listId = useId();
  const [suggested, setSuggested] = useState<readonly SuggestedSymbol[]>([]);
  const [datasetId, exchange] = useWatch({
    control: form.control,
    name: ["datasetId", "scanner.exchange"],
  });
  return (
    <div>
      <TextField
        label="Benchmark"
        placeholder="The dataset's own index"
        hint="The symbol of an index or of any other series in the dataset."
        list={listId}
        spellCheck={false}
        onFocus={() => void suggestBenchmarks(datasetId, exchange).then(setSuggested)}
        {...fieldProps(form, "simulation.benchmark")}
      />
      <datalist id={listId}>
        {suggested.map(({ symbol, name }) => (
          <option key={symbol} value={symbol}>
            {name}
          </option>
        ))}
      </datalist>
    </div>
  );
}
