import { useId } from "react";
import type { ReactElement } from "react";
import styles from "./segmented.module.css";

interface SegmentedProps<Value extends string> {
  readonly legend: string;
  readonly choices: readonly { readonly value: Value; readonly label: string; readonly disabled?: boolean }[];
  /** null for none of them. */
  readonly chosen: Value | null;
  readonly onChoose: (value: Value) => void;
}

/** A few alternatives side by side: radio buttons that look like one divided button. */
export function Segmented<Value extends string>(props: SegmentedProps<Value>): ReactElement {
  const { legend, choices, chosen, onChoose } = props;
  const name = useId();
  return (
    <fieldset className={styles["group"]} aria-label={legend}>
      {choices.map(({ value, label, disabled = false }) => (
        <label key={value} className={styles["choice"]}>
          <input
            type="radio"
            className={styles["input"]}
            name={name}
            checked={value === chosen}
            disabled={disabled}
            onChange={() => onChoose(value)}
          />
          <span className={styles["label"]}>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}
