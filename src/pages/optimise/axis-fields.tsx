import type { ReactElement } from "react";
import { targetName, targetWords, unitOf } from "#src/format/target-text.ts";
import { SelectField, TextField } from "#src/ui/field.tsx";
import type { Strategy } from "#workers/model/strategy.ts";
import { targetKey } from "#workers/model/variant-grid.ts";
import type { AxisTarget } from "#workers/model/variant-grid.ts";
import { toText } from "./axis-form.ts";
import type { AxisText } from "./axis-form.ts";
import styles from "./optimise-page.module.css";
import { suggestedAxis } from "./targets.ts";

interface AxisFieldsProps {
  readonly legend: string;
  /** null for a parameter that is not varied. */
  readonly axis: AxisText | null;
  readonly targets: readonly AxisTarget[];
  /** The strategy that they are of. */
  readonly strategy: Strategy;
  /** The words for none; without it there is always one. */
  readonly none?: string;
  /** What is wrong with a field, by its name: "field", "from", "to", "step". */
  readonly messageOf: (name: string) => string | undefined;
  readonly disabled: boolean;
  readonly onChange: (axis: AxisText | null) => void;
}

/** One parameter of the strategy and the range that it goes through. */
export function AxisFields(props: AxisFieldsProps): ReactElement {
  const { legend, axis, targets, strategy, none, messageOf, disabled, onChange } = props;
  const choose = (value: string) => {
    const target = targets.find((one) => targetKey(one) === value);
    onChange(target ? toText(suggestedAxis(target, strategy)) : null);
  };
  const options = targets.map((target) => ({
    value: targetKey(target),
    label: targetName(target, strategy),
  }));
  return (
    <fieldset className={styles["axis"]} disabled={disabled}>
      <legend className={styles["legend"]}>{legend}</legend>
      <SelectField
        label="Parameter"
        className={styles["figureField"] ?? ""}
        value={axis ? targetKey(axis) : ""}
        options={none === undefined ? options : [{ value: "", label: none }, ...options]}
        hint={axis ? targetWords(axis, strategy) : undefined}
        error={messageOf("field")}
        onChange={(event) => choose(event.target.value)}
      />
      {axis &&
        RANGE.map(({ name, label }) => (
          <TextField
            key={name}
            label={label}
            inputMode="decimal"
            value={axis[name]}
            unitAfter={unitOf(axis)}
            error={messageOf(name)}
            onChange={(event) => onChange({ ...axis, [name]: event.target.value })}
          />
        ))}
    </fieldset>
  );
}

const RANGE = [
  { name: "from", label: "From" },
  { name: "to", label: "To" },
  { name: "step", label: "In steps of" },
] as const;
