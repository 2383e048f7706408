/** Another dataset for the form: its terms are fitted to it in the same step, and told. */
import { formatDayRange } from "#src/format/day.ts";
import { joinWords } from "#src/format/join-words.ts";
import { countOf } from "#src/format/number.ts";
import { fitToData, termChanges } from "#src/run/fit-to-data.ts";
import type { TermChange } from "#src/run/fit-to-data.ts";
import type { Dataset } from "#src/storage/datasets.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { formSchema, toReadableOutcome } from "./form-values.ts";
import type { FormValues } from "./form-values.ts";
import type { Mend } from "./mend.ts";

/** The choice alone where hardly a field can be read: then nothing is known to be fitted. */
export function datasetMend(values: FormValues, dataset: Dataset): Mend {
  const choice = { name: "datasetId", value: dataset.id } as const;
  const parsed = formSchema.safeParse(values);
  const faults = parsed.error?.issues.map(({ path }) => path) ?? [];
  const strategy = (parsed.data ?? toReadableOutcome(values, faults))?.strategy;
  if (!strategy) return { label: `On "${dataset.title}"`, changes: [choice] };
  const fitted = fitToData(strategy, dataset);
  const changes = termChanges(strategy, fitted);
  const told = changeWords(changes, fitted);
  return {
    label: `On "${dataset.title}"${told.length === 0 ? "" : `: ${joinWords(told, "and")}`}`,
    changes: [choice, ...changes],
  };
}

function changeWords(changes: readonly TermChange[], { simulation, scanner }: Strategy): readonly string[] {
  const has = (...names: readonly TermChange["name"][]) => changes.some(({ name }) => names.includes(name));
  return [
    has("scanner.exchange") ? `exchange ${scanner.exchange}` : "",
    has("scanner.instrumentType") ? scanner.instrumentType : "",
    has("simulation.priceBasis")
      ? simulation.priceBasis === "adjusted"
        ? "adjusted prices"
        : "prices as traded"
      : "",
    has("simulation.startDate", "simulation.endDate")
      ? formatDayRange(simulation.startDate, simulation.endDate)
      : "",
    has("simulation.maxPositions") ? countOf(simulation.maxPositions, "place") : "",
    has("simulation.commissionPercent", "simulation.slippagePercent") ? "fitting costs" : "",
    has("simulation.benchmark") ? "its own index" : "",
  ].filter((words) => words !== "");
}
