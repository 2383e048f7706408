/** The first rows of a portfolio. */
import { useEffect } from "react";
import { useSearchParams } from "wouter";
import { changeForm } from "../form-fields.tsx";
import type { BuilderForm } from "../form-fields.tsx";

/** Two rows to be filled, set back each year; nothing where there are weights. */
export function beginWeights(form: BuilderForm): void {
  const { weight, weights } = form.getValues("simulation");
  if (weight.trim() !== "" || weights.length > 0) return;
  const blank = { symbol: "", weight: "" };
  form.setValue("simulation.weights", [blank, { ...blank }], { shouldDirty: true });
  changeForm(form, [
    { name: "simulation.weightsAre", value: "percents" },
    { name: "simulation.rebalance", value: "yearly" },
    { name: "simulation.schedule", value: "yearly" },
  ]);
}

/**
 * A new strategy that was begun as a portfolio is one, as if a person had chosen so in the form.
 *
 * @param isNew - it was never saved, and has no draft
 */
export function useBegunPortfolio(form: BuilderForm, isNew: boolean): void {
  const [params] = useSearchParams();
  const isWanted = isNew && params.get("begin") === "portfolio";
  useEffect(() => {
    if (!isWanted) return;
    form.setValue("simulation.positionSizing", "weights", { shouldDirty: true });
    beginWeights(form);
  }, [form, isWanted]);
}
