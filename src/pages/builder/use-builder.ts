/** What the builder's buttons do: going from step to step, saving, starting, and settling a conflict of two tabs. */
import { useReducer, useState } from "react";
import type { RefObject } from "react";
import { useLocation, useSearchParams } from "wouter";
import { useShortcut } from "#src/app/shortcuts.ts";
import { UNSAVED, useReloadHold } from "#src/app/work-in-hand.ts";
import { consentSettled } from "#src/code/own-consent.ts";
import { startRun } from "#src/run/start-run.ts";
import type { FormulaNames } from "#src/formula/formula-names.ts";
import type { Dataset } from "#src/storage/datasets.ts";
import type { DraftRecord, StrategyRecord } from "#src/storage/records.ts";
import type { Problem } from "#workers/model/problem.ts";
import { useStatus } from "#src/ui/status-messages.tsx";
import { refusedBy, startBlocker } from "./advice.ts";
import type { Advice } from "./advice-item.ts";
import { namesOf } from "./dataset-names.ts";
import type { Mend } from "./mend.ts";
import { owesRows, settleOwed } from "./portfolio/owed-rows.ts";
import { lackBlocker, ruleBlocker } from "./rules/rule-advice.ts";
import { RULE_STEPS } from "./rules/line-check.ts";
import type { RuleSection } from "./rules/line-check.ts";
import { deskOf, focusWrongLine } from "./rules/rule-desk.ts";
import { formulaLinesOf } from "./rules/rule-texts.ts";
import { firstStepInError, isStepInError, readStep, stepFrom } from "./steps.ts";
import type { StepKey } from "./steps.ts";
import type { FormValues } from "./form-values.ts";
import { useLeaveGuard } from "./use-leave-guard.ts";
import type { LeaveGuard } from "./use-leave-guard.ts";
import { storedValues, useStrategyForm, validateForm } from "./use-strategy-form.ts";
import type { StrategyForm } from "./use-strategy-form.ts";

export interface Builder extends StrategyForm, StepWalk {
  /** A save or start is under way. */
  readonly busy: boolean;
  readonly guard: LeaveGuard;
  /** How often a field was in the way: each time the first wrong one gets the focus. */
  readonly attempts: number;
  readonly next: () => Promise<void>;
  readonly save: () => Promise<void>;
  readonly start: () => Promise<void>;
  readonly keepMine: () => Promise<void>;
  readonly keepBoth: () => Promise<void>;
  readonly takeTheirs: () => Promise<void>;
}

interface BuilderGiven {
  readonly record: StrategyRecord;
  readonly draft: DraftRecord | null;
  readonly draftAt: number | null;
  readonly datasets: readonly Dataset[];
  /** What the last counts say against a start; nothing while they are made. */
  readonly counts: Readonly<RefObject<CountsSay>>;
}

/** Absent or null for nothing. */
export interface CountsSay {
  /** What the data lacks for the rules. */
  readonly lacks?: Problem | undefined;
  /** Why nothing could be counted. */
  readonly refusal: Problem | null;
}

