/** The equal-weight benchmark is summed up while the candidates are looked for, and kept: the next run has it at once. */
import type { Shortcut } from "#workers/engine/run-plan.ts";
import { fastFactsOf } from "./fast-facts.ts";

export const equalWeightGrowth: Shortcut = {
  name: "the equal-weight benchmark alongside",
  alongside: ({ facts, benchmark, firstSession }) =>
    benchmark.type === "equal-weight" ? fastFactsOf(facts).equalWeight(firstSession).reach : null,
  equalWeightGrowth: ({ facts, firstSession }) => fastFactsOf(facts).equalWeight(firstSession).growth(),
};
