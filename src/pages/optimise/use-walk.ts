/** One walk-forward at a time, on the search that the page shows; another grid, or leaving the page, ends it. */
import { useEffect, useRef, useState } from "react";
import { useReloadHold } from "#src/app/work-in-hand.ts";
import type { VariantPool } from "#src/run/variant-pool.ts";
import { walkForward } from "#src/run/walk-forward.ts";
import type { WalkOutcome, WalkQuestion } from "#src/run/walk-forward.ts";
import type { Problem } from "#workers/model/problem.ts";

export type WalkState =
  | { readonly type: "idle" }
  | { readonly type: "walking"; readonly done: number; readonly simulations: number }
  | { readonly type: "done"; readonly outcome: WalkOutcome; readonly metric: string }
  | { readonly type: "refused"; readonly problem: Problem };

const SHOW_MS = 150;

export function useWalk(pool: VariantPool) {
  const [state, setState] = useState<WalkState>({ type: "idle" });
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);
  useReloadHold(state.type === "walking" ? "the walk-forward has ended" : null);

  /** @param metric - the key of what the best is chosen by */
  const start = async (question: WalkQuestion, metric: string): Promise<void> => {
    const own = new AbortController();
    stop.current?.abort();
    stop.current = own;
    const simulations = question.windows.length * question.search.variants.length;
    setState({ type: "walking", done: 0, simulations });
    let shownAt = performance.now();
    const outcome = await walkForward(question, {
      pool,
      signal: own.signal,
      onDone(done) {
        if (performance.now() - shownAt < SHOW_MS || own.signal.aborted) return;
        shownAt = performance.now();
        setState({ type: "walking", done, simulations });
      },
    });
    if (stop.current !== own) return;
    setState(
      outcome.ok
        ? { type: "done", outcome: outcome.value, metric }
        : { type: "refused", problem: outcome.problem },
    );
  };
  return { state, start, cancel: () => stop.current?.abort() };
}
