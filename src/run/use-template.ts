/** What the buttons of a template, or of new data, do: keep it among the person's strategies, and go on to its result or the builder. */
import { useState } from "react";
import { useLocation } from "wouter";
import { startRun } from "#src/run/start-run.ts";
import { settingsOf } from "#src/storage/grids.ts";
import type { StrategyRecord } from "#src/storage/records.ts";
import { importStrategy, listStrategies } from "#src/storage/strategies.ts";
import { ok } from "#workers/model/problem.ts";
import type { Problem, Result } from "#workers/model/problem.ts";
import type { Strategy } from "#workers/model/strategy.ts";

export interface Kept {
  readonly strategy: Strategy;
  readonly datasetId: string;
}

/** A click during another one does nothing. Running what is kept already keeps no second copy of it. */
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
        const kept = await keptAlready(wanted);
        const record = kept ? ok(kept) : await importStrategy(wanted.strategy, wanted.datasetId);
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

/** A person's own strategy of these very settings under this name, on this data; null for none. */
async function keptAlready({ strategy, datasetId }: Kept): Promise<StrategyRecord | null> {
  const { records } = await listStrategies();
  const isSame = (record: StrategyRecord) =>
    record.name === strategy.name &&
    record.datasetId === datasetId &&
    settingsOf(record.strategy) === settingsOf(strategy);
  return records.find(isSame) ?? null;
}
