import type { ReactElement } from "react";
import { ConditionRow } from "#src/ui/condition-row.tsx";
import { Disclosure } from "#src/ui/disclosure.tsx";
import { FigureField, partLabel, SwitchedRow } from "./form-fields.tsx";
import type { BuilderForm } from "./form-fields.tsx";
import styles from "./step.module.css";

const MORE = ["sell.stopLoss", "sell.takeProfit", "sell.maxHoldingDays"] as const;

export function SellStep({ form }: { readonly form: BuilderForm }): ReactElement {
  return (
    <>
      <p className={styles["note"]} role="note">
        Positions are not exited before the minimum holding period, regardless of other conditions.
      </p>
      <div>
        <SwitchedRow
          form={form}
          condition="trailingStopLoss"
          title="Trailing stop loss"
          hint="Sold when the close falls this far below the highest close since the purchase."
        >
          {(disabled) => (
            <FigureField
              form={form}
              name="sell.trailingStopLoss"
              label={partLabel("Trailing stop loss", "Falls by")}
              unitAfter="%"
              disabled={disabled}
            />
          )}
        </SwitchedRow>
        <ConditionRow
          lead={
            <div className={styles["rowLead"]}>
              <p className={styles["rowTitle"]}>Minimum holding period</p>
              <p className={styles["rowHint"]}>Trading days from the purchase to the sale; 0 is none.</p>
            </div>
          }
        >
          <FigureField
            form={form}
            name="sell.minHoldingDays"
            label={partLabel("Minimum holding period", "At least")}
            unitAfter="days"
          />
        </ConditionRow>
      </div>
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
      <SwitchedRow
        form={form}
        condition="stopLoss"
        title="Stop loss"
        hint="Sold when the close falls this far below the entry price."
      >
        {(disabled) => (
          <FigureField
            form={form}
            name="sell.stopLoss"
            label={partLabel("Stop loss", "Falls by")}
            unitAfter="%"
            disabled={disabled}
          />
        )}
      </SwitchedRow>
      <SwitchedRow
        form={form}
        condition="takeProfit"
        title="Take profit"
        hint="Sold when the close rises this far above the entry price."
      >
        {(disabled) => (
          <FigureField
            form={form}
            name="sell.takeProfit"
            label={partLabel("Take profit", "Rises by")}
            unitAfter="%"
            disabled={disabled}
          />
        )}
      </SwitchedRow>
      <SwitchedRow
        form={form}
        condition="maxHoldingDays"
        title="Maximum holding period"
        hint="Sold after this many trading days, whatever the price."
      >
        {(disabled) => (
          <FigureField
            form={form}
            name="sell.maxHoldingDays"
            label={partLabel("Maximum holding period", "At most")}
            unitAfter="days"
            disabled={disabled}
          />
        )}
      </SwitchedRow>
    </div>
  );
}
