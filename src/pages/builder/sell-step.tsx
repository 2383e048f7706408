import type { ReactElement } from "react";
import { ConditionRow } from "#src/ui/condition-row.tsx";
import { Disclosure } from "#src/ui/disclosure.tsx";
import { fieldAt } from "#workers/model/strategy-fields.ts";
import { FigureField, SwitchedRow } from "./form-fields.tsx";
import type { BuilderForm, StepProps } from "./form-fields.tsx";
import { FurtherPart } from "./further-part.tsx";
import styles from "./step.module.css";

const MORE = ["sell.stopLoss", "sell.takeProfit", "sell.maxHoldingDays"] as const;

export function SellStep({ form, currency }: StepProps): ReactElement {
  const hold = fieldAt("sell.minHoldingDays");
  return (
    <>
      <p className={styles["note"]} role="note">
        Positions are not exited before the minimum holding period, regardless of other conditions.
      </p>
      <div>
        <SwitchedRow form={form} condition="trailingStopLoss">
          {(disabled) => (
            <FigureField form={form} name="sell.trailingStopLoss" part="Falls by" disabled={disabled} />
          )}
        </SwitchedRow>
        <ConditionRow
          lead={
            <div className={styles["rowLead"]}>
              <p className={styles["rowTitle"]}>{hold.label}</p>
              <p className={styles["rowHint"]}>{hold.sentence}</p>
            </div>
          }
        >
          <FigureField form={form} name="sell.minHoldingDays" part="At least" />
        </ConditionRow>
      </div>
      <FurtherPart form={form} section="sell" currency={currency} />
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
      <SwitchedRow form={form} condition="stopLoss">
        {(disabled) => <FigureField form={form} name="sell.stopLoss" part="Falls by" disabled={disabled} />}
      </SwitchedRow>
      <SwitchedRow form={form} condition="takeProfit">
        {(disabled) => <FigureField form={form} name="sell.takeProfit" part="Rises by" disabled={disabled} />}
      </SwitchedRow>
      <SwitchedRow form={form} condition="maxHoldingDays">
        {(disabled) => (
          <FigureField form={form} name="sell.maxHoldingDays" part="At most" disabled={disabled} />
        )}
      </SwitchedRow>
    </div>
  );
}
