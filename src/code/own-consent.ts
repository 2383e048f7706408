/**
 * What a person writes here may run here: each text is noted once its keys pause, so that counts and runs, which look it up,
 * find it. Whoever starts one waits for what is still to be noted.
 */
import { allowCode } from "#src/storage/code-consent.ts";
import type { CodeText } from "#workers/model/code-consent.ts";
import { ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";

/** Shorter than any pause after which something is run. */
const PAUSE_MS = 100;

let waiting: CodeText | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let noted: Promise<Result<null>> = Promise.resolve(ok(null));

/** The text as it stands after a key; an earlier one that waited is forgotten. */
export function noteWritten(text: CodeText): void {
  waiting = text;
  clearTimeout(timer);
  timer = setTimeout(noteNow, PAUSE_MS);
}

/** Resolves once what was written may run; a problem where that could not be kept: it is refused then, and can be allowed. */
export function consentSettled(): Promise<Result<null>> {
  noteNow();
  return noted;
}

function noteNow(): void {
  clearTimeout(timer);
  if (waiting === null) return;
  const { language, source } = waiting;
  waiting = null;
  noted = noted.then(() => allowCode(language, source));
}
