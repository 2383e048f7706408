import type { ReactElement } from "react";
import { useController, useWatch } from "react-hook-form";
import { CheckField, SelectField, TextField } from "#src/ui/field.tsx";
import { fieldAt } from "#workers/model/strategy-fields.ts";
import { fieldProps } from "../form-fields.tsx";
import type { BuilderForm } from "../form-fields.tsx";
import styles from "./portfolio.module.css";
import { SymbolField } from "./symbol-field.tsx";

const EARNINGS = [
  { value: "nothing", label: "Nothing" },
  { value: "percent", label: "A percent a year" },
  { value: "price", label: "What a fund of the data earns" },
  { value: "yield", label: "The yield of a series of the data" },
] as const;

/** What money in no position earns, and whether that is the rate that returns are held against. */
export function IdleMoney({ form }: { readonly form: BuilderForm }): ReactElement {
  const [earns, riskFree] = useWatch({
    control: form.control,
    name: ["simulation.cash.earns", "simulation.riskFree"],
  });
  const { label, sentence } = fieldAt("simulation.cash");
  const options = { shouldDirty: true, shouldValidate: form.formState.isSubmitted };
  return (
    <div className={styles["grid"]}>
      <SelectField
        label={label}
        hint={sentence}
        options={EARNINGS}
        value={earns}
        onChange={({ target }) => {
          const chosen = EARNINGS.find(({ value }) => value === target.value);
          if (chosen) form.setValue("simulation.cash.earns", chosen.value, options);
        }}
      />
      {earns === "percent" && (
        <TextField
          type="text"
          inputMode="decimal"
          label="Interest"
          unitAfter="% a year"
          {...fieldProps(form, "simulation.cash.percent")}
        />
      )}
      {(earns === "price" || earns === "yield") && <SeriesField key={earns} form={form} of={earns} />}
      {earns !== "nothing" && (
        <CheckField
          label="This is the risk-free rate, too"
          hint={fieldAt("simulation.riskFreePercent").sentence}
          checked={riskFree === "cash"}
          onChange={({ target: { checked } }) =>
            form.setValue("simulation.riskFree", checked ? "cash" : "fixed", options)
          }
        />
      )}
    </div>
  );
}

interface SeriesFieldProps {
  readonly form: BuilderForm;
  readonly of: "price" | "yield";
}

function SeriesField({ form, of }: SeriesFieldProps): ReactElement {
  const { field, fieldState } = useController({ control: form.control, name: `simulation.cash.${of}` });
  return (
    <SymbolField
      label={of === "price" ? "Fund" : "Series of a yield in percent a year"}
      among={isAny}
      value={field.value}
      error={fieldState.error?.message}
      onChange={field.onChange}
      onLeave={field.onBlur}
    />
  );
}

function isAny(): boolean {
  return true;
}
