/** The library's sweep. */
import { availableParallelism } from "node:os";
import { TidemarkError, usageError } from "../error.ts";
import type { ApiProblem } from "../error.ts";
import type { Market, Strategy, SweepAxis, SweepOptions, SweepRow } from "../tidemark.d.ts";
import type { SweepProblem } from "./axes.ts";
import { sweepRows } from "./local-sweep.ts";
import { prepareSweep } from "./prepare.ts";

/** Rows by index; nothing runs before the first is asked for, and nothing after the reader is gone. */
export async function* sweep(
  market: Market,
  strategy: Strategy,
  axes: readonly SweepAxis[] | { readonly axes: readonly SweepAxis[] },
  { threads = availableParallelism(), signal, allowCode, keep = [] }: SweepOptions = {},
): AsyncGenerator<SweepRow, void, undefined> {
  if (!Number.isInteger(threads) || threads < 1)
    throw usageError("threads must be a whole number, at least 1.");
  const prepared = await prepareSweep(market, {
    strategy,
    axes,
    allowCode: allowCode === "open" ? "open" : allowCode === true ? "walled" : null,
    withEquity: keep.includes("equity"),
    signal,
  }).catch((error: unknown) => {
    throw signal?.aborted === true ? cancelled() : error;
  });
  if (!prepared.ok) throw sweepError(prepared.problem);
  const { engine, task } = prepared.value;
  try {
    yield* sweepRows(engine, task, { lanes: () => threads, signal });
  } catch (error) {
    throw signal?.aborted === true ? cancelled() : error;
  }
}

function cancelled(): TidemarkError {
  return new TidemarkError({
    code: "cancelled",
    message: "The sweep was cancelled before all its rows were there.",
  });
}

export function sweepError(problem: SweepProblem): TidemarkError {
  const problems = problem.problems?.map(({ code, message, place = "" }): ApiProblem => ({
    code,
    place,
    column: null,
    message,
  }));
  return new TidemarkError(problem, problems);
}
