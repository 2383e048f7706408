/** The builder's fields, tied to the form by name: message, unit and the figure that was understood. */
import { useWatch } from "react-hook-form";
import type { FieldPath, FieldPathByValue, UseFormRegisterReturn, UseFormReturn } from "react-hook-form";
import type { ReactElement, ReactNode } from "react";
import { currencySymbol, formatMoneyCompact, formatMoneySetting } from "#src/format/money.ts";
import { formatCount } from "#src/format/number.ts";
import { readAmount } from "#src/format/read-amount.ts";
import { unitSign } from "#src/format/setting-unit.ts";
import { ConditionRow } from "#src/ui/condition-row.tsx";
import { CheckField, SelectField, TextField } from "#src/ui/field.tsx";
import { VisuallyHidden } from "#src/ui/visually-hidden.tsx";
import type { ConditionName } from "#workers/model/preview.ts";
import { fieldAt, STRATEGY_FIELDS } from "#workers/model/strategy-fields.ts";
import type { FieldPath as SettingPath } from "#workers/model/strategy-fields.ts";
import { SWITCHED } from "./form-values.ts";
import type { FormOutcome, FormValues } from "./form-values.ts";
import { PassCount } from "./pass-count.tsx";
import { SettingPicture } from "./setting-picture.tsx";
import type { Pictured } from "./setting-picture.tsx";
import styles from "./step.module.css";

export type BuilderForm = UseFormReturn<FormValues, unknown, FormOutcome>;

/** What each step is given. */
export interface StepProps {
  readonly form: BuilderForm;
  /** Currency of the chosen exchange: the unit of prices and money. */
  readonly currency: string;
}

type TextName = FieldPathByValue<FormValues, string>;
/** A figure of the strategy: its row in the table of settings has its label and unit. */
type FigureName = Extract<TextName, SettingPath>;
type RuleName = "buy.lastPriceVsClose" | "buy.lastPriceVsMA";
type SwitchName = keyof typeof SWITCHED;

/**
 * Ties a control to its field and shows the field's message.
 *
 * @param checkedAlong - a field whose message hangs on this one too
 */
export function fieldProps<Name extends FieldPath<FormValues>>(
  form: BuilderForm,
  name: Name,
  checkedAlong?: TextName,
): UseFormRegisterReturn<Name> & { error: string | undefined } {
  const error = form.getFieldState(name, form.formState).error?.message;
  const field = form.register(name, checkedAlong && { deps: [checkedAlong] });
  const leave: typeof field.onBlur = async (event) => {
    await clickEnd();
    await field.onBlur(event);
    if (checkedAlong) await form.trigger(checkedAlong);
  };
  return { ...field, onBlur: leave, error };
}

/** A field of the form and what is to stand in it. */
export interface FormChange {
  readonly name: TextName;
  readonly value: string;
}

/** Changes the form as if a person had typed it. */
export function changeForm(form: BuilderForm, changes: readonly FormChange[]): void {
  for (const { name, value } of changes)
    form.setValue(name, value, { shouldDirty: true, shouldValidate: isChecked(form, name) });
}

/** A message that stands there goes with what it says, though nothing was submitted yet. */
function isChecked(form: BuilderForm, name: TextName): boolean {
  return form.formState.isSubmitted || form.getFieldState(name, form.formState).invalid;
}

interface FigureFieldProps {
  readonly form: BuilderForm;
  readonly name: FigureName;
  /** What stands before the figure where its row has the label: "At least". */
  readonly part?: string;
  /** Its row's sentence stands below it. */
  readonly explained?: boolean;
  readonly disabled?: boolean;
}

/** A number as people type it. It is a text box, so that letters stay to be corrected. */
export function FigureField({ form, name, part, explained, disabled }: FigureFieldProps): ReactElement {
  const typed = useWatch({ control: form.control, name });
  const unitAfter = unitSign(name);
  const hint = explained ? fieldAt(name).sentence : undefined;
  return (
    <TextField
      type="text"
      inputMode="decimal"
      label={labelOf(name, part)}
      hint={understoodFigure(typed) ?? hint}
      disabled={disabled}
      {...(unitAfter === "" ? {} : { unitAfter })}
      {...fieldProps(form, name)}
    />
  );
}

function labelOf(name: FigureName, part: string | undefined): ReactNode {
  const { label } = fieldAt(name);
  return part === undefined ? label : partLabel(label, part);
}

/** 2k is 2,000; a number written out needs no second reading. */
function understoodFigure(typed: string): string | undefined {
  const amount = hasLetters(typed) ? readAmount(typed) : null;
  return amount === null ? undefined : `= ${formatCount(amount)}`;
}

interface MoneyFieldProps extends Omit<FigureFieldProps, "explained"> {
  readonly currency: string;
}

/** Money, with what was understood below it: 30cr is ₹30,00,00,000. */
export function MoneyField({ form, name, part, currency, ...rest }: MoneyFieldProps): ReactElement {
  const typed = useWatch({ control: form.control, name });
  return (
    <TextField
      type="text"
      inputMode="decimal"
      label={labelOf(name, part)}
      unitBefore={currencySymbol(currency)}
      hint={understoodMoney(typed, currency)}
      {...fieldProps(form, name)}
      {...rest}
    />
  );
}

