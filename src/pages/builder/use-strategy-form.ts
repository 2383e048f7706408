/** The builder's form over one stored strategy: what was typed, what of it is stored, and its draft. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import type { FieldErrors } from "react-hook-form";
import { currencyOfExchange } from "#src/format/exchange-currency.ts";
import { isNewerDraft } from "#src/storage/records.ts";
import type { DraftRecord, StrategyRecord } from "#src/storage/records.ts";
import { findSample } from "#src/storage/samples.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import type { BuilderForm } from "./form-fields.tsx";
import { formSchema, readDraftValues, toFormValues } from "./form-values.ts";
import type { FormOutcome, FormValues } from "./form-values.ts";
import { useBegunPortfolio } from "./portfolio/begin-weights.ts";
import { deskOf } from "./rules/rule-desk.ts";
import { markDraft } from "./draft-mark.ts";
import { useDraft } from "./use-draft.ts";
import type { DraftFailure } from "./use-draft.ts";
import { useSave } from "./use-save.ts";
import type { Saving } from "./use-save.ts";

export interface StrategyForm {
  readonly form: BuilderForm;
  readonly values: FormValues;
  readonly saving: Saving;
  /** The values as they stand now are the stored ones. */
  readonly isStored: boolean;
  /** Why the draft is not in the database; null where it is, or where none is needed. */
  readonly draftFailure: DraftFailure | null;
  /** When the last draft was stored; null where none is, or where the last attempt failed. */
  readonly draftSavedAt: number | null;
  /** Nothing of it was saved or kept as a draft yet. */
  readonly isBegun: boolean;
  /** Why a draft is not shown, but the stored strategy; null where there is none, or where it is shown. */
  readonly otherDraft: "newer" | "unreadable" | null;
  /** Call when these values are stored, or were thrown away for the stored ones. */
  readonly noteStored: (values: FormValues) => void;
}

/**
 * Reads record and draft once, when it is mounted: give its component a key of the strategy's id.
 *
 * @param draftAt - the time of the draft in the database; null for none
 */
export function useStrategyForm(
  record: StrategyRecord,
  found: DraftRecord | null,
  draftAt: number | null,
): StrategyForm {
  const isNewer = found !== null && isNewerDraft(found);
  const draft = isNewer ? null : found;
  const knownAt = isNewer ? null : draftAt;
  const [stored, setStored] = useState(() => storedValues(record));
  const [draftFailure, setDraftFailure] = useState<DraftFailure | null>(null);
  const [draftSavedAt, setDraftSavedAt] = useState(knownAt);
  const [drafted] = useState(() => readDraftValues(draft?.values, stored));
  const [mark] = useState(() => {
    const isOverRecord = draft === null || isSame(drafted, stored); // what says the same as was saved changes nothing
    return markDraft(record.id, knownAt, isOverRecord ? record.revision : draft.revision);
  });
  const saving = useSave(record.id, mark);
  const form = useForm<FormValues, unknown, FormOutcome>({
    defaultValues: drafted ?? stored,
    resolver: zodResolver(formSchema),
    mode: "onTouched", // fieldProps lets a click end first: its button would move from under it
    shouldFocusError: false,
  });
  const values = useWatch({
    control: form.control,
    compute: (current: FormValues) => structuredClone(current), // the form changes its own object in place
  });
  const endDraft = useDraft(form, {
    strategyId: saving.strategyId,
    mark,
    onAttempt: setDraftFailure,
    onKept: setDraftSavedAt,
  });
  const isBegun = record.status === "draft" && found === null && draftAt === null;
  useBegunPortfolio(form, isBegun);
  const isStored = isSame(values, stored);
  return {
    form,
    values,
    saving,
    isStored,
    draftFailure: isStored ? null : draftFailure,
    draftSavedAt: draftFailure ? null : draftSavedAt,
    isBegun,
    otherDraft: isNewer ? "newer" : draft !== null && drafted === null ? "unreadable" : null,
    noteStored: (now) => {
      endDraft(now);
      setStored(now);
    },
  };
}

function isSame(values: FormValues | null, others: FormValues): boolean {
  return JSON.stringify(values) === JSON.stringify(others);
}

/** What the form shows of a stored strategy; a built-in one under the name that its copy will have. */
export function storedValues({ id, strategy, datasetId, formulaLines }: StrategyRecord): FormValues {
  const currency = currencyOfExchange(strategy.scanner.exchange, null);
  const values = toFormValues(strategy, datasetId, currency, formulaLines);
  return findSample(id) ? { ...values, name: `${values.name} (copy)` } : values;
}

/** Checks every step. Answers once the messages, if there are any, stand by their fields. */
export async function validateForm(form: BuilderForm): Promise<Result<FormOutcome, FieldErrors<FormValues>>> {
  deskOf(form).addTyped();
  let checked: Result<FormOutcome, FieldErrors<FormValues>> = err({});
  await form.handleSubmit(
    (outcome) => {
      checked = ok(outcome);
    },
    (errors) => {
      checked = err(errors);
    },
  )();
  return checked;
}
