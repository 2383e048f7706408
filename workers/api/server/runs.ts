/** Runs of the server: checked at their POST, worked out by the library's threads into files. */
import { ENGINE_VERSION } from "#workers/model/engine-version.ts";
import { parseStrategy } from "#workers/model/strategy.ts";
import { checkWhole } from "../check-strategy.ts";
import type { EngineThreads } from "../engine-threads.ts";
import { errorOf } from "../error.ts";
import { codeProblem } from "../run-strategy.ts";
import type { CodeAllowed } from "../run-strategy.ts";
import { hashOfJson } from "../sweep/hashes.ts";
import type { ReadyDataset } from "./held-dataset.ts";
import { refuse, refuseWrong } from "./problems.ts";
import type { NewWork, WorkTools } from "./work-line.ts";
import type { WorkStore } from "./work-store.ts";

/** What a run of the strategy is of. @throws CallProblem for what strategy and data tell without running */
export function newRun(dataset: ReadyDataset, strategy: unknown, allowCode: CodeAllowed): NewWork {
  const read = parseStrategy(strategy);
  const code = read.ok ? codeProblem(read.value, allowCode) : null;
  if (code?.code === "code-not-allowed") throw refuse("code-not-allowed", code.message);
  const checked = checkWhole(strategy, dataset.outline);
  if (!checked.ok) throw refuseWrong(checked.problems);
  const { id, hash, columns } = dataset;
  return {
    dataset: { id, hash },
    strategyName: checked.strategy.name,
    strategyHash: hashOfJson(checked.strategy),
    engine: ENGINE_VERSION,
    strategy,
    columns,
  };
}

export interface RunWorker {
  readonly threads: EngineThreads;
  readonly store: WorkStore;
  readonly allowCode: CodeAllowed;
  readonly columnsPath: (name: string) => string;
}

/** Does one run: its result is in its file when it resolves. */
export function runWorker({ threads, store, allowCode, columnsPath }: RunWorker): WorkTools["work"] {
  return async ({ id, strategy, columns }, { signal, onProgress }) => {
    const read = parseStrategy(strategy);
    if (!read.ok) throw errorOf(read.problem);
    const place = { path: columnsPath(columns) };
    const resultPath = store.resultPath(id);
    await threads.run(
      "run",
      { columns: place, strategy: read.value, allowCode, resultPath },
      {
        signal,
        onTold(told) {
          if (told.type === "progress") onProgress(told.share);
        },
      },
    );
  };
}
