import { useController, useWatch } from "react-hook-form";
import type { ReactElement } from "react";
import { lazy, Suspense, useContext, useState } from "react";
import { formatDay } from "#src/format/day.ts";
import { upperFirst } from "#src/format/first-letter.ts";
import { wordsOfLine } from "#src/format/rule-text.ts";
import { positionSize } from "#src/format/strategy-text.ts";
import { FormulaField } from "#src/formula/formula-field.tsx";
import type { Dataset } from "#src/storage/datasets.ts";
import { Disclosure } from "#src/ui/disclosure.tsx";
import { CheckField, TextField } from "#src/ui/field.tsx";
import { fieldAt, STRATEGY_FIELDS } from "#workers/model/strategy-fields.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";
import { checkNumber } from "#workers/rules/check.ts";
import { CostPart } from "./cost-part.tsx";
import { DatasetNames } from "./dataset-names.ts";
import { ChoiceSelect, fieldProps, FigureField, MoneyField } from "./form-fields.tsx";
import type { BuilderForm, StepProps } from "./form-fields.tsx";
import { beginWeights } from "./portfolio/begin-weights.ts";
import { isPictured, SettingPicture } from "./setting-picture.tsx";
import styles from "./step.module.css";
import { StrategyPaste } from "./strategy-paste.ts";

interface SimulationStepProps extends StepProps {
  readonly dataset: Dataset | null;
  /** What one position costs at first, in the account's currency. */
  readonly tradeValue: number;
}

export function SimulationStep({ form, currency, dataset, tradeValue }: SimulationStepProps): ReactElement {
  const prices = dataset?.firstDate
    ? `Prices reach from ${formatDay(dataset.firstDate)} to ${formatDay(dataset.lastDate)}.`
    : undefined;
  const [sortingType, positionSizing] = useWatch({
    control: form.control,
    name: ["simulation.sortingType", "simulation.positionSizing"],
  });
  const [hadMoney] = useState(() => {
    const { flows, cash } = form.getValues("simulation");
    return flows.length > 0 || cash.earns !== "nothing";
  });
  const isByWeights = positionSizing === "weights";
  const isMoneyWrong = (["simulation.flows", "simulation.cash"] as const).some(
    (name) => form.getFieldState(name, form.formState).invalid,
  );
  return (
    <>
      <div className={styles["grid"]}>
        <MoneyField form={form} name="simulation.startMargin" currency={currency} />
        <TextField
          type="date"
          label={fieldAt("simulation.startDate").label}
          hint={prices}
          {...fieldProps(form, "simulation.startDate", "simulation.endDate")}
        />
        <TextField
          type="date"
          label={fieldAt("simulation.endDate").label}
          {...fieldProps(form, "simulation.endDate")}
        />
        <FigureField form={form} name="simulation.maxPositions" explained />
        <TextField
          label={fieldAt("simulation.maxPositionsPerInstrument").label}
          value="1"
          readOnly
          tabIndex={-1}
          hint={fieldAt("simulation.maxPositionsPerInstrument").sentence}
        />
        {!isByWeights && (
          <TextField
            label={fieldAt("simulation.positionSizing").label}
            value={SIZINGS[positionSizing] ?? positionSizing}
            readOnly
            tabIndex={-1}
            hint={SIZE_HINTS.get(positionSizing)}
          />
        )}
        <ChoiceSelect form={form} name="simulation.sortingType" />
        {sortingType === "expression" && <ExpressionField form={form} name="simulation.sortBy" />}
      </div>
      {isByWeights && (
        <Suspense>
          <LazyHowMuch form={form} />
        </Suspense>
      )}
      <Disclosure
        summary="Money in and out, and what idle money earns"
        open={isByWeights || hadMoney || isMoneyWrong}
      >
        {() => (
          <Suspense>
            <LazyMoneyPart form={form} currency={currency} />
          </Suspense>
        )}
      </Disclosure>
      <CostPart form={form} tradeValue={tradeValue} />
      <Disclosure
        summary="More options"
        open={MORE.some((name) => form.getFieldState(name, form.formState).invalid)}
      >
        <MoreSettings form={form} />
      </Disclosure>
    </>
  );
}

