import type { ReactElement } from "react";
import { useId } from "react";
import { ConditionRow } from "#src/ui/condition-row.tsx";
import { Disclosure } from "#src/ui/disclosure.tsx";
import page from "#src/ui/page.module.css";
import { choiceName, fieldAt } from "#workers/model/strategy-fields.ts";
import { fieldProps, FigureField, SwitchedRow } from "./form-fields.tsx";
import type { BuilderForm, StepProps } from "./form-fields.tsx";
import { RulePart } from "./rules/rule-part.tsx";
import { SettingPicture } from "./setting-picture.tsx";
import styles from "./step.module.css";
import stopOrders from "./stop-orders.module.css";

const MORE = ["sell.stopLoss", "sell.takeProfit", "sell.maxHoldingDays", "sell.coolDownDays"] as const;

export function SellStep({ form }: StepProps): ReactElement {
  return (
    <>
      <p className={styles["note"]} role="note">
        Positions are not exited before the minimum holding period, regardless of other conditions.
      </p>
      <div>
        <SwitchedRow form={form} condition="trailingStopLoss" picture="sell.trailingStopLoss">
          {(disabled) => (
            <FigureField form={form} name="sell.trailingStopLoss" part="Falls by" disabled={disabled} />
          )}
        </SwitchedRow>
        <DaysRow form={form} name="sell.minHoldingDays" />
      </div>
      <RulePart form={form} section="sell" />
      <Disclosure
        summary="More options"
        open={MORE.some((name) => form.getFieldState(name, form.formState).invalid)}
      >
        <MoreExits form={form} />
      </Disclosure>
    </>
  );
}

function MoreExits({ form }: { readonly form: BuilderForm }): ReactElement {
  return (
    <div>
      <SwitchedRow form={form} condition="stopLoss" picture="sell.stopLoss">
        {(disabled) => <FigureField form={form} name="sell.stopLoss" part="Falls by" disabled={disabled} />}
      </SwitchedRow>
      <SwitchedRow form={form} condition="takeProfit" picture="sell.takeProfit">
        {(disabled) => <FigureField form={form} name="sell.takeProfit" part="Rises by" disabled={disabled} />}
      </SwitchedRow>
      <SwitchedRow form={form} condition="maxHoldingDays" picture="sell.maxHoldingDays">
        {(disabled) => (
          <FigureField form={form} name="sell.maxHoldingDays" part="At most" disabled={disabled} />
        )}
      </SwitchedRow>
      <DaysRow form={form} name="sell.coolDownDays" />
      <StopOrders form={form} />
    </div>
  );
}

interface DaysRowProps {
  readonly form: BuilderForm;
  readonly name: "sell.minHoldingDays" | "sell.coolDownDays";
}

/** A wait that is always on: 0 is none. */
function DaysRow({ form, name }: DaysRowProps): ReactElement {
  const { label, sentence } = fieldAt(name);
  return (
    <ConditionRow
      lead={
        <div className={styles["rowLead"]}>
          <p className={styles["rowTitle"]}>{label}</p>
          <p className={page["small"]}>{sentence}</p>
          <SettingPicture of={name} />
        </div>
      }
    >
      <FigureField form={form} name={name} part="At least" />
    </ConditionRow>
  );
}

/**
 * Whether stops and profit target are compared with the close or lie in the market, as two pictures to choose from.
 */
const WAYS = [
  {
    value: "at-close",
    words: "A dip during the day doesn't count; a close below the stop sells on the next day.",
  },
  {
    value: "resting",
    words: "The first touch sells, at the stop, or at the open where that lies below it already.",
  },
] as const;

function StopOrders({ form }: { readonly form: BuilderForm }): ReactElement {
  const hintId = useId();
  const { label, sentence } = fieldAt("sell.stopOrders");
  const { error: _error, ...props } = fieldProps(form, "sell.stopOrders"); // a radio button can't be wrong
  return (
    <fieldset className={stopOrders["ways"]} aria-describedby={hintId}>
      <legend className={stopOrders["legend"]}>{label}</legend>
      <p className={stopOrders["hint"]} id={hintId}>
        {sentence}
      </p>
      {WAYS.map(({ value, words }) => (
        <label key={value} className={stopOrders["way"]}>
          <input type="radio" {...props} value={value} />
          <span>
            <span className={stopOrders["name"]}>{choiceName("sell.stopOrders", value)}</span>
            <span className={stopOrders["words"]}>{words}</span>
          </span>
          <SettingPicture of={value} />
        </label>
      ))}
    </fieldset>
  );
}