export function useBuilder({ record, draft, draftAt, datasets, counts }: BuilderGiven): Builder {
  const showStatus = useStatus();
  const [, navigate] = useLocation();
  const strategyForm = useStrategyForm(record, draft, draftAt);
  const { form, saving, noteStored } = strategyForm;
  useReloadHold(strategyForm.isStored ? null : UNSAVED);
  const guard = useLeaveGuard(strategyForm.draftFailure?.isLost === true);
  const walk = useStepWalk(saving.strategyId);
  const [attempts, pointAtError] = useReducer((count: number) => count + 1, 0);
  const { busy, once } = useOneAtATime();

  const shown = () => structuredClone(form.getValues());
  const saveForm = async (values: FormValues, write: () => Promise<StrategyRecord | null>) => {
    const saved = await write();
    if (!saved) return null;
    noteStored(values);
    if (saved.id !== record.id) walk.goTo(walk.step, saved.id);
    return saved;
  };
  const validateAndSave = async () => {
    if (owesRows(form)) await settleOwed(form, showStatus);
    const checking = validateForm(form);
    const values = shown(); // those that are being checked: more may be typed meanwhile
    const checked = await checking;
    if (checked.ok) {
      const formulaLines = formulaLinesOf(Object.values(values.rules));
      return saveForm(values, () => saving.save({ ...checked.value, formulaLines }));
    }
    walk.goTo(firstStepInError(checked.problem) ?? walk.step);
    pointAtError();
    return null;
  };
  const tell = (saved: StrategyRecord | null) => {
    if (saved) showStatus("Strategy saved successfully!");
  };

  const next = async () => {
    const checked = await validateForm(form);
    const following = stepFrom(walk.step, 1);
    if (!checked.ok && isStepInError(walk.step, checked.problem)) pointAtError();
    else if (following) walk.goTo(following);
  };
  const save = once(async () => tell(await validateAndSave()));
  const start = once(async () => {
    const saved = await validateAndSave();
    if (!saved) return;
    const refusal = refusalOf(saved, datasets, counts.current);
    if (refusal) {
      saving.fail(refusal.problem, refusal.mend);
      if (refusal.step) {
        walk.goTo(refusal.step, saved.id);
        focusWrongLine(deskOf(form), refusal.step, namesFor(saved, datasets));
      } else pointAtError(); // of a field that is saved as it is, such as a weight
      return;
    }
    const started = await consentSettled().then(() => startRun(saved.id));
    if (started.ok) navigate(`/simulation-result?run=${started.value.runId}`);
    else saving.fail(started.problem);
  });
  useShortcut("save", () => void save());
  useShortcut("start", () => void start());
  useShortcut("next-step", stepFrom(walk.step, 1) && (() => void next()));
  useShortcut("previous-step", stepFrom(walk.step, -1) && walk.back);

  return {
    ...strategyForm,
    ...walk,
    busy,
    guard,
    attempts,
    next,
    save,
    start,
    keepMine: once(async () => tell(await saveForm(shown(), saving.keepMine))),
    keepBoth: once(async () => tell(await saveForm(shown(), saving.keepBoth))),
    takeTheirs: once(async () => {
      const theirs = await saving.takeTheirs();
      if (!theirs) return;
      form.reset(storedValues(theirs));
      noteStored(storedValues(theirs));
    }),
  };
}

interface Refusal {
  readonly problem: Problem;
  readonly mend: Mend | null;
  /** The step with the rule to mend; null where none is wrong. */
  readonly step: RuleSection | null;
}

/** Why a stored strategy is not started; null where nothing is known to be in the way. */
function refusalOf(
  saved: StrategyRecord,
  datasets: readonly Dataset[],
  { lacks, refusal }: CountsSay,
): Refusal | null {
  const dataset = datasetOf(saved, datasets);
  const { strategy } = saved;
  const wrong = ruleBlocker(strategy, namesFor(saved, datasets));
  if (wrong)
    return {
      problem: { code: "rules-invalid", message: notStarted(wrong) },
      mend: wrong.mend,
      step: wrong.step,
    };
  const blocker = startBlocker(strategy, dataset) ?? refusedBy(refusal, strategy, dataset);
  if (blocker)
    return {
      problem: { code: "data-missing", message: notStarted(blocker) },
      mend: blocker.mend,
      step: null,
    };
  const lacking = lackBlocker(lacks);
  if (!lacking) return null;
  const step = RULE_STEPS.find((each) => each === lacking.step) ?? null;
  return {
    problem: { code: lacks?.code ?? "data-missing", message: notStarted(lacking) },
    mend: lacking.mend,
    step,
  };
}

function namesFor(saved: StrategyRecord, datasets: readonly Dataset[]): FormulaNames {
  return namesOf(datasetOf(saved, datasets), saved.strategy.computed);
}

function datasetOf({ datasetId }: StrategyRecord, datasets: readonly Dataset[]): Dataset | null {
  return datasets.find(({ id }) => id === datasetId) ?? null;
}

function notStarted({ message }: Advice): string {
  return `The simulation was not started. ${message}`;
}

interface StepWalk {
  readonly step: StepKey;
  /** Another step, or the same one of a strategy that was just stored under another id. */
  readonly goTo: (step: StepKey, strategyId?: string) => void;
  readonly back: () => void;
}

/** The step is in the URL, so that reload and the browser's Back work. */
function useStepWalk(strategyId: string): StepWalk {
  const [, navigate] = useLocation();
  const [params] = useSearchParams();
  const step = readStep(params.get("step"));
  const goTo = (to: StepKey, id = strategyId) => {
    if (to === step && id === strategyId) return;
    navigate(`/simulation-steps?id=${id}&step=${to}`, { replace: id !== strategyId });
  };
  return {
    step,
    goTo,
    back: () => {
      const previous = stepFrom(step, -1);
      if (previous) goTo(previous);
      else navigate("/strategy");
    },
  };
}

/** Wraps actions so that a second click during one does nothing. */
function useOneAtATime() {
  const [busy, setBusy] = useState(false);
  const once = (work: () => Promise<void>) => async () => {
    if (busy) return;
    setBusy(true);
    await work().finally(() => setBusy(false));
  };
  return { busy, once };
}