function MoreSettings({ form }: { readonly form: BuilderForm }): ReactElement {
  const [sizing, riskFree, earns] = useWatch({
    control: form.control,
    name: ["simulation.positionSizing", "simulation.riskFree", "simulation.cash.earns"],
  });
  const isRiskFreeCash = riskFree === "cash" && earns !== "nothing";
  return (
    <div className={styles["grid"]}>
      <SizingFields form={form} />
      {sizing !== "weights" && <ScheduleField form={form} />}
      <ChoiceSelect form={form} name="simulation.fillAt" />
      {!isRiskFreeCash && <FigureField form={form} name="simulation.riskFreePercent" explained />}
      <CheckField
        label={fieldAt("simulation.fractionalShares").label}
        hint={fieldAt("simulation.fractionalShares").sentence}
        {...fieldProps(form, "simulation.fractionalShares")}
      />
    </div>
  );
}

function ScheduleField({ form }: { readonly form: BuilderForm }): ReactElement {
  const schedule = useWatch({ control: form.control, name: "simulation.schedule" });
  return (
    <div>
      <ChoiceSelect form={form} name="simulation.schedule" />
      {isPictured(schedule) && <SettingPicture of={schedule} />}
      {schedule !== "daily" && <FigureField form={form} name="simulation.scheduleDay" explained />}
    </div>
  );
}

const LazyMoneyPart = lazy(async () => {
  const { MoneyPart } = await import("./portfolio/money-part.tsx");
  return { default: MoneyPart };
});

const LazyHowMuch = lazy(async () => {
  const { HowMuch } = await import("./portfolio/how-much.tsx");
  return { default: HowMuch };
});

/** How positions are sized, with the figures that this way of it asks for. */
function SizingFields({ form }: { readonly form: BuilderForm }): ReactElement {
  const [sizing, weights, weight] = useWatch({
    control: form.control,
    name: ["simulation.positionSizing", "simulation.weights", "simulation.weight"],
  });
  return (
    <>
      <div>
        <ChoiceSelect
          form={form}
          name="simulation.positionSizing"
          label="How positions are sized"
          hint={
            sizing === "weights"
              ? weightsHint(weights.length > 0, weight.trim() !== "")
              : (SIZE_HINTS.get(sizing) ?? fieldAt("simulation.positionSizing").sentence)
          }
          onChosen={(chosen) => {
            if (chosen === "weights") beginWeights(form);
          }}
        />
        {isPictured(sizing) && <SettingPicture of={sizing} />}
      </div>
      {sizing === "risk" && <FigureField form={form} name="simulation.riskPercent" explained />}
      {sizing === "risk" && <ExpressionField form={form} name="simulation.riskDistance" />}
      {(sizing === "risk" || sizing === "percent-of-equity") && (
        <FigureField form={form} name="simulation.positionPercent" explained />
      )}
    </>
  );
}

const MORE = [
  "simulation.riskFreePercent",
  "simulation.positionPercent",
  "simulation.riskPercent",
  "simulation.riskDistance",
  "simulation.scheduleDay",
] as const;

const SIZINGS: Readonly<Record<string, string>> = STRATEGY_FIELDS["simulation.positionSizing"].choices;

const SIZE_HINTS: ReadonlyMap<string, string> = new Map([
  ["equal-weight", positionSize(defaultStrategy.simulation)],
  ["percent-of-equity", "Each position gets the same percent of the account's value."],
  [
    "risk",
    "A share that moves little gets more money and one that moves a lot gets less, so that each position risks the same percent.",
  ],
]);

function weightsHint(hasRows: boolean, hasRest: boolean): string {
  if (!hasRows) return "Every instrument gets what the number or formula above says.";
  return hasRest
    ? "Each instrument gets what its row says, above, and all others what the formula below the rows does."
    : "Each instrument gets what its row says, above.";
}

interface ExpressionFieldProps {
  readonly form: BuilderForm;
  readonly name: "simulation.sortBy" | "simulation.riskDistance";
}

/**
 * A number that is written in the rule language: one line, what it says in words, and what is wrong with it at its column.
 * What is wrong shows while it is typed: it keeps the strategy from being run, not from being saved.
 */
function ExpressionField({ form, name }: ExpressionFieldProps): ReactElement {
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
