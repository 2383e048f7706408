import { useWatch } from "react-hook-form";
import type { ReactElement } from "react";
import { Disclosure } from "#src/ui/disclosure.tsx";
import page from "#src/ui/page.module.css";
import { FigureField, RuleRow } from "./form-fields.tsx";
import type { StepProps } from "./form-fields.tsx";
import { RulePart } from "./rules/rule-part.tsx";
import styles from "./step.module.css";

export function BuyStep({ form }: StepProps): ReactElement {
  const [closeDays, averageDays, usesAverage] = useWatch({
    control: form.control,
    name: ["buy.closeDays", "buy.movingAverageDays", "buy.lastPriceVsMA"],
  });
  return (
    <>
      <p className={page["quiet"]}>
        An instrument that passes the scanner is bought when every rule that is ticked holds.
      </p>
      <div>
        <RuleRow
          form={form}
          name="buy.lastPriceVsClose"
          title={`Last price at or above the last ${closeDays}-day close`}
          hint={`Last close against the one ${closeDays} trading days before.`}
        />
        <RuleRow
          form={form}
          name="buy.lastPriceVsMA"
          hint={`Last close against the mean of the last ${averageDays} closes.`}
        >
          <FigureField form={form} name="buy.movingAverageDays" part="Over" disabled={!usesAverage} />
        </RuleRow>
      </div>
      <RulePart form={form} section="buy" />
      <Disclosure summary="More options" open={form.getFieldState("buy.closeDays", form.formState).invalid}>
        <div className={styles["grid"]}>
          <FigureField form={form} name="buy.closeDays" />
        </div>
      </Disclosure>
    </>
  );
}
