/** Plans of files made in a test. */
import { dryRun } from "#workers/import/dry-run.ts";
import { createPlanReader } from "#workers/import/plan-files.ts";
import type { DryRun, ImportPlan } from "#workers/model/import-plan.ts";

/** A plan of files given by name and text, without answers. */
export function planOf(
  files: Readonly<Record<string, string>>,
  change: Partial<ImportPlan> = {},
): ImportPlan {
  return {
    id: "plan",
    files: Object.entries(files).map(([name, text]) => ({ name, bytes: new Blob([text]) })),
    answers: new Map(),
    leftOut: new Set(),
    factsAsOf: "",
    addTo: null,
    ...change,
  };
}

export function look(plan: ImportPlan): Promise<DryRun> {
  return dryRun(createPlanReader(), plan, null, () => {});
}
