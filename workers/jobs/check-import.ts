/** The dry run of an import: reads the files and says what is in them. */
import { startProgress } from "../host/host.ts";
import type { Host, Listener } from "../host/host.ts";
import type { DryRun, HandedPlan } from "../model/import-plan.ts";
import type { Result } from "../model/problem.ts";

export async function checkImport(
  { markets, imports }: Host,
  plan: HandedPlan,
  onProgress: Listener,
): Promise<Result<DryRun>> {
  const progress = startProgress([["reading", 100]], onProgress);
  markets.letGo(); // bars of an import take the memory now
  const checked = await imports.doStep(progress, ({ desk, files, tools }) =>
    desk.check({ ...plan, files }, tools),
  );
  progress.end();
  return checked;
}
