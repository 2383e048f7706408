/** Saving the form as the strategy: only what storage confirmed counts as saved, and a newer revision asks first. */
import { useState } from "react";
import { familyOf } from "#src/storage/families.ts";
import type { StrategyRecord } from "#src/storage/records.ts";
import { findSample } from "#src/storage/samples.ts";
import { addStrategy, clearDraft, loadStrategy, saveStrategy } from "#src/storage/strategies.ts";
import { ok } from "#workers/model/problem.ts";
import type { Problem, Result } from "#workers/model/problem.ts";
import { inTurn, noteSaved } from "./draft-mark.ts";
import type { DraftMark } from "./draft-mark.ts";
import type { FormOutcome } from "./form-values.ts";
import type { Mend } from "./mend.ts";

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
  /** Of the strategy that the next save writes over: another one once a copy was saved. */
  readonly strategyId: string;
  readonly problem: Problem | null;
  readonly conflict: Conflict | null;
  /** null where it was not saved; problem or conflict then says why. */
  readonly save: (outcome: SavedForm) => Promise<StrategyRecord | null>;
  readonly keepMine: () => Promise<StrategyRecord | null>;
  readonly keepBoth: () => Promise<StrategyRecord | null>;
  /** Drops the draft and gives the other tab's version to show. */
  readonly takeTheirs: () => Promise<StrategyRecord | null>;
  readonly dismissConflict: () => void;
  /** @param mend - of the form, one click away; null where a person has to think for themselves */
  readonly fail: (problem: Problem, mend?: Mend | null) => void;
  readonly mend: Mend | null;
  readonly dismissProblem: () => void;
}

export function useSave(firstId: string, draft: DraftMark): Saving {
  const [strategyId, setStrategyId] = useState(firstId);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [mend, setMend] = useState<Mend | null>(null);
  const [conflict, setConflict] = useState<Conflict | null>(null);

  function settle(outcome: Result<StrategyRecord>): StrategyRecord | null {
    if (!outcome.ok) {
      setProblem(outcome.problem);
      setMend(null);
      return null;
    }
    setProblem(null);
    setConflict(null);
    setStrategyId(outcome.value.id);
    noteSaved(draft, outcome.value.revision);
    return outcome.value;
  }

  async function saveAs(mine: SavedForm, revision: number): Promise<StrategyRecord | null> {
    if (findSample(strategyId)) return settle(await saveCopyOfSample(strategyId, mine, draft));
    const outcome = await saveStrategy(strategyId, mine.strategy, revision, {
      datasetId: mine.datasetId,
      draftAt: draft.at,
      formulaLines: mine.formulaLines,
    });
    if (outcome.ok || outcome.problem.code !== "strategy-conflict") return settle(outcome);
    const theirs = await loadStrategy(strategyId);
    if (!theirs.ok) return settle(theirs);
    setConflict({ mine, theirs: theirs.value });
    return null;
  }

  return {
    strategyId,
    problem,
    conflict,
    save: (outcome) => inTurn(draft, () => saveAs(outcome, draft.revision)),
    keepMine: async () => conflict && inTurn(draft, () => saveAs(conflict.mine, conflict.theirs.revision)),
    keepBoth: () =>
      inTurn(draft, async () => {
        if (!conflict) return null;
        const { mine, theirs } = conflict;
        const added = await addStrategy(mine.strategy, mine.datasetId, familyOf(theirs), mine.formulaLines);
        if (added.ok) await clearDraft(strategyId, draft.at);
        return settle(added);
      }),
    takeTheirs: () =>
      inTurn(draft, async () => {
        if (!conflict) return null;
        const cleared = await clearDraft(strategyId, draft.at);
        return settle(cleared.ok ? ok(conflict.theirs) : cleared);
      }),
    dismissConflict: () => setConflict(null),
    fail: (failed, its = null) => {
      setProblem(failed);
      setMend(its);
    },
    mend: problem && mend,
    dismissProblem: () => setProblem(null),
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
