/** The four steps of one strategy, with what can be done with it. The step is in the URL: reload and Back work. */
import { useEffect, useMemo, useRef, useState } from "react";
import type { ReactElement, ReactNode } from "react";
import { formatMoment } from "#src/format/day.ts";
import { currencyOfExchange } from "#src/format/exchange-currency.ts";
import { lowerFirst } from "#src/format/first-letter.ts";
import type { Dataset } from "#src/storage/datasets.ts";
import { familyOf } from "#src/storage/families.ts";
import type { DraftRecord, StrategyRecord } from "#src/storage/records.ts";
import { findSample } from "#src/storage/samples.ts";
import { NoteBanner, WarningBanner } from "#src/ui/banner.tsx";
import { Button } from "#src/ui/button.tsx";
import { classNames } from "#src/ui/class-names.ts";
import { Dialog } from "#src/ui/dialog.tsx";
import { Disclosure } from "#src/ui/disclosure.tsx";
import { CheckIcon } from "#src/ui/icons.tsx";
import page from "#src/ui/page.module.css";
import { useStatus } from "#src/ui/status-messages.tsx";
import { Toolbar } from "#src/ui/toolbar.tsx";
import { VisuallyHidden } from "#src/ui/visually-hidden.tsx";
import { firstTradeValue } from "#workers/model/cost-presets.ts";
import { isBlank } from "#workers/model/ink.ts";
import type { Problem } from "#workers/model/problem.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";
import { MendButton } from "./advice-list.tsx";
import { CandidatesPanel } from "./candidates-panel.tsx";
import { ChangesPanel } from "./changes-panel.tsx";
import { DatasetNames, namesOf } from "./dataset-names.ts";
import { FirstWords } from "./first-words.tsx";
import type { FormValues } from "./form-values.ts";
import { MarketStrip } from "./market-strip.tsx";
import { applyMend } from "./mend.ts";
import type { Mend } from "./mend.ts";
import { Listed } from "./portfolio/listed.ts";
import { PastedStrategy } from "./pasted-strategy.tsx";
import { PlanPanel } from "./plan-panel.tsx";
import { SketchPanel } from "./sketch-panel.tsx";
import stepIndicator from "./step-indicator.module.css";
import { StepPanel } from "./step-panel.tsx";
import { STEPS } from "./steps.ts";
import type { StepKey } from "./steps.ts";
import styles from "./strategy-form.module.css";
import { StrategyWords } from "./strategy-words.tsx";
import { useBuilder } from "./use-builder.ts";
import type { Builder, CountsSay } from "./use-builder.ts";
import { PreviewContext } from "./use-preview.ts";
import type { PreviewView } from "./use-preview.ts";
import { useReading } from "./use-reading.ts";
import { Universe, useUniverseNames } from "./use-universe-names.ts";

interface StrategyFormProps {
  readonly record: StrategyRecord;
  readonly draft: DraftRecord | null;
  /** The time of the draft in the database, which may be another than what is shown; null for none. */
  readonly draftAt: number | null;
  readonly datasets: readonly Dataset[];
}

