/**
 * After an update of the app on its server, a page that is still open asks for files that are gone. Reloading gets the
 * new app, and loadChunk does so once by itself. It doesn't where that would lose a run, or where the server doesn't
 * answer: the error screen is better than the browser's. What is typed is kept as a draft.
 */
import { useRunStore } from "#src/run/run-store.ts";

const RELOADED_AT = "tidemark-reloaded-at";
const AGAIN_MS = 60_000;

/** What `load` imports. Waits for ever when it asked for a reload; rejects where that would not help. */
export async function loadChunk<Module>(
  load: () => Promise<Module>,
  reload: () => void = () => globalThis.location.reload(),
): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    if (hasRuns() || !(await serverAnswers()) || wasJustReloaded()) throw error;
    reload();
    return new Promise(() => undefined);
  }
}

function hasRuns(): boolean {
  return Object.keys(useRunStore.getState().runs).length > 0;
}

async function serverAnswers(): Promise<boolean> {
  try {
    const response = await fetch("/", { method: "HEAD", cache: "no-store" });
    return response.ok;
  } catch {
    return false;
  }
}

/** Notes the reload too; where nothing can be noted it counts as done, or it might never end. */
function wasJustReloaded(): boolean {
  try {
    const before = Number(sessionStorage.getItem(RELOADED_AT) ?? 0);
    if (Date.now() - before < AGAIN_MS) return true;
    sessionStorage.setItem(RELOADED_AT, String(Date.now()));
    return false;
  } catch {
    return true;
  }
}
