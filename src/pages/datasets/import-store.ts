/**
 * The import that a person is at, from the first file to the stored dataset. It lives beside the page, so that leaving
 * the page ends nothing.
 */
import { create } from "zustand";
import { holdReload } from "#src/app/work-in-hand.ts";
import { checkImport, forgetImport, importDataset } from "#src/run/import-dataset.ts";
import { splitKey } from "#workers/model/instruments.ts";
import type { DatasetRecord, SplitDecision } from "#src/storage/records.ts";
import { joinAnswers } from "#workers/model/import-check.ts";
import type { Answers } from "#workers/model/import-check.ts";
import type { DryRun, FoundSplit, ImportFile, ImportPlan } from "#workers/model/import-plan.ts";
import type { Problem } from "#workers/model/problem.ts";
import type { SplitRatio } from "./split-ratio.ts";
import type { Progress } from "#workers/model/protocol.ts";
import type { InstrumentDefaults } from "#workers/model/reading.ts";
import { addFiles, lookUpSizes } from "./chosen-files.ts";
import { openNights } from "./open-nights.ts";

/** A dataset that gets the files. */
export interface ImportTarget {
  readonly id: string;
  readonly title: string;
  /** The columns' id, as plan.addTo has it. */
  readonly columnsId: string;
}

/** A plan with the dataset that its addTo means; null for a new one. */
export interface ImportDraft extends ImportPlan {
  readonly target: ImportTarget | null;
  /** What was decided about overnight jumps that look like splits, by splitKey(). */
  readonly splits: ReadonlyMap<string, ChosenSplit>;
}

/** What is done about a night, and for which split: the one that was found, or another that the person typed. */
export type ChosenSplit = Pick<SplitDecision, "decision" | "factor" | "fraction">;

export type ImportState =
  | { readonly type: "idle"; readonly note: string; readonly target: ImportTarget | null }
  /** The first look at the files. */
  | { readonly type: "checking"; readonly plan: ImportDraft; readonly progress: Progress | null }
  | {
      readonly type: "checked";
      readonly plan: ImportDraft;
      /** Of the plan as it was before the last answer while `isLooking`. */
      readonly dryRun: DryRun;
      readonly isLooking: boolean;
      /** Why the last step did not succeed. */
      readonly problem: Problem | null;
    }
  | {
      readonly type: "importing";
      readonly plan: ImportDraft;
      readonly dryRun: DryRun;
      readonly title: string;
      readonly progress: Progress | null;
    }
  | {
      readonly type: "imported";
      readonly record: DatasetRecord;
      /** Nights of its files that look like splits, with nothing decided about them. */
      readonly nights: number;
      /** What the dataset had before; null for a new one. */
      readonly before: DryRun["before"];
    }
  | { readonly type: "unreadable"; readonly plan: ImportDraft; readonly problem: Problem };

const IDLE: ImportState = { type: "idle", note: "", target: null };

export const useImportStore = create<ImportState>()(() => IDLE);

let stop = new AbortController();
/** The look that is under way, and those that answers to it ask for. */
let looking = Promise.resolve();

/** Looks at files, beside those that are being looked at already. Nothing happens while an import is being stored. */
export function chooseFiles(files: readonly ImportFile[]): Promise<void> {
  const state = useImportStore.getState();
  if (files.length === 0 || state.type === "importing") return Promise.resolve();
  if (state.type === "checked" || state.type === "checking") {
    return look({ ...state.plan, files: addFiles(state.plan.files, files) });
  }
  const target = state.type === "idle" ? state.target : null;
  const plan: ImportDraft = {
    id: crypto.randomUUID(),
    files: addFiles([], files),
    answers: new Map(),
    leftOut: new Set(),
    factsAsOf: "",
    addTo: target?.columnsId ?? null,
    target,
    splits: new Map(),
  };
  return look(plan);
}

/** Gives an answer for files, in place of their earlier one to the same question, and looks at them again. */
export function answer(files: readonly string[], change: Answers): Promise<void> {
  return answerEach(new Map(files.map((file) => [file, change])));
}

/** The same, with an answer for each file. */
export function answerEach(changes: ReadonlyMap<string, Answers>): Promise<void> {
  const state = useImportStore.getState();
  if (state.type !== "checked") return Promise.resolve();
  const answers = new Map(state.plan.answers);
  for (const [file, change] of changes) answers.set(file, joinAnswers(answers.get(file), change));
  return look({ ...state.plan, answers });
}

/** Forgets what was answered for files: all of it, or what was said of one thing. */
export function forgetAnswers(files: readonly string[], about?: keyof Answers): Promise<void> {
  const state = useImportStore.getState();
  if (state.type !== "checked") return Promise.resolve();
  const answers = new Map(state.plan.answers);
  for (const file of files) {
    const kept = Object.entries(answers.get(file) ?? {}).filter(([name]) => name !== about);
    if (about === undefined || kept.length === 0) answers.delete(file);
    else answers.set(file, Object.fromEntries(kept));
  }
  return look({ ...state.plan, answers });
}

/** Leaves files out of the import, or takes them in again. */
export function leaveOut(files: readonly string[], isOut: boolean): Promise<void> {
  const state = useImportStore.getState();
  if (state.type !== "checked") return Promise.resolve();
  const leftOut = new Set(state.plan.leftOut);
  for (const file of files) {
    if (isOut) leftOut.add(file);
    else leftOut.delete(file);
  }
  return look({ ...state.plan, leftOut });
}

/** Chooses the dataset that gets the files; null for a new one. */
export function aimAt(target: ImportTarget | null): Promise<void> {
  const state = useImportStore.getState();
  if (state.type === "checked") return look({ ...state.plan, target, addTo: target?.columnsId ?? null });
  if (state.type === "idle" || state.type === "imported") set({ type: "idle", note: "", target });
  return Promise.resolve();
}

