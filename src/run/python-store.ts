/** How far a worker of this page is with starting Python; null where none is at it. Only code-room.ts writes. */
import { createStore } from "zustand/vanilla";
import type { PythonStage } from "#workers/model/python-news.ts";

export const pythonStore = createStore<{ readonly stage: PythonStage | null }>()(() => ({ stage: null }));

/** In words with their end; null where Python is not being started. */
export function pythonStageWords(
  stage: PythonStage | null,
  inBytes: (bytes: number) => string,
): string | null {
  if (stage?.name === "loading") {
    return `Loading Python, ${inBytes(stage.bytes)} of ${inBytes(stage.bytesTotal)}`;
  }
  return stage?.name === "starting" ? "Starting Python" : null;
}
