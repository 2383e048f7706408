/** Whether stops and profit target are compared with the close or lie in the market, as two pictures to choose from. */
import { useId } from "react";
import type { ReactElement } from "react";
import { choiceName, fieldAt } from "#workers/model/strategy-fields.ts";
import { fieldProps } from "./form-fields.tsx";
import type { BuilderForm } from "./form-fields.tsx";
import { SettingPicture } from "./setting-picture.tsx";
import styles from "./stop-orders.module.css";

const WAYS = [
  {
    value: "at-close",
    words: "A dip during the day is nothing; a close below the stop sells on the next day.",
  },
  {
    value: "resting",
    words: "The first touch sells, at the stop, or at the open where that lies below it already.",
  },
] as const;

export function StopOrders({ form }: { readonly form: BuilderForm }): ReactElement {
  const hintId = useId();
  const { label, sentence } = fieldAt("sell.stopOrders");
  const { error: _error, ...props } = fieldProps(form, "sell.stopOrders"); // a radio button can't be wrong
  return (
    <fieldset className={styles["ways"]} aria-describedby={hintId}>
      <legend className={styles["legend"]}>{label}</legend>
      <p className={styles["hint"]} id={hintId}>
        {sentence}
      </p>
      {WAYS.map(({ value, words }) => (
        <label key={value} className={styles["way"]}>
          <input type="radio" {...props} value={value} />
          <span>
            <span className={styles["name"]}>{choiceName("sell.stopOrders", value)}</span>
            <span className={styles["words"]}>{words}</span>
          </span>
          <SettingPicture of={value} />
        </label>
      ))}
    </fieldset>
  );
}
