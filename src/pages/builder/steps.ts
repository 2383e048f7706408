/** The builder's four steps: their order, names, and which fields belong to each. */
import type { FieldErrors } from "react-hook-form";
import type { FormValues } from "./form-values.ts";

export const STEPS = [
  { key: "scanner", title: "Scanner" },
  { key: "buy", title: "Buy Rules" },
  { key: "sell", title: "Sell Rules" },
  { key: "simulation", title: "Simulation" },
] as const;

export type StepKey = (typeof STEPS)[number]["key"];

/** The step that the URL names; the first one where it names none. */
export function readStep(text: string | null): StepKey {
  return STEPS.find((step) => step.key === text)?.key ?? "scanner";
}

/** The step `by` places on, or null beyond either end. */
export function stepFrom(step: StepKey, by: 1 | -1): StepKey | null {
  return STEPS[STEPS.findIndex(({ key }) => key === step) + by]?.key ?? null;
}

/** The steps that have a field which can't be read, by the paths of the form's faults. */
export function stepsOfFaults(paths: readonly (readonly PropertyKey[])[]): ReadonlySet<StepKey> {
  return new Set(paths.flatMap(([section]) => stepOfSection(section) ?? []));
}

/** Name and dataset are asked for in the first step; a person's own numbers stand in every one, and tell it themselves. */
function stepOfSection(section: PropertyKey | undefined): StepKey | null {
  if (section === "computed") return null;
  if (section === "name" || section === "datasetId") return "scanner";
  return STEPS.find(({ key }) => key === section)?.key ?? "simulation";
}

/** The first step with a message in it, or null. */
export function firstStepInError(errors: FieldErrors<FormValues>): StepKey | null {
  return STEPS.find(({ key }) => isStepInError(key, errors))?.key ?? null;
}

/** True where a field of the step has a message; name and dataset are asked for in the first step. */
export function isStepInError(step: StepKey, errors: FieldErrors<FormValues>): boolean {
  if (step === "scanner" && (errors.name || errors.datasetId)) return true;
  return errors[step] !== undefined;
}
