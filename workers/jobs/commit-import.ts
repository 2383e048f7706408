/** Stores what the dry run of an import found, all or nothing. */
import { startProgress } from "../host/host.ts";
import type { Job } from "../host/host.ts";
import type { StageShares } from "../host/job-progress.ts";

/** Percent of the time, as measured on the demo market's files. */
const COMMIT: StageShares = [
  ["reading", 60],
  ["storing", 40],
];

export const commitImport: Job<"commitImport"> = async ({ markets, imports }, request, onProgress) => {
  const progress = startProgress(COMMIT, onProgress);
  markets.letGo(); // bars of an import take the memory now
  const outcome = await imports.doStep(progress, ({ desk, files, tools }) =>
    desk.commit({ ...request, plan: { ...request.plan, files } }, tools),
  );
  progress.end();
  return outcome;
};
