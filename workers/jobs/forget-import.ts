/** Ends an import that a person put away before it was stored: what it staged takes as much room as the prices. */
import type { Job } from "../host/host.ts";
import { sweepStaging } from "../market/dataset-store.ts";

/** A worker that was ended holds its files for a moment longer. */
const TRIES = 8;
const PAUSE_MS = 250;

/** What another tab is staging stays; what could not be deleted goes at the app's next start. */
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
