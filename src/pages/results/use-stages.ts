import { startTransition, useEffect, useState } from "react";
import { afterNextFrame } from "#src/ui/next-frame.ts";

/**
 * Counts from 1 to `last`, one step after each painted frame: mount a heavy part at each, so that none of them makes
 * the page wait for another.
 */
export function useStages(last: number): number {
  const [stage, setStage] = useState(1);
  useEffect(() => {
    if (stage >= last) return undefined;
    return afterNextFrame(() => startTransition(() => setStage(stage + 1)));
  }, [stage, last]);
  return stage;
}
