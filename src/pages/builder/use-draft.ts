/** Keeps what the form holds as a draft: half a second after the last change, and at once when the page goes. */
import { useCallback, useEffect, useRef } from "react";
import { clearDraft, saveDraft } from "#src/storage/strategies.ts";
import type { Problem } from "#workers/model/problem.ts";
import type { BuilderForm } from "./form-fields.tsx";
import { inTurn } from "./draft-mark.ts";
import type { DraftMark } from "./draft-mark.ts";
import type { FormValues } from "./form-values.ts";
import { dropHastyDraft, keepHastyDraft } from "./hasty-draft.ts";
import { deskOf } from "./rules/rule-desk.ts";

const QUIET_MS = 500;

export interface DraftFailure {
  readonly problem: Problem;
  /** The small copy beside the database was refused too: leaving the page loses what was typed. */
  readonly isLost: boolean;
}

interface DraftOptions {
  readonly strategyId: string;
  readonly mark: DraftMark;
  /** After each attempt while the form is shown: null where the database has the draft. */
  readonly onAttempt: (failure: DraftFailure | null) => void;
  /** The time of the draft that the database has by now. */
  readonly onKept: (at: number) => void;
}

/**
 * @returns a function to call once values are stored otherwise (saved, or thrown away for others): they need no draft
 */
export function useDraft(form: BuilderForm, options: DraftOptions): (stored: FormValues) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const kept = useRef<string | null>(null); // as text: what the database has
  const stored = useRef<string | null>(null); // as text: what the last save, or another version, left
  const isElsewhere = useRef(false); // the stored draft is another page's
  const isShown = useRef(false);
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  }, [options]);
  const store = useCallback(async () => {
    const values = structuredClone(form.getValues());
    const text = JSON.stringify(values);
    if (text === kept.current) return;
    const { strategyId, mark } = latest.current;
    const { revision } = mark;
    const tell = (failure: DraftFailure | null): void => {
      if (isShown.current) latest.current.onAttempt(failure);
    };
    const outcome = await saveDraft({ strategyId, values, revision }, mark.at);
    if (!outcome.ok) {
      isElsewhere.current = outcome.problem.code === "strategy-conflict";
      const isKept =
        !isElsewhere.current && keepHastyDraft({ strategyId, revision, values, updatedAt: Date.now() });
      tell({ problem: outcome.problem, isLost: !isKept });
      return;
    }
    tell(null);
    isElsewhere.current = false;
    mark.at = outcome.value;
    if (isShown.current) latest.current.onKept(outcome.value);
    if (stored.current === text) await clearDraft(strategyId, mark.at); // the save overtook it
    kept.current = text;
    dropHastyDraft(strategyId);
  }, [form]);
  const keep = useCallback(() => {
    clearTimeout(timer.current);
    void inTurn(latest.current.mark, store);
  }, [store]);
  useEffect(() => {
    isShown.current = true;
    kept.current ??= JSON.stringify(form.getValues());
    const keepLater = () => {
      clearTimeout(timer.current);
      timer.current = setTimeout(keep, QUIET_MS);
    };
    const keepNow = () => {
      deskOf(form).settle();
      const values = form.getValues();
      if (JSON.stringify(values) === kept.current) return;
      const { strategyId, mark } = latest.current;
      const { revision } = mark;
      if (!isElsewhere.current) keepHastyDraft({ strategyId, revision, values, updatedAt: Date.now() });
      keep();
    };
    const unsubscribe = form.subscribe({ formState: { values: true }, callback: keepLater });
    globalThis.addEventListener("pagehide", keepNow);
    document.addEventListener("visibilitychange", keepNow);
    return () => {
      isShown.current = false;
      unsubscribe();
      globalThis.removeEventListener("pagehide", keepNow);
      document.removeEventListener("visibilitychange", keepNow);
      keepNow();
    };
  }, [form, keep]);
  return useCallback((values: FormValues) => {
    stored.current = JSON.stringify(values);
    kept.current = stored.current;
    dropHastyDraft(latest.current.strategyId);
  }, []);
}
