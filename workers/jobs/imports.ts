/** The steps of an import: its dry run, its commit, and its end without one. */
import { startProgress } from "../host/host.ts";
import type { Job } from "../host/host.ts";
import type { StageShares } from "../host/job-progress.ts";
import { sweepStaging } from "../market/dataset-store.ts";

/** The dry run of an import: reads the files and says what is in them. */
export const checkImport: Job<"checkImport"> = async ({ markets, imports }, plan, onProgress) => {
  const progress = startProgress([["reading", 100]], onProgress);
  markets.letGo(); // bars of an import take the memory now
  const checked = await imports.doStep(progress, ({ desk, files, tools }) =>
    desk.check({ ...plan, files }, tools),
  );
  progress.end();
  return checked;
};

/** Percent of the time, as measured on the demo market's files. */
const COMMIT: StageShares = [
  ["reading", 60],
  ["storing", 40],
];

/** Stores what the dry run of an import found, all or nothing. */
export const commitImport: Job<"commitImport"> = async ({ markets, imports }, request, onProgress) => {
  const progress = startProgress(COMMIT, onProgress);
  markets.letGo(); // bars of an import take the memory now
  const outcome = await imports.doStep(progress, ({ desk, files, tools }) =>
    desk.commit({ ...request, plan: { ...request.plan, files } }, tools),
  );
  progress.end();
  return outcome;
};

/** A worker that was ended holds its files for a moment longer. */
const TRIES = 8;
const PAUSE_MS = 250;

/**
 * Ends an import that a person put away before it was stored: what it staged takes as much room as the prices. What
 * another tab is staging stays; what could not be deleted goes at the app's next start.
 */
export const forgetImport: Job<"forgetImport"> = async ({ imports }) => {
  await imports.forget();
  for (let left = TRIES; ; left--) {
    // oxlint-disable-next-line no-await-in-loop -- one try after the other
    const swept = await sweepStaging();
    if (!swept.ok) return swept;
    if (swept.value === 0 || left === 1) return { ok: true, value: null };
    // oxlint-disable-next-line no-await-in-loop -- as above
    await new Promise((resolve) => {
      setTimeout(resolve, PAUSE_MS);
    });
  }
};
