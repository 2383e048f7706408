/** What the buttons of a template, or of new data, do: run it, or keep it among the person's strategies and open it in the builder. */
import { useState } from "react";
import { useLocation } from "wouter";
import { startRun } from "#src/run/start-run.ts";
import { importStrategy, tryStrategy } from "#src/storage/strategies.ts";
import { ok } from "#workers/model/problem.ts";
import type { Problem, Result } from "#workers/model/problem.ts";
import type { Strategy } from "#workers/model/strategy.ts";

export interface Kept {
  readonly strategy: Strategy;
  readonly datasetId: string;
}

/** A click during another one does nothing. What is only run is in no list until its result's page keeps it. */
export function useTemplate(wanted: Kept, onProblem: (problem: Problem | null) => void) {
  const [busy, setBusy] = useState(false);
  const [, navigate] = useLocation();
  const goTo = async (find: () => Promise<Result<string>>) => {
    if (busy) return;
    setBusy(true);
    const address = await find().finally(() => setBusy(false));
    onProblem(address.ok ? null : address.problem);
    if (address.ok) navigate(address.value);
  };
  return {
    busy,
    run: () =>
      goTo(async () => {
        const record = await tryStrategy(wanted.strategy, wanted.datasetId);
        const started = record.ok ? await startRun(record.value.id) : record;
        return started.ok ? ok(`/simulation-result?run=${started.value.runId}`) : started;
      }),
    edit: () =>
      goTo(async () => {
        const record = await importStrategy(wanted.strategy, wanted.datasetId);
        const step = wanted.strategy.simulation.positionSizing === "weights" ? "simulation" : "scanner";
        return record.ok ? ok(`/simulation-steps?id=${record.value.id}&step=${step}`) : record;
      }),
  };
}
