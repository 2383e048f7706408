import { lazy, Suspense, useContext, useEffect, useRef, useState } from "react";
import type { FormEvent, ReactElement, ReactNode } from "react";
import { useWatch } from "react-hook-form";
import { shortcutKeys } from "#src/app/shortcuts.ts";
import { formatTime } from "#src/format/day.ts";
import { lowerFirst } from "#src/format/first-letter.ts";
import type { Dataset } from "#src/storage/datasets.ts";
import { Button } from "#src/ui/button.tsx";
import { Disclosure } from "#src/ui/disclosure.tsx";
import { Keys } from "#src/ui/keys.tsx";
import { PageFrame } from "#src/ui/page-heading.tsx";
import page from "#src/ui/page.module.css";
import { useStatus } from "#src/ui/status-messages.tsx";
import { Toolbar } from "#src/ui/toolbar.tsx";
import type { Advice } from "./advice-item.ts";
import { AdviceList } from "./advice-list.tsx";
import type { OwnNumbersProps } from "./computed/own-numbers-list.tsx";
import { FigureField, RuleRow } from "./form-fields.tsx";
import type { StepProps } from "./form-fields.tsx";
import { applyMend } from "./mend.ts";
import type { Mend } from "./mend.ts";
import { PreviewTotals } from "./pass-count.tsx";
import type { Places } from "./places-words.ts";
import { RulePart } from "./rules/rule-part.tsx";
import { ScannerStep } from "./scanner-step.tsx";
import { SellStep } from "./sell-step.tsx";
import { SimulationStep } from "./simulation-step.tsx";
import columns from "./step.module.css";
import { STEPS } from "./steps.ts";
import styles from "./strategy-form.module.css";
import type { Builder } from "./use-builder.ts";

const SHOWN_KEYS = [
  { id: "save", text: "save" },
  { id: "start", text: "start" },
  { id: "previous-step", text: "previous step" },
  { id: "next-step", text: "next step" },
] as const;

interface StepPanelProps {
  readonly builder: Builder;
  readonly advice: readonly Advice[];
  /** null while the form can't be read. */
  readonly places: Places | null;
  readonly currency: string;
  readonly datasets: readonly Dataset[];
  /** What one position costs at first, in the account's currency. */
  readonly tradeValue: number;
}

/** The step that is shown, with its buttons. Enter goes on, or saves on the last step. */
export function StepPanel(props: StepPanelProps): ReactElement {
  const { builder, advice, places } = props;
  const { step, busy } = builder;
  const { datasetId } = builder.values;
  const heading = useStepHeading(step, builder.isBegun);
  const own = useOwnNumbersPlace(builder);
  const showStatus = useStatus();
  const isLast = step === STEPS.at(-1)?.key;
  const numbers = {
    form: builder.form,
    dataset: props.datasets.find(({ id }) => id === datasetId) ?? null,
    attempts: builder.attempts,
  };
  const mend = (chosen: Mend) => {
    const undo = applyMend(builder.form, chosen);
    showStatus(`Done: ${lowerFirst(chosen.label)}.`, { label: "Undo", act: undo });
    heading.current?.focus(); // the button that had the focus goes with its warning
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void (isLast ? builder.save() : builder.next());
  };
  return (
    <form className={styles["panel"]} onSubmit={submit} noValidate aria-labelledby="step-title">
      <h2 id="step-title" ref={heading} tabIndex={-1}>
        {STEPS.find(({ key }) => key === step)?.title}
      </h2>
      <StepFields {...props} folded={own === "folded" && <OwnNumbersFold {...numbers} />} />
      {own === "shown" && <OwnNumbers {...numbers} />}
      {step !== "sell" && <PreviewTotals places={places} isBlocked={advice.some((one) => one.stopsStart)} />}
      <AdviceList advice={advice} step={step} onGoTo={builder.goTo} onMend={mend} />
      <Toolbar label="Back, save, and go on" className={styles["actions"]}>
        <Button onClick={builder.back}>Back</Button>
        <p className={styles["draft"]}>{builder.isStored ? "" : draftWords(builder.draftSavedAt)}</p>
        <Button
          type={isLast ? "submit" : "button"}
          aria-disabled={busy}
          aria-keyshortcuts="Control+S"
          {...(!isLast && { onClick: () => void builder.save() })}
        >
          Save Strategy
        </Button>
        {isLast ? (
          <Button
            kind="primary"
            data-entry=""
            aria-disabled={busy}
            aria-keyshortcuts="Control+Enter"
            onClick={() => void builder.start()}
          >
            Start Simulation
          </Button>
        ) : (
          <Button type="submit" kind="primary" data-entry="" aria-keyshortcuts="Alt+ArrowRight">
            Continue
          </Button>
        )}
      </Toolbar>
      <ul className={styles["keys"]} aria-label="Keyboard shortcuts">
        {SHOWN_KEYS.map(({ id, text }) => (
          <li key={id}>
            <Keys keys={shortcutKeys(id)} /> {text}
          </li>
        ))}
      </ul>
    </form>
  );
}

