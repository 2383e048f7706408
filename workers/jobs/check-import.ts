/** The dry run of an import: reads the files and says what is in them. */
import { startProgress } from "../host/host.ts";
import type { Job } from "../host/host.ts";

export const checkImport: Job<"checkImport"> = async ({ markets, imports }, plan, onProgress) => {
  const progress = startProgress([["reading", 100]], onProgress);
  markets.letGo(); // bars of an import take the memory now
  const checked = await imports.doStep(progress, ({ desk, files, tools }) =>
    desk.check({ ...plan, files }, tools),
  );
  progress.end();
  return checked;
};
