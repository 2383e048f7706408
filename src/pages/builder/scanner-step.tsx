import { useContext } from "react";
import { useWatch } from "react-hook-form";
import type { ReactElement, ReactNode } from "react";
import { Link } from "wouter";
import { galleryOn } from "#src/app/gallery-address.ts";
import { derivativeWords } from "#src/format/derivative-words.ts";
import { countOf } from "#src/format/number.ts";
import { tradedTypes } from "#src/run/fit-to-data.ts";
import type { Dataset } from "#src/storage/datasets.ts";
import { Disclosure } from "#src/ui/disclosure.tsx";
import { CheckField, ChoiceField, SelectField, TextField } from "#src/ui/field.tsx";
import { EXCHANGES, INSTRUMENT_TYPES } from "#workers/model/strategy.ts";
import { choiceName, fieldAt } from "#workers/model/strategy-fields.ts";
import { fieldProps, FigureField, MoneyField, SwitchedRow } from "./form-fields.tsx";
import type { BuilderForm, StepProps } from "./form-fields.tsx";
import type { ListName } from "./form-values.ts";
import limitFields from "./limit-fields.module.css";
import { NamePicker } from "./name-picker.tsx";
import type { PickedName } from "./name-picker.tsx";
import { RulePart } from "./rules/rule-part.tsx";
import styles from "./step.module.css";
import { Universe } from "./use-universe-names.ts";

interface ScannerStepProps extends StepProps {
  readonly datasets: readonly Dataset[];
  /** What its further options have besides. */
  readonly folded: ReactNode;
}

/** A line without words, in the place of those that come. */
const NOT_KNOWN_YET = "\u00a0";

const MORE = [
  "scanner.priceGrowthDays",
  "scanner.avgDailyValueDays",
  "scanner.symbols",
  "scanner.sectors",
] as const;

export function ScannerStep({ form, currency, datasets, folded }: ScannerStepProps): ReactElement {
  const [datasetId, exchange, instrumentType, ownNumbers] = useWatch({
    control: form.control,
    name: ["datasetId", "scanner.exchange", "scanner.instrumentType", "computed"],
  });
  const universe = useContext(Universe);
  const isFoldUsed = folded !== false && ownNumbers.length > 0;
  const dataset = datasets.find((candidate) => candidate.id === datasetId) ?? null;
  return (
    <>
      <TextField label="Strategy name" maxLength={200} {...fieldProps(form, "name")} />
      <div className={styles["pairs"]}>
        <SelectField
          label={fieldAt("scanner.exchange").label}
          options={choices(EXCHANGES, dataset?.exchanges ?? [], exchange)}
          hint={
            universe
              ? `${countOf(universe.instruments.length, "instrument")} of this type in the data`
              : NOT_KNOWN_YET
          }
          {...fieldProps(form, "scanner.exchange")}
        />
        <SelectField
          label={fieldAt("scanner.instrumentType").label}
          options={choices(INSTRUMENT_TYPES, tradedTypes(dataset?.instrumentTypes ?? []), instrumentType)}
          hint={derivativeWords(instrumentType) ?? undefined}
          {...fieldProps(form, "scanner.instrumentType")}
        />
      </div>
      <ChoiceField
        legend="An instrument passes when it meets"
        choices={[
          { value: "any", label: choiceName("scanner.match", "any") },
          { value: "all", label: choiceName("scanner.match", "all") },
        ]}
        {...form.register("scanner.match")}
      />
      <ScannerConditions form={form} currency={currency} />
      <RulePart form={form} section="scanner" />
      <Disclosure
        summary="More options"
        open={isFoldUsed || MORE.some((name) => form.getFieldState(name, form.formState).invalid)}
      >
        <div className={styles["grid"]}>
          <FigureField form={form} name="scanner.priceGrowthDays" />
          <FigureField form={form} name="scanner.avgDailyValueDays" />
        </div>
        <LimitFields form={form} />
        {folded}
        <Link className={styles["template"]} href={galleryOn(datasetId, exchange)}>
          Start from a template
        </Link>
      </Disclosure>
    </>
  );
}

/** The specified choices, then what the dataset and the strategy name besides. */
function choices(specified: readonly string[], found: readonly string[], chosen: string) {
  return [...new Set([...specified, ...found, chosen])].map((value) => ({ value, label: value }));
}

function ScannerConditions({ form, currency }: StepProps): ReactElement {
  const [growthDays, valueDays] = useWatch({
    control: form.control,
    name: ["scanner.priceGrowthDays", "scanner.avgDailyValueDays"],
  });
  return (
    <div>
      <SwitchedRow
        form={form}
        condition="priceGrowth"
        hint={`Last close against the one ${growthDays} trading days before.`}
      >
        {(disabled) => (
          <FigureField form={form} name="scanner.priceGrowth" part="At least" disabled={disabled} />
        )}
      </SwitchedRow>
      <SwitchedRow form={form} condition="minPrice">
        {(disabled) => (
          <MoneyField
            form={form}
            name="scanner.minPrice"
            part="At least"
            currency={currency}
            disabled={disabled}
          />
        )}
      </SwitchedRow>
      <SwitchedRow form={form} condition="marketCapRank">
        {(disabled) => (
          <FigureField form={form} name="scanner.marketCapRank" part="In the top" disabled={disabled} />
        )}
      </SwitchedRow>
      <SwitchedRow
        form={form}
        condition="avgDailyValue"
        hint={`Close times volume, the mean of ${valueDays} trading days.`}
      >
        {(disabled) => (
          <MoneyField
            form={form}
            name="scanner.avgDailyValue"
            part="At least"
            currency={currency}
            disabled={disabled}
          />
        )}
      </SwitchedRow>
    </div>
  );
}

/** Limits of the market: only some of its symbols, only some of its sectors, from the lists that the data has. */
function LimitFields({ form }: { readonly form: BuilderForm }): ReactElement {
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
    <div className={limitFields["limit"]}>
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