type ChoiceName =
  | "simulation.sortingType"
  | "simulation.fillAt"
  | "simulation.positionSizing"
  | "simulation.schedule";

interface ChoiceSelectProps {
  readonly form: BuilderForm;
  readonly name: ChoiceName;
  /** Shown in place of the setting's own label. */
  readonly label?: string;
  /** Shown in place of the setting's own sentence. */
  readonly hint?: string;
  readonly onChosen?: (value: string) => void;
}

/** A setting that is one of several choices. */
export function ChoiceSelect({ form, name, label, hint, onChosen }: ChoiceSelectProps): ReactElement {
  const field = STRATEGY_FIELDS[name];
  const { onChange, ...props } = fieldProps(form, name);
  return (
    <SelectField
      label={label ?? field.label}
      hint={hint ?? field.sentence}
      options={Object.entries(field.choices).map(([value, text]) => ({ value, label: text }))}
      defaultValue={form.getValues(name)}
      {...props}
      onChange={(event) => {
        void onChange(event);
        onChosen?.(event.target.value);
      }}
    />
  );
}

/** Small sums that are written out need no second reading. */
function understoodMoney(typed: string, currency: string): string | undefined {
  const amount = readAmount(typed);
  if (amount === null) return undefined;
  if (Math.abs(amount) >= 10_000)
    return `${formatMoneySetting(amount, currency)} (${formatMoneyCompact(amount, currency)})`;
  return hasLetters(typed) ? formatMoneySetting(amount, currency) : undefined;
}

function hasLetters(typed: string): boolean {
  return /[a-z]/i.test(typed);
}

interface SwitchedRowProps {
  readonly form: BuilderForm;
  /** The condition that the checkbox switches. */
  readonly condition: SwitchName;
  /** Shown in place of the setting's own sentence. */
  readonly hint?: string;
  readonly picture?: Pictured;
  /** Draws the figures; they are disabled, and keep their text, while the condition is off. */
  readonly children: (disabled: boolean) => ReactNode;
}

/** The scanner's conditions are counted as they are typed, those of an exit can't be. */
const COUNTED: Readonly<Partial<Record<SwitchName, ConditionName>>> = {
  priceGrowth: "priceGrowth",
  minPrice: "minPrice",
  marketCapRank: "marketCapRank",
  avgDailyValue: "avgDailyValue",
};

/** A condition that can be switched off. */
export function SwitchedRow({ form, condition, hint, picture, children }: SwitchedRowProps): ReactElement {
  const name = `isOn.${condition}` as const;
  const isOn = useWatch({ control: form.control, name });
  const counted = COUNTED[condition];
  const { label, sentence } = fieldAt(SWITCHED[condition]);
  return (
    <ConditionRow
      lead={
        <div>
          <CheckField
            label={label}
            hint={hint ?? sentence}
            {...fieldProps(form, name, SWITCHED[condition])} // its message may go when it is switched off
          />
          {picture && (
            <div className={styles["rowLead"]}>
              <SettingPicture of={picture} />
            </div>
          )}
        </div>
      }
    >
      {children(!isOn)}
      {isOn && counted !== undefined && <PassCount condition={counted} />}
    </ConditionRow>
  );
}

interface RuleRowProps {
  readonly form: BuilderForm;
  readonly name: RuleName;
  /** Shown in place of the setting's own label. */
  readonly title?: string;
  readonly hint: string;
  readonly children?: ReactNode;
}

const RULES = { "buy.lastPriceVsClose": "lastPriceVsClose", "buy.lastPriceVsMA": "lastPriceVsMA" } as const;

/** A buy rule, which is on or off by itself. */
export function RuleRow({ form, name, title, hint, children }: RuleRowProps): ReactElement {
  const isOn = useWatch({ control: form.control, name });
  const label = title ?? fieldAt(name).label;
  return (
    <ConditionRow lead={<CheckField label={label} hint={hint} {...fieldProps(form, name)} />}>
      {children}
      {isOn && <PassCount condition={RULES[name]} />}
    </ConditionRow>
  );
}

/** A label whose context the eye has from the row, and the ear needs said: "Price growth, at least". */
function partLabel(context: string, visible: string): ReactNode {
  return (
    <>
      <VisuallyHidden>{context}, </VisuallyHidden>
      {visible}
    </>
  );
}

/**
 * Leaving a field by a click: the message that then appears below the field moves what is under the pointer, so it waits
 * until the click has reached its button.
 */
let isDown = false;
const waiting = new Set<() => void>();

function end(): void {
  isDown = false;
  setTimeout(() => {
    for (const go of waiting) go();
    waiting.clear();
  }); // the click itself comes after the pointer is up
}

addEventListener("pointerdown", () => (isDown = true), true);
addEventListener("pointerup", end, true);
addEventListener("pointercancel", end, true);

/** At once where no button of a pointer is down. */
function clickEnd(): Promise<void> {
  return isDown ? new Promise((resolve) => waiting.add(resolve)) : Promise.resolve();
}
