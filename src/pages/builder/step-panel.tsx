import { lazy, Suspense, useEffect, useRef, useState } from "react";
import type { FormEvent, ReactElement } from "react";
import { useWatch } from "react-hook-form";
import { Link } from "wouter";
import { galleryOn } from "#src/app/gallery-address.ts";
import { shortcutKeys } from "#src/app/shortcuts.ts";
import { formatTime } from "#src/format/day.ts";
import { lowerFirst } from "#src/format/first-letter.ts";
import type { Dataset } from "#src/storage/datasets.ts";
import { Button } from "#src/ui/button.tsx";
import { Disclosure } from "#src/ui/disclosure.tsx";
import { Keys } from "#src/ui/keys.tsx";
import page from "#src/ui/page.module.css";
import { useStatus } from "#src/ui/status-messages.tsx";
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
  const { datasetId, scanner } = builder.values;
  const heading = useStepHeading(step);
  const showStatus = useStatus();
  const isLast = step === STEPS.at(-1)?.key;
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
      <div className={styles["stepHead"]}>
        <h2 id="step-title" ref={heading} tabIndex={-1}>
          {STEPS.find(({ key }) => key === step)?.title}
        </h2>
        {step === "scanner" && (
          <Link href={galleryOn(datasetId, scanner.exchange)}>Start from a template</Link>
        )}
      </div>
      <StepFields {...props} />
      <OwnNumbersPart
        step={step}
        form={builder.form}
        dataset={props.datasets.find(({ id }) => id === builder.values.datasetId) ?? null}
        attempts={builder.attempts}
      />
      {step !== "sell" && <PreviewTotals places={places} isBlocked={advice.some((one) => one.stopsStart)} />}
      <AdviceList advice={advice} step={step} onGoTo={builder.goTo} onMend={mend} />
      <div className={styles["actions"]}>
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
            aria-disabled={busy}
            aria-keyshortcuts="Control+Enter"
            onClick={() => void builder.start()}
          >
            Start Simulation
          </Button>
        ) : (
          <Button type="submit" kind="primary" aria-keyshortcuts="Alt+ArrowRight">
            Continue
          </Button>
        )}
      </div>
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

function StepFields({ builder, currency, datasets, tradeValue }: StepPanelProps): ReactElement {
  const { form, values, step } = builder;
  const dataset = datasets.find(({ id }) => id === values.datasetId) ?? null;
  switch (step) {
    case "scanner":
      return <ScannerStep form={form} currency={currency} datasets={datasets} />;
    case "buy":
      return <BuyStep form={form} currency={currency} />;
    case "sell":
      return <SellStep form={form} currency={currency} />;
    case "simulation":
      return <SimulationStep form={form} currency={currency} dataset={dataset} tradeValue={tradeValue} />;
  }
}

/** Moves the focus to the heading when another step is shown, not when the page opens. */
function useStepHeading(step: string): React.RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    heading.current?.focus();
  }, [step]);
  return heading;
}

const OwnNumbersList = lazy(async () => {
  const { OwnNumbersList: default_ } = await import("./computed/own-numbers-list.tsx");
  return { default: default_ };
});

interface OwnNumbersPartProps extends OwnNumbersProps {
  readonly step: string;
}

/**
 * Numbers by a person's own code, which the rules of every step can name: a line in the first step until there are some,
 * and what was opened of it stays open as long as the step is shown.
 */
function OwnNumbersPart({ step, ...props }: OwnNumbersPartProps): ReactElement | null {
  const hasNone = useWatch({ control: props.form.control, name: "computed" }).length === 0;
  const [folded, setFolded] = useState({ step, isFolded: hasNone });
  if (folded.step !== step) setFolded({ step, isFolded: hasNone });
  if (hasNone && step !== "scanner") return null;
  const renderList = () => (
    <Suspense>
      <OwnNumbersList {...props} />
    </Suspense>
  );
  return folded.isFolded ? (
    <Disclosure summary="Numbers by your own code" open={!hasNone}>
      {hasNone ? renderList : renderList()}
    </Disclosure>
  ) : (
    renderList()
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
