/** The one error of the library: a code for programs, a sentence for people. */
import type { Problem } from "#workers/model/problem.ts";
import { withAnswer } from "#workers/words/not-possible.ts";

export interface ApiProblem {
  readonly code: string;
  readonly place: string;
  readonly column: number | null;
  readonly message: string;
}

export class TidemarkError extends Error {
  override readonly name = "TidemarkError";
  readonly code: string;
  readonly place: string | null;
  readonly problems: readonly ApiProblem[];

  /** @param problems - all that is wrong; the error itself where none are given */
  constructor(
    problem: { readonly code: string; readonly message: string; readonly place?: string | undefined },
    problems: readonly ApiProblem[] = [],
  ) {
    super(problem.message);
    this.code = problem.code;
    this.place = problem.place ?? null;
    this.problems =
      problems.length > 0
        ? problems
        : [{ code: problem.code, place: problem.place ?? "", column: null, message: problem.message }];
  }
}

const AT_COLUMN = /^([^\s,]+), column (\d+): /;

/** What the engine says, one problem each: lines of rules have place and column in front. */
export function problemsIn({ code, message, place = "", details = [] }: Problem): readonly ApiProblem[] {
  const lines = details.length > 0 ? details : [message];
  return lines.map((line) => {
    const [, at, column] = AT_COLUMN.exec(line) ?? [];
    return {
      code,
      place: at ?? place,
      column: column === undefined ? null : Number(column),
      message: withAnswer(line),
    };
  });
}

export function errorOf(problem: Problem): TidemarkError {
  return new TidemarkError({ ...problem, message: withAnswer(problem.message) }, problemsIn(problem));
}

/** @param problems - at least one */
export function strategyError(problems: readonly ApiProblem[]): TidemarkError {
  const [first = { code: "strategy-invalid", message: "the strategy can't be read", place: "" }] = problems;
  return new TidemarkError(first, problems);
}

export function usageError(message: string): TidemarkError {
  return new TidemarkError({ code: "usage", message });
}

export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ENOSPC" || error.code === "EDQUOT");
}

/** The problem of a file that there is no room for: a person can mend that. */
export const DISK_FULL = {
  code: "storage-failed",
  message: "The disk is full: free some space, and ask again.",
} as const;
