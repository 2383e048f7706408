/** What every step hangs on, said in a line above each: dataset, exchange (of the scanner step), benchmark, costs and price basis. */
import { useContext, useState } from "react";
import type { ReactElement } from "react";
import { formatDayRange } from "#src/format/day.ts";
import { joinWords } from "#src/format/join-words.ts";
import { countOf } from "#src/format/number.ts";
import { shownName } from "#src/format/shown.ts";
import { fitToData, termChanges } from "#src/run/fit-to-data.ts";
import type { TermChange } from "#src/run/fit-to-data.ts";
import type { Dataset } from "#src/storage/datasets.ts";
import { Disclosure } from "#src/ui/disclosure.tsx";
import { SelectField } from "#src/ui/field.tsx";
import { useStatus } from "#src/ui/status-messages.tsx";
import { benchmarkName } from "#workers/model/benchmark-names.ts";
import { fieldAt } from "#workers/model/strategy-fields.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { BenchmarkField, ownBenchmark } from "./benchmark-field.tsx";
import { CostField, costWords } from "./cost-field.tsx";
import { fieldProps } from "./form-fields.tsx";
import type { BuilderForm } from "./form-fields.tsx";
import { formSchema, toReadableOutcome } from "./form-values.ts";
import type { FormValues } from "./form-values.ts";
import styles from "./market-strip.module.css";
import { applyMend } from "./mend.ts";
import type { Mend } from "./mend.ts";
import { PreviewContext } from "./use-preview.ts";

interface MarketStripProps {
  readonly form: BuilderForm;
  readonly values: FormValues;
  readonly datasets: readonly Dataset[];
  /** What one position costs at first, in the account's currency. */
  readonly tradeValue: number;
}

export function MarketStrip({ form, values, datasets, tradeValue }: MarketStripProps): ReactElement {
  const { datasetId, simulation } = values;
  const dataset = datasets.find(({ id }) => id === datasetId) ?? null;
  const { series } = useContext(PreviewContext);
  const own = ownBenchmark(series, dataset);
  const [isWide] = useState(() => matchMedia("(width >= 40rem)").matches);
  const showStatus = useStatus();
  const choose = (id: string) => {
    const chosen = datasets.find((one) => one.id === id);
    const mend = chosen ? datasetMend(values, chosen) : null;
    if (!mend) return;
    const undo = applyMend(form, mend);
    showStatus(`${mend.label}.`, { label: "Undo", act: undo });
  };
  return (
    <section className={styles["strip"]} aria-label="Data and costs">
      <Disclosure summary={`Data and costs: ${termWords(values, { dataset, own, isWide }).join(", ")}`}>
        <div className={styles["fields"]}>
          <SelectField
            label="Dataset"
            options={datasetOptions(datasets, datasetId)}
            hint={dataset ? datasetFacts(dataset) : undefined}
            value={datasetId}
            onChange={(event) => choose(event.target.value)}
          />
          <BenchmarkField form={form} value={simulation.benchmark} dataset={dataset} />
          <CostField form={form} simulation={simulation} tradeValue={tradeValue} />
          <SelectField
            label={fieldAt("simulation.priceBasis").label}
            options={BASES}
            hint={BASIS_HINTS.get(simulation.priceBasis)}
            value={simulation.priceBasis}
            {...fieldProps(form, "simulation.priceBasis")}
          />
        </div>
      </Disclosure>
    </section>
  );
}

interface Terms {
  readonly dataset: Dataset | null;
  /** What a run is compared with that names nothing; undefined where that is no series, or nothing is known yet. */
  readonly own: string | undefined;
  readonly isWide: boolean;
}

/** What is chosen, in the order of the fields; on phones what there is room for. */
function termWords({ scanner, simulation }: FormValues, { dataset, own, isWide }: Terms): readonly string[] {
  const shortest = [shownName(dataset?.title ?? "no dataset"), shownName(scanner.exchange)];
  if (!isWide) return shortest;
  const benchmark = simulation.benchmark || own;
  return [
    ...shortest,
    ...(benchmark ? [`compared with ${shownName(benchmarkName(benchmark))}`] : []),
    costWords(simulation),
    simulation.priceBasis === "adjusted" ? "adjusted prices" : "prices as traded",
  ];
}

const BASES = [
  { value: "adjusted", label: "Adjusted" },
  { value: "as-traded", label: "As traded" },
];

const BASIS_HINTS: ReadonlyMap<string, string> = new Map([
  ["adjusted", "For splits and dividends. An index mostly has no dividends in it."],
  ["as-traded", "A split looks like a crash; no dividends."],
]);

function datasetOptions(datasets: readonly Dataset[], chosen: string) {
  const options = datasets.map(({ id, title }) => ({ value: id, label: title }));
  const isKnown = datasets.some(({ id }) => id === chosen);
  return isKnown ? options : [...options, { value: chosen, label: "No longer on this device" }];
}

function datasetFacts({ instruments, firstDate, lastDate }: Dataset): string {
  return `${countOf(instruments, "instrument")}, ${formatDayRange(firstDate, lastDate)}`;
}

/**
 * Another dataset for the form: its terms are fitted to it in the same step, and told. The choice alone where hardly a
 * field can be read: then nothing is known to be fitted.
 */
function datasetMend(values: FormValues, dataset: Dataset): Mend {
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
