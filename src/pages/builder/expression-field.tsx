/** A number that is written in the rule language: one line, what it says in words, and what is wrong with it at its column. */
import { useContext } from "react";
import type { ReactElement } from "react";
import { useController } from "react-hook-form";
import { upperFirst } from "#src/format/first-letter.ts";
import { wordsOfLine } from "#src/format/rule-text.ts";
import { FormulaField } from "#src/formula/formula-field.tsx";
import { fieldAt } from "#workers/model/strategy-fields.ts";
import { checkNumber } from "#workers/rules/check.ts";
import { DatasetNames } from "./dataset-names.ts";
import type { BuilderForm } from "./form-fields.tsx";
import { StrategyPaste } from "./strategy-paste.ts";

interface ExpressionFieldProps {
  readonly form: BuilderForm;
  readonly name: "simulation.sortBy" | "simulation.riskDistance";
}

/** What is wrong shows while it is typed: it keeps the strategy from being run, not from being saved. */
export function ExpressionField({ form, name }: ExpressionFieldProps): ReactElement {
  const { field, fieldState } = useController({ control: form.control, name });
  const names = useContext(DatasetNames);
  const onStrategyPasted = useContext(StrategyPaste);
  const { label, sentence } = fieldAt(name);
  const checked = checkNumber(field.value.trim());
  const words = checked.ok ? `${upperFirst(wordsOfLine(name, field.value.trim()))}.` : sentence;
  const message = fieldState.error?.message ?? (checked.ok ? undefined : checked.problems[0]?.text);
  return (
    <FormulaField
      label={label}
      hint={words}
      value={field.value}
      onChange={field.onChange}
      onBlur={field.onBlur}
      wants="number"
      place="simulation"
      names={names}
      onStrategyPasted={onStrategyPasted}
      error={message === undefined ? undefined : { message, column: 1 }}
    />
  );
}
