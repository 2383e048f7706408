/**
 * What the form means as it stands: strategy, counts on the last session, the run gone through ahead, and what to look at.
 * A form of 200 lines takes a while to read, so each part is worked out anew only when what it hangs on has changed.
 */
import { useMemo } from "react";
import type { FormulaNames } from "#src/formula/formula-names.ts";
import type { Dataset } from "#src/storage/datasets.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { adviceFor, dataBlocker, startBlocker } from "./advice.ts";
import type { Advice } from "./advice-item.ts";
import { namesOf } from "./dataset-names.ts";
import { formSchema, toPreviewOutcome, toReadableOutcome } from "./form-values.ts";
import type { FormOutcome, FormValues } from "./form-values.ts";
import { stepsOfWrongLines } from "./rules/line-check.ts";
import { stepsOfFaults } from "./steps.ts";
import type { StepKey } from "./steps.ts";
import { usePreview } from "./use-preview.ts";
import type { PreviewView } from "./use-preview.ts";
import { useRehearsal } from "./use-rehearsal.ts";
import type { Rehearsed } from "./use-rehearsal.ts";

export interface Reading {
  /** null while a field can't be read. */
  readonly outcome: FormOutcome | null;
  /** What is wrong first, where a field can't be read. */
  readonly firstError: string | undefined;
  /** What is counted; null while that can't be read. */
  readonly counted: FormOutcome | null;
  readonly preview: PreviewView;
  readonly rehearsed: Rehearsed;
  readonly wrongSteps: ReadonlySet<StepKey>;
  readonly advice: readonly Advice[];
}

export function useReading(values: FormValues, dataset: Dataset | null, currency: string): Reading {
  const names = namesOf(dataset, values.computed);
  const { outcome, firstError, counted, readable, faultySteps, wrongSteps } = useMemo(
    () => readForm(values, names),
    [values, names],
  );
  const isCountable = counted !== null && dataBlocker(counted.strategy, dataset) === null;
  const isPortfolio = values.simulation.positionSizing === "weights";
  const preview = usePreview(isCountable ? counted : null, { faultySteps, isPortfolio });
  const isCounted = isCountable && preview.preview !== null && !preview.isCounting;
  const canRun = useMemo(
    () => outcome !== null && startBlocker(outcome.strategy, dataset) === null,
    [outcome, dataset],
  );
  const isComplete = isCounted && preview.preview?.lacks === undefined;
  const rehearsed = useRehearsal(isComplete && canRun ? outcome : null);
  const { preview: counts, problem: refusal } = preview;
  const gone = rehearsed.isCurrent ? rehearsed.sketch : null;
  const advice = useMemo(
    () =>
      adviceFor(readable, { dataset, preview: counts, refusal, currency, rehearsed: gone })
        // of a step with a fault nothing is known but the fault
        .filter(({ step }) => !faultySteps.has(step)),
    [readable, dataset, counts, refusal, currency, gone, faultySteps],
  );
  return { outcome, firstError, counted, preview, rehearsed, wrongSteps, advice };
}

function readForm(values: FormValues, names: FormulaNames) {
  const parsed = formSchema.safeParse(values);
  const faults = parsed.error?.issues.map(({ path }) => path) ?? [];
  const faultySteps = stepsOfFaults(faults);
  const outcome = parsed.data ?? null;
  const readable: Strategy | null = (outcome ?? toReadableOutcome(values, faults))?.strategy ?? null;
  return {
    outcome,
    firstError: parsed.error?.issues[0]?.message,
    counted: toPreviewOutcome(values, faults, names),
    readable,
    faultySteps,
    wrongSteps: new Set<StepKey>([...faultySteps, ...(readable ? stepsOfWrongLines(readable, names) : [])]),
  };
}
