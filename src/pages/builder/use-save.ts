/** Saving the form as the strategy: only what storage confirmed counts as saved, and a newer revision asks first. */
import { useState } from "react";
import { familyOf } from "#src/storage/families.ts";
import type { StrategyRecord } from "#src/storage/records.ts";
import { findSample } from "#src/storage/samples.ts";
import { addStrategy, clearDraft, loadStrategy, saveStrategy } from "#src/storage/strategies.ts";
import { ok } from "#workers/model/problem.ts";
import type { Problem, Result } from "#workers/model/problem.ts";
import type { FormOutcome } from "./form-values.ts";
import type { DraftMark } from "./use-draft.ts";

/** What the form was begun from. */
interface Base {
  readonly id: string;
  readonly revision: number;
}

/** What a form means, and which of its rules are shown as formulas. */
export interface SavedForm extends FormOutcome {
  readonly formulaLines: readonly string[];
}

/** Another tab saved meanwhile: what was to be saved waits for the person's choice. */
interface Conflict {
  readonly mine: SavedForm;
  readonly theirs: StrategyRecord;
}

export interface Saving {
  readonly base: Base;
  readonly problem: Problem | null;
  readonly conflict: Conflict | null;
  /** null where it was not saved; problem or conflict then says why. */
  readonly save: (outcome: SavedForm) => Promise<StrategyRecord | null>;
  readonly keepMine: () => Promise<StrategyRecord | null>;
  readonly keepBoth: () => Promise<StrategyRecord | null>;
  /** Drops the draft and gives the other tab's version to show. */
  readonly takeTheirs: () => Promise<StrategyRecord | null>;
  readonly dismissConflict: () => void;
  readonly fail: (problem: Problem) => void;
}

export function useSave(first: Base, draft: DraftMark): Saving {
  const [base, setBase] = useState(first);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [conflict, setConflict] = useState<Conflict | null>(null);

  function settle(outcome: Result<StrategyRecord>): StrategyRecord | null {
    if (!outcome.ok) {
      setProblem(outcome.problem);
      return null;
    }
    setProblem(null);
    setConflict(null);
    setBase({ id: outcome.value.id, revision: outcome.value.revision });
    return outcome.value;
  }

  async function saveAs(mine: SavedForm, revision: number): Promise<StrategyRecord | null> {
    if (findSample(base.id)) return settle(await saveCopyOfSample(base.id, mine, draft));
    const outcome = await saveStrategy(base.id, mine.strategy, revision, {
      datasetId: mine.datasetId,
      draftAt: draft.at,
      formulaLines: mine.formulaLines,
    });
    if (outcome.ok || outcome.problem.code !== "strategy-conflict") return settle(outcome);
    const theirs = await loadStrategy(base.id);
    if (!theirs.ok) return settle(theirs);
    setConflict({ mine, theirs: theirs.value });
    return null;
  }

  return {
    base,
    problem,
    conflict,
    save: (outcome) => saveAs(outcome, base.revision),
    keepMine: async () => conflict && saveAs(conflict.mine, conflict.theirs.revision),
    keepBoth: async () => {
      if (!conflict) return null;
      const { mine, theirs } = conflict;
      const added = await addStrategy(mine.strategy, mine.datasetId, familyOf(theirs), mine.formulaLines);
      if (added.ok) await clearDraft(base.id, draft.at);
      return settle(added);
    },
    takeTheirs: async () => {
      if (!conflict) return null;
      const cleared = await clearDraft(base.id, draft.at);
      return settle(cleared.ok ? ok(conflict.theirs) : cleared);
    },
    dismissConflict: () => setConflict(null),
    fail: setProblem,
  };
}

/** Built-in strategies never change: what was edited becomes one of the person's own. */
async function saveCopyOfSample(
  sampleId: string,
  mine: SavedForm,
  draft: DraftMark,
): Promise<Result<StrategyRecord>> {
  const added = await addStrategy(mine.strategy, mine.datasetId, sampleId, mine.formulaLines);
  if (!added.ok) return added;
  const cleared = await clearDraft(sampleId, draft.at);
  return cleared.ok ? added : cleared;
}
