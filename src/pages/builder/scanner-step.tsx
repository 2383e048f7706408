import { useWatch } from "react-hook-form";
import type { ReactElement } from "react";
import { formatDayRange } from "#src/format/day.ts";
import { formatCount } from "#src/format/number.ts";
import type { Dataset } from "#src/storage/datasets.ts";
import { Disclosure } from "#src/ui/disclosure.tsx";
import { ChoiceField, SelectField, TextField } from "#src/ui/field.tsx";
import { EXCHANGES, INSTRUMENT_TYPES } from "#workers/model/strategy.ts";
import { choiceName, fieldAt } from "#workers/model/strategy-fields.ts";
import { fieldProps, FigureField, MoneyField, SwitchedRow } from "./form-fields.tsx";
import type { StepProps } from "./form-fields.tsx";
import { FurtherPart } from "./further-part.tsx";
import styles from "./step.module.css";

interface ScannerStepProps extends StepProps {
  readonly datasets: readonly Dataset[];
}

export function ScannerStep({ form, currency, datasets }: ScannerStepProps): ReactElement {
  const [datasetId, exchange, instrumentType] = useWatch({
    control: form.control,
    name: ["datasetId", "scanner.exchange", "scanner.instrumentType"],
  });
  const dataset = datasets.find((candidate) => candidate.id === datasetId) ?? null;
  return (
    <>
      <div className={styles["pairs"]}>
        <TextField label="Strategy name" maxLength={200} {...fieldProps(form, "name")} />
        <SelectField
          label="Dataset"
          options={datasetOptions(datasets, datasetId)}
          hint={dataset ? datasetFacts(dataset) : undefined}
          {...fieldProps(form, "datasetId")}
        />
        <SelectField
          label={fieldAt("scanner.exchange").label}
          options={choices(EXCHANGES, dataset?.exchanges ?? [], exchange)}
          {...fieldProps(form, "scanner.exchange")}
        />
        <SelectField
          label={fieldAt("scanner.instrumentType").label}
          options={choices(
            INSTRUMENT_TYPES,
            (dataset?.instrumentTypes ?? []).filter((type) => type !== "INDEX"),
            instrumentType,
          )}
          {...fieldProps(form, "scanner.instrumentType")}
        />
      </div>
      <ChoiceField
        legend="An instrument passes when it meets"
        choices={[
          { value: "any", label: choiceName("scanner.match", "any") },
          { value: "all", label: choiceName("scanner.match", "all") },
        ]}
        {...form.register("scanner.match")}
      />
      <ScannerConditions form={form} currency={currency} />
      <FurtherPart form={form} section="scanner" currency={currency} />
      <Disclosure
        summary="More options"
        open={hasError(form, "scanner.priceGrowthDays") || hasError(form, "scanner.avgDailyValueDays")}
      >
        <div className={styles["grid"]}>
          <FigureField form={form} name="scanner.priceGrowthDays" />
          <FigureField form={form} name="scanner.avgDailyValueDays" />
        </div>
      </Disclosure>
    </>
  );
}

function ScannerConditions({ form, currency }: StepProps): ReactElement {
  const [growthDays, valueDays] = useWatch({
    control: form.control,
    name: ["scanner.priceGrowthDays", "scanner.avgDailyValueDays"],
  });
  return (
    <div>
      <SwitchedRow
        form={form}
        condition="priceGrowth"
        hint={`Last close against the one ${growthDays} trading days before.`}
      >
        {(disabled) => (
          <FigureField form={form} name="scanner.priceGrowth" part="At least" disabled={disabled} />
        )}
      </SwitchedRow>
      <SwitchedRow form={form} condition="minPrice">
        {(disabled) => (
          <MoneyField
            form={form}
            name="scanner.minPrice"
            part="At least"
            currency={currency}
            disabled={disabled}
          />
        )}
      </SwitchedRow>
      <SwitchedRow form={form} condition="marketCapRank">
        {(disabled) => (
          <FigureField form={form} name="scanner.marketCapRank" part="In the top" disabled={disabled} />
        )}
      </SwitchedRow>
      <SwitchedRow
        form={form}
        condition="avgDailyValue"
        hint={`Close times volume, the mean of ${valueDays} trading days.`}
      >
        {(disabled) => (
          <MoneyField
            form={form}
            name="scanner.avgDailyValue"
            part="At least"
            currency={currency}
            disabled={disabled}
          />
        )}
      </SwitchedRow>
    </div>
  );
}

function hasError(
  form: StepProps["form"],
  name: "scanner.priceGrowthDays" | "scanner.avgDailyValueDays",
): boolean {
  return form.getFieldState(name, form.formState).invalid;
}

function datasetOptions(datasets: readonly Dataset[], chosen: string) {
  const options = datasets.map(({ id, title }) => ({ value: id, label: title }));
  const isKnown = datasets.some(({ id }) => id === chosen);
  return isKnown ? options : [...options, { value: chosen, label: "No longer on this device" }];
}

function datasetFacts({ instruments, firstDate, lastDate }: Dataset): string {
  return `${formatCount(instruments)} instruments, ${formatDayRange(firstDate, lastDate)}`;
}

/** The specified choices, then what the dataset and the strategy name besides. */
function choices(specified: readonly string[], found: readonly string[], chosen: string) {
  return [...new Set([...specified, ...found, chosen])].map((value) => ({ value, label: value }));
}
