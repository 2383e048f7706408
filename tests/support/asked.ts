/** What pages ask of the worker, of which this DOM has none: the test answers in its place, or nobody ever does. */
import { vi } from "vitest";
import type * as questions from "#src/run/ask.ts";
import type { CallOptions } from "#src/run/backtest-client.ts";
import type { Result } from "#workers/model/problem.ts";
import type { CallName, Calls } from "#workers/model/protocol.ts";
import type { Answer, Answers } from "./fake-client.ts";

function unanswered<Name extends CallName>() {
  return vi.fn<Answer<Name>>(() => new Promise(() => {}));
}

/** By call. The source in a request about a strategy or a dataset is stored, under the dataset's own id. */
export const asked = {
  rehearse: unanswered<"rehearse">(),
  checkLookAhead: unanswered<"checkLookAhead">(),
  preview: unanswered<"preview">(),
  findDays: unanswered<"findDays">(),
  explain: unanswered<"explain">(),
  follow: unanswered<"follow">(),
  listFills: unanswered<"listFills">(),
  countSales: unanswered<"countSales">(),
  holdings: unanswered<"holdings">(),
  drawLasting: unanswered<"drawLasting">(),
  trace: unanswered<"trace">(),
  analyse: unanswered<"analyse">(),
  measurePeriod: unanswered<"measurePeriod">(),
  listInstruments: unanswered<"listInstruments">(),
  nameUniverse: unanswered<"nameUniverse">(),
  loadBars: unanswered<"loadBars">(),
};

/** In place of src/run/ask.ts. */
export const answeredByTest: Omit<typeof questions, "requestToRun"> = {
  ask,
  askOfRun: (name, { strategy, datasetId }, about) => ask(name, about(requestOf(strategy, datasetId))),
  askOfStrategy: (name, { strategy, datasetId }, about, options) =>
    ask(name, about(requestOf(strategy, datasetId)), options),
  askOfDataset: (name, datasetId, about) => ask(name, about({ type: "stored", datasetId })),
  rehearse: ({ strategy, datasetId }) => asked.rehearse(requestOf(strategy, datasetId), {}),
};

function requestOf(
  strategy: Calls["run"]["request"]["strategy"],
  datasetId: string,
): Calls["run"]["request"] {
  return { strategy, source: { type: "stored", datasetId } };
}

const byName: Answers = asked;

function ask<Name extends CallName>(
  name: Name,
  request: Calls[Name]["request"],
  options: CallOptions<Name> = {},
): Promise<Result<Calls[Name]["answer"]>> {
  return byName[name]?.(request, options) ?? new Promise(() => {});
}
