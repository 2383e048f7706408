/** The four steps of one strategy, with what can be done with it. The step is in the URL: reload and Back work. */
import { useEffect, useRef } from "react";
import type { ReactElement } from "react";
import { currencyOfExchange } from "#src/format/money.ts";
import type { Dataset } from "#src/storage/datasets.ts";
import type { DraftRecord, StrategyRecord } from "#src/storage/records.ts";
import { findSample } from "#src/storage/samples.ts";
import { WarningBanner } from "#src/ui/banner.tsx";
import { PageHeading } from "#src/ui/page-heading.tsx";
import type { Problem } from "#workers/model/problem.ts";
import { adviceFor, startBlocker } from "./advice.ts";
import { ConflictDialog } from "./conflict-dialog.tsx";
import { formSchema, toPreviewOutcome } from "./form-values.ts";
import type { FormValues } from "./form-values.ts";
import { LeaveDialog } from "./leave-dialog.tsx";
import { StepIndicator } from "./step-indicator.tsx";
import { StepPanel } from "./step-panel.tsx";
import { isStepInError } from "./steps.ts";
import styles from "./strategy-form.module.css";
import { StrategyWords } from "./strategy-words.tsx";
import { useBuilder } from "./use-builder.ts";
import { PreviewContext, usePreview } from "./use-preview.ts";
import { useRehearsal } from "./use-rehearsal.ts";

interface StrategyFormProps {
  readonly record: StrategyRecord;
  readonly draft: DraftRecord | null;
  /** The time of the draft in the database, which may be another than what is shown; null for none. */
  readonly draftAt: number | null;
  readonly datasets: readonly Dataset[];
}

export function StrategyForm({ record, draft, draftAt, datasets }: StrategyFormProps): ReactElement {
  const builder = useBuilder(record, draft, draftAt, datasets);
  const { form, values, saving, step } = builder;
  const currency = currencyOfExchange(values.scanner.exchange);
  const { parsed, advice, preview } = useReading(values, datasets, currency);
  const page = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (builder.attempts > 0) page.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [builder.attempts]);
  const problem = saving.problem ?? builder.draftFailure?.problem;
  const title = values.name.trim() || "Strategy without a name";
  return (
    <div className={styles["page"]} ref={page}>
      <PageHeading
        title={title}
        tabTitle={`${title}, builder`}
        lead={describeState(record, builder.isStored)}
      />
      {problem && <ProblemBanner problem={problem} />}
      <StepIndicator
        current={step}
        isInError={(key) => isStepInError(key, form.formState.errors)}
        onGoTo={builder.goTo}
      />
      <div className={styles["columns"]}>
        <PreviewContext value={preview}>
          <StepPanel
            builder={builder}
            advice={advice}
            places={parsed.data?.strategy.simulation.maxPositions ?? null}
            currency={currency}
            datasets={datasets}
          />
        </PreviewContext>
        {/* A box that scrolls must be reachable by keyboard. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <aside className={styles["aside"]} aria-label="The strategy in words" tabIndex={0}>
          <StrategyWords
            strategy={parsed.data?.strategy ?? null}
            firstError={parsed.error?.issues[0]?.message}
            currency={currency}
          />
        </aside>
      </div>
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

/** What the values mean as they stand: strategy, counts on the last session, and what to look at. */
function useReading(values: FormValues, datasets: readonly Dataset[], currency: string) {
  const parsed = formSchema.safeParse(values);
  const dataset = datasets.find(({ id }) => id === values.datasetId) ?? null;
  const counted = toPreviewOutcome(values);
  const isCountable = counted !== null && startBlocker(counted.strategy, dataset) === null;
  const preview = usePreview(isCountable ? counted : null);
  const isCounted = isCountable && preview.preview !== null && !preview.isCounting;
  useRehearsal(isCounted ? (parsed.data ?? null) : null);
  const advice = adviceFor((parsed.data ?? counted)?.strategy ?? null, {
    dataset,
    preview: preview.preview,
    currency,
  });
  return { parsed, preview, advice };
}

function describeState({ id, status }: StrategyRecord, isStored: boolean): string {
  if (findSample(id)) return "Built-in strategies don't change: saving makes a copy of your own.";
  if (!isStored) return "Changes are kept as a draft on this device until you save them.";
  return status === "draft" ? "Draft, not saved yet." : "Saved on this device.";
}

function ProblemBanner({ problem }: { readonly problem: Problem }): ReactElement {
  return (
    <WarningBanner message={problem.message}>
      {problem.details && problem.details.length > 0 && (
        <ul>
          {problem.details.map((detail) => (
            <li key={detail}>{detail}</li>
          ))}
        </ul>
      )}
    </WarningBanner>
  );
}
