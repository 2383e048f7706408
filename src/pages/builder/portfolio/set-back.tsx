import { useState } from "react";
import type { ReactElement } from "react";
import { useWatch } from "react-hook-form";
import { CheckField, SelectField, TextField } from "#src/ui/field.tsx";
import page from "#src/ui/page.module.css";
import { fieldAt, STRATEGY_FIELDS } from "#workers/model/strategy-fields.ts";
import { changeForm, ChoiceSelect, fieldProps, FigureField } from "../form-fields.tsx";
import type { BuilderForm } from "../form-fields.tsx";
import styles from "./portfolio.module.css";
import { isSetBackOnDay } from "./portfolio-values.ts";

const PERIODS = STRATEGY_FIELDS["simulation.rebalance"];
const BAND = STRATEGY_FIELDS["simulation.rebalanceBand"];

function together(period: string) {
  return { name: "simulation.schedule", value: period } as const;
}

/** When what is held is brought back to its plan, and when something new is bought. */
export function SetBack({ form }: { readonly form: BuilderForm }): ReactElement {
  const [rebalance, schedule, positionSizing] = useWatch({
    control: form.control,
    name: ["simulation.rebalance", "simulation.schedule", "simulation.positionSizing"],
  });
  const isSetBack = rebalance !== "never";
  const [areParted, setParted] = useState(isSetBack && rebalance !== schedule);
  const isTogether = isSetBack && !areParted;
  const hasDay = schedule !== "daily" || isSetBackOnDay({ positionSizing, rebalance });
  return (
    <div className={page["close"]}>
      <div className={styles["grid"]}>
        <div className={page["close"]}>
          <SelectField
            label={PERIODS.label}
            hint={PERIODS.sentence}
            options={Object.entries(PERIODS.choices).map(([value, label]) => ({ value, label }))}
            value={rebalance}
            onChange={({ target: { value } }) =>
              changeForm(form, [
                { name: "simulation.rebalance", value },
                ...(areParted || value === "never" ? [] : [together(value)]),
              ])
            }
          />
          {isSetBack && (
            <CheckField
              label="New holdings on the same days"
              checked={isTogether}
              onChange={({ target: { checked } }) => {
                setParted(!checked);
                if (checked) changeForm(form, [together(rebalance)]);
              }}
            />
          )}
        </div>
        {!isTogether && (
          <ChoiceSelect
            form={form}
            name="simulation.schedule"
            label="New holdings"
            hint="On which days something that is not yet held is bought."
          />
        )}
        {hasDay && <FigureField form={form} name="simulation.scheduleDay" explained />}
      </div>
      {isSetBack && (
        <fieldset className={styles["band"]}>
          <legend className={styles["legend"]}>{BAND.label}</legend>
          <p className={page["small"]}>{fieldAt("simulation.rebalanceBand").sentence} Blank is no limit.</p>
          <div className={styles["grid"]}>
            <TextField
              type="text"
              inputMode="decimal"
              label="by points"
              unitAfter="points"
              hint="5: planned 60%, set back under 55% or over 65%."
              {...fieldProps(form, "simulation.rebalanceBand.points")}
            />
            <TextField
              type="text"
              inputMode="decimal"
              label="or by a part of its plan"
              unitAfter="%"
              hint="25: planned 20%, set back under 15% or over 25%."
              {...fieldProps(form, "simulation.rebalanceBand.percent")}
            />
          </div>
        </fieldset>
      )}
    </div>
  );
}