/** Says of which day the figures of company lists are, an ISO date; "" for the last day of the prices. */
export function setFactsDay(factsAsOf: string): Promise<void> {
  const state = useImportStore.getState();
  return state.type === "checked" ? look({ ...state.plan, factsAsOf }) : Promise.resolve();
}

/** Says whether the facts of the dataset that gets the files make way for theirs. */
export function replaceFacts(dropsFacts: boolean): Promise<void> {
  const state = useImportStore.getState();
  return state.type === "checked" ? look({ ...state.plan, dropsFacts }) : Promise.resolve();
}

/**
 * Decides about overnight jumps that look like splits, in place of earlier decisions; null takes these back.
 *
 * @param other - the split that it was, where it is not the one found
 */
export function decideSplits(
  splits: readonly FoundSplit[],
  decision: SplitDecision["decision"] | null,
  other?: SplitRatio,
): void {
  const state = useImportStore.getState();
  if (state.type !== "checked") return;
  const decided = new Map(state.plan.splits);
  for (const split of splits) {
    if (decision === null) decided.delete(splitKey(split));
    else {
      const { factor, fraction } = other ?? split;
      decided.set(splitKey(split), { decision, factor, fraction });
    }
  }
  set({ ...state, plan: { ...state.plan, splits: decided } });
}

/** Looks once more after a failure. */
export function lookAgain(): Promise<void> {
  const state = useImportStore.getState();
  return state.type === "unreadable" ? look(state.plan) : Promise.resolve();
}

function look(plan: ImportDraft): Promise<void> {
  const before = useImportStore.getState();
  if (before.type === "checked") {
    set({ ...before, plan, isLooking: true, problem: null });
    // What an answer changes is worked in after the look that is under way: ending that would forget what it has read.
    if (before.isLooking && !stop.signal.aborted) return looking;
  } else {
    set({ type: "checking", plan, progress: null });
  }
  stop.abort();
  stop = new AbortController();
  looking = lookUntilKnown(plan, stop.signal);
  return looking;
}

/** Looks at the plan, and at what it has become meanwhile. */
async function lookUntilKnown(first: ImportDraft, signal: AbortSignal): Promise<void> {
  for (let plan = first; ;) {
    const asked = plan;
    // oxlint-disable-next-line no-await-in-loop -- at once where they are known already
    await lookUpSizes(asked.files);
    if (signal.aborted) return;
    // oxlint-disable-next-line no-await-in-loop -- one look after the other
    const looked = await checkImport(
      planOf(asked),
      (progress) => {
        if (!signal.aborted && useImportStore.getState().type === "checking")
          set({ type: "checking", plan: asked, progress });
      },
      signal,
    );
    if (signal.aborted) return;
    const now = useImportStore.getState();
    plan = now.type === "checked" ? now.plan : asked;
    const isKnown = plan === asked;
    if (looked.ok) set({ type: "checked", plan, dryRun: looked.value, isLooking: !isKnown, problem: null });
    else set({ type: "unreadable", plan, problem: looked.problem });
    if (isKnown || !looked.ok) return;
  }
}

/** Stores what was looked at, exactly. */
export async function commitImport(
  title: string,
  defaults: ReadonlyMap<string, InstrumentDefaults>,
): Promise<void> {
  const state = useImportStore.getState();
  if (state.type !== "checked" || state.isLooking) return;
  const { plan, dryRun } = state;
  stop = new AbortController();
  const { signal } = stop;
  const release = holdReload("the import has ended");
  set({ type: "importing", plan, dryRun, title, progress: null });
  const outcome = await importDataset(
    {
      title,
      plan: planOf(plan),
      datasetId: plan.target?.id ?? null,
      digest: dryRun.planned.digest,
      defaults,
      splits: decisionsOf(plan, dryRun),
    },
    (progress) => {
      if (useImportStore.getState().type === "importing")
        set({ type: "importing", plan, dryRun, title, progress });
    },
    signal,
  ).finally(release);
  if (outcome.ok) {
    const nights = openNights(dryRun.splits, outcome.value.splits ?? [], plan.splits);
    set({ type: "imported", record: outcome.value, nights, before: dryRun.before });
  } else set({ type: "checked", plan, dryRun, isLooking: false, problem: outcome.problem });
}

/** Ends what is under way: a look ends the import, storing goes back to what was looked at. */
export function cancelImport(): void {
  stop.abort();
  if (useImportStore.getState().type === "checking")
    set({ type: "idle", note: "Cancelled. Nothing of these files was kept.", target: null });
  void forgetImport();
}

/** Puts the files away, or the report of an import that is done. */
export function dismissImport(): void {
  const { type } = useImportStore.getState();
  if (type === "importing") return;
  stop.abort();
  set(IDLE);
  if (type !== "idle" && type !== "imported") void forgetImport();
}

/** Decisions on the nights that are in the data still. */
function decisionsOf(plan: ImportDraft, { splits }: DryRun): SplitDecision[] {
  const decidedAt = Date.now();
  return splits.splits.flatMap((split) => {
    const chosen = plan.splits.get(splitKey(split));
    const { symbol, date } = split;
    return chosen ? [{ symbol, date, ...chosen, decidedAt }] : [];
  });
}

function set(state: ImportState): void {
  useImportStore.setState(state, true);
}

/** What the worker needs of it. */
function planOf({ id, files, answers, leftOut, factsAsOf, addTo, dropsFacts }: ImportDraft): ImportPlan {
  const plan = { id, files, answers, leftOut, factsAsOf, addTo };
  return dropsFacts === true && addTo !== null ? { ...plan, dropsFacts } : plan;
}
