/** A client without a worker: the test answers in its place. */
import type { BacktestClient, CallOptions } from "#src/run/backtest-client.ts";
import { err } from "#workers/model/problem.ts";
import type { Problem, Result } from "#workers/model/problem.ts";
import type { CallName, Calls } from "#workers/model/protocol.ts";

export type Answer<Name extends CallName> = (
  request: Calls[Name]["request"],
  options: CallOptions<Name>,
) => Promise<Result<Calls[Name]["answer"]>>;

export type Answers = { readonly [Name in CallName]?: Answer<Name> };

/** What the test has no answer for is lost. @param endIdle - told where its worker would be ended */
export function fakeClient(answers: Answers, endIdle: () => void = () => {}): BacktestClient {
  return {
    async call(name, request, options = {}) {
      const answer = answers[name];
      return answer ? answer(request, options) : err(notInThisTest);
    },
    rehearse: async (request) => answers.rehearse?.(request, {}) ?? err(notInThisTest),
    endIdle,
  };
}

const notInThisTest: Problem = { code: "worker-lost", message: "not in this test" };
