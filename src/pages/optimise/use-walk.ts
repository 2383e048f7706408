/** One walk-forward at a time, on the search that the page shows; another grid, or leaving the page, ends it. */
import { useEffect, useRef, useState } from "react";
import { useReloadHold } from "#src/app/work-in-hand.ts";
import type { VariantPool } from "#src/run/variant-pool.ts";
import { walkForward } from "#src/run/walk-forward.ts";
import type { WalkQuestion } from "#src/run/walk-forward.ts";
import { storeWalk } from "#src/storage/grids.ts";
import type { WalkOutcome, WalkRecord, WalkSettings } from "#src/storage/walk-record.ts";
import type { Problem } from "#workers/model/problem.ts";

export type WalkState =
  | { readonly type: "idle" }
  | { readonly type: "walking"; readonly done: number; readonly simulations: number }
  | {
      readonly type: "done";
      readonly outcome: WalkOutcome;
      readonly metric: string;
      /** Why it could not be stored. */
      readonly notKept: Problem | null;
    }
  | { readonly type: "refused"; readonly problem: Problem };

const SHOW_MS = 150;

/** @param before - the last one over the same grid */
export function useWalk(pool: VariantPool, before: WalkRecord | null) {
  const [state, setState] = useState<WalkState>(() =>
    before ? toDone(before.settings.metric, before.outcome, null) : { type: "idle" },
  );
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);
  useReloadHold(state.type === "walking" ? "the walk-forward has ended" : null);

  const start = async (question: WalkQuestion, settings: WalkSettings): Promise<void> => {
    const own = new AbortController();
    stop.current?.abort();
    stop.current = own;
    const { search, windows } = question;
    const simulations = windows.length * search.variants.length;
    setState({ type: "walking", done: 0, simulations });
    let shownAt = performance.now();
    const walked = await walkForward(question, {
      pool,
      signal: own.signal,
      onDone(done) {
        if (performance.now() - shownAt < SHOW_MS || own.signal.aborted) return;
        shownAt = performance.now();
        setState({ type: "walking", done, simulations });
      },
    });
    if (stop.current !== own) return;
    if (!walked.ok) {
      setState({ type: "refused", problem: walked.problem });
      return;
    }
    const outcome = walked.value;
    const stored = await storeWalk({ id: search.id, settings, outcome }, search.question, search.found);
    if (stop.current !== own) return;
    setState(toDone(settings.metric, outcome, stored.ok ? null : stored.problem));
  };
  return { state, start, cancel: () => stop.current?.abort() };
}

function toDone(metric: string, outcome: WalkOutcome, notKept: Problem | null): WalkState {
  return { type: "done", outcome, metric, notKept };
}
