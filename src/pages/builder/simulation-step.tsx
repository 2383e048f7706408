import type { ReactElement } from "react";
import { formatDay } from "#src/format/day.ts";
import { basisName, fillName, sortingName } from "#src/format/strategy-text.ts";
import type { Dataset } from "#src/storage/datasets.ts";
import { Disclosure } from "#src/ui/disclosure.tsx";
import { CheckField, SelectField, TextField } from "#src/ui/field.tsx";
import { FILL_TIMES, PRICE_BASES, SORTING_TYPES } from "#workers/model/strategy.ts";
import { BenchmarkField } from "./benchmark-field.tsx";
import { fieldProps, FigureField, MoneyField } from "./form-fields.tsx";
import type { BuilderForm, StepProps } from "./form-fields.tsx";
import styles from "./step.module.css";

const MORE = [
  "simulation.commissionPercent",
  "simulation.slippagePercent",
  "simulation.riskFreePercent",
  "simulation.benchmark",
] as const;

const SORTINGS = SORTING_TYPES.map((value) => ({ value, label: sortingName(value) }));
const FILLS = FILL_TIMES.map((value) => ({ value, label: fillName(value) }));
const BASES = PRICE_BASES.map((value) => ({ value, label: basisName(value) }));

interface SimulationStepProps extends StepProps {
  readonly dataset: Dataset | null;
}

export function SimulationStep({ form, currency, dataset }: SimulationStepProps): ReactElement {
  const prices = dataset?.firstDate
    ? `Prices reach from ${formatDay(dataset.firstDate)} to ${formatDay(dataset.lastDate)}.`
    : undefined;
  return (
    <>
      <div className={styles["grid"]}>
        <MoneyField form={form} name="simulation.startMargin" label="Initial margin" currency={currency} />
        <TextField
          type="date"
          label="Start date"
          hint={prices}
          {...fieldProps(form, "simulation.startDate", "simulation.endDate")}
        />
        <TextField type="date" label="End date" {...fieldProps(form, "simulation.endDate")} />
        <FigureField
          form={form}
          name="simulation.maxPositions"
          label="Max positions"
          hint="Held at the same time."
        />
        <TextField label="Max positions per instrument" value="1" readOnly hint="Fixed." />
        <TextField
          label="Position sizing"
          value="Equal Weight"
          readOnly
          hint="Each position gets the account's value divided by max positions."
        />
        <SelectField
          label="Order priority"
          options={SORTINGS}
          hint="Who comes first when there are more candidates than places."
          {...fieldProps(form, "simulation.sortingType")}
        />
      </div>
      <Disclosure
        summary="More options"
        open={MORE.some((name) => form.getFieldState(name, form.formState).invalid)}
      >
        <MoreSettings form={form} />
      </Disclosure>
    </>
  );
}

function MoreSettings({ form }: { readonly form: BuilderForm }): ReactElement {
  return (
    <div className={styles["grid"]}>
      <SelectField
        label="Orders fill at"
        options={FILLS}
        hint="Decided at one day's close, filled on the next."
        {...fieldProps(form, "simulation.fillAt")}
      />
      <SelectField label="Prices" options={BASES} {...fieldProps(form, "simulation.priceBasis")} />
      <FigureField
        form={form}
        name="simulation.commissionPercent"
        label="Commission"
        unitAfter="%"
        hint="Of the filled value, each side."
      />
      <FigureField
        form={form}
        name="simulation.slippagePercent"
        label="Slippage"
        unitAfter="%"
        hint="Worse than the price, each side."
      />
      <FigureField
        form={form}
        name="simulation.riskFreePercent"
        label="Risk-free rate"
        unitAfter="% a year"
        hint="Taken off the returns in the Sharpe ratio."
      />
      <BenchmarkField form={form} />
      <CheckField
        label="Fractional shares"
        hint="Otherwise whole shares only, and what does not buy one is passed over."
        {...fieldProps(form, "simulation.fractionalShares")}
      />
    </div>
  );
}
