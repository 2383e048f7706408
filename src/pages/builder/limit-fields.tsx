/** Limits of the market: only some of its symbols, only some of its sectors, from the lists that the data has. */
import { useContext } from "react";
import { useWatch } from "react-hook-form";
import type { ReactElement } from "react";
import { CheckField } from "#src/ui/field.tsx";
import { fieldAt } from "#workers/model/strategy-fields.ts";
import { fieldProps } from "./form-fields.tsx";
import type { BuilderForm } from "./form-fields.tsx";
import type { ListName } from "./form-values.ts";
import styles from "./limit-fields.module.css";
import { NamePicker } from "./name-picker.tsx";
import type { PickedName } from "./name-picker.tsx";
import { Universe } from "./use-universe-names.ts";

export function LimitFields({ form }: { readonly form: BuilderForm }): ReactElement {
  const names = useContext(Universe);
  const symbols = names?.instruments.map(({ symbol, name }) => ({ value: symbol, words: name })) ?? null;
  const sectors = names?.sectors.map((value) => ({ value, words: "" })) ?? null;
  return (
    <>
      <LimitField form={form} list="symbols" noun="symbol" offered={symbols} />
      <LimitField form={form} list="sectors" noun="sector" offered={sectors} />
    </>
  );
}

interface LimitFieldProps {
  readonly form: BuilderForm;
  readonly list: ListName;
  readonly noun: "symbol" | "sector";
  /** null while it is not known what the data has. */
  readonly offered: readonly PickedName[] | null;
}

function LimitField({ form, list, noun, offered }: LimitFieldProps): ReactElement {
  const name = `scanner.${list}` as const;
  const [isOn, chosen] = useWatch({ control: form.control, name: [`isOn.${list}`, name] });
  const { error } = form.getFieldState(name, form.formState);
  const { label, sentence } = fieldAt(name);
  const choose = (next: readonly string[]) =>
    form.setValue(name, [...next], { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
  return (
    <div className={styles["limit"]}>
      <CheckField
        label={`Only some ${label.toLowerCase()}`}
        hint={sentence}
        {...fieldProps(form, `isOn.${list}`)}
      />
      {isOn && (
        <NamePicker noun={noun} offered={offered} chosen={chosen} onChoose={choose} error={error?.message} />
      )}
    </div>
  );
}
