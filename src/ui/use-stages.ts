import { startTransition, useEffect, useState } from "react";
import { awaitTurn } from "./drawing-turns.ts";

/** Counts from 1 to `last`, one step a turn: mount a heavy part at each, so that none makes the page wait for another. */
export function useStages(last: number): number {
  const [stage, setStage] = useState(1);
  useEffect(() => {
    if (stage >= last) return undefined;
    return awaitTurn(null, () => startTransition(() => setStage(stage + 1)));
  }, [stage, last]);
  return stage;
}