/** @param at - null before the first, and where it can't be kept: a banner says why */
function draftWords(at: number | null): string {
  return at === null ? "" : `Draft saved ${formatTime(at)}`;
}

interface StepFieldsProps extends StepPanelProps {
  /** What the scanner's further options have behind them; false for nothing. */
  readonly folded: ReactNode;
}

function StepFields({ builder, currency, datasets, tradeValue, folded }: StepFieldsProps): ReactElement {
  const { form, values, step } = builder;
  const dataset = datasets.find(({ id }) => id === values.datasetId) ?? null;
  switch (step) {
    case "scanner":
      return <ScannerStep form={form} currency={currency} datasets={datasets} folded={folded} />;
    case "buy":
      return <BuyStep form={form} currency={currency} />;
    case "sell":
      return <SellStep form={form} currency={currency} />;
    case "simulation":
      return <SimulationStep form={form} currency={currency} dataset={dataset} tradeValue={tradeValue} />;
  }
}

/**
 * Moves the focus to the heading when another step is shown, and when a strategy was just begun: its name is known then,
 * and its fields come next. Any other time the page's own heading has it.
 */
function useStepHeading(step: string, isBegun: boolean): React.RefObject<HTMLHeadingElement | null> {
  const { hasNavigated } = useContext(PageFrame);
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(isBegun && hasNavigated ? null : step);
  useEffect(() => {
    if (shown.current === step) return;
    heading.current?.focus({ preventScroll: shown.current === null });
    shown.current = step;
  }, [step]);
  return heading;
}

const OwnNumbersList = lazy(async () => {
  const { OwnNumbersList: default_ } = await import("./computed/own-numbers-list.tsx");
  return { default: default_ };
});

/**
 * Where the numbers by a person's own code stand, which the rules of every step can name: among the scanner's further
 * options until there are some, and there for as long as that step is shown.
 */
function useOwnNumbersPlace({ form, step }: Builder): "folded" | "shown" | null {
  const hasNone = useWatch({ control: form.control, name: "computed" }).length === 0;
  const [folded, setFolded] = useState({ step, isFolded: hasNone });
  if (folded.step !== step) setFolded({ step, isFolded: hasNone });
  if (step !== "scanner") return hasNone ? null : "shown";
  return folded.isFolded ? "folded" : "shown";
}

/** Opens by itself for those that come with a strategy that is pasted. */
function OwnNumbersFold(props: OwnNumbersProps): ReactElement {
  const hasNone = useWatch({ control: props.form.control, name: "computed" }).length === 0;
  const numbers = () => <OwnNumbers {...props} />;
  return (
    <Disclosure summary="Numbers by your own code" open={!hasNone}>
      {hasNone ? numbers : numbers()}
    </Disclosure>
  );
}

function OwnNumbers(props: OwnNumbersProps): ReactElement {
  return (
    <Suspense>
      <OwnNumbersList {...props} />
    </Suspense>
  );
}

function BuyStep({ form }: StepProps): ReactElement {
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
        <div className={columns["grid"]}>
          <FigureField form={form} name="buy.closeDays" />
        </div>
      </Disclosure>
    </>
  );
}
