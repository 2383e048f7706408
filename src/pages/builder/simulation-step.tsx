import { useWatch } from "react-hook-form";
import type { ReactElement } from "react";
import { formatDay } from "#src/format/day.ts";
import { upperFirst } from "#src/format/first-letter.ts";
import { positionSize } from "#src/format/strategy-text.ts";
import type { Dataset } from "#src/storage/datasets.ts";
import { Disclosure } from "#src/ui/disclosure.tsx";
import { CheckField, TextField } from "#src/ui/field.tsx";
import { defaultStrategy } from "#workers/model/strategy.ts";
import { choiceName, fieldAt } from "#workers/model/strategy-fields.ts";
import { orderOf } from "#workers/words/sentences.ts";
import { BenchmarkField } from "./benchmark-field.tsx";
import { ChoiceSelect, fieldProps, FigureField, MoneyField } from "./form-fields.tsx";
import type { BuilderForm, StepProps } from "./form-fields.tsx";
import { FurtherPart } from "./further-part.tsx";
import { readFurther } from "./further-settings.ts";
import styles from "./step.module.css";

const MORE = [
  "simulation.commissionPercent",
  "simulation.slippagePercent",
  "simulation.riskFreePercent",
  "simulation.benchmark",
] as const;

interface SimulationStepProps extends StepProps {
  readonly dataset: Dataset | null;
}

export function SimulationStep({ form, currency, dataset }: SimulationStepProps): ReactElement {
  const prices = dataset?.firstDate
    ? `Prices reach from ${formatDay(dataset.firstDate)} to ${formatDay(dataset.lastDate)}.`
    : undefined;
  const further = useWatch({ control: form.control, name: "further" });
  const { simulation } = readFurther(further) ?? defaultStrategy;
  const { sortBy, positionSizing } = simulation;
  return (
    <>
      <div className={styles["grid"]}>
        <MoneyField form={form} name="simulation.startMargin" currency={currency} />
        <TextField
          type="date"
          label={fieldAt("simulation.startDate").label}
          hint={prices}
          {...fieldProps(form, "simulation.startDate", "simulation.endDate")}
        />
        <TextField
          type="date"
          label={fieldAt("simulation.endDate").label}
          {...fieldProps(form, "simulation.endDate")}
        />
        <FigureField form={form} name="simulation.maxPositions" explained />
        <TextField
          label={fieldAt("simulation.maxPositionsPerInstrument").label}
          value="1"
          readOnly
          hint={fieldAt("simulation.maxPositionsPerInstrument").sentence}
        />
        <TextField
          label={fieldAt("simulation.positionSizing").label}
          value={choiceName("simulation.positionSizing", positionSizing)}
          readOnly
          hint={positionSize(simulation)}
        />
        <ChoiceSelect
          form={form}
          name="simulation.sortingType"
          further={sortBy === undefined ? null : { value: "expression", label: upperFirst(orderOf(sortBy)) }}
        />
      </div>
      <FurtherPart form={form} section="simulation" currency={currency} />
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
      <ChoiceSelect form={form} name="simulation.fillAt" />
      <ChoiceSelect form={form} name="simulation.priceBasis" />
      <FigureField form={form} name="simulation.commissionPercent" explained />
      <FigureField form={form} name="simulation.slippagePercent" explained />
      <FigureField form={form} name="simulation.riskFreePercent" explained />
      <BenchmarkField form={form} />
      <CheckField
        label={fieldAt("simulation.fractionalShares").label}
        hint={fieldAt("simulation.fractionalShares").sentence}
        {...fieldProps(form, "simulation.fractionalShares")}
      />
    </div>
  );
}