export function StrategyForm({ record, draft, draftAt, datasets }: StrategyFormProps): ReactElement {
  const counts = useRef<CountsSay>({ refusal: null });
  const builder = useBuilder({ record, draft, draftAt, datasets, counts });
  const { form, values, saving, step } = builder;
  const dataset = datasets.find(({ id }) => id === values.datasetId) ?? null;
  const currency = currencyOfExchange(values.scanner.exchange, dataset);
  const reading = useReading(values, dataset, currency);
  const { outcome, counted, wrongSteps, advice, preview, rehearsed } = reading;
  const tradeValue = firstTradeValue((outcome?.strategy ?? defaultStrategy).simulation);
  useEffect(() => {
    counts.current = sayOf(preview);
  }, [preview]);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (builder.attempts > 0) place.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [builder.attempts]);
  const title = isBlank(values.name) ? "Strategy without a name" : values.name.trim();
  return (
    <div className={styles["page"]} ref={place}>
      <FirstWords title={title} state={describeState(record, builder.isStored)} />
      <Problems builder={builder} />
      {builder.otherDraft && builder.isStored && <NoteBanner message={OTHER_DRAFT[builder.otherDraft]} />}
      <StepIndicator current={step} isInError={(key) => wrongSteps.has(key)} onGoTo={builder.goTo} />
      <PreviewContext value={preview}>
        <MarketStrip form={form} values={values} datasets={datasets} tradeValue={tradeValue} />
        <div className={styles["columns"]}>
          <NamesProvider values={values} dataset={dataset}>
            <PastedStrategy form={form} dataset={dataset}>
              <StepPanel
                builder={builder}
                advice={advice}
                places={outcome?.strategy.simulation ?? null}
                currency={currency}
                datasets={datasets}
                tradeValue={tradeValue}
              />
            </PastedStrategy>
          </NamesProvider>
          {/* A box that scrolls must be reachable by keyboard. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <aside className={styles["aside"]} aria-label="The strategy in words" tabIndex={0}>
            <LiveSide>
              <SketchPanel reading={reading} family={familyOf(record)} />
              <ChangesPanel
                strategyId={saving.strategyId}
                outcome={outcome}
                rehearsed={rehearsed}
                currency={currency}
              />
              <PlanPanel reading={reading} currency={currency} />
            </LiveSide>
            <StrategyWords
              strategy={outcome?.strategy ?? null}
              firstError={reading.firstError}
              currency={currency}
              dataset={dataset}
            />
            <CandidatesPanel counted={counted} step={step} currency={currency} />
          </aside>
        </div>
      </PreviewContext>
      {builder.guard.asked !== null && (
        <LeaveDialog onStay={builder.guard.stay} onLeave={builder.guard.leave} />
      )}
      {saving.conflict && (
        <ConflictDialog
          theirs={saving.conflict.theirs}
          onKeepMine={() => void builder.keepMine()}
          onTakeTheirs={() => void builder.takeTheirs()}
          onKeepBoth={() => void builder.keepBoth()}
          onClose={saving.dismissConflict}
        />
      )}
    </div>
  );
}

function sayOf({ isCounting, preview, problem }: PreviewView): CountsSay {
  return isCounting ? { refusal: null } : { lacks: preview?.lacks, refusal: problem };
}

const OTHER_DRAFT = {
  newer:
    "A newer version of Tidemark has a draft of this strategy, which stays as it is; what was last saved is shown. Reload the page to get the newer version. Changes here are kept only by saving them.",
  unreadable:
    "There is a draft of this strategy that this version of Tidemark can't read. What was last saved is shown. The draft stays until you change something here.",
};

function describeState({ id, status }: StrategyRecord, isStored: boolean): string {
  if (findSample(id)) return "Built-in strategies don't change: saving makes a copy of your own.";
  if (!isStored) return "Changes are kept as a draft on this device until you save them.";
  return status === "draft" ? "Draft, not saved yet." : "Saved on this device.";
}

/** Why something was not saved or started, with the mend where one click does it, and why there is no draft. */
function Problems({ builder }: { readonly builder: Builder }): ReactElement {
  const { form, saving, draftFailure } = builder;
  const showStatus = useStatus();
  const mendForm = (mend: Mend) => {
    const undo = applyMend(form, mend);
    saving.dismissProblem();
    showStatus(`Done: ${lowerFirst(mend.label)}. Start it again.`, { label: "Undo", act: undo });
  };
  return (
    <>
      <ProblemBanner problem={saving.problem} mend={saving.mend} onMend={mendForm} />
      <ProblemBanner problem={draftFailure?.problem ?? null} />
    </>
  );
}

interface ProblemBannerProps {
  readonly problem: Problem | null;
  readonly mend?: Mend | null;
  readonly onMend?: (mend: Mend) => void;
}

function ProblemBanner({ problem, mend = null, onMend }: ProblemBannerProps): ReactElement | null {
  if (!problem) return null;
  const { message, details = [] } = problem;
  if (details.length === 0 && !mend) return <WarningBanner message={message} />;
  return (
    <WarningBanner message={message}>
      {details.length > 0 && (
        <ul>
          {details.map((detail) => (
            <li key={detail}>{detail}</li>
          ))}
        </ul>
      )}
      {onMend && <MendButton mend={mend} onMend={onMend} />}
    </WarningBanner>
  );
}

interface ConflictDialogProps {
  readonly theirs: StrategyRecord;
  readonly onKeepMine: () => void;
  readonly onTakeTheirs: () => void;
  readonly onKeepBoth: () => void;
  readonly onClose: () => void;
}

/** Two tabs saved the same strategy: nothing is overwritten before the person has said which one stays. */
function ConflictDialog({
  theirs,
  onKeepMine,
  onTakeTheirs,
  onKeepBoth,
  onClose,
}: ConflictDialogProps): ReactElement {
  return (
    <Dialog
      title="This strategy was saved in another tab"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Back to the form</Button>
          <Button onClick={onTakeTheirs}>Load theirs</Button>
          <Button onClick={onKeepBoth}>Keep both</Button>
          <Button kind="primary" onClick={onKeepMine}>
            Keep mine
          </Button>
        </>
      }
    >
      <p>
        "{theirs.name}" has a newer version, saved {formatMoment(theirs.updatedAt)}. Keep mine writes over it,
        Load theirs drops what you typed here, Keep both stores yours as a second strategy.
      </p>
    </Dialog>
  );
}

interface LeaveDialogProps {
  readonly onStay: () => void;
  readonly onLeave: () => void;
}

function LeaveDialog({ onStay, onLeave }: LeaveDialogProps): ReactElement {
  return (
    <Dialog
      title="Leave without your changes?"
      onClose={onStay}
      actions={
        <>
          <Button onClick={onStay}>Stay here</Button>
          <Button kind="danger" onClick={onLeave}>
            Leave and lose them
          </Button>
        </>
      }
    >
      <p>
        This device refused to keep a draft of them. They are gone when you leave, unless you save the
        strategy first.
      </p>
    </Dialog>
  );
}

interface NamesProviderProps {
  readonly values: FormValues;
  /** null for one that is gone. */
  readonly dataset: Dataset | null;
  readonly children: ReactNode;
}

/**
 * What the chosen dataset adds to the rule language, and what a strategy on it can be limited to, for the fields of a
 * step. Its symbols and sectors are there once the counts have read the prices.
 */
function NamesProvider({ values, dataset, children }: NamesProviderProps): ReactElement {
  const { datasetId, scanner, computed } = values;
  const { universe, listed } = useUniverseNames(datasetId, scanner.exchange, scanner.instrumentType);
  const known = namesOf(dataset, computed);
  const names = useMemo(() => ({ ...known, symbols: universe?.symbols ?? null }), [known, universe]);
  return (
    <DatasetNames value={names}>
      <Universe value={universe}>
        <Listed value={listed}>{children}</Listed>
      </Universe>
    </DatasetNames>
  );
}

/** What the form comes to as it stands: beside it on wide screens, folded away below it on small ones. */
function LiveSide({ children }: { readonly children: ReactNode }): ReactElement {
  const [isWide] = useState(() => matchMedia("(width >= 64rem)").matches);
  const live = <div className={page["parts"]}>{children}</div>;
  return isWide ? live : <Disclosure summary="What it comes to">{() => live}</Disclosure>;
}

interface StepIndicatorProps {
  readonly current: StepKey;
  readonly isInError: (step: StepKey) => boolean;
  readonly onGoTo: (step: StepKey) => void;
}

/** Where in the four steps the form is; every step can be gone to at any time. */
function StepIndicator({ current, isInError, onGoTo }: StepIndicatorProps): ReactElement {
  const place = STEPS.findIndex(({ key }) => key === current);
  return (
    <nav aria-label="Steps">
      <Toolbar label="Steps">
        <ol className={stepIndicator["steps"]}>
          {STEPS.map(({ key, title }, index) => {
            const isDone = index < place;
            const isWrong = isInError(key);
            return (
              <li key={key} className={stepIndicator["item"]}>
                <button
                  type="button"
                  className={classNames(
                    stepIndicator["step"],
                    isDone && stepIndicator["done"],
                    key === current && stepIndicator["current"],
                    isWrong && stepIndicator["wrong"],
                  )}
                  aria-current={key === current ? "step" : undefined}
                  onClick={() => onGoTo(key)}
                >
                  <span className={stepIndicator["number"]} aria-hidden="true">
                    {isWrong ? "!" : isDone ? <CheckIcon /> : index + 1}
                  </span>
                  {title}
                  {isWrong ? (
                    <VisuallyHidden> (needs attention)</VisuallyHidden>
                  ) : (
                    isDone && <VisuallyHidden> (done)</VisuallyHidden>
                  )}
                </button>
              </li>
            );
          })}
        </ol>
      </Toolbar>
    </nav>
  );
}
